"""Tools for tests of games: rules switched off one at a time, and which rules really arose."""
