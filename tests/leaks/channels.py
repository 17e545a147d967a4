"""What a client can ask a server about a running table: every call that answers with something, allowed or not.

Each function makes the requests of one channel from what the viewer has seen, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.leaks.servers import OPERATOR, PASSER_BY, Asked
from tests.leaks.worlds import Viewer

LANGUAGES = ("en", "de", "ru")


@dataclass
class Sight:
    """What the viewer has in front of itself when it asks."""

    table: str
    game: str
    viewer: Viewer
    version: int
    view: dict[str, Any]
    vocabulary: list[str]
    """Some moves of the game, legal or not."""
    questions: dict[int, str]
    """The ids of the questions that are asked of the seats; others' can be guessed."""

    @property
    def path(self) -> str:
        return f"/api/tables/{self.table}"

    @property
    def moves(self) -> list[str]:
        asked = self.view["decision"]
        return asked["moves"] if asked else []

    def some_move(self, random: Random) -> str:
        return random.choice(self.moves or self.vocabulary)

    @property
    def other_seat(self) -> int:
        return 1 if self.viewer == 0 else 0


Channel = Callable[[Sight, Random], list[Asked]]
CHANNELS: dict[str, Channel] = {}


def channel(make: Channel) -> Channel:
    CHANNELS[make.__name__] = make
    return make


def get(name: str, *paths: str, who: str = "") -> list[Asked]:
    return [Asked(name, "GET", path, None, who) for path in paths]


def post(name: str, path: str, *bodies: Any) -> list[Asked]:
    return [Asked(name, "POST", path, body) for body in bodies]


# --- looking -------------------------------------------------------------------------------------


@channel
def view(sight: Sight, random: Random) -> list[Asked]:
    since = f"{sight.path}?since={max(0, sight.version - random.randrange(12))}"
    return [*get("view", sight.path, since), *get("view", sight.path, who=PASSER_BY)]


@channel
def whole_log(sight: Sight, random: Random) -> list[Asked]:
    return get("whole_log", f"{sight.path}?since=0")


@channel
def about(sight: Sight, random: Random) -> list[Asked]:
    return [*get("about", f"{sight.path}/about"), *get("about", f"{sight.path}/about", who=PASSER_BY)]


@channel
def record(sight: Sight, random: Random) -> list[Asked]:
    return [*get("record", f"{sight.path}/record"), *get("record", f"{sight.path}/record", who=PASSER_BY)]


@channel
def text(sight: Sight, random: Random) -> list[Asked]:
    return get("text", f"/api/study/tables/{sight.table}/text?lang={random.choice(LANGUAGES)}")


@channel
def home(sight: Sight, random: Random) -> list[Asked]:
    return get("home", f"/api/my/tables?lang={random.choice(LANGUAGES)}", "/api/tables", "/api/session")


@channel
def sheets(sight: Sight, random: Random) -> list[Asked]:
    return get("sheets", f"/api/games/{sight.game}/sheets/en?table={sight.table}")


@channel
def operations(sight: Sight, random: Random) -> list[Asked]:
    return [*get("operations", "/api/health", "/metrics"), *get("operations", "/metrics", who=OPERATOR)]


# --- thinking ------------------------------------------------------------------------------------


@channel
def preview(sight: Sight, random: Random) -> list[Asked]:
    move, other = sight.some_move(random), sight.some_move(random)
    bodies: list[Any] = [
        {"moves": [move]},
        {"moves": [move, other], "far": True},
        {"moves": [random.choice(sight.vocabulary)]},
        {"moves": [move], "version": max(0, sight.version - 1)},
    ]
    return post("preview", f"{sight.path}/preview", *bodies)


@channel
def plan(sight: Sight, random: Random) -> list[Asked]:
    return post("plan", f"{sight.path}/plan", {"moves": []}, {"moves": [sight.some_move(random)]})


@channel
def words(sight: Sight, random: Random) -> list[Asked]:
    bodies = {"lang": random.choice(LANGUAGES)}, {"later": True}, {"after": [sight.some_move(random)]}
    return post("words", f"{sight.path}/words", *bodies)


@channel
def why(sight: Sight, random: Random) -> list[Asked]:
    moves = [sight.some_move(random), *random.choices(sight.vocabulary, k=4)]
    bodies: list[Any] = [{"move": move} for move in moves]
    bodies += [{"move": moves[1], "after": [moves[0]]}, {"move": moves[2], "later": True}]
    return post("why", f"{sight.path}/why", *bodies)


@channel
def hint(sight: Sight, random: Random) -> list[Asked]:
    return post("hint", f"{sight.path}/hint", {})


# --- being refused -------------------------------------------------------------------------------


@channel
def refused_moves(sight: Sight, random: Random) -> list[Asked]:
    """Batches that end in a move that cannot be made, and moves under a wrong question; all of them must change nothing."""
    mine = sight.questions.get(-1 if sight.viewer is None else sight.viewer)
    move = sight.some_move(random)
    bodies: list[Any] = [{"decision": mine, "moves": [move, "no such move"]}]
    bodies += [{"decision": mine, "moves": [move, wrong, "no such move"]} for wrong in random.choices(sight.vocabulary, k=2)]
    bodies += [{"moves": [wrong, "no such move"]} for wrong in random.choices(sight.vocabulary, k=2)]
    bodies += [{"decision": q, "moves": [move]} for seat, q in sight.questions.items() if seat != sight.viewer]
    bodies += [{"decision": "0.nothing.0.0", "moves": [move]}, {"decision": mine, "moves": [move], "seat": sight.other_seat}]
    return post("refused_moves", f"{sight.path}/moves", *bodies)


@channel
def foreign_view(sight: Sight, random: Random) -> list[Asked]:
    seat = sight.other_seat
    return get("foreign_view", f"{sight.path}?seat={seat}", f"/api/study/tables/{sight.table}/text?seat={seat}")


@channel
def foreign_seat(sight: Sight, random: Random) -> list[Asked]:
    """Everything else that can be asked for a seat, asked for another one."""
    seat, move = sight.other_seat, random.choice(sight.vocabulary)
    asked: list[Asked] = []
    calls: dict[str, dict[str, Any]] = {
        "preview": {"moves": [move]}, "plan": {"moves": [move]}, "words": {}, "why": {"move": move}, "hint": {}, "undo": {},
        "standing": {"on": True}, "prepare": {"moves": []}, "take-back": {}, "hold": {"on": True}, "leave": {},
    }  # fmt: skip
    for call, body in calls.items():
        asked += post("foreign_seat", f"{sight.path}/{call}", {**body, "seat": seat})
    return asked + post("foreign_seat", f"/api/study/tables/{sight.table}/practice", {"seat": seat})


@channel
def doors(sight: Sight, random: Random) -> list[Asked]:
    """Ways to a seat, and to what is told only when the game is over."""
    asked = post("doors", f"{sight.path}/join", {}, {"invite": "guess"})
    asked += post("doors", f"{sight.path}/return", {"back": "guess"}) + post("doors", f"{sight.path}/rematch", None)
    if sight.viewer is None:
        asked += post("doors", f"{sight.path}/invites", None) + post("doors", f"{sight.path}/hints", {"on": True})
        asked += post("doors", f"/api/study/tables/{sight.table}/practice", {})
    return asked


@channel
def doubt(sight: Sight, random: Random) -> list[Asked]:
    body = {"move": f"{sight.other_seat} {random.choice(sight.vocabulary)}"}
    return post("doubt", f"/api/study/tables/{sight.table}/doubt", body, {**body, "place": 0})


@channel
def replays(sight: Sight, random: Random) -> list[Asked]:
    path = f"/api/study/replays/{sight.table}"
    asked = get(
        "replays", path, f"{path}/record", f"{path}/at/0", f"{path}/at/{random.randrange(9)}?seat=0",
        f"{path}/frames?first=0&last=3", f"{path}/text/0", f"{path}/digest", f"{path}/chances",
    )  # fmt: skip
    asked += post("replays", f"{path}/doubt", {"move": "0 pass"}) + post("replays", f"{path}/practice", {})
    return asked


@channel
def malformed(sight: Sight, random: Random) -> list[Asked]:
    path = sight.path
    asked = post("malformed", f"{path}/undo", {"ply": 10**6}, {"agree": True})
    asked += post("malformed", f"{path}/moves", b"{", {"moves": []}, {"moves": "all"}, {"moves": ["x"], "secret": 1})
    asked += post("malformed", f"{path}/preview", {"moves": ["x" * 200]}, {"moves": [7]}, b"[]")
    asked += post("malformed", f"{path}/why", {}, {"move": "no such move"})
    asked += get("malformed", f"{path}?seat=99", f"{path}?since=-1", f"{path}/nothing", "/api/tables/none/record")
    asked += get("malformed", f"/api/study/tables/{sight.table}/text?lang=xx")
    return asked + post("malformed", f"{path}/chat", {"text": ""}) + post("malformed", f"{path}/prepare", {"moves": ["no such"]})


SOCKET_MESSAGES = (
    "{", "[]", '{"type":"nothing"}', '{"type":"moves","moves":["no such move"]}', '{"type":"hello","seat":"x"}',
    '{"type":"chat","text":""}', '{"type":"moves","decision":"0.nothing.0.0","moves":["pass"],"key":"k"}', '{"type":"whole"}',
)  # fmt: skip
"""What a socket is sent and refuses."""
