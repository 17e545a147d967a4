"""Studying games: the living rulebook, scenarios to step through, replays, practice, doubts, tutorials.

Nothing here knows the web; the server's router and the command line ask these modules.
"""
