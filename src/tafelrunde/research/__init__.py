"""The games behind standard research interfaces: PettingZoo, OpenSpiel, batches in worker processes, tensors with names.

Needs ``pip install 'tafelrunde[research]'``.
"""
