"""Addresses: nothing but one confirmation mail before they are confirmed, over TLS that is verified."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tafelrunde.core.errors import BadInput
from tafelrunde.server.accounts import Accounts
from tafelrunde.server.limits import Quotas
from tafelrunde.server.links import Links
from tafelrunde.server.mail import Mailer, MailFailed
from tafelrunde.server.new_table import NewTable
from tafelrunde.server.notify import Notifier
from tafelrunde.server.people import People
from tafelrunde.server.settings import Mail, Settings
from tafelrunde.server.store import Store
from tafelrunde.server.tables import Tables
from tests.server.harness import Client, Server, serving
from tests.server.post import ORIGIN, PASSWORD, USER, Authority, Office, link, post_office

SECRET = "correct horse"
HOST = "a host's token that nobody guesses"


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("ca"))


@pytest.fixture(scope="module")
def mail_server(authority: Authority, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Office]]:
    """A server that mails through a real mail server, whose certificate it trusts."""
    db = f"sqlite:///{tmp_path_factory.mktemp('mail')}/t.db"
    limits = {"TAFELRUNDE_ADDRESS_FACTOR": "5", "TAFELRUNDE_HOST_TOKEN": HOST}
    with (
        post_office(authority.context("localhost")) as office,
        serving(db, "--origin", ORIGIN, "--proxy", "127.0.0.1", env=office.env() | authority.env | limits) as server,
    ):
        yield server, office


class Elsewhere:
    """Each client comes from a network address of its own, so that only the limits that are meant count."""

    number = 0


async def person(server: Server, name: str = "Anna", lang: str = "en") -> Client:
    client = Client(server.url, name)
    Elsewhere.number += 1
    client.http.headers["x-forwarded-for"] = f"198.51.100.{Elsewhere.number}"
    client.http.headers["accept-language"] = lang
    return await client.enter()


async def with_account(server: Server, account: str, address: str, office: Office) -> Client:
    """An account with a confirmed address."""
    client = await person(server)
    await client.post("/api/account", account=account, password=SECRET)
    await client.post("/api/mail", mail=address, password=SECRET)
    await client.post("/api/mail/confirm", link=link(await office.letter(address), "/mail/confirm"))
    return client


# --- confirmation --------------------------------------------------------------------------------


async def test_an_address_is_unconfirmed_until_its_link_was_used(mail_server: tuple[Server, Office]) -> None:
    server, office = mail_server
    anna = await person(server, lang="de-AT,de;q=0.9")
    told = await anna.post("/api/mail", mail="anna@example.org")
    assert told == {"on": True, "address": None, "unconfirmed": "anna@example.org", "turns": False}
    letter = await office.letter("anna@example.org")
    assert letter["Subject"] == "Bestätige deine Adresse für Tafelrunde"
    assert "Anna" not in letter.get_content(), "nobody can write to strangers through this mail"
    word = link(letter, "/mail/confirm")
    for path in (f"/mail/confirm?link={word}", f"/api/mail/confirm?link={word}", f"/api/mail/confirm/{word}"):
        await anna.send("GET", path)
    assert (await anna.get("/api/me"))["mail"]["address"] is None, "opening the link confirms nothing"
    elsewhere = Client(server.url)
    assert await elsewhere.post("/api/mail/confirm", link=word) == {"address": "anna@example.org"}
    assert (await anna.get("/api/me"))["mail"] == {
        "on": True, "address": "anna@example.org", "unconfirmed": None, "turns": True,
    }  # fmt: skip
    assert (await elsewhere.refused("/api/mail/confirm", link=word))[0] == 403, "once"


async def test_a_link_confirms_only_the_address_it_was_sent_to(mail_server: tuple[Server, Office]) -> None:
    server, office = mail_server
    anna = await person(server)
    await anna.post("/api/mail", mail="first@example.org")
    word = link(await office.letter("first@example.org"), "/mail/confirm")
    await anna.post("/api/mail", mail="second@example.org")
    assert (await anna.refused("/api/mail/confirm", link=word))[1]["type"] == "bad_mail_link"
    await anna.post("/api/mail", mail=None)
    second = link(await office.letter("second@example.org"), "/mail/confirm")
    assert (await anna.refused("/api/mail/confirm", link=second))[0] == 403, "the address was withdrawn"


async def test_an_old_address_is_used_until_the_new_one_is_confirmed(mail_server: tuple[Server, Office]) -> None:
    server, office = mail_server
    anna = await with_account(server, "mover", "old@example.org", office)
    assert (await anna.refused("/api/mail", mail="new@example.org"))[1]["type"] == "wrong_password"
    told = await anna.post("/api/mail", mail="new@example.org", password=SECRET)
    assert (told["address"], told["unconfirmed"]) == ("old@example.org", "new@example.org")
    await anna.post("/api/mail/confirm", link=link(await office.letter("new@example.org"), "/mail/confirm"))
    assert (await anna.get("/api/me"))["mail"]["address"] == "new@example.org"


async def test_a_stranger_gets_three_mails_a_day_at_most(mail_server: tuple[Server, Office]) -> None:
    """Whoever asks, from wherever, at once or one after the other, and however the address is spelled."""
    server, office = mail_server
    attackers = [await person(server) for _ in range(12)]
    spelled = ["victim@example.org", "Victim@Example.org", "victim+a@example.org"]
    asked = [client.refused("/api/mail", mail=spelled[i % 3]) for i, client in enumerate(attackers)]
    answers = await asyncio.gather(*asked)
    assert sorted({status for status, _ in answers}) == [200, 429]
    assert sum(len(office.to(address)) for address in spelled) == 3
    await attackers[0].send("DELETE", "/api/account", {"confirm": True})
    assert (await (await person(server)).refused("/api/mail", mail=spelled[0]))[0] == 429, "also after the account is gone"


async def test_one_person_and_one_network_address_cannot_write_to_many(mail_server: tuple[Server, Office]) -> None:
    server, _ = mail_server
    anna = await person(server)
    statuses = [(await anna.refused("/api/mail", mail=f"p{i}@example.net"))[0] for i in range(7)]
    assert statuses == [200] * 4 + [429] * 3
    for i in range(30):
        guest = Client(server.url)
        guest.http.headers["x-forwarded-for"] = "203.0.113.77"
        await guest.enter()
        status, refusal = await guest.refused("/api/mail", mail=f"n{i}@example.net")
        if status == 429:
            break
    assert (i, refusal["limit"]) == (20, "mails_an_hour")


async def test_no_more_mail_by_one_click(mail_server: tuple[Server, Office]) -> None:
    """RFC 8058: mail programs post to the address in the header. Opening it shows a page and changes nothing."""
    server, office = mail_server
    anna = await with_account(server, "stopper", "stop@example.org", office)
    letter = office.to("stop@example.org")[0]
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    header = letter["List-Unsubscribe"].strip("<>").removeprefix(ORIGIN)
    opened = await anna.http.get(header)
    assert (opened.status_code, opened.headers["location"]) == (303, "/mail/stop#" + link(letter, "/mail/stop"))
    assert (await anna.get("/api/me"))["mail"]["turns"] is True
    program = httpx.AsyncClient(base_url=server.url)
    assert (await program.post(header, data={"List-Unsubscribe": "One-Click"})).status_code == 200
    assert (await anna.get("/api/me"))["mail"]["turns"] is False
    assert (await (await person(server)).refused("/api/mail", mail="stop@example.org"))[1]["type"] == "mail_stopped"
    forged = header[:-1] + ("0" if header[-1] != "0" else "1")
    assert (await program.post(forged)).status_code == 403
    await anna.post("/api/mail/turns", on=True)
    assert (await anna.get("/api/me"))["mail"]["turns"] is True


@pytest.mark.parametrize(
    "address", ["x", "a@b", "a b@example.org", "a@example.org\r\nBcc: b@example.org", "a@exa mple.org", "ä@x.de"]
)
async def test_what_is_no_address_is_refused(mail_server: tuple[Server, Office], address: str) -> None:
    anna = await person(mail_server[0])
    assert (await anna.refused("/api/mail", mail=address))[0] == 422


# --- a forgotten password ------------------------------------------------------------------------


async def test_a_forgotten_password_is_replaced_by_a_mailed_link(mail_server: tuple[Server, Office]) -> None:
    server, office = mail_server
    anna = await with_account(server, "forgetful", "forgot@example.org", office)
    stranger = await person(server)
    assert await stranger.post("/api/password/forgot", account="forgetful") == {}
    word = link(await office.letter("forgot@example.org", 2), "/password/reset")
    assert (await stranger.refused("/api/password/reset", link=word, password="short"))[0] == 422
    assert (await stranger.refused("/api/password/reset", link="x" + word, password="a new secret"))[0] == 403
    made = await stranger.post("/api/password/reset", link=word, password="a new secret")
    assert made["account"] == "forgetful"
    assert (await anna.send("GET", "/api/my/tables")).status_code == 401, "sessions from before are over"
    assert (await stranger.refused("/api/password/reset", link=word, password="a newer secret"))[0] == 403
    assert (await stranger.refused("/api/login", account="forgetful", password=SECRET))[0] == 403
    await stranger.post("/api/login", account="forgetful", password="a new secret")
    assert (await office.letter("forgot@example.org", 3))["Subject"] == "Your password for Tafelrunde was changed"


async def test_asking_for_a_new_password_tells_nothing_about_accounts(mail_server: tuple[Server, Office]) -> None:
    server, office = mail_server
    await with_account(server, "known", "known@example.org", office)
    unconfirmed = await person(server)
    await unconfirmed.post("/api/account", account="unconfirmed", password=SECRET)
    await unconfirmed.post("/api/mail", mail="unconfirmed@example.org", password=SECRET)
    before = len(office.letters)
    answers = []
    for name in ("known", "known@example.org", "unknown", "unknown@example.org", "unconfirmed", "unconfirmed@example.org"):
        answer = await (await person(server)).send("POST", "/api/password/forgot", {"account": name})
        answers.append((answer.status_code, answer.content))
    assert set(answers) == {(200, b"{}")}
    await office.letter("known@example.org", 3)
    assert len(office.letters) == before + 2, "an unconfirmed address gets none"


async def test_a_banned_person_cannot_come_back_with_a_new_password(mail_server: tuple[Server, Office]) -> None:
    server, office = mail_server
    anna = await with_account(server, "banned", "banned@example.org", office)
    await anna.post("/api/password/forgot", account="banned")
    word = link(await office.letter("banned@example.org", 2), "/password/reset")
    person_id, path = (await anna.get("/api/me"))["id"], f"{server.url}/api/admin/people"
    host = httpx.Client(headers={"authorization": f"Bearer {HOST}"}, timeout=30)
    assert host.post(f"{path}/{person_id}/ban", json={"days": 1, "reason": "spam"}).status_code == 200
    stranger = await person(server)
    status, told = await stranger.refused("/api/password/reset", link=word, password="a new secret")
    assert (status, told["type"], told["why"]) == (403, "banned", "spam")
    assert (await stranger.refused("/api/login", account="banned", password="a new secret"))[0] == 403
    assert host.delete(f"{path}/{person_id}/ban").status_code == 200
    await stranger.post("/api/password/reset", link=word, password="a new secret")


async def test_reset_links_are_limited(mail_server: tuple[Server, Office]) -> None:
    server, office = mail_server
    await with_account(server, "pestered", "pestered@example.org", office)
    for _ in range(6):
        await (await person(server)).post("/api/password/forgot", account="pestered")
    await office.letter("pestered@example.org", 4)
    await asyncio.sleep(0.3)
    assert len(office.to("pestered@example.org")) == 4


async def test_a_link_for_one_purpose_is_no_link_for_another_and_grows_old(
    mail_server: tuple[Server, Office], monkeypatch: pytest.MonkeyPatch
) -> None:
    server, office = mail_server
    anna = await with_account(server, "purpose", "purpose@example.org", office)
    await anna.post("/api/password/forgot", account="purpose")
    word = link(await office.letter("purpose@example.org", 2), "/password/reset")
    assert (await anna.refused("/api/mail/confirm", link=word))[0] == 403
    store = Store(server.db)
    links = Links(store)
    row = await links.find(mail_kind("reset"), word)
    assert word not in str(row), "only its hash is stored"
    monkeypatch.setattr("tafelrunde.server.links.time.time", lambda: row["expires"] + 1)
    with pytest.raises(Exception, match="too old"):
        await links.find(mail_kind("reset"), word)
    await store.engine.dispose()


def mail_kind(name: str) -> Any:
    from tafelrunde.server import links

    return {"reset": links.RESET, "confirm": links.CONFIRM}[name]


# --- TLS -----------------------------------------------------------------------------------------


def mailer(office: Office, tls: str = "starttls") -> Mailer:
    return Mailer(Settings(origin=ORIGIN, mail=Mail("localhost", office.port, USER, PASSWORD, USER, tls)))


async def send(office: Office, tls: str = "starttls") -> None:
    await mailer(office, tls).send("changed", "anna@example.org", "en", {"account": "anna"}, "word")


@pytest.mark.parametrize("tls", ["starttls", "implicit"])
async def test_a_trusted_mail_server_gets_the_mail(authority: Authority, monkeypatch: pytest.MonkeyPatch, tls: str) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.file))
    with post_office(authority.context("localhost"), tls == "implicit") as office:
        await send(office, tls)
        assert len(office.to("anna@example.org")) == 1
        assert office.logins == [(USER.encode(), PASSWORD.encode())]


@pytest.mark.parametrize("tls", ["starttls", "implicit"])
@pytest.mark.parametrize("fault", ["unknown authority", "other host"])
async def test_an_untrusted_mail_server_gets_neither_password_nor_mail(
    authority: Authority, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, tls: str, fault: str
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.file))
    liar = (
        Authority(tmp_path, "liar").context("localhost") if fault == "unknown authority" else authority.context("other.example")
    )
    with post_office(liar, tls == "implicit") as office:
        with pytest.raises(MailFailed, match="SSLCertVerificationError"):
            await send(office, tls)
        assert (office.letters, office.logins) == ([], [])


async def test_injected_unverified_certificates_are_noticed(
    authority: Authority, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The fault of the first edition: with the library's own default the test above would have failed."""
    monkeypatch.setattr(ssl, "create_default_context", ssl._create_unverified_context)
    with post_office(Authority(tmp_path, "liar").context("localhost")) as office:
        await send(office)
        assert office.logins, "the password went to a stranger"


async def test_a_password_is_never_sent_without_tls() -> None:
    with pytest.raises(BadInput, match="without TLS"):
        Mail("localhost", 25, USER, PASSWORD, USER, "none")
    with post_office(None) as office:
        with pytest.raises(MailFailed, match="SMTPNotSupportedError"):
            await send(office)
        assert (office.letters, office.logins) == ([], [])
    with pytest.raises(BadInput, match="public address"):
        Settings(mail=Mail("localhost", sender=USER))


async def test_a_mail_server_that_refuses_is_reported(authority: Authority, sqlite_db: str) -> None:
    with post_office(authority.context("localhost")) as office:
        office.refuse = True
        with serving(sqlite_db, "--origin", ORIGIN, env=office.env() | authority.env) as server:
            anna = await Client(server.url).enter()
            status, refusal = await anna.refused("/api/mail", mail="anna@example.org")
            assert (status, refusal["type"]) == (503, "mail_failed")
            assert (await anna.get("/api/me"))["mail"]["unconfirmed"] is None, "nothing was changed"


# --- it is your turn -----------------------------------------------------------------------------


@pytest.mark.usefixtures("with_kontor")
async def test_who_is_not_here_gets_one_mail_for_a_question(
    authority: Authority, monkeypatch: pytest.MonkeyPatch, sqlite_db: str
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.file))
    with post_office(authority.context("localhost")) as office:
        settings = Settings(origin=ORIGIN, mail=Mail("localhost", office.port, USER, PASSWORD), patience=0.05)
        store = Store(sqlite_db)
        await store.open()
        people = People(store)
        person, _ = await people.guest("Anna", "ru")
        await people.set(person, mail="anna@example.org")
        accounts = Accounts(store, people, Mailer(settings), Quotas(settings.limits))
        tables, notifier = Tables(store), Notifier(store, settings, accounts)
        made = await tables.create(NewTable("kontor", 2, ["me", "bot:easy"], (person.id, person.name)))
        table = await tables.get(made.id)
        notifier.consider(table)
        await asyncio.sleep(0.5)
        assert not office.letters, "an unconfirmed address gets no such mail"
        await people.set(person, mail_confirmed="anna@example.org")
        again = Notifier(store, settings, accounts)
        await tables.set_seat(table, 0, told=None)
        for _ in range(3):
            again.consider(table)
        letter = await office.letter("anna@example.org")
        await asyncio.sleep(0.3)
        assert len(office.letters) == 1
        assert letter["Subject"] == "Kontor: ваш ход"
        body = letter.get_content()
        assert f"{ORIGIN}/t/{table.info.id}" in body
        assert str(table.info.seed) not in body
        assert "[" not in body, "no hand, no list of moves"
        await accounts.links.stop(await accounts.links.stopped_by(link(letter, "/mail/stop")), True)
        await tables.set_seat(table, 0, told=None)
        Notifier(store, settings, accounts).consider(table)
        await asyncio.sleep(0.5)
        assert len(office.letters) == 1, "who asked for no more mail gets none"
        await store.close()
