"""It is your turn: a real letter to a real (small) post office, which says what is asked and nothing that is hidden."""

from __future__ import annotations

import asyncio
import os
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import http_ece  # type: ignore[import-untyped]
import orjson
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from sqlalchemy import select

from tafelrunde.server import schema
from tafelrunde.server.notify import Notifier, public_https
from tafelrunde.server.people import People
from tafelrunde.server.settings import Mail, Settings
from tafelrunde.server.store import Step, Store, Write
from tafelrunde.server.tables import Tables
from tests.server.harness import ENV, Client, serving
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


class PushService:
    """Just enough of a push service to take a message as a browser's maker would."""

    def __init__(self) -> None:
        self.heads: list[dict[str, str]] = []
        self.bodies: list[bytes] = []
        self.answer = b"201 Created"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:])}
        self.bodies.append(await reader.readexactly(int(fields["content-length"])))
        self.heads.append(fields)
        writer.write(b"HTTP/1.1 %s\r\ncontent-length: 0\r\nconnection: close\r\n\r\n" % self.answer)
        await writer.drain()
        writer.close()


def plain(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def b64(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


@pytest.mark.usefixtures("with_kontor")
async def test_a_push_is_signed_sealed_and_says_what_is_asked(sqlite_db: str) -> None:
    """A browser's part is played here: its keys open the message, the host's public key proves the sender."""
    service, port = PushService(), free_port()
    server = await asyncio.start_server(service.serve, "127.0.0.1", port)
    host_key, browser_key = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    number = host_key.private_numbers().private_value.to_bytes(32, "big")
    point = browser_key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    auth = os.urandom(16)
    settings = Settings(push_key=b64(number), push_contact="mailto:host@example.org", push_anywhere=True, patience=0.05)
    store = Store(sqlite_db)
    await store.open()
    person, _ = await People(store).guest("Anna")
    endpoint = f"http://127.0.0.1:{port}/box/1"
    keys = orjson.dumps({"p256dh": b64(point), "auth": b64(auth)}).decode()
    values = {"endpoint": endpoint, "person": person.id, "keys": keys}
    await store.write(Write([Step(schema.pushes.insert(), values)]))
    tables, notifier = Tables(store), Notifier(store, settings)
    table_id, _, _ = await tables.create("kontor", 2, {}, ["me", "bot:easy"], {}, (person.id, "Anna"), False, True)
    table = await tables.get(table_id)
    notifier.consider(table)
    async with asyncio.timeout(15):
        while not service.bodies:
            await asyncio.sleep(0.02)
    (head,), (body,) = service.heads, service.bodies
    scheme, _, rest = head["authorization"].partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert (scheme, parts["k"]) == ("vapid", notifier.public_key)
    claims = proved(parts["t"], plain(parts["k"]))
    assert claims["aud"] == f"http://127.0.0.1:{port}"
    assert claims["sub"] == "mailto:host@example.org"
    assert time.time() < claims["exp"] <= time.time() + 86_400
    assert head["content-encoding"] == "aes128gcm"
    assert table_id.encode() not in body, "the push service cannot read it"
    told = orjson.loads(http_ece.decrypt(body, private_key=browser_key, auth_secret=auth, version="aes128gcm"))
    assert told == {"table": table_id, "game": "Kontor", "rule": "K-2", "kind": "bid"}
    # one for each question, also after a restart
    await notifier.close()
    Notifier(store, settings).consider(table)
    await asyncio.sleep(0.5)
    assert len(service.bodies) == 1
    # a box that is gone is forgotten
    service.answer = b"410 Gone"
    await store.write(Write([Step(schema.seats.update().values(told=None))]))
    Notifier(store, settings).consider(table)
    async with asyncio.timeout(15):
        while await store.rows(select(schema.pushes)):
            await asyncio.sleep(0.02)
    await store.close()
    server.close()


def proved(token: str, point: bytes) -> dict[str, Any]:
    """The claims of a signed token; a wrong signature raises."""
    signed, _, signature = token.rpartition(".")
    raw = plain(signature)
    pair = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    key.verify(pair, signed.encode(), ec.ECDSA(hashes.SHA256()))
    assert orjson.loads(plain(signed.split(".")[0]))["alg"] == "ES256"
    found: dict[str, Any] = orjson.loads(plain(signed.split(".")[1]))
    return found


async def test_subscriptions_to_inner_addresses_are_refused(sqlite_db: str) -> None:
    key = b64(ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(32, "big"))
    with serving(sqlite_db, env=ENV | {"TAFELRUNDE_PUSH_KEY": key}) as server:
        anna = await Client(server.url, "Anna").enter()
        assert len(plain((await anna.get("/api/push"))["key"])) == 65
        keys = {"p256dh": "x", "auth": "y"}
        for endpoint in ("https://127.0.0.1/x", f"http://127.0.0.1:{server.port}/", "https://localhost/"):
            assert (await anna.refused("/api/push", endpoint=endpoint, keys=keys))[0] == 422
        assert (await anna.send("DELETE", "/api/push", {"endpoint": "https://push.example/x"})).status_code == 200
    with serving(sqlite_db) as server:
        assert (await Client(server.url).get("/api/push"))["key"] is None


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
