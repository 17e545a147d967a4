"""The kinds of frames of Kontor."""

from __future__ import annotations

from tafelrunde.core.frames import Frames, Seat, TypedFrame

FRAMES = Frames()


class Round(TypedFrame, tag="round"):
    """A round begins."""


class Bid(TypedFrame, tag="bid"):
    """A seat bids a card."""

    seat: Seat


class Raise(TypedFrame, tag="raise"):
    """A seat may add a coin to its bid."""

    seat: Seat


class Reveal(TypedFrame, tag="reveal"):
    """The bids are compared."""


class Peek(TypedFrame, tag="peek"):
    """A seat looks at the top card of the deck."""

    seat: Seat


class Under(TypedFrame, tag="under"):
    """A seat may put the top card under the deck."""

    seat: Seat


class Next(TypedFrame, tag="next"):
    """A round is over."""
