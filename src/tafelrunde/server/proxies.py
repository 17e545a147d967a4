"""The client's address and scheme behind a reverse proxy, if the host configured that proxy.

Anybody can send forwarded headers, so they count only on connections from a configured address, and of the
list in them only the part that configured proxies wrote: from the right, up to the first address that is not a proxy.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tafelrunde.core.errors import BadInput
from tafelrunde.server.guard import App, Receive, Scope, Send

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Address = ipaddress.IPv4Address | ipaddress.IPv6Address
_PAIR = re.compile(r'\s*([!#$%&\'*+.^_`|~0-9A-Za-z-]+)\s*=\s*("(?:[^"\\]|\\.)*"|[^;,"]*)\s*')


class Hop(NamedTuple):
    """One entry of a forwarded header: who connected to the proxy that wrote it, and how."""

    address: Address | None
    scheme: str


def networks(where: str, words: Iterable[str]) -> tuple[Network, ...]:
    """Parse the addresses or networks of proxies from the settings."""
    found = []
    for word in words:
        try:
            found.append(ipaddress.ip_network(word, strict=False))
        except ValueError:
            raise BadInput(where, f"{word!r} is no network address, as 10.0.0.5 or 10.0.0.0/24.") from None
    return tuple(found)


def address_in(text: str) -> Address | None:
    """The address of an entry, with or without a port; ``None`` if it is hidden or malformed.

    >>> address_in("192.0.2.7:4711"), address_in('[2001:db8::1]:80'), address_in("unknown")
    (IPv4Address('192.0.2.7'), IPv6Address('2001:db8::1'), None)
    """
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ipaddress.ip_address(text)
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return mapped or found


def x_forwarded(addresses: str, schemes: str) -> list[Hop]:
    """Parse ``X-Forwarded-For`` with ``X-Forwarded-Proto``; unless each address has a scheme, the last scheme applies to all."""
    found = [address_in(word) for word in addresses.split(",")] if addresses else [None] if schemes else []
    ways = [word.strip().lower() for word in schemes.split(",")]
    return [Hop(address, ways[i if len(ways) == len(found) else -1]) for i, address in enumerate(found)]


def forwarded(text: str) -> list[Hop]:
    """Parse the standard header of RFC 7239; a malformed entry becomes an empty hop.

    >>> forwarded('for=192.0.2.60;proto=https, for="[2001:db8::1]:80"')
    [Hop(address=IPv4Address('192.0.2.60'), scheme='https'), Hop(address=IPv6Address('2001:db8::1'), scheme='')]
    """
    hops, at = [], 0
    pairs: dict[str, str] = {}
    while at < len(text):
        match = _PAIR.match(text, at)
        if match is None:
            return [Hop(None, "")]
        value = match[2]
        pairs[match[1].lower()] = re.sub(r"\\(.)", r"\1", value[1:-1]) if value.startswith('"') else value.strip()
        at = match.end()
        if at == len(text) or text[at] == ",":
            hops.append(Hop(address_in(pairs.get("for", "")), pairs.get("proto", "").lower()))
            pairs = {}
        elif text[at] != ";":
            return [Hop(None, "")]
        at += 1
    return hops


def trusts(proxies: Sequence[Network], address: Address | None) -> bool:
    return address is not None and any(address in network for network in proxies)


class Proxies:
    """Middleware that sets the reported address and scheme of a request; without a configured proxy it does nothing."""

    def __init__(self, app: App, trusted: Sequence[Network]) -> None:
        self._app, self._trusted = app, trusted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket") and self._trusted and scope.get("client"):
            self._report(scope)
        await self._app(scope, receive, send)

    def _report(self, scope: Scope) -> None:
        peer = address_in(scope["client"][0])
        if peer is None or not trusts(self._trusted, peer):
            return
        told = [self._end(peer, hops) for hops in _read(scope) if hops]
        if len({address for address, _ in told}) != 1:
            # A proxy writes one kind of header and may forward the other from the client. If they contradict
            # each other, the proxy's own address stays: nobody can choose the address that limits count by.
            return
        scope["client"] = (str(told[0][0]), 0)
        schemes = {scheme for _, scheme in told if scheme}
        if schemes in ({"http"}, {"https"}):
            secure = "https" in schemes
            scope["scheme"] = ("wss" if secure else "ws") if scope["type"] == "websocket" else schemes.pop()

    def _end(self, peer: Address, hops: Sequence[Hop]) -> tuple[Address, str]:
        """The first address from the right that is not a configured proxy, and the scheme of its connection."""
        nearest, scheme = peer, ""
        for hop in reversed(hops):
            scheme = hop.scheme
            if hop.address is None:
                break
            nearest = hop.address
            if not trusts(self._trusted, nearest):
                break
        return nearest, scheme


def _read(scope: Scope) -> tuple[list[Hop], list[Hop]]:
    def joined(name: bytes) -> str:
        return ",".join(value.decode("latin-1") for key, value in scope["headers"] if key == name)

    return x_forwarded(joined(b"x-forwarded-for"), joined(b"x-forwarded-proto")), forwarded(joined(b"forwarded"))
