"""Plays many games between bots in several processes, counts, rates and stores them, and reports the results."""
