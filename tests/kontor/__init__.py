"""Kontor: a tiny game that uses everything the core offers and RISE does not need.

Hidden hands, a peeked card, simultaneous decisions in lanes, gifts as free moves. The contract suite runs on it too.
"""
