"""It is your turn: a real letter to a real (small) post office, which says what is asked and nothing that is hidden."""

from __future__ import annotations

import asyncio

import pytest

from tafelrunde.server import schema
from tafelrunde.server.notify import Notifier, public_https
from tafelrunde.server.people import People
from tafelrunde.server.settings import Mail, Settings
from tafelrunde.server.store import Step, Store, Write
from tafelrunde.server.tables import Tables
from tests.server.postgres import free_port


class PostOffice:
    """Just enough of SMTP to take a letter."""

    def __init__(self) -> None:
        self.letters: list[str] = []

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 hello\r\n")
        while line := (await reader.readline()).decode():
            if line.upper().startswith("DATA"):
                writer.write(b"354 go on\r\n")
                letter = await reader.readuntil(b"\r\n.\r\n")
                self.letters.append(letter.decode())
            writer.write(b"221 bye\r\n" if line.upper().startswith("QUIT") else b"250 ok\r\n")
            if line.upper().startswith("QUIT"):
                break
        writer.close()


@pytest.mark.usefixtures("with_kontor")
async def test_who_is_not_here_gets_one_letter_for_a_question(sqlite_db: str) -> None:
    office, port = PostOffice(), free_port()
    server = await asyncio.start_server(office.serve, "127.0.0.1", port)
    settings = Settings(mail=Mail("127.0.0.1", port, sender="table@example.org", tls=False), patience=0.05)
    store = Store(sqlite_db)
    await store.open()
    person, _ = await People(store).guest("Anna")
    people = schema.people
    await store.write(Write([Step(people.update().values(mail="anna@example.org"))]))
    tables, notifier = Tables(store), Notifier(store, settings)
    host = (person.id, person.name)
    table_id, _, _ = await tables.create("kontor", 2, {}, ["me", "bot:easy"], {}, host, False, True)
    table = await tables.get(table_id)
    for _ in range(3):
        notifier.consider(table)
    async with asyncio.timeout(5):
        while not office.letters:
            await asyncio.sleep(0.02)
    await asyncio.sleep(0.2)
    assert len(office.letters) == 1
    letter = office.letters[0]
    assert "anna@example.org" in letter
    assert table_id in letter
    assert str(table.info.seed) not in letter
    assert "[" not in letter.split("\n\n", 1)[-1], "no hand, no list of moves"
    await notifier.close()
    await store.close()
    server.close()


def test_push_goes_to_public_https_addresses_only() -> None:
    for address in (
        "http://example.org/x",
        "https://127.0.0.1/x",
        "https://10.0.0.1/",
        "https://[::1]/",
        "https://localhost/",
        "ftp://x",
    ):
        assert not public_https(address)
