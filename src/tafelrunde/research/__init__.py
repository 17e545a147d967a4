"""Standard research interfaces to the games: PettingZoo, OpenSpiel, batches in worker processes, named tensors.

Needs ``pip install 'tafelrunde[research]'``.
"""
