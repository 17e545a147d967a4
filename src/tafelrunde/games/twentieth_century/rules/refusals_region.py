"""Refusals of moves in a region: waste, tiles, citizens, technologies, plants."""

from __future__ import annotations

from collections.abc import Callable

from tafelrunde.core.frames import Frame
from tafelrunde.core.guards import Objection
from tafelrunde.games.twentieth_century import frames
from tafelrunde.games.twentieth_century.effects import USES, Paid, Use, unused
from tafelrunde.games.twentieth_century.effects.rails import bridges_of, point_names_of
from tafelrunde.games.twentieth_century.rules.country import BY_CORNER, BY_EDGE, Region
from tafelrunde.games.twentieth_century.rules.income import reach
from tafelrunde.games.twentieth_century.rules.refusals import WRONG, Args, guard
from tafelrunde.games.twentieth_century.rules.tiles import CITY_BITS, bridge_fault
from tafelrunde.games.twentieth_century.state import CenturyState


def tile_of(state: CenturyState, args: Args, place: int = 0) -> int:
    return state.layout.numbers[str(args[place])]


def city_of(state: CenturyState, args: Args) -> int:
    return state.layout.city(str(args[0]), str(args[1]))


# --- the fixed order -------------------------------------------------------------------------------


@guard("done", "20C-4.4", "garbage_waiting")
def all_garbage_is_placed(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"n": state.waiting[seat]} if isinstance(frame, frames.Waste) else None


@guard("done", "20C-4.10", "tiles_waiting")
def all_tiles_and_citizens_are_placed(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    return WRONG if isinstance(frame, frames.Tiles) else None


for _verb in ("lay", "citizen"):

    @guard(_verb, "20C-4.3", "garbage_first")
    def garbage_comes_first(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
        return WRONG if isinstance(frame, frames.Waste) else None


for _use in USES:

    @guard(_use.verb, "20C-4.16", "technologies_last")
    def technologies_come_last(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
        return WRONG if not isinstance(frame, frames.Technologies) else None


# --- waste, tiles, citizens ------------------------------------------------------------------------


@guard("garbage", "20C-4.6", "new_lands_only")
def garbage_goes_on_new_lands(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    bought = state.bought[seat]
    return {"tile": args[0]} if bought and tile_of(state, args) not in bought else None


@guard("garbage", "20C-4.7", "not_your_land")
def garbage_goes_on_own_lands(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    own = state.bought[seat] or state.regions[seat].lands
    return {"tile": args[0]} if tile_of(state, args) not in own else None


@guard("lay", "20C-9.5", "already_laid")
def laid_tiles_stay(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"tile": args[0]} if state.regions[seat].cell_of(tile_of(state, args)) else None


@guard("lay", "20C-4.10", "not_to_be_laid")
def tile_waits_to_be_laid(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"tile": args[0]} if tile_of(state, args) not in state.unlaid[seat] else None


def _cell(state: CenturyState, args: Args) -> tuple[int, int]:
    return state.layout.cell_at(state.game.vocabulary.number("cell", *args) - state.layout.cell)


@guard("cell", "20C-9.1", "cell_taken")
def cell_is_empty(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    return WRONG if _cell(state, args) in state.regions[seat].cells else None


@guard("cell", "20C-9.3", "not_adjacent")
def cell_touches_the_region(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    x, y = _cell(state, args)
    cells = state.regions[seat].cells
    return None if any((x + dx, y + dy) in cells for dx, dy in BY_EDGE + BY_CORNER) else WRONG


@guard("citizen", "20C-4.15", "citizens_stay")
def placed_citizens_stay(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    return WRONG if isinstance(frame, frames.Technologies) else None


@guard("citizen", "20C-R.24", "land_first")
def land_lies_before_its_citizen(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"tile": args[0]} if tile_of(state, args) in state.unlaid[seat] else None


@guard("citizen", "20C-4.11", "no_citizen_here")
def citizen_belongs_to_the_land(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"tile": args[0]} if tile_of(state, args) not in state.loose[seat] else None


# --- owning and using technologies -----------------------------------------------------------------


def _uses(kind: type[Use]) -> None:
    """The guards for a technology whose copies are interchangeable: owned, and not used up."""
    named = {"kind": str(kind.__struct_config__.tag)}

    @guard(kind.verb, kind.rule, "no_such_technology")
    def is_owned(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
        owned = [state.layout.technologies[t] for t in state.workshop[seat]]
        return None if any(isinstance(facts.one_time, kind) or isinstance(facts.repeat, kind) for facts in owned) else named

    @guard(kind.verb, kind.over, "used_up")
    def is_unused(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
        return named if unused(state, seat, kind) < 0 else None


def _pays(kind: type[Use]) -> None:
    """The guards for a technology with a price."""
    verb, named = kind.verb, {"kind": str(kind.__struct_config__.tag)}

    def technology(state: CenturyState, args: Args) -> int:
        return tile_of(state, args) - state.layout.lands

    @guard(verb, kind.rule, "no_such_technology")
    def is_owned(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
        return named if technology(state, args) not in state.workshop[seat] else None

    @guard(verb, kind.over, "used_up")
    def is_unused(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
        return named if state.worked[seat] >> technology(state, args) & 1 else None

    @guard(verb, "20C-8.5", "cannot_pay_coins")
    def coins_are_enough(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
        have, cost = state.coins[seat], state.layout.technologies[technology(state, args)].coins
        return {"n": cost, "have": have} if have < cost else None

    @guard(verb, "20C-8.5", "cannot_pay_science")
    def science_is_enough(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
        have, cost = state.science[seat], state.layout.technologies[technology(state, args)].science
        return {"n": cost, "have": have} if have < cost else None


for _use in USES:
    (_pays if issubclass(_use, Paid) else _uses)(_use)


def _in_region(verb: str, rule: str, place: int = 0) -> None:
    @guard(verb, rule, "not_your_land")
    def is_in_region(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
        return {"tile": args[place]} if tile_of(state, args, place) not in state.regions[seat].lands else None


def _has_garbage(verb: str, rule: str, place: int = 0) -> None:
    @guard(verb, rule, "no_garbage")
    def has_garbage(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
        return {"tile": args[place]} if not state.garbage[tile_of(state, args, place)] else None


# --- workers, waste, trucks, markers ---------------------------------------------------------------

_in_region("worker", "20C-8.B.2")
_in_region("sort", "20C-8.B.5")
_has_garbage("sort", "20C-R.31")
_in_region("truck", "20C-8.C.5")
_has_garbage("truck", "20C-R.31")
_in_region("unload", "20C-8.C.5")
_in_region("recycle", "20C-8.C.7", 1)
_has_garbage("recycle", "20C-R.31", 1)
_in_region("locomotive", "20C-8.C.2")
_in_region("to", "20C-8.C.2")


@guard("worker", "20C-4.12", "city_taken")
def city_for_the_worker_is_empty(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"city": args[1]} if state.citizens >> city_of(state, args) & 1 else None


@guard("truck", "20C-R.31", "one_land_only")
def there_is_another_land(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    return WRONG if len(state.regions[seat].lands) < 2 else None


@guard("unload", "20C-8.C.5", "same_land")
def garbage_goes_to_another_land(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"tile": args[0]} if tile_of(state, args) == frame.tile else None


@guard("remediate", "20C-R.31", "marker_at_end")
def marker_can_move_right(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    return WRONG if state.pollution[seat] == len(state.layout.pollution) - 1 else None


# --- locomotives -----------------------------------------------------------------------------------


@guard("locomotive", "20C-8.C.2", "nobody_there")
def a_citizen_stands_there(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"city": args[1]} if not state.citizens >> city_of(state, args) & 1 else None


@guard("locomotive", "20C-9.16", "no_line")
def a_line_leads_to_an_empty_city(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    targets = state.regions[seat].targets(city_of(state, args), state.citizens)
    return None if targets else {"city": args[1]}


@guard("to", "20C-4.12", "city_taken")
def target_is_empty(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"city": args[1]} if state.citizens >> city_of(state, args) & 1 else None


def past_cities(region: Region, city: int) -> int:
    """The cities that are connected to a city by track which may run through other cities."""
    found, grown = 1 << city, True
    while grown:
        before = found
        for line in region.lines:
            if line & found:
                found |= line
        grown = found != before
    return found


@guard("to", "20C-9.17", "city_in_the_way")
def no_city_is_in_the_way(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    region, target = state.regions[seat], city_of(state, args)
    direct = region.targets(frame.city, state.citizens) >> target & 1
    return {"city": args[1]} if not direct and past_cities(region, frame.city) >> target & 1 else None


@guard("to", "20C-9.16", "no_line")
def a_line_leads_there(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    direct = state.regions[seat].targets(frame.city, state.citizens) >> city_of(state, args) & 1
    return None if direct else {"city": args[1]}


# --- bridges ---------------------------------------------------------------------------------------


@guard("bridge", "20C-9.18", "not_your_tile")
def bridge_lies_on_a_tile_of_the_region(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    return None if state.regions[seat].cell_of(tile_of(state, args)) else {"tile": args[0]}


@guard("bridge", "20C-9.22", "no_bridge_here")
def the_tile_has_room_for_a_bridge(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    tile = tile_of(state, args)
    return None if state.layout.bridges_on(tile, bridges_of(state, seat, tile)) else {"tile": args[0]}


@guard("end", "20C-9.19", "no_such_point")
def point_is_on_the_tile(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    known = point_names_of(state, seat, frame.tile)
    return None if args[0] in known else {"tile": state.layout.slugs[frame.tile], "point": args[0]}


def _fault(state: CenturyState, frame: Frame, seat: int, args: Args) -> str:
    """The rule that forbids a bridge with this end."""
    if not isinstance(frame, frames.BridgeEnd):
        return ""
    plan = state.layout.plan(frame.tile, bridges_of(state, seat, frame.tile))
    return bridge_fault(plan, frame.begin, point_names_of(state, seat, frame.tile).index(str(args[0])))


def _bridge_rule(rule: str, key: str) -> Callable[..., Objection]:
    @guard("end", rule, key)
    def bridge_is_sound(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
        return {"point": args[0]} if _fault(state, frame, seat, args) == rule else None

    return bridge_is_sound


_bridge_rule("20C-9.19", "no_length")
_bridge_rule("20C-9.22", "crosses_track")
_bridge_rule("20C-R.40", "crosses_bridge")
_bridge_rule("20C-9.23", "over_city")
_bridge_rule("20C-R.41", "near_city")


@guard("end", "20C-9.22", "no_partner")
def a_bridge_can_begin_here(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    if not isinstance(frame, frames.BridgeBegin):
        return None
    possible = state.layout.bridges_on(frame.tile, bridges_of(state, seat, frame.tile))
    return None if point_names_of(state, seat, frame.tile).index(str(args[0])) in possible else {"point": args[0]}


# --- plants ----------------------------------------------------------------------------------------

_in_region("plant", "20C-5.4")
_in_region("clean", "20C-5.6")


@guard("plant", "20C-5.3", "plant_idle")
def plant_is_operational(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"city": args[1]} if not state.citizens >> city_of(state, args) & 1 else None


@guard("plant", "20C-R.28", "plant_used")
def plant_is_unused(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    city = city_of(state, args)
    plants = next(n for plant, n, _ in state.regions[seat].plants if plant == city)
    return {"city": args[1]} if frame.used.count(city) >= plants else None


@guard("plant", "20C-5.4", "nothing_in_reach")
def garbage_is_in_reach(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    lands = reach(state, seat, city_of(state, args))
    return None if any(state.garbage[land] for land in lands) else {"city": args[1]}


def _out_of_reach(state: CenturyState, frame: Frame, seat: int, args: Args) -> str:
    """The rule by which a plant does not reach a land, or an empty text (20C-5.5 to 5.9, 9.14)."""
    region, land = state.regions[seat], tile_of(state, args)
    if land in reach(state, seat, frame.city):
        return ""
    x, y = region.cell_of(frame.city // CITY_BITS) or (0, 0)
    u, v = region.cell_of(land) or (0, 0)
    step = (u - x, v - y)
    if step in BY_CORNER:
        return "20C-5.9"
    if step not in BY_EDGE:
        return "20C-8.A.5" if _behind_facility(region, x, y, u, v) else "20C-5.6"
    direction = BY_EDGE.index(step)
    here, there = region.cells[x, y], region.cells[u, v]
    ports = next(ports for city, _, ports in here.plants if city == frame.city)
    if ports >> direction & 1:
        return "20C-R.27"
    if here.live >> direction & 1 and there.live >> (direction ^ 2) & 1:
        return "20C-5.7"
    return "20C-5.8" if _by_other_tiles(region, (x, y), (u, v)) else "20C-5.6"


def _behind_facility(region: Region, x: int, y: int, u: int, v: int) -> bool:
    """Whether a facility is edge-adjacent to both cells."""
    around = {(x + dx, y + dy) for dx, dy in BY_EDGE} & {(u + dx, v + dy) for dx, dy in BY_EDGE}
    return any(cell in region.cells and not region.cells[cell].tile.is_land for cell in around)


def _by_other_tiles(region: Region, start: tuple[int, int], goal: tuple[int, int]) -> bool:
    """Whether joined edges lead from one cell to another."""
    seen, todo = {start}, [start]
    while todo:
        x, y = todo.pop()
        for direction, (dx, dy) in enumerate(BY_EDGE):
            cell = (x + dx, y + dy)
            if cell in region.cells and cell not in seen:
                joined = region.cells[x, y].live >> direction & region.cells[cell].live >> (direction ^ 2) & 1
                if joined:
                    seen.add(cell)
                    todo.append(cell)
    return goal in seen


def _reach_rule(rule: str, key: str) -> None:
    @guard("clean", rule, key)
    def land_is_in_reach(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
        return {"tile": args[0]} if _out_of_reach(state, frame, seat, args) == rule else None


_reach_rule("20C-5.9", "corner_no_reach")
_reach_rule("20C-8.A.5", "facility_no_reach")
_reach_rule("20C-R.27", "no_track_there")
_reach_rule("20C-5.7", "track_misses_plant")
_reach_rule("20C-5.8", "third_tile")
_reach_rule("20C-5.6", "out_of_reach")
_has_garbage("clean", "20C-5.4")
