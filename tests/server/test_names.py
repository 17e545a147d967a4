"""Names of people: visible, normalised, and the same rule everywhere."""

from __future__ import annotations

import pytest

from tafelrunde.core.errors import BadInput
from tafelrunde.server.names import numbered, person_name, shown_name
from tests.server.harness import Client, Server, seated

TABLES = "/api/tables"
pytestmark = pytest.mark.usefixtures("with_kontor")


BAD_NAMES = (
    "", "   ", "\u200b", "An\u200bna", "\u202eannA", "\u2066x", "\u0301", "\u3164", "\u2800", "\u115f", "\uffa0", "\u00ad",
    "a\nb", "a\x00b", "\ue000", "\u0378", "\ufeff", "bot:hard", "BOT:x", "Bot : x", "ｂｏｔ：ｘ", "bоt:x", "a" * 41,
    "Z" + "\u0336" * 9, "\U000e0041",
)  # fmt: skip
GOOD_NAMES = {
    "Anna": "Anna", " Anna  B ": "Anna B", "Ａｎｎａ": "Anna", "Zoe\u0308": "Zoë", "Нина": "Нина", "宮本": "宮本", "न्दी": "न्दी",
    "robot:x": "robot:x", "❤\ufe0f": "❤", "x" * 40: "x" * 40, "a\u00a0b": "a b", "'Bot' Nina": "'Bot' Nina",
}  # fmt: skip


@pytest.mark.parametrize("name", BAD_NAMES, ids=ascii)
def test_names_that_cannot_be_seen_or_mislead_are_refused(name: str) -> None:
    with pytest.raises(BadInput):
        person_name("name", name)
    assert person_name("name", shown_name(name)), "what is stored of old names is shown in a form that keeps the rule"


@pytest.mark.parametrize(("name", "normal"), GOOD_NAMES.items(), ids=ascii)
def test_names_are_normalised(name: str, normal: str) -> None:
    assert person_name("name", name) == normal == person_name("name", normal)
    assert shown_name(normal) == normal


async def test_the_rule_for_names_counts_everywhere(shared_server: Server) -> None:
    anna = await Client(shared_server.url, "Ａｎｎａ").enter()
    assert (await anna.get("/api/session"))["name"] == "Anna"
    for name in ("bot:hard", "\u200b", "x" * 41):
        assert (await Client(shared_server.url).refused("/api/session", name=name))[0] == 422
        assert (await anna.refused("/api/profile", name=name))[0] == 422


async def test_a_long_name_fits_at_every_seat_of_a_hot_seat(shared_server: Server) -> None:
    anna = await Client(shared_server.url, "x" * 40).enter()
    table = (await anna.post(TABLES, game="rise", players=3, seats=["me"] * 3))["id"]
    seats = (await anna.get(f"{TABLES}/{table}"))["table"]["seats"]
    assert [seat["name"] for seat in seats] == ["x" * 40, numbered("x" * 40, 2), "x" * 38 + " 3"]
    assert "seat 2 " + "x" * 38 + " 3\n" in (await anna.send("GET", f"{TABLES}/{table}/record")).text


async def test_a_guest_is_renamed_also_at_running_tables(shared_server: Server) -> None:
    table, (anna, ben) = await seated(shared_server.url, "kontor", 2)
    async with ben.live(table) as live:
        await live.next("view")
        assert await anna.post("/api/profile", name="Anna  Zwei", lang="de") == {"name": "Anna Zwei", "lang": "de"}
        while (await live.next("presence"))["table"]["seats"][0]["name"] != "Anna Zwei":
            pass
    assert (await anna.get("/api/session"))["name"] == "Anna Zwei"
    await anna.post(f"{TABLES}/{table}/chat", text="hello")
    assert (await ben.get(f"{TABLES}/{table}"))["chat"][-1]["name"] == "Anna Zwei"
    hot = (await anna.post(TABLES, game="kontor", players=2, seats=["me", "me"]))["id"]
    await anna.post("/api/profile", name="Eva")
    assert [seat["name"] for seat in (await anna.get(f"{TABLES}/{hot}"))["table"]["seats"]] == ["Eva", "Eva 2"]
