"""Refusals of offers, support and trades in New Angeles. Choices of cards and abilities are in ``choice_refusals``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tafelrunde.core.audience import PUBLIC, SEAT
from tafelrunde.core.frames import Frame
from tafelrunde.core.guards import Objection
from tafelrunde.core.moves import Word
from tafelrunde.games.new_angeles.frames import Counter, MainOffer, SupportCards
from tafelrunde.games.new_angeles.rules.acts import offers, on_table, owed
from tafelrunde.games.new_angeles.rules.deal import emergencies
from tafelrunde.games.new_angeles.rules.knowledge import can_fulfil
from tafelrunde.games.new_angeles.rules.registry import CARD_KINDS, GUARDS
from tafelrunde.games.new_angeles.rules.trade import barred, can_accept, can_promise, proposed_to, standing, window_open
from tafelrunde.games.new_angeles.state import NOBODY, AngelesState

Args = tuple[Word, ...]
Check = Callable[[AngelesState, Frame, int, Args], Objection]
guard = GUARDS.guard
WRONG: Mapping[str, Any] = {}

D = "declare"
"""The questions that a declaration for Caprice Nisei can answer: all choices of a card."""

VERBS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "pass": ("NA-66.5", PUBLIC, ("ability", "fall_guy", "counter", "draw_type", "white_steal", "haas", "main_offer", "keep", D)),
    "done": (
        "NA-R.55",
        PUBLIC,
        (
            "remove",
            "lower_each",
            "lower_any",
            "androids",
            "resources",
            "support_cards",
            "end_of_turn",
            "bernice_cards",
            "last_trade",
            D,
        ),
    ),
    "abstain": ("NA-49.0", PUBLIC, ("support",)),
    "flip": ("NA-ACT.full_deployment", PUBLIC, ("deploy", D)),
    "gain": ("NA-AST.hernando_cortez", PUBLIC, ("cortez",)),
    "pay": ("NA-AST.chief_gorman", PUBLIC, ("ransom",)),
    "take_back": ("NA-AST.chief_gorman", PUBLIC, ("ransom",)),
    "lose": ("NA-AST.eiko", PUBLIC, ("eiko",)),
    "swap": ("NA-AST.thomas_haas", SEAT, ("haas",)),
    "corporation": ("NA-S.6", PUBLIC, ("corporation",)),
    "type": ("NA-3.1b", PUBLIC, ("sheet", "name_type", "draw_type", "deploy", "deck_support", D)),
    "keep": ("NA-29.0", SEAT, ("keep",)),
    "use": ("NA-66.4", PUBLIC, ("ability", "end_of_turn", "fall_guy")),
    "name": (
        "NA-66.4",
        PUBLIC,
        ("name_winner", "name_barred", "pick_player", "bernice", "mills", "marco", "li", "white", "susan", D),
    ),
    "offer": ("NA-1.2", PUBLIC, ("main_offer",)),
    "counter": ("NA-1.3", PUBLIC, ("counter", "fall_counter")),
    "discard": ("NA-2.5", SEAT, ("counter_cost", "hand_limit", "mills_discard")),
    "support": ("NA-1.6", PUBLIC, ("support",)),
    "add": ("NA-60.1", SEAT, ("support_cards", "eiko")),
    "win": ("NA-AST.tanaka", PUBLIC, ("win",)),
    "side": ("NA-AST.isabel_mcguire", PUBLIC, ("deck_support",)),
    "remove": ("NA-17.0", PUBLIC, ("remove", "lower_or_remove", D)),
    "place": ("NA-34.0", PUBLIC, ("place", "place_back", D)),
    "lower": ("NA-61.2", PUBLIC, ("lower_one", "lower_each", "lower_any", "lower_or_remove", D)),
    "raise": ("NA-61.1", PUBLIC, ("raise", D)),
    "district": ("NA-33.2", PUBLIC, ("pick_district", "clear_other", D)),
    "move": ("NA-7.1", PUBLIC, ("androids", D)),
    "resource": ("NA-8.0", PUBLIC, ("resources", "fumiko", D)),
    "take": ("NA-56.2", PUBLIC, ("cortez", "alex_first", "alex_second")),
    "drop": ("NA-ACT.vanity_project", PUBLIC, ("drop_asset", D)),
    "seize": ("NA-38.6", PUBLIC, ("seize",)),
    "steal": ("NA-AST.mr_white", SEAT, ("white_steal",)),
    "hand": ("NA-AST.bernice_mai", SEAT, ("bernice_cards",)),
    "bury": ("NA-ACT.unorthodox_knowledge", SEAT, ("bury",)),
    "top": ("NA-ACT.unorthodox_knowledge", SEAT, ("top",)),
    "option": ("NA-AST.elizabeth_mills", PUBLIC, ("mills_option",)),
    "spend": ("NA-ACT.information_procurement", PUBLIC, ("spend", D)),
}
"""The rule, the audience and the questions of each verb."""
FREE = {
    "trade": ("NA-R.24", SEAT),
    "give": ("NA-26.0", SEAT),
    "ask": ("NA-26.0", SEAT),
    "propose": ("NA-R.24", PUBLIC),
    "withdraw": ("NA-R.24", SEAT),
    "accept": ("NA-26.0", PUBLIC),
    "decline": ("NA-R.24", PUBLIC),
    "promise": ("NA-R.26", PUBLIC),
}
"""Free moves. A draft is private until it is proposed; the event of a proposal contains its offer."""
for _verb, (_rule, _audience, _kinds) in VERBS.items():
    GUARDS.verb(_verb, _rule, *_kinds, audience=_audience)
for _verb, (_rule, _audience) in FREE.items():
    GUARDS.verb(_verb, _rule, audience=_audience)


def number(state: AngelesState, names: tuple[str, ...], word: Word) -> int:
    return names.index(str(word))


# --- bound by a declaration, first of all --------------------------------------------------------


def _bound(verb: str) -> Check:
    def check(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
        if type(frame) not in CARD_KINDS or not state.bound or seat != state.resolver:
            return None
        moves = state.actions(seat)
        declared = next((move for kind, move in state.bound if kind == frame.kind), None)
        if len(moves) == 1 and moves[0] == declared and state.game.vocabulary[declared].words != (verb, *args):
            return {"declared": state.game.vocabulary[declared].text}
        return None

    return check


for _verb in ("drop", "spend"):  # nothing else that is bound is asked (NA-R.59); these questions wait for a trade
    guard(_verb, "NA-R.35", "declared")(_bound(_verb))


# --- offers and support --------------------------------------------------------------------------


@guard("pass", "NA-1.2a", "must_offer")
def main_offer_must_be_made(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    return WRONG if isinstance(frame, MainOffer) else None


def _has_card(state: AngelesState, seat: int, args: Args) -> tuple[bool, int]:
    card = number(state, state.layout.cards, args[0])
    return card < state.verbs.cards, card


@guard("offer", "NA-38.2", "emergency_not_ready")
def emergency_is_face_up(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    plain, card = _has_card(state, seat, args)
    return {"card": args[0]} if not plain and card - state.verbs.cards not in emergencies(state, seat) else None


@guard("offer", "NA-1.2", "not_in_hand")
def offer_is_in_hand(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    plain, card = _has_card(state, seat, args)
    return {"card": args[0]} if plain and card not in state.hands[seat] else None


@guard("counter", "NA-38.2", "emergency_not_ready")
def counter_emergency_is_face_up(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    plain, card = _has_card(state, seat, args)
    return {"card": args[0]} if not plain and card - state.verbs.cards not in emergencies(state, seat) else None


@guard("counter", "NA-24.1", "not_in_hand")
def counter_is_in_hand(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    plain, card = _has_card(state, seat, args)
    return {"card": args[0]} if plain and card not in state.hands[seat] else None


@guard("counter", "NA-1.3a", "cannot_pay_counter")
def counter_can_be_paid(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    plain, _ = _has_card(state, seat, args)
    cost = len(state.box) if isinstance(frame, Counter) else 0
    have = len(state.hands[seat]) - plain
    return {"n": cost, "have": have} if have < cost else None


@guard("support", "NA-R.18", "no_counteroffer")
def there_is_a_counteroffer(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    return WRONG if args[0] == "counter" and not state.box else None


@guard("support", "NA-AST.locust_company", "kept_from_counter")
def not_kept_from_the_counteroffer(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    return WRONG if args[0] == "counter" and state.locust >> seat & 1 else None


def _in_own_hand(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"card": args[0]} if number(state, state.layout.cards, args[0]) not in state.hands[seat] else None


guard("add", "NA-60.1", "not_in_hand")(_in_own_hand)
guard("discard", "NA-2.5", "not_in_hand")(_in_own_hand)
guard("hand", "NA-AST.bernice_mai", "not_in_hand")(_in_own_hand)


@guard("done", "NA-60.1", "one_card_at_least")
def supporters_place_a_card(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    return WRONG if isinstance(frame, SupportCards) and not state.support[seat] else None


@guard("done", "NA-R.25", "exact_support")
def the_agreed_number_is_placed(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"n": frame.exact} if isinstance(frame, SupportCards) and frame.exact else None


# --- trading -------------------------------------------------------------------------------------

NEEDS_DRAFT = ("give", "ask", "propose")


def there_is_a_draft(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    return None if state.drafts[seat] else WRONG


def _window(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    return None if window_open(state) else WRONG


for _verb in FREE:
    guard(_verb, "NA-R.24", "no_window")(_window)


def _seat_there(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"other": args[0]} if int(args[0]) >= state.players or args[0] == seat else None


for _verb in ("trade", "accept", "decline", "promise"):
    guard(_verb, GUARDS.verbs[_verb].rule, "no_partner")(_seat_there)


def _partner(state: AngelesState, seat: int, args: Args) -> int:
    draft = state.drafts[seat]
    return int(args[0]) if args and isinstance(args[0], int) else draft[0] if draft else NOBODY


def _not_barred(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    partner = _partner(state, seat, args)
    return WRONG if barred(state, seat) or (partner != NOBODY and barred(state, partner)) else None


for _verb in ("trade", "give", "ask", "propose", "accept"):
    guard(_verb, "NA-AST.mark_yale", "barred")(_not_barred)
for _verb in NEEDS_DRAFT:
    guard(_verb, "NA-R.24", "no_draft")(there_is_a_draft)


def _owned(state: AngelesState, owner: int, args: Args) -> Objection:
    if args[0] == "capital":
        n = int(args[1])
        return {"n": n, "have": state.capital[owner]} if n > state.capital[owner] else None
    return WRONG if state.holder[state.layout.asset_number[str(args[1])]] != owner else None


@guard("give", "NA-R.8", "cannot_pay")
def giver_has_the_capital(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    return _owned(state, seat, args) if args[0] == "capital" else None


@guard("give", "NA-66.8", "not_your_asset")
def giver_has_the_asset(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"asset": args[1]} if args[0] == "asset" and _owned(state, seat, args) is not None else None


@guard("give", "NA-R.24", "in_draft_already")
def not_given_twice(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    return _twice(state, seat, args, 1)


def _twice(state: AngelesState, seat: int, args: Args, part: int) -> Objection:
    draft = state.drafts[seat]
    if args[0] != "asset" or not draft:
        return None
    items: Any = draft[part]
    return {"asset": args[1]} if ("asset", state.layout.asset_number[str(args[1])]) in items else None


@guard("ask", "NA-R.8", "partner_cannot_pay")
def partner_has_the_capital(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    return _owned(state, _partner(state, seat, ()), args) if args[0] == "capital" else None


@guard("ask", "NA-66.8", "not_partners_asset")
def partner_has_the_asset(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    if args[0] != "asset" or _owned(state, _partner(state, seat, ()), args) is None:
        return None
    return {"asset": args[1]}


@guard("ask", "NA-R.24", "in_draft_already")
def not_asked_twice(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    return _twice(state, seat, args, 2)


@guard("ask", "NA-R.25", "not_owed")
def act_is_owed_now(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    if args[0] in ("capital", "asset"):
        return None
    return None if state.game.vocabulary.number("ask", *args) in owed(state, _partner(state, seat, ())) else WRONG


@guard("give", "NA-R.25", "not_owed_by_you")
def own_act_is_owed_now(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    if args[0] in ("capital", "asset"):
        return None
    return None if state.game.vocabulary.number("give", *args) in offers(state, seat) else WRONG


@guard("propose", "NA-26.0", "cannot_be_fulfilled")
def proposal_can_be_fulfilled(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    draft = state.drafts[seat]
    if not draft:
        return None
    _, gives, asks, _ = draft
    return None if (gives or asks) and can_fulfil(state, seat, draft) and on_table(state, seat, draft) else WRONG


@guard("withdraw", "NA-R.24", "nothing_to_withdraw")
def there_is_something_to_withdraw(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    return None if state.drafts[seat] or standing(state, seat) else WRONG


@guard("accept", "NA-R.24", "nothing_proposed")
@guard("decline", "NA-R.24", "nothing_proposed")
def something_is_proposed(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    return None if proposed_to(state, int(args[0]), seat) else {"other": args[0]}


@guard("accept", "NA-26.0", "cannot_be_fulfilled")
def accepted_can_be_fulfilled(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    return None if can_accept(state, int(args[0]), seat) else WRONG


@guard("promise", "NA-R.26", "cannot_promise")
def promise_makes_sense(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    table = state.game.promise_table  # type: ignore[attr-defined]
    to, kind, what, _ = table[state.game.vocabulary.number("promise", *args)]
    full = len(state.promises) >= 60
    return WRONG if full or not can_promise(state, seat, to, kind, what) else None
