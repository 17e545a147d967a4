"""Many games between bots: playing them on several processes, counting, rating, keeping, showing."""
