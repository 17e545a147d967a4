"""Leagues: who plays with whom, from which seat, and the standings. Nothing here knows of servers or databases."""
