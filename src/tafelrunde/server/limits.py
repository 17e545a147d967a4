"""Named limits: who is charged, how much remains, and the error for exceeding a limit.

Rates are leaky buckets, one for each person and one for each address; an amount is compared with the present number. The
limits, their defaults and their meaning are declared in :class:`~tafelrunde.server.settings.Limits`, their sentences in
the section ``limits`` of the message catalogues.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from functools import lru_cache
from hashlib import sha256
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import NamedTuple

from tafelrunde.core.messages import common
from tafelrunde.server.errors import Refused
from tafelrunde.server.settings import Limits

KEYS = 50_000
"""The maximum number of buckets of one limit."""
SWEEP_SECONDS = 1.0
SHARED = ""
"""The key of the bucket that is shared when there are too many."""
SHARED_SIZE = 20.0
LONGEST_KEY = 48


class Asker:
    """The caller to be charged: an address, and the person once the session is known."""

    __slots__ = ("address", "person")

    def __init__(self, address: str, person: str | None = None) -> None:
        self.address, self.person = address, person

    @property
    def path(self) -> tuple[str, str]:
        """The path in a fair queue: addresses take turns, and so do the people of an address."""
        return self.address, self.person or ""


ASKER: ContextVar[Asker] = ContextVar("asker")
"""Set for every request and socket; automatic work is charged to the table's host instead."""


def asker() -> Asker:
    return ASKER.get(_NOBODY)


_NOBODY = Asker("")


@lru_cache(maxsize=4096)
def address_key(address: str) -> str:
    """The key under which an address is charged. An IPv6 address counts as its /64 network, because a client can use all of
    it."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address[:LONGEST_KEY]
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or IPv6Network((found, 64), strict=False))
    return str(found)


class Buckets:
    """``rate`` a second in the long run, ``burst`` at once, for each key.

    A key's bucket is one number: the time at which it is full again (the generic cell rate algorithm). Full buckets are
    forgotten when there are too many. If none is full, new keys share one bucket instead of pushing another out: nobody can
    refill their own bucket by making up keys.
    """

    def __init__(self, rate: float, burst: float, most: int = KEYS, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst = rate, max(1.0, burst)
        self._slack = self.burst / rate
        self._most, self._clock = most, clock
        self._full_at: dict[str, float] = {}
        self._swept = 0.0

    def __len__(self) -> int:
        return len(self._full_at)

    def wait(self, key: str, amount: float = 1.0) -> float:
        """The seconds until ``amount`` can be taken, 0 if now; an amount above the burst can be taken from a full bucket."""
        now = self._clock()
        key, amount = self._place(key, amount, now)
        amount = min(amount, self.burst)
        return max(0.0, self._full_at.get(key, now) - now + amount / self.rate - self._slack)

    def take(self, key: str, amount: float = 1.0) -> float:
        """Take an amount if it is available and return 0; otherwise return the seconds until it is."""
        wait = self.wait(key, amount)
        if wait == 0:
            self.spend(key, amount)
        return wait

    def spend(self, key: str, amount: float) -> None:
        """Take an amount even if it is not available, because the cost of work is known only afterwards."""
        now = self._clock()
        key, amount = self._place(key, amount, now)
        self._full_at[key] = max(now, self._full_at.get(key, now)) + amount / self.rate

    def _place(self, key: str, amount: float, now: float) -> tuple[str, float]:
        if key in self._full_at or len(self._full_at) < self._most:
            return key, amount
        if now - self._swept > SWEEP_SECONDS:
            self._swept = now
            self._full_at = {k: at for k, at in self._full_at.items() if at > now}
            if len(self._full_at) < self._most:
                return key, amount
        return SHARED, amount / SHARED_SIZE


class Rate(NamedTuple):
    """A rate limit: a number in ``seconds``, of which the fraction ``share`` may be used at once."""

    setting: str
    seconds: float
    by_person: bool = True
    share: float = 1.0


RATES = {
    "sessions": Rate("sessions_an_hour", 3600, by_person=False),
    "logins": Rate("logins_an_hour", 3600),
    "accounts": Rate("accounts_an_hour", 3600),
    "mails": Rate("mails_an_hour", 3600),
    "chat": Rate("chat_a_minute", 60),
    "spectator_chat": Rate("spectator_chat_a_minute", 60),
    "tables": Rate("tables_an_hour", 3600),
    "reports": Rate("reports_an_hour", 3600),
    "bots": Rate("bot_seconds_an_hour", 3600, share=0.5),
    "work": Rate("work_seconds_an_hour", 3600, share=0.1),
}
"""What can be charged by name, with :meth:`Quotas.take` or :meth:`Quotas.spend`."""


class Limited(Refused):
    """A limit was exceeded: its name, its value, and when to try again."""

    def __init__(self, status: int, limit: str, value: float, retry: float | None = None) -> None:
        self.limit, self.facts = limit, {"n": int(value), "retry": math.ceil(max(1.0, retry or 0))}
        super().__init__(status, "too_many" if status == 429 else "limit", self.said("en"), retry=retry, limit=limit, value=value)

    def said(self, lang: str) -> str:
        """The sentence for people, in the caller's language."""
        return common(lang).say("limits", self.limit, self.facts)


class Quotas:
    """The limits of this process, charged by name."""

    def __init__(self, values: Limits) -> None:
        self.values = values
        factor = values.address_factor
        requests = values.rate, values.burst
        self.people = Buckets(*requests)
        """The rate of requests and messages of each person."""
        self.addresses = Buckets(values.rate * factor, values.burst * factor)
        """The same for all people of an address together."""
        self.strangers = Buckets(values.rate, values.burst * factor)
        """Requests without a session, by address: they do not reduce the rate of people with a session."""
        self._homes: dict[str, str] = {}
        """The address at which each person was last seen."""
        self._people, self._addresses = {}, {}  # type: dict[str, Buckets], dict[str, Buckets]
        for name, rate in RATES.items():
            value = getattr(values, rate.setting)
            if value:
                times = factor if rate.by_person else 1.0
                self._people[name] = Buckets(value / rate.seconds, value * rate.share)
                self._addresses[name] = Buckets(value * times / rate.seconds, value * times * rate.share)

    # --- requests --------------------------------------------------------------------------------

    def request(self, asker: Asker, amount: float = 1.0) -> float:
        """Charge one request or message; returns the seconds to wait if it is too many."""
        if asker.person is None:
            return self.strangers.take(asker.address, amount)
        if len(self._homes) > KEYS:
            self._homes.clear()
        self._homes[asker.person] = asker.address
        wait = self.people.take(asker.person, amount)
        return wait or self.addresses.take(asker.address, amount)

    def owner(self, person: str) -> Asker:
        """The caller charged for automatic work at a table: its host, at the address from which the host was last seen."""
        return Asker(self._homes.get(person, person), person)

    def check_request(self, asker: Asker) -> None:
        """Charge one request or message; raises :class:`Limited` if it is too many."""
        wait = self.request(asker)
        if wait:
            raise Limited(429, "rate", self.values.rate, wait)

    def weigh(self, asker: Asker, amount: float) -> None:
        """Charge the additional cost of a request, once it is known; automatic work is charged to nobody."""
        if not asker.address:
            return
        if asker.person is None:
            self.strangers.spend(asker.address, amount)
        else:
            self.people.spend(asker.person, amount)
            self.addresses.spend(asker.address, amount)

    # --- named rates -----------------------------------------------------------------------------

    def take(self, name: str, asker: Asker | None = None, *, key: str | None = None, amount: float = 1.0) -> None:
        """Charge a named limit to the caller, or to any ``key`` (a recipient of e-mail, an account, a table) instead.

        Raises :class:`Limited`, and then nothing is charged.
        """
        charged = list(self._charged(name, asker, key))
        wait = max((buckets.wait(of, amount) for buckets, of in charged), default=0.0)
        if wait > 0:
            raise self.refusal(name, wait)
        for buckets, of in charged:
            buckets.spend(of, amount)

    def spend(self, name: str, asker: Asker, amount: float) -> None:
        """Charge a cost that has already been incurred, such as seconds of work."""
        for buckets, of in self._charged(name, asker, None):
            buckets.spend(of, amount)

    def wait(self, name: str, asker: Asker) -> float:
        """The seconds until a named limit allows more; 0 if it does now."""
        return max((buckets.wait(of, 0.0) for buckets, of in self._charged(name, asker, None)), default=0.0)

    def refusal(self, name: str, wait: float) -> Limited:
        setting = RATES[name].setting
        return Limited(429, setting, getattr(self.values, setting), wait)

    def _charged(self, name: str, who: Asker | None, key: str | None) -> Iterator[tuple[Buckets, str]]:
        if name not in self._people:  # the limit is switched off
            return
        if key is not None:
            yield self._people[name], key if len(key) <= LONGEST_KEY else sha256(key.encode()).hexdigest()[:LONGEST_KEY]
            return
        who = who or asker()
        if who.person is not None:
            yield self._people[name], who.person
        if who.address:
            yield self._addresses[name], who.address

    # --- amounts ---------------------------------------------------------------------------------

    def allow(self, setting: str, there: float, retry: float | None = None) -> None:
        """Raise :class:`Limited` if one more would exceed a limit on an amount."""
        value = getattr(self.values, setting)
        if value and there >= value:
            raise Limited(409 if retry is None else 429, setting, value, retry)
