"""The city: placing, moving and removing pieces, unrest, threat, illness (NA-7, 11, 13, 15 to 17, 33 to 35, 39, 41, 61, 62)."""

from __future__ import annotations

from tafelrunde.games.new_angeles.frames import Displace, GameEnd
from tafelrunde.games.new_angeles.rules.goods import gain, use_asset
from tafelrunde.games.new_angeles.rules.registry import FRAMES, open_moment
from tafelrunde.games.new_angeles.state import (
    ANDROID,
    HUMAN_FIRST,
    ILLNESS,
    NOBODY,
    ORGCRIME,
    OUTAGE,
    PRISEC,
    PROTEST,
    STRIKE,
    AngelesState,
)
from tafelrunde.games.new_angeles.terms import PIECES

ENEMIES = (HUMAN_FIRST, ORGCRIME)
SAME_KIND = {HUMAN_FIRST: "NA-35.2", ORGCRIME: "NA-39.1", ILLNESS: "NA-33.3", OUTAGE: "NA-11.3"}
"""The rule by which a second piece of a kind moves on."""
BY_PRISEC = {HUMAN_FIRST: "NA-35.3", ORGCRIME: "NA-39.2"}
INTO_ROOT = {HUMAN_FIRST: "NA-35.4", ORGCRIME: "NA-39.3", ILLNESS: "NA-33.4", OUTAGE: "NA-11.4"}

REMOVED = {
    HUMAN_FIRST: "enemy_unit_removed_from_district", ORGCRIME: "enemy_unit_removed_from_district",
    ILLNESS: "illness_removed_from_district", OUTAGE: "outage_removed_from_district",
}  # fmt: skip
"""The contracts that pay when an action card removes a piece."""
BY_CONTRACT = ("NA-9.1", "NA-9.2", "NA-31.2", "NA-R.6")

# --- threat --------------------------------------------------------------------------------------


def raise_threat(state: AngelesState, n: int, rule: str, also: tuple[str, ...] = (), illness: bool = False) -> None:
    """Raise threat once (NA-R.56). At the end of the track the game ends immediately: call this last."""
    layout = state.layout
    rise = min(n, layout.threat_end - state.threat)
    state.threat += rise
    state.event_rise += rise
    if state.resolver != NOBODY:
        state.raised[state.resolver] += rise
    if state.log is not None:
        state.emit("threat", None, rule, also=also, n=n, threat=state.threat)
    if state.threat >= layout.threat_end:
        state.stack.clear()
        state.lanes = None
        state.stack.append(GameEnd(1))
        return
    if illness:
        for asset in layout.triggered.get("illness_threat_increase", ()):
            if state.holder[asset] != NOBODY:
                use_asset(state, asset, state.holder[asset], also=("NA-66.5",))
    open_moment(state, "threat")


def change_threat(state: AngelesState, n: int, rule: str, also: tuple[str, ...] = ()) -> None:
    """Raise or lower threat, but not below 0 (NA-R.36)."""
    if n >= 0:
        raise_threat(state, n, rule, also)
        return
    state.threat = max(0, state.threat + n)
    if state.log is not None:
        state.emit("threat_falls", None, rule, also=also, n=-n, threat=state.threat)


# --- illness -------------------------------------------------------------------------------------


def affect(state: AngelesState, mask: int, rule: str = "NA-33.1") -> None:
    """Record that the action card affects districts, and mark those that had illness just before (NA-R.2)."""
    if state.resolving < 0 or state.affected or state.illness_off:
        return
    hit = mask & state.city[ILLNESS]
    if hit:
        state.affected = True
        if state.log is not None:
            state.emit(
                "affected", None, rule, also=("NA-R.2", "NA-R.5") if rule == "NA-33.2" else ("NA-R.2",), district=_numbers(hit)
            )


def _numbers(mask: int) -> list[int]:
    return [i + 1 for i in range(10) if mask >> i & 1]


# --- placing and moving --------------------------------------------------------------------------


def in_reserve(state: AngelesState, piece: int) -> int:
    """The number of pieces of a kind in the reserve (NA-15.0, NA-64)."""
    return state.layout.limits[piece] - state.city[piece].bit_count()


def place(state: AngelesState, piece: int, district: int, rule: str) -> None:
    """Take a piece from the reserve and put it in a district, or in the district to which it has to move on (NA-34)."""
    city = state.city
    bit = 1 << district
    if not in_reserve(state, piece):
        affect(state, bit, "NA-R.43")
        if state.log is not None:
            state.emit("none_left", None, "NA-15.0", also=("NA-R.43",), piece=PIECES[piece], district=district + 1)
        return
    if piece in INTO_ROOT:
        _come_to(state, piece, district, district, rule, placed=True)
        return
    affect(state, bit)
    if city[piece] & bit:
        if state.log is not None:
            also = {PRISEC: ("NA-41.3", "NA-R.12"), ANDROID: ("NA-7.3",)}.get(piece, ("NA-18.4",))
            state.emit("no_room", None, "NA-R.9", also=also, piece=PIECES[piece], district=district + 1)
        return
    city[piece] |= bit
    if state.log is not None:
        state.emit("placed", None, rule, also=("NA-34.0", "NA-64.1", "NA-34.4"), piece=PIECES[piece], district=district + 1)
    if piece == PRISEC:
        drive_out(state, district, "NA-41.2")


def drive_out(state: AngelesState, district: int, rule: str) -> None:
    """Move every enemy unit out of a district, Human First before orgcrime (NA-R.13)."""
    city, bit = state.city, 1 << district
    present = [piece for piece in ENEMIES if city[piece] & bit]
    if present and state.log is not None:
        also = ("NA-34.2", "NA-62.4", "NA-R.51", *(BY_PRISEC[p] for p in present), *(("NA-R.13",) if len(present) > 1 else ()))
        state.emit("driven_out", None, rule, also=also, district=district + 1, pieces=[PIECES[p] for p in present])
    state.push(*(Displace(piece, district, 1) for piece in present))


@FRAMES.auto(Displace, "NA-62.0")
def displace(state: AngelesState, frame: Displace) -> None:
    """Move a piece out of its district along the path, the stated number of times (NA-62.0, NA-R.15)."""
    piece, district, times = frame.piece, frame.district, frame.times
    bit = 1 << district
    if not state.city[piece] & bit:
        return
    affect(state, bit, "NA-R.4")
    state.city[piece] &= ~bit
    if times > 1:
        rest = state.layout.to[district]
        rest = _rest(state, piece, rest)
        if rest >= 0:
            state.push(Displace(piece, rest, times - 1))
    _come_to(state, piece, state.layout.to[district], district, "NA-62.0", placed=False)


def _rest(state: AngelesState, piece: int, district: int) -> int:
    """The district where a moving piece stops, or -1 for the Root."""
    while district >= 0 and not can_stay(state, piece, district):
        district = state.layout.to[district]
    return district


def can_stay(state: AngelesState, piece: int, district: int) -> bool:
    """Whether a piece can stay: one of each kind per district, and no enemy unit beside prisec; Human First and orgcrime
    tolerate each other (NA-R.13)."""
    city, bit = state.city, 1 << district
    if city[piece] & bit:
        return False
    return piece not in ENEMIES or not city[PRISEC] & bit


def chain(state: AngelesState, piece: int, district: int) -> tuple[int, ...]:
    """The districts that a piece placed in ``district`` would pass, and the last one, -1 for the Root; for previews."""
    found = [district]
    while found[-1] >= 0 and not can_stay(state, piece, found[-1]):
        found.append(state.layout.to[found[-1]])
    return tuple(found)


def _come_to(state: AngelesState, piece: int, district: int, start: int, rule: str, placed: bool) -> None:
    """Follow the paths until the piece can stay or reaches the Root (NA-62.1)."""
    to = state.layout.to
    passed = []
    while district >= 0:
        affect(state, 1 << district)
        if can_stay(state, piece, district):
            break
        passed.append(district)
        if state.log is not None:
            _tell_moving_on(state, piece, district, placed and len(passed) == 1)
        district = to[district]
    if district < 0:
        if state.log is not None:
            state.emit("into_root", None, INTO_ROOT[piece], also=("NA-54.1", "NA-17.1", "NA-64.2"), piece=PIECES[piece])
        raise_threat(state, state.layout.root_threat, "NA-62.2", ("NA-13.3", "NA-16.1", "NA-9.3", "NA-17.3"))
        return
    state.city[piece] |= 1 << district
    if state.log is not None:
        if placed and not passed:
            also = ("NA-34.0", "NA-64.1", *(("NA-34.4",) if piece in (ILLNESS, OUTAGE) else ()))
            if piece == ILLNESS and state.resolving >= 0:
                also = (*also, "NA-R.3")
            state.emit("placed", None, rule, also=also, piece=PIECES[piece], district=district + 1)
        else:
            also = ("NA-62.1", "NA-16.0", "NA-R.14", "NA-62.6") if passed else ("NA-16.0", "NA-R.14", "NA-62.6")
            state.emit("moved", None, "NA-62.0", also=also, piece=PIECES[piece], start=start + 1, district=district + 1)
    if piece == OUTAGE:
        _settle_outage(state, district)


def _tell_moving_on(state: AngelesState, piece: int, district: int, placed: bool) -> None:
    if state.city[piece] >> district & 1:
        rule: str = SAME_KIND[piece]
        also: tuple[str, ...] = ("NA-34.1", "NA-62.3") if placed else ("NA-62.1",)
    else:
        rule, also = "NA-41.1", (BY_PRISEC[piece], "NA-34.2", "NA-62.4")
    state.emit("moves_on", None, rule, also=also, piece=PIECES[piece], district=district + 1)


def _settle_outage(state: AngelesState, district: int) -> None:
    """Turn an outage token into a stable district; this does not count as lowering unrest (NA-11.1)."""
    city, bit = state.city, 1 << district
    if (city[PROTEST] | city[STRIKE]) & bit:
        city[PROTEST] &= ~bit
        city[STRIKE] &= ~bit
        if state.log is not None:
            state.emit(
                "unrest_cleared", None, "NA-11.1", also=("NA-17.2", "NA-34.3", "NA-61.8", "NA-52.3"), district=district + 1
            )


# --- removing ------------------------------------------------------------------------------------


def remove(state: AngelesState, piece: int, district: int, rule: str) -> None:
    """Return a piece to the reserve; if an action card does so, it fulfils contracts (NA-17.1, NA-9.1)."""
    bit = 1 << district
    affect(state, bit)
    state.city[piece] &= ~bit
    if state.log is not None:
        also = ("NA-17.1", "NA-64.2", *(("NA-61.10",) if piece == OUTAGE else ()))
        state.emit("removed", None, rule, also=also, piece=PIECES[piece], district=district + 1)
    if state.resolving < 0:
        return
    if piece in REMOVED:
        contract(state, REMOVED[piece])


def contract(state: AngelesState, trigger: str, times: int = 1, also: tuple[str, ...] = BY_CONTRACT) -> None:
    """Pay corporations in play for their contracts (NA-9.1, NA-9.2)."""
    layout = state.layout
    for corporation in layout.contracts.get(trigger, ()):
        if corporation in state.corporations:
            n = layout.contract_pay[corporation] * times
            gain(state, state.corporations.index(corporation), n, layout.contract_rules[corporation], also)


# --- unrest --------------------------------------------------------------------------------------


def raise_unrest(state: AngelesState, district: int, rule: str) -> bool:
    """Raise unrest by one stage if possible (NA-61.1); a strike or an outage cannot rise (NA-57.1, NA-11.2)."""
    city, bit = state.city, 1 << district
    affect(state, bit, "NA-R.4")
    if (city[STRIKE] | city[OUTAGE]) & bit:
        if state.log is not None:
            also = ("NA-61.9", "NA-52.3") if city[OUTAGE] & bit else ("NA-61.4", "NA-61.7", "NA-11.5", "NA-35.5")
            state.emit("unrest_stays", None, "NA-11.2" if city[OUTAGE] & bit else "NA-57.1", also=also, district=district + 1)
        return False
    if city[PROTEST] & bit:
        city[PROTEST] &= ~bit
        city[STRIKE] |= bit
    else:
        city[PROTEST] |= bit
    if state.log is not None:
        strike = bool(city[STRIKE] & bit)
        also = ("NA-61.1", "NA-44.1") if strike else ("NA-61.1", "NA-52.2")
        state.emit("unrest_up", None, rule, also=also, district=district + 1, stage="strike" if strike else "protest")
    return True


def lower_unrest(state: AngelesState, district: int, stages: int, rule: str) -> int:
    """Lower unrest as far as possible (NA-61.2) and return the stages; NBN is paid for each stage lowered by an action card."""
    city, bit = state.city, 1 << district
    affect(state, bit, "NA-33.2")
    done = 0
    while done < stages and (city[PROTEST] | city[STRIKE]) & bit:
        strike = bool(city[STRIKE] & bit)
        city[STRIKE] &= ~bit
        city[PROTEST] = city[PROTEST] | bit if strike else city[PROTEST] & ~bit
        done += 1
        if state.log is not None:
            also = ("NA-61.2", "NA-57.2") if strike else ("NA-61.2", "NA-44.2")
            state.emit("unrest_down", None, rule, also=also, district=district + 1, stage="protest" if strike else "stable")
    if not done and state.log is not None:
        state.emit("unrest_lowest", None, "NA-52.1", also=("NA-61.5",), district=district + 1)
    if done and state.resolving >= 0:
        contract(state, "unrest_lowered", done)
    return done
