"""Web push: encrypted messages to URLs from browsers, which are untrusted input.

A URL is used only if it is https and every network address of its host is public. The connection goes to the verified
address, not to the name, so that a changed DNS entry cannot redirect it. HTTP redirects are not
followed, proxies of the environment are not used, and the time and size of the response are limited.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import ssl
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import h11
import orjson

from tafelrunde.server.settings import Settings

SECONDS = 10.0
"""The time limit for the whole push: resolving, connecting, sending, reading the status line."""
ANSWER = 16 * 1024
"""The maximum bytes of a response that are read; only its status is used."""
TRIED = 2
"""The maximum number of addresses of one host that are tried."""
AT_ONCE = 8
LIFETIME = 86_400
_GONE = (404, 410)
_ENDPOINT = re.compile(r"https://[!-~]{1,490}\Z")
_NAT64 = [ipaddress.IPv6Network("64:ff9b::/96")]
_NEVER = [ipaddress.IPv6Network(net) for net in ("::/96", "64:ff9b:1::/48", "2001::/32", "fec0::/10")]
"""Address ranges that can contain other addresses (IPv4-compatible, local NAT64, Teredo), and the old site-local ones."""

Resolve = Callable[[str, int], Awaitable[Sequence[str]]]
Connect = Callable[..., Awaitable[tuple[asyncio.StreamReader, asyncio.StreamWriter]]]


class PushFailed(Exception):
    """A push failed; the message is one word for the reason, without the URL."""


class Target(NamedTuple):
    host: str
    port: int
    path: str


def target_of(endpoint: str) -> Target | None:
    """The parts of an endpoint; ``None`` if it is not a plain https URL."""
    if not _ENDPOINT.match(endpoint):
        return None
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname, 443 if parts.port is None else parts.port
    except ValueError:
        return None
    if not host or parts.username is not None or (port != 443 and port < 1024):
        return None
    return Target(host, port, (parts.path or "/") + (f"?{parts.query}" if parts.query else ""))


def is_public(address: str) -> bool:
    """Whether a network address is publicly routable, including an IPv4 address embedded in an IPv6 one.

    >>> is_public("93.184.215.14"), is_public("::ffff:10.0.0.1"), is_public("64:ff9b::a00:1")
    (True, False, False)
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour
        if any(found in net for net in _NAT64):
            inner = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(str(inner))
        if found.scope_id is not None or any(found in net for net in _NEVER):
            return False
    return found.is_global and not (found.is_multicast or found.is_reserved or found.is_unspecified)


async def resolve(host: str, port: int) -> Sequence[str]:
    """The network addresses of a host."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=1)
    return list(dict.fromkeys(str(item[4][0]) for item in found))


def unpacked(text: str) -> bytes:
    """Base64url without its padding, as browsers write keys."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Pusher:
    """Sends pushes. Tests can replace name resolution and connections."""

    def __init__(
        self, settings: Settings, resolve: Resolve = resolve, connect: Connect = asyncio.open_connection,
        public: Callable[[str], bool] = is_public,
    ) -> None:  # fmt: skip
        self._settings, self._resolve, self._connect, self._public = settings, resolve, connect, public
        self._slots = asyncio.Semaphore(AT_ONCE)

    @property
    def on(self) -> bool:
        return bool(self._settings.push_key)

    @cached_property
    def _vapid(self) -> Any:
        from py_vapid import Vapid  # type: ignore[import-untyped]

        return Vapid.from_string(self._settings.push_key)

    @cached_property
    def public_key(self) -> str | None:
        """The public key that browsers call the application server's key."""
        if not self.on:
            return None
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        point = self._vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return urlsafe_b64encode(point).decode().rstrip("=")

    async def takes(self, endpoint: str) -> bool:
        """Whether pushes may be sent to an endpoint."""
        target = target_of(endpoint)
        if target is None:
            return False
        try:
            async with self._slots, asyncio.timeout(SECONDS):
                return bool(await self._checked(target))
        except (OSError, UnicodeError, TimeoutError):
            return False

    def fits(self, keys: Mapping[str, str]) -> bool:
        """Whether a subscription's keys are valid: a point of the curve and 16 secret bytes."""
        from cryptography.hazmat.primitives.asymmetric import ec

        try:
            ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unpacked(keys["p256dh"]))
            return len(unpacked(keys["auth"])) == 16
        except (KeyError, ValueError):
            return False

    async def send(self, endpoint: str, keys: Mapping[str, str], text: Mapping[str, Any]) -> bool:
        """Send one push; ``False`` if the subscription is gone. Raises :class:`PushFailed`."""
        target = target_of(endpoint)
        if target is None:
            return False
        try:
            async with self._slots, asyncio.timeout(SECONDS):
                status = await self._post(target, self._sealed(keys, text))
        except (OSError, UnicodeError, TimeoutError, ValueError, h11.ProtocolError) as error:
            raise PushFailed(type(error).__name__) from None
        if status in _GONE:
            return False
        if not 200 <= status < 300:
            raise PushFailed(f"status {status}")
        return True

    def _sealed(self, keys: Mapping[str, str], text: Mapping[str, Any]) -> bytes:
        import http_ece  # type: ignore[import-untyped]
        from cryptography.hazmat.primitives.asymmetric import ec

        body: bytes = http_ece.encrypt(
            orjson.dumps(dict(text)), private_key=ec.generate_private_key(ec.SECP256R1()), dh=unpacked(keys["p256dh"]),
            auth_secret=unpacked(keys["auth"]), version="aes128gcm",
        )  # fmt: skip
        return body

    async def _checked(self, target: Target) -> Sequence[str]:
        """The addresses of a host, if all of them are public."""
        found = await self._resolve(target.host, target.port)
        return found if all(map(self._public, found)) else []

    async def _post(self, target: Target, body: bytes) -> int:
        addresses = (await self._checked(target))[:TRIED]
        if not addresses:
            raise PushFailed("not a public address")
        for address in addresses:
            try:
                reader, writer = await self._connect(
                    address, target.port, ssl=ssl.create_default_context(), server_hostname=target.host, limit=ANSWER
                )
                break
            except ssl.SSLError:
                raise
            except OSError:
                if address == addresses[-1]:
                    raise
        try:
            return await self._talk(reader, writer, target, body)
        finally:
            writer.transport.abort()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, target: Target, body: bytes) -> int:
        """Send the request; returns the status of the response."""
        name = f"[{target.host}]" if ":" in target.host else target.host
        name += "" if target.port == 443 else f":{target.port}"
        claims = {"aud": f"https://{name}", "exp": int(time.time()) + LIFETIME // 2, "sub": self._settings.push_contact}
        headers = {
            "Host": name, "Content-Length": str(len(body)), "Content-Encoding": "aes128gcm", "TTL": str(LIFETIME),
            "Connection": "close", **self._vapid.sign(claims),
        }  # fmt: skip
        talk = h11.Connection(h11.CLIENT, max_incomplete_event_size=ANSWER)
        request = h11.Request(method="POST", target=target.path, headers=list(headers.items()))
        for event in (request, h11.Data(data=body), h11.EndOfMessage()):
            writer.write(talk.send(event) or b"")
        await writer.drain()
        read = 0
        while True:
            answer = talk.next_event()
            if isinstance(answer, h11.Response):
                return answer.status_code
            if answer is h11.NEED_DATA:
                data = await reader.read(4096)
                read += len(data)
                if not data or read > ANSWER:
                    raise PushFailed("no answer")
                talk.receive_data(data)
