"""A bot in five lines: it takes the first move offered.

tafelrunde arena rise --bots examples.cautious_bot:CautiousBot,random --games 20
"""

from tafelrunde.bots import Bot


class CautiousBot(Bot):
    """Plays the first legal move, whatever it is."""

    def decide(self, view, decision, sampler):
        return decision.moves[0]
