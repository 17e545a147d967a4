"""Web push: sealed, signed, and only to public addresses, however they are spelled or change their meaning."""

from __future__ import annotations

import asyncio
import os
import ssl
import time
from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import http_ece  # type: ignore[import-untyped]
import orjson
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from sqlalchemy import select

from tafelrunde.server import push as pushing
from tafelrunde.server import schema
from tafelrunde.server.accounts import Accounts
from tafelrunde.server.limits import Quotas
from tafelrunde.server.mail import Mailer
from tafelrunde.server.new_table import NewTable
from tafelrunde.server.notify import Notifier
from tafelrunde.server.people import People
from tafelrunde.server.push import Pusher, PushFailed, is_public, target_of, unpacked
from tafelrunde.server.settings import Settings
from tafelrunde.server.store import Step, Store, Write
from tafelrunde.server.tables import Tables
from tests.server.harness import ENV, Client, serving
from tests.server.post import Authority

HOST = "push.example"
PUBLIC = "93.184.215.14"


def b64(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def private_key() -> str:
    return b64(ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(32, "big"))


class Browser:
    """The keys of a subscription; opens what was sent to it."""

    def __init__(self) -> None:
        self._key, self._auth = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.keys = {"p256dh": b64(point), "auth": b64(self._auth)}

    def open(self, body: bytes) -> Any:
        return orjson.loads(http_ece.decrypt(body, private_key=self._key, auth_secret=self._auth, version="aes128gcm"))


class Service:
    """Just enough of a push service to take a message as a browser's maker would."""

    def __init__(self) -> None:
        self.port = 0
        self.heads: list[dict[str, str]] = []
        self.bodies: list[bytes] = []
        self.answer = b"HTTP/1.1 201 Created\r\ncontent-length: 0\r\n\r\n"
        self.drip = 0.0
        self.resolved: list[str] = []
        self.asked: list[tuple[str, int]] = []

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:])}
        self.bodies.append(await reader.readexactly(int(fields["content-length"])))
        self.heads.append(fields | {"line": head[0]})
        try:
            for i in range(0, len(self.answer), 1 if self.drip else len(self.answer)):
                writer.write(self.answer[i : i + (1 if self.drip else len(self.answer))])
                await writer.drain()
                await asyncio.sleep(self.drip)
        except ConnectionError:
            pass
        writer.close()

    def pusher(self, *answers: Sequence[str], key: str = "") -> Pusher:
        """A pusher whose resolver gives these answers in turn, and whose connections end here, whatever their address."""
        left = list(answers)

        async def resolve(host: str, port: int) -> Sequence[str]:
            self.resolved.append(host)
            return left.pop(0) if len(left) > 1 else left[0]

        async def connect(address: str, port: int, **more: Any) -> Any:
            self.asked.append((address, port))
            return await asyncio.open_connection("127.0.0.1", self.port, **more)

        return Pusher(Settings(push_key=key or private_key(), push_contact="mailto:host@example.org"), resolve, connect)


@pytest.fixture
async def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Service]:
    authority = Authority(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.file))
    async with serving_push(authority.context(HOST)) as service:
        yield service


@asynccontextmanager
async def serving_push(context: ssl.SSLContext) -> AsyncIterator[Service]:
    service = Service()
    server = await asyncio.start_server(service.serve, "127.0.0.1", 0, ssl=context)
    service.port = server.sockets[0].getsockname()[1]
    yield service
    server.close()


# --- what is sent --------------------------------------------------------------------------------


@pytest.mark.usefixtures("with_kontor")
async def test_a_push_is_signed_sealed_and_says_what_is_asked(sqlite_db: str, service: Service) -> None:
    """A browser's part is played here: its keys open the message, the host's public key proves the sender."""
    browser = Browser()
    settings = Settings(push_key=private_key(), push_contact="mailto:host@example.org", patience=0.05)
    store = Store(sqlite_db)
    await store.open()
    people = People(store)
    person, _ = await people.guest("Anna")
    values = {"endpoint": f"https://{HOST}/box/1?x=y", "person": person.id, "keys": orjson.dumps(browser.keys).decode()}
    await store.write(Write([Step(schema.pushes.insert(), values)]))
    accounts = Accounts(store, people, Mailer(settings), Quotas(settings.limits))

    def notifier() -> Notifier:
        return Notifier(store, settings, accounts, service.pusher([PUBLIC], key=settings.push_key))

    tables = Tables(store)
    table_id = (await tables.create(NewTable("kontor", 2, ["me", "bot:easy"], (person.id, "Anna")))).id
    table = await tables.get(table_id)
    first = notifier()
    first.consider(table)
    async with asyncio.timeout(15):
        while not service.bodies:
            await asyncio.sleep(0.02)
    (head,), (body,) = service.heads, service.bodies
    assert (head["line"], head["host"]) == ("POST /box/1?x=y HTTP/1.1", HOST)
    scheme, _, rest = head["authorization"].partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert (scheme, parts["k"]) == ("vapid", first.pusher.public_key)
    claims = proved(parts["t"], unpacked(parts["k"]))
    assert (claims["aud"], claims["sub"]) == (f"https://{HOST}", "mailto:host@example.org")
    assert time.time() < claims["exp"] <= time.time() + 86_400
    assert head["content-encoding"] == "aes128gcm"
    assert table_id.encode() not in body, "the push service cannot read it"
    assert browser.open(body) == {"table": table_id, "game": "Kontor", "rule": "K-2", "kind": "bid"}
    # one for each question, also after a restart
    await first.close()
    notifier().consider(table)
    await asyncio.sleep(0.5)
    assert len(service.bodies) == 1
    # a box that is gone is forgotten
    service.answer = b"HTTP/1.1 410 Gone\r\ncontent-length: 0\r\n\r\n"
    await store.write(Write([Step(schema.seats.update().values(told=None))]))
    notifier().consider(table)
    async with asyncio.timeout(15):
        while await store.rows(select(schema.pushes)):
            await asyncio.sleep(0.02)
    await store.close()


def proved(token: str, point: bytes) -> dict[str, Any]:
    """The claims of a signed token; a wrong signature raises."""
    signed, _, signature = token.rpartition(".")
    raw = unpacked(signature)
    pair = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    key.verify(pair, signed.encode(), ec.ECDSA(hashes.SHA256()))
    assert orjson.loads(unpacked(signed.split(".")[0]))["alg"] == "ES256"
    found: dict[str, Any] = orjson.loads(unpacked(signed.split(".")[1]))
    return found


# --- where it goes -------------------------------------------------------------------------------


async def the_checked_address_is_used(service: Service) -> None:
    """A name that means something else a moment later gains nothing: it is asked for once."""
    pusher = service.pusher([PUBLIC], ["127.0.0.1"])
    assert await pusher.send(f"https://{HOST}/x", Browser().keys, {"a": 1})
    assert (service.asked, service.resolved) == ([(PUBLIC, 443)], [HOST])


async def every_address_is_checked(service: Service) -> None:
    for inner in ("127.0.0.1", "10.1.2.3", "::1", "169.254.169.254"):
        pusher = service.pusher([PUBLIC, inner])
        assert not await pusher.takes(f"https://{HOST}/x")
        with pytest.raises(PushFailed, match="not a public address"):
            await pusher.send(f"https://{HOST}/x", Browser().keys, {"a": 1})
    assert not service.asked


class Inner:
    """A server inside the host's network."""

    port = 0


async def redirects_are_not_followed(service: Service) -> None:
    inner: list[bytes] = []

    async def secret(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        inner.append(await reader.readline())
        writer.close()

    hidden = await asyncio.start_server(secret, "127.0.0.1", 0)
    Inner.port = hidden.sockets[0].getsockname()[1]
    for status in (301, 302, 303, 307, 308):
        away = b"location: http://127.0.0.1:%d/secret" % Inner.port
        service.answer = b"HTTP/1.1 %d Moved\r\n%s\r\ncontent-length: 0\r\n\r\n" % (status, away)
        with pytest.raises(PushFailed, match=f"status {status}"):
            await service.pusher([PUBLIC]).send(f"https://{HOST}/x", Browser().keys, {"a": 1})
    await asyncio.sleep(0.1)
    assert not inner
    hidden.close()


@pytest.mark.parametrize("check", [the_checked_address_is_used, every_address_is_checked, redirects_are_not_followed])
async def test_pushes_stay_outside(service: Service, check: Callable[[Service], Awaitable[None]]) -> None:
    await check(service)


async def test_proxies_of_the_environment_are_not_used(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTPS_PROXY", "https_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    assert await service.pusher([PUBLIC]).send(f"https://{HOST}/x", Browser().keys, {"a": 1})


async def test_a_service_needs_the_certificate_of_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    authority = Authority(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.file))
    async with serving_push(authority.context("other.example")) as service:
        with pytest.raises(PushFailed, match="SSLCertVerificationError"):
            await service.pusher([PUBLIC]).send(f"https://{HOST}/x", Browser().keys, {"a": 1})
    assert not service.bodies


async def test_slow_and_large_answers_are_cut_off(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    service.answer = b"HTTP/1.1 201 Created\r\nx: " + b"y" * 200_000 + b"\r\n\r\n"
    with pytest.raises(PushFailed):
        await service.pusher([PUBLIC]).send(f"https://{HOST}/x", Browser().keys, {"a": 1})
    service.answer, service.drip = b"HTTP/1.1 201 Created\r\n\r\n", 0.1
    monkeypatch.setattr(pushing, "SECONDS", 0.5)
    began = time.monotonic()
    with pytest.raises(PushFailed, match="TimeoutError"):
        await service.pusher([PUBLIC]).send(f"https://{HOST}/x", Browser().keys, {"a": 1})
    assert time.monotonic() - began < 5


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "127.1.2.3", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0",
        "192.0.2.1", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1",
        "fe80::1", "fe80::1%eth0", "fc00::1", "fd12::1",
        "fec0::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a00:1",
        "64:ff9b:1::a00:1", "2002:7f00:1::", "2002:a00:1::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001:db8::1", "x", "",
    ],
)  # fmt: skip
def test_inner_addresses_are_known_in_every_disguise(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", [PUBLIC, "8.8.8.8", "2606:4700:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"])
def test_public_addresses_are_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://example.org/x", "ftp://x", "https://", "https:///x", "https://user:pass@example.org/", "https://example.org:25/",
        "https://exämple.org/", "https://example.org/\r\nx: y", "https://[::1", "https://example.org:x/", "https://example.org:0/",
        "https://" + "x" * 600,
    ],
)  # fmt: skip
def test_what_is_no_https_address_is_refused(endpoint: str) -> None:
    assert target_of(endpoint) is None


async def test_subscriptions_to_inner_addresses_are_refused(sqlite_db: str) -> None:
    with serving(sqlite_db, env=ENV | {"TAFELRUNDE_PUSH_KEY": private_key()}) as server:
        anna = await Client(server.url, "Anna").enter()
        assert len(unpacked((await anna.get("/api/push"))["key"])) == 65
        for endpoint in ("https://127.0.0.1/x", f"http://127.0.0.1:{server.port}/", "https://localhost/", "https://2130706433/"):
            status, refusal = await anna.refused("/api/push", endpoint=endpoint, keys=Browser().keys)
            assert (status, refusal["place"]) == (422, "endpoint")
        for keys in ({"p256dh": "x", "auth": "y"}, {"p256dh": Browser().keys["p256dh"]}, {"auth": "AAAA", "p256dh": "AAAA"}):
            status, refusal = await anna.refused("/api/push", endpoint=f"https://{PUBLIC}/x", keys=keys)
            assert (status, refusal["place"]) == (422, "keys")
        for i in range(11):
            status, refusal = await anna.refused("/api/push", endpoint=f"https://{PUBLIC}/{i}", keys=Browser().keys)
        assert (status, refusal["type"]) == (409, "too_many")
        assert (await anna.send("DELETE", "/api/push", {"endpoint": f"https://{PUBLIC}/0"})).status_code == 200
        await anna.post("/api/push", endpoint=f"https://{PUBLIC}/11", keys=Browser().keys)
    with serving(sqlite_db) as server:
        assert (await Client(server.url).get("/api/push"))["key"] is None


# --- injected faults -----------------------------------------------------------------------------


async def follow_redirects(self: Pusher, target: Any, body: bytes) -> int:
    status = await POST(self, target, body)
    if 300 <= status < 400:  # where to is known to the test
        _, writer = await asyncio.open_connection("127.0.0.1", Inner.port)
        writer.write(b"POST /secret HTTP/1.1\r\n\r\n")
        await writer.drain()
        writer.close()
        return 201
    return status


async def connect_by_name(self: Pusher, target: Any, body: bytes) -> int:
    await self._checked(target)
    address = (await self._resolve(target.host, target.port))[0]
    reader, writer = await self._connect(
        address, target.port, ssl=ssl.create_default_context(), server_hostname=target.host
    )  # fmt: skip
    return await self._talk(reader, writer, target, body)


async def check_the_first_address_alone(self: Pusher, target: Any) -> Sequence[str]:
    found = await self._resolve(target.host, target.port)
    return found if self._public(found[0]) else []


async def check_nothing(self: Pusher, target: Any) -> Sequence[str]:
    return await self._resolve(target.host, target.port)


POST = Pusher._post
FAULTS: tuple[tuple[str, Any, Callable[[Service], Awaitable[None]]], ...] = (
    ("_post", follow_redirects, redirects_are_not_followed),
    ("_post", connect_by_name, the_checked_address_is_used),
    ("_checked", check_the_first_address_alone, every_address_is_checked),
    ("_checked", check_nothing, every_address_is_checked),
)


@pytest.mark.parametrize(("where", "fault", "check"), FAULTS, ids=[fault.__name__ for _, fault, _ in FAULTS])
async def test_injected_faults_are_noticed(
    service: Service, monkeypatch: pytest.MonkeyPatch, where: str, fault: Any, check: Callable[[Service], Awaitable[None]]
) -> None:
    monkeypatch.setattr(Pusher, where, fault)
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        await check(service)
