"""The web server: tables for people and bots. Moves are the truth; nothing acknowledged is lost, nothing hidden is shown."""
