"""Ready-made kinds of zones: numbers, flags, names, cards, decks. :mod:`tafelrunde.core.zones` explains how to use them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any, Final

from tafelrunde.core.audience import NOBODY, PUBLIC
from tafelrunde.core.decks import without
from tafelrunde.core.families import EMPTY, DeckPlace, Family, Names, Pile, get_at, leave, names_of, pile_of, put_at
from tafelrunde.core.patches import At
from tafelrunde.core.shapes import Bag, Flag, Name, Number, Places, Record, Row, Seat, Shape
from tafelrunde.core.zones import BoardZone, SeatZone, looks

Bound = int | Callable[[Any, int], int]
"""A limit, or a function of the state and the place (the seat, or the index of the name) that returns it."""
COUNT: Final = "count"
"""Shows other viewers only the length of a list."""

Others = str | Callable[..., Any] | None
Check = Callable[[Any, int], str | None]
"""Why a component cannot be in a zone; ``None`` if it can."""


class Kinds:
    """Factories for zones of seats or the board. ``audience`` declares who sees a zone, ``others`` what everybody else sees."""

    def __init__(self, per_seat: bool) -> None:
        self._per_seat = per_seat

    def zone(
        self,
        key: str,
        show: Callable[..., Any],
        audience: str = PUBLIC,
        others: Callable[..., Any] | None = None,
        set: Callable[..., None] | None = None,
        holds: Callable[..., Iterable[str]] | None = None,
        take: Callable[[Any, int], bool] | None = None,
        shape: Callable[[Any], Shape] | None = None,
        seats: tuple[str, ...] = (),
    ) -> Any:
        """A zone with its own functions; without ``set`` it is derived and cannot be set."""
        if self._per_seat:
            return SeatZone(key, audience, show, others or (lambda state, seat: None), set, holds, take, shape, seats)
        return BoardZone(key, audience, show, others or (lambda state: None), set, holds, take, shape, seats)

    def _made(
        self,
        key: str,
        audience: str,
        show: Callable[[Any, int], Any],
        others: Others,
        set: Callable[[Any, int, At, Any], None],
        holds: Callable[[Any, int], Iterable[str]] | None = None,
        take: Callable[[Any, int], bool] | None = None,
        shape: Callable[[Any], Shape] | None = None,
    ) -> Any:
        """Create a zone from functions of state and seat; the board's zones pass -1 as the seat."""
        hide: Any = (lambda state, seat: len(show(state, seat))) if others == COUNT else others
        if self._per_seat:
            return self.zone(key, show, audience, hide, set, holds, take, shape)
        return self.zone(
            key,
            lambda state: show(state, -1),
            audience,
            (lambda state: hide(state, -1)) if others == COUNT else hide,
            lambda state, at, value: set(state, -1, at, value),
            None if holds is None else lambda state: holds(state, -1),
            take,
            shape,
        )

    def _get(self, field: str) -> Callable[[Any, int], Any]:
        whole = attrgetter(field)
        return (lambda state, seat: whole(state)[seat]) if self._per_seat else (lambda state, seat: whole(state))

    def _put(self, field: str) -> Callable[[Any, int, Any], None]:
        if self._per_seat:
            return lambda state, seat, value: put_at(state, (field, seat), value)
        return lambda state, seat, value: setattr(state, field, value)

    def _places(self, field: str, state: Any) -> list[DeckPlace]:
        return [(field, seat) for seat in range(state.players)] if self._per_seat else [(field, None)]

    @looks("counter")
    def number(
        self,
        key: str,
        field: str,
        low: Bound = 0,
        high: Bound = 999,
        audience: str = PUBLIC,
        others: Others = None,
        pieces: str | None = None,
    ) -> Any:
        """A whole number. If it counts ``pieces``, the census includes it under this name."""
        get, put = self._get(field), self._put(field)

        def set(state: Any, seat: int, at: At, value: Any) -> None:
            at.end()
            put(state, seat, at.number(value, _bound(low, state, seat), _bound(high, state, seat)))

        holds = None if pieces is None else lambda state, seat: [pieces] * get(state, seat)
        return self._made(key, audience, get, others, set, holds, shape=lambda state: Number())

    @looks("text")
    def seat(self, key: str, field: str) -> Any:
        """A zone that contains the number of a seat."""
        zone = self.number(key, field, 0, lambda state, place: state.players - 1)
        return zone._replace(shape=lambda state: Seat(state.players))

    @looks("text")
    def seats(self, key: str, field: str) -> Any:
        """A zone that contains an order of all seats, as a tuple."""
        get, put = self._get(field), self._put(field)

        def set(state: Any, seat: int, at: At, value: Any) -> None:
            at.end()
            if not isinstance(value, list) or Counter(map(repr, value)) != Counter(map(repr, range(state.players))):
                raise at.refuse("every seat stands here once.")
            put(state, seat, tuple(value))

        return self._made(
            key, PUBLIC, lambda state, seat: list(get(state, seat)), None, set,
            shape=lambda state: Row(Seat(state.players), state.players),
        )  # fmt: skip

    @looks("text")
    def flag(self, key: str, field: str, audience: str = PUBLIC, others: Others = None) -> Any:
        """A zone that contains true or false, stored as such or as 0 and 1."""
        get, put = self._get(field), self._put(field)

        def set(state: Any, seat: int, at: At, value: Any) -> None:
            at.end()
            put(state, seat, type(get(state, seat))(at.truth(value)))

        return self._made(key, audience, lambda state, seat: bool(get(state, seat)), others, set, shape=lambda state: Flag())

    @looks("text")
    def marked(self, key: str, field: str) -> Any:
        """Whether the seat's bit is set in a mask of seats."""
        mask = attrgetter(field)

        def set(state: Any, seat: int, at: At, value: Any) -> None:
            at.end()
            setattr(state, field, mask(state) & ~(1 << seat) | at.truth(value) << seat)

        return self._made(key, PUBLIC, lambda state, seat: bool(mask(state) >> seat & 1), None, set, shape=lambda state: Flag())

    @looks("text")
    def mask(self, key: str, field: str, low: int, high: int) -> Any:
        """The numbers whose bits are set."""
        get, put, numbers = self._get(field), self._put(field), range(low, high + 1)

        def set(state: Any, seat: int, at: At, value: Any) -> None:
            at.end()
            if not isinstance(value, list):
                raise at.refuse(f"expected a list of numbers, found {value!r:.40}.")
            put(state, seat, sum(1 << n for n in {at.number(n, low, high) for n in value}))

        return self._made(
            key, PUBLIC, lambda state, seat: [n for n in numbers if get(state, seat) >> n & 1], None, set,
            shape=lambda state: Bag(numbers),
        )  # fmt: skip

    @looks("text")
    def choice(self, key: str, field: str, names: Names, audience: str = PUBLIC, others: Others = None) -> Any:
        """A zone with one of several names, stored as its number; ``EMPTY`` is shown as null."""
        get, put = self._get(field), self._put(field)

        def show(state: Any, seat: int) -> str | None:
            number = get(state, seat)
            return None if number == EMPTY else names_of(names, state)[number]

        def set(state: Any, seat: int, at: At, value: Any) -> None:
            at.end()
            put(state, seat, at.name(value, names_of(names, state)))

        return self._made(key, audience, show, others, set, shape=lambda state: Name(names_of(names, state)))

    @looks("counter")
    def counts(self, key: str, field: str, names: Sequence[str], high: Bound = 99, zeros: bool = True) -> Any:
        """A table of numbers by name, stored in a list of the state in which the numbers of the seats follow one another.

        Without ``zeros`` only numbers other than 0 are shown.
        """
        whole, n = attrgetter(field), len(names)

        def show(state: Any, seat: int) -> dict[str, int]:
            first = max(seat, 0) * n
            found = zip(names, whole(state)[first : first + n], strict=True)
            return dict(found) if zeros else {name: number for name, number in found if number}

        def set(state: Any, seat: int, at: At, value: Any) -> None:
            first, new = max(seat, 0) * n, value
            if at.path:
                name, at = at.below()
                at.end()
                new = dict(show(state, seat)) | {names[at.name(name, names)]: value}
            new = at.table(new, names)
            most = [_bound(high, state, i) for i in range(n)]
            whole(state)[first : first + n] = [at.number(new.get(name, 0), 0, top) for name, top in zip(names, most, strict=True)]

        def shape(state: Any) -> Shape:
            return Record({name: Number() for name in names})  # omitted names have the number 0

        return self._made(key, PUBLIC, show, None, set, shape=shape)

    @looks("row")
    def cards(
        self,
        key: str,
        field: str,
        family: Family,
        audience: str = PUBLIC,
        others: Others = None,
        ordered: bool = False,
        check: Check | None = None,
        after: Callable[[Any, int], None] | None = None,
    ) -> Any:
        """A zone with components as a tuple of numbers, sorted unless they are ``ordered``.

        ``check`` says why a component cannot be here; ``after`` is called when a scenario has set the zone.
        """
        get, put = self._get(field), self._put(field)

        def set(state: Any, seat: int, at: At, value: Any) -> None:
            at.end()
            cards = family.read(state, at, value)
            _check_all(state, at, cards, check)
            family.give_back(state, get(state, seat))
            put(state, seat, ())
            for card in cards:
                family.fetch(state, at, card)
            put(state, seat, tuple(cards if ordered else sorted(cards)))
            if after is not None:
                after(state, seat)

        def take(state: Any, card: int) -> bool:
            for place in self._places(field, state):
                if card in (cards := get_at(state, place)):
                    put_at(state, place, without(cards, card))
                    return True
            return False

        return self._made(
            key, audience, lambda state, seat: family.named(state, get(state, seat)), others, set,
            lambda state, seat: family.counted(state, get(state, seat)), take,
            lambda state: _ordered(state, family) if ordered else Bag(family.names(state)),
        )  # fmt: skip

    @looks("row")
    def card(self, key: str, field: str, family: Family, audience: str = PUBLIC, others: Others = None) -> Any:
        """A zone for one component; null if it is empty."""
        get, put = self._get(field), self._put(field)

        def show(state: Any, seat: int) -> str | None:
            card = get(state, seat)
            return None if card == EMPTY else family.names(state)[card]

        def set(state: Any, seat: int, at: At, value: Any) -> None:
            at.end()
            new = EMPTY if value == "" else at.name(value, family.names(state))
            old = get(state, seat)
            if new != old:
                put(state, seat, EMPTY)
                family.give_back(state, (old,))
                if new != EMPTY:
                    family.fetch(state, at, new)
                put(state, seat, new)

        def take(state: Any, card: int) -> bool:
            return leave(state, self._places(field, state), card)

        return self._made(
            key, audience, show, others, set, lambda state, seat: family.counted(state, (get(state, seat),)), take,
            lambda state: Name(family.names(state)),
        )  # fmt: skip

    @looks("row")
    def slots(
        self,
        key: str,
        field: str,
        family: Family,
        keys: Sequence[str] | None = None,
        check: Check | None = None,
        decks: Mapping[str, Pile] | None = None,
    ) -> Any:
        """Places for one component each, stored in a list of numbers and shown as a list, or as a table by ``keys``.

        With ``decks``, the keys are those of the decks, and each place takes cards of its own deck.
        """
        get = self._get(field)
        keys = keys if decks is None else tuple(decks)
        homes = [] if decks is None else [deck.place for deck in decks.values()]

        def show(state: Any, seat: int) -> Any:
            names = family.names(state)
            found = [None if card == EMPTY else names[card] for card in get(state, seat)]
            return found if keys is None else dict(zip(keys, found, strict=True))

        def read(state: Any, at: At, i: int, name: Any) -> int:
            return EMPTY if name == "" else family.read_for(state, at, [name], homes[i] if homes else None)[0]

        def fill(state: Any, at: At, row: list[int], wanted: Mapping[int, Any]) -> None:
            new = {i: read(state, at, i, name) for i, name in wanted.items()}
            _check_all(state, at, [card for card in new.values() if card != EMPTY], check)
            for i in new:
                family.give_back(state, (row[i],))
                row[i] = EMPTY
            for i, card in new.items():
                if card != EMPTY:
                    family.fetch(state, at, card)
                    row[i] = card

        def set(state: Any, seat: int, at: At, value: Any) -> None:
            row = get(state, seat)
            if keys is not None and at.path:
                name, at = at.below()
                value = {name: value}
            at.end()
            if keys is not None:
                fill(state, at, row, {keys.index(name): card for name, card in at.table(value, keys).items()})
            elif isinstance(value, list) and len(value) == len(row):
                fill(state, at, row, dict(enumerate(value)))
            else:
                raise at.refuse(f"expected {len(row)} names; an empty text is an empty place.")

        def take(state: Any, card: int) -> bool:
            for place in self._places(field, state):
                row: list[int] = get_at(state, place)
                if card in row:
                    row[row.index(card)] = EMPTY
                    return True
            return False

        def shape(state: Any) -> Shape:
            one = Name(family.names(state))
            return Row(one, len(get(state, 0))) if keys is None else Record(dict.fromkeys(keys, one))

        return self._made(
            key, PUBLIC, show, None, set, lambda state, seat: family.counted(state, get(state, seat)), take, shape
        )  # fmt: skip

    @looks("pile")
    def piles(self, key: str, piles: Mapping[str, Pile], audience: str = PUBLIC) -> Any:
        """Open piles by name, in the order in which their cards were played."""

        def set(state: Any, seat: int, at: At, value: Any) -> None:
            name, at = at.below()
            at.end()
            pile = pile_of(at, piles, name)
            cards = pile.family.read_for(state, at, value, pile.deck)
            pile.family.give_back(state, pile.get(state))
            pile.put(state, ())
            for card in cards:
                pile.family.fetch(state, at, card)
            pile.put(state, tuple(cards))

        def take(state: Any, card: int) -> bool:
            return any(pile.take(state, card) for pile in piles.values())

        def show(state: Any, seat: int) -> dict[str, list[str]]:
            return {name: pile.family.named(state, pile.get(state)) for name, pile in piles.items()}

        def holds(state: Any, seat: int) -> Iterator[str]:
            for pile in piles.values():
                yield from pile.family.counted(state, pile.get(state))

        def shape(state: Any) -> Shape:
            return Record({name: _ordered(state, pile.family) for name, pile in piles.items()})

        return self._made(key, audience, show, None, set, holds, take, shape)

    @looks("pile")
    def decks(
        self,
        key: str,
        decks: Mapping[str, Pile],
        removed: bool = False,
        seen_by: int = 0,
        extra: Mapping[str, Callable[[Any, At, Pile, Any], None]] | None = None,
        after: Callable[[Any, Pile], None] | None = None,
    ) -> Any:
        """All decks by name. Everybody sees their size and, with ``removed``, how many cards were removed unseen.

        A scenario sets known cards at the ``top`` or ``bottom`` of a deck, the seats that have seen them (``seen_by``, a mask),
        and whatever ``extra`` adds under further keys. ``after`` is called when a deck has been set.
        """

        def hide(state: Any) -> dict[str, Any]:
            found = {name: pile.get(state) for name, pile in decks.items()}
            out = {name: {"removed": len(deck.pool) - deck.hidden} if removed else {} for name, deck in found.items()}
            return {name: {"size": deck.size, **out[name]} for name, deck in found.items()}

        def show(state: Any) -> dict[str, Any]:
            whole = hide(state)
            for name, pile in decks.items():
                deck, named = pile.get(state), pile.family.named
                whole[name] |= {"pool": named(state, deck.pool)}
                whole[name] |= {end: named(state, [k.card for k in getattr(deck, end)]) for end in ("top", "bottom")}
            return whole

        def set(state: Any, at: At, value: Any) -> None:
            name, at = at.below()
            end, at = at.below()
            at.end()
            pile = pile_of(at, decks, name)
            if extra is not None and end in extra:
                extra[end](state, at, pile, value)
            elif end in ("top", "bottom"):
                pile.set_end(state, at, end, value, seen_by)
            else:
                raise at.refuse("known cards are set at the top or bottom of a deck.")
            if after is not None:
                after(state, pile)

        def holds(state: Any) -> Iterator[str]:
            for pile in decks.values():
                yield from pile.family.counted(state, pile.get(state).cards)

        return self.zone(key, show, NOBODY, hide, set, holds)


seat: Final = Kinds(per_seat=True)
board: Final = Kinds(per_seat=False)


def _ordered(state: Any, family: Family) -> Shape:
    """The shape of a pile: one position for each copy of a card in the game."""
    copies = state.game.census(state)
    return Places(family.names(state), max((copies[family.prefix + name] for name in family.names(state)), default=1) or 1)


def _bound(bound: Bound, state: Any, place: int) -> int:
    return bound if isinstance(bound, int) else bound(state, place)


def _check_all(state: Any, at: At, cards: Iterable[int], check: Check | None) -> None:
    for card in cards:
        reason = check(state, card) if check is not None else None
        if reason is not None:
            raise at.refuse(reason)
