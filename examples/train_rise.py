"""Train a small agent on RISE by watching the greedy bot, then let it play against random: about five minutes.

    pip install 'tafelrunde[train]'
    python examples/train_rise.py

The marks ``# %%`` are cells: editors that know notebooks run them one by one.
"""

# %% watch
from tafelrunde.research.imitate import collect, evaluate, train

GAMES, EPOCHS, MATCHES = 80, 25, 100

lessons = collect("rise", GAMES)
print(f"{len(lessons.moves)} decisions of {GAMES} games, {lessons.seen.shape[1]} numbers each")

# %% learn
model, losses = train(lessons, EPOCHS)
print("loss", " ".join(f"{loss:.2f}" for loss in losses))

# %% play
print(f"against random: {100 * evaluate(model, 'rise', MATCHES):.0f} % of {MATCHES} games")
