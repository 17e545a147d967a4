"""The kinds of frames of 20th Century: pending work with named fields (:mod:`tafelrunde.core.frames` explains frames).

A frame of the base ``SeatFrame`` and its subclasses belongs to one seat.
"""

from __future__ import annotations

from tafelrunde.core.frames import Seat, TypedFrame


class SeatFrame(TypedFrame):
    seat: Seat


class TileFrame(SeatFrame):
    tile: int


class CityFrame(SeatFrame):
    city: int


# --- rounds and phases ---------------------------------------------------------------------------


class Round(TypedFrame, tag="round"): ...


class BuildUp(TypedFrame, tag="build_up"): ...


class GameOver(TypedFrame, tag="game_over"): ...


# --- the land auction ----------------------------------------------------------------------------


class LandAuction(TypedFrame, tag="land_auction"): ...


class StartPlayer(SeatFrame, tag="start_player"): ...


class NextStart(SeatFrame, tag="next_start"): ...


class Opening(TileFrame, tag="opening"): ...


class Bidding(SeatFrame, tag="bidding"): ...


class Raise(SeatFrame, tag="raise"): ...


class Sale(SeatFrame, tag="sale"): ...


class Purchase(SeatFrame, tag="technology"):
    forced: int
    """Whether the seat had to quit the auction (20C-R.9)."""


class AuctionEnd(TypedFrame, tag="auction_end"): ...


# --- the disaster --------------------------------------------------------------------------------


class Disaster(TypedFrame, tag="disaster"): ...


class DisasterTurn(SeatFrame, tag="disaster_turn"): ...


class Column(SeatFrame, tag="column"): ...


class Stake(SeatFrame, tag="stake"):
    column: int


class DisasterEnd(TypedFrame, tag="disaster_end"): ...


# --- the administration --------------------------------------------------------------------------


class Administration(TypedFrame, tag="administration"): ...


class Waste(SeatFrame, tag="waste"): ...


class Tiles(SeatFrame, tag="tiles"): ...


class Cell(TileFrame, tag="cell"): ...


class Turn(TileFrame, tag="turn"):
    cell: int


class Technologies(SeatFrame, tag="technologies"): ...


class BridgeBegin(TileFrame, tag="bridge_begin"): ...


class BridgeEnd(TileFrame, tag="bridge_end"):
    begin: int


class Ride(CityFrame, tag="ride"): ...


class Unload(TileFrame, tag="unload"): ...


# --- yield and scoring ---------------------------------------------------------------------------


class Yield(TypedFrame, tag="yield"): ...


class Plants(SeatFrame, tag="plants"):
    used: tuple[int, ...]
    """The cities whose plants have already worked, once for each plant."""


class Clean(CityFrame, tag="clean"): ...


class YieldEnd(TypedFrame, tag="yield_end"): ...


class Bonus(TypedFrame, tag="bonus"): ...


class ScoringCard(TypedFrame, tag="scoring_card"):
    card: int


class FinalLands(TypedFrame, tag="final_lands"): ...


class FinalPollution(TypedFrame, tag="final_pollution"): ...


class FinalRank(TypedFrame, tag="final_rank"):
    good: str
