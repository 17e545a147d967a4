"""The web server for tables of people and bots. The log of moves is authoritative; acknowledged moves are durable."""
