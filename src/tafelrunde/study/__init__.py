"""Studying games: the rulebook page, scenarios to step through, replays, practice, disputes, tutorials.

These modules must not depend on the web; the server's router and the command line call them.
"""
