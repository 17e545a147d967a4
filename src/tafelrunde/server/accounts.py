"""Accounts: passwords, and the e-mail address for resetting a forgotten password.

Setting, changing or resetting a password ends all other sessions, so that earlier tokens become invalid.
Until its owner has used the confirmation link, an address gets only that one e-mail.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from typing import Any

from sqlalchemy import func, select, update

from tafelrunde.server import schema
from tafelrunde.server.errors import Refused
from tafelrunde.server.limits import Quotas
from tafelrunde.server.links import CONFIRM, HANDED, RESET, Links, mailbox, used_up
from tafelrunde.server.mail import Mailer, MailFailed
from tafelrunde.server.passwords import Hashing, check_password
from tafelrunde.server.people import LANGUAGE, People, Person, person_of
from tafelrunde.server.store import Conflict, Row, Step, Store, Write

logger = logging.getLogger("tafelrunde")
ACCOUNT = re.compile(r"[a-z0-9][a-z0-9_.-]{2,39}\Z")
ACCOUNTS_OF_AN_ADDRESS = 5
"""Accounts with one address whose passwords can be reset at once."""
WAITING = 200
"""The maximum number of e-mails waiting to be sent, so that an unreachable mail server does not fill the memory."""


def wrong_password() -> Refused:
    return Refused(403, "wrong_password", "This account and password do not belong together.")


def banned(row: Row) -> Refused:
    """The refusal of a banned person's sign-in; it is shown only after the correct password."""
    reason = "The host of this server has banned this account."
    return Refused(403, "banned", reason, until=row["banned"], why=row["ban_reason"] or "")


class Accounts:
    """Registration, sign-in, passwords and e-mail addresses."""

    def __init__(self, store: Store, people: People, mailer: Mailer, limits: Quotas) -> None:
        self._store, self._people, self.mailer, self._limits = store, people, mailer, limits
        self.links = Links(store)
        self._hashing = Hashing()
        self._tasks: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # --- passwords -------------------------------------------------------------------------------

    async def keep(self, person: Person, session: str, account: str, password: str) -> None:
        """Turn a guest into an account holder: the same person, with a password."""
        if not ACCOUNT.match(account):
            raise Refused(422, "bad_input", "An account has 3 to 40 small letters, digits, '_', '.', '-'.", place="account")
        check_password(password, account)
        people = schema.people
        if await self._store.row(select(people.c.id).where(people.c.account == account)) or person.account is not None:
            raise _taken()
        hashed = await self._hashing.hash(password)
        change = (
            update(people).where(people.c.id == person.id, people.c.account.is_(None)).values(account=account, password=hashed)
        )
        try:
            await self._people.end(person.id, session, [Step(change, None, 1)])
        except Conflict:
            raise _taken() from None

    async def enter(self, account: str, password: str, device: str) -> tuple[Person, str]:
        """Sign in: begin a new session of an account."""
        people = schema.people
        row = await self._store.row(select(people).where(people.c.account == account))
        if not await self._hashing.verify(row["password"] if row else None, password) or row is None:
            raise wrong_password()
        if row["banned"] is not None and row["banned"] > time.time():
            raise banned(row)
        renewed = await self._hashing.renewed(row["password"], password)
        token, session = self._people.new_session(row["id"], row["password"], device)
        steps = [session]
        if renewed is not None:
            same = people.c.id == row["id"], people.c.password == row["password"]
            steps.append(Step(update(people).where(*same).values(password=renewed)))
        try:
            await self._store.write(Write(steps))
        except Conflict:  # the password was changed while it was checked
            raise wrong_password() from None
        return person_of(row), token

    async def check(self, person: Person, password: str | None) -> Row:
        """Verify a person's current password and return the stored row; a guest has no password, so nothing is verified."""
        row = await self._people.profile(person.id)
        if row is None:
            raise wrong_password()
        if row["password"] is not None and not await self._hashing.verify(row["password"], password or ""):
            raise wrong_password()
        return row

    async def change_password(self, person: Person, session: str, old: str, new: str) -> None:
        if person.account is None:
            raise Refused(409, "no_account", "A guest has no password; make an account first.")
        check_password(new, person.account)
        row = await self.check(person, old)
        hashed = await self._hashing.hash(new)
        try:
            voided = [self.links.void(kind, person.id) for kind in (RESET, HANDED)]
            await self._people.end(person.id, session, [_replace(row, hashed), *voided])
        except Conflict:
            raise wrong_password() from None
        self._tell_changed(row)

    def _tell_changed(self, row: Row) -> None:
        """E-mail the owner of the address that the password was changed, in case somebody else did it."""
        if row["mail_confirmed"] and self.mailer.on and len(self._tasks) < WAITING:
            self._later(self._send("changed", row, row["mail_confirmed"], account=row["account"]))

    # --- a forgotten password --------------------------------------------------------------------

    def forgot(self, name: str) -> None:
        """E-mail a reset link to the confirmed address of an account, or to the accounts of a confirmed address.

        The caller learns nothing: everything that depends on the name happens after the answer.
        """
        if self.mailer.on and len(self._tasks) < WAITING:
            self._later(self._send_resets(name))

    async def _send_resets(self, name: str) -> None:
        people = schema.people
        named = func.lower(people.c.mail_confirmed) == name.lower() if "@" in name else people.c.account == name
        has = people.c.password.is_not(None), people.c.mail_confirmed.is_not(None)
        for row in await self._store.rows(select(people).where(named, *has).limit(ACCOUNTS_OF_AN_ADDRESS)):
            word = await self.links.issue(RESET, row["id"], row["mail_confirmed"])
            await self._send("reset", row, row["mail_confirmed"], account=row["account"], word=word)

    async def reset(self, word: str, password: str, device: str) -> tuple[Person, str]:
        """Set a new password with a reset link and begin a session; all other sessions end."""
        link = await self.links.find_any((RESET, HANDED), word)
        row = await self._people.profile(link["person"])
        if row is None or row["account"] is None:
            raise used_up()
        if link["kind"] == RESET.name and (not row["mail_confirmed"] or mailbox(row["mail_confirmed"]) != link["mail"]):
            raise used_up()
        if row["banned"] is not None and row["banned"] > time.time():
            raise banned(row)
        check_password(password, row["account"])
        hashed = await self._hashing.hash(password)
        token, session = self._people.new_session(row["id"], hashed, device)
        voided = [self.links.void(kind, row["id"]) for kind in (RESET, HANDED)]
        steps = [self.links.use(link), _replace(row, hashed), *voided]
        try:
            await self._people.end(row["id"], "", steps, [session])
        except Conflict:
            raise used_up() from None
        self._tell_changed(row)
        return person_of(row), token

    # --- addresses -------------------------------------------------------------------------------

    async def set_mail(self, person: Person, address: str | None, password: str | None) -> None:
        """Begin to confirm an address, or delete it. The password is required, because the address can be used to reset it."""
        people = schema.people
        own = update(people).where(people.c.id == person.id)
        if address is None:
            forget = Step(own.values(mail=None, mail_confirmed=None))
            await self._store.write(Write([forget, self.links.void(CONFIRM, person.id), self.links.void(RESET, person.id)]))
            return
        if not self.mailer.on:
            raise Refused(403, "off", "This host sends no mail.")
        row = await self.check(person, password)
        if row["mail_confirmed"] == address:
            await self._store.write(Write([Step(own.values(mail=address)), self.links.void(CONFIRM, person.id)]))
            return
        if await self.links.stopped(address):
            raise Refused(403, "mail_stopped", "This address asked for no more mail. The link in the last mail allows it again.")
        word = await self.links.issue(CONFIRM, person.id, address)
        await self._send("confirm", row, address, word=word)
        await self._store.write(Write([Step(own.values(mail=address))]))

    async def confirm(self, word: str) -> str:
        """Use a confirmation link; from now on the address belongs to the person."""
        link = await self.links.find(CONFIRM, word)
        row = await self._people.profile(link["person"])
        if row is None or not row["mail"] or mailbox(row["mail"]) != link["mail"]:
            raise used_up()
        people = schema.people
        change = update(people).where(people.c.id == row["id"], people.c.mail == row["mail"])
        steps = [self.links.use(link), Step(change.values(mail_confirmed=row["mail"]), None, 1)]
        try:
            await self._store.write(Write([*steps, self.links.void(CONFIRM, row["id"]), self.links.void(RESET, row["id"])]))
        except Conflict:
            raise used_up() from None
        return str(row["mail"])

    async def mail(self, row: Row) -> dict[str, Any]:
        """The person's own address and its state, as shown to that person."""
        confirmed = row["mail_confirmed"]
        turns = confirmed is not None and not await self.links.stopped(confirmed)
        waiting = row["mail"] if row["mail"] != confirmed else None
        return {"on": self.mailer.on, "address": confirmed, "unconfirmed": waiting, "turns": turns}

    async def want_turns(self, person: Person, on: bool) -> None:
        """Set whether "it is your turn" is e-mailed to the confirmed address."""
        row = await self._people.profile(person.id)
        if row is None or row["mail_confirmed"] is None:
            raise Refused(409, "no_mail", "Confirm an address first.")
        await self.links.stop(mailbox(row["mail_confirmed"]), not on)

    async def tell_turn(self, person: str, table: str, game: str, rule: str) -> None:
        """E-mail that a decision is waiting, if the person has asked for this."""
        row = await self._people.profile(person)
        if row is not None and row["mail_confirmed"] and not await self.links.stopped(row["mail_confirmed"]):
            await self._send("turn", row, row["mail_confirmed"], game=game, rule=rule, word=table)

    # --- sending ---------------------------------------------------------------------------------

    async def _send(self, kind: str, row: Row, to: str, **facts: str) -> None:
        self._limits.take("mails", key=mailbox(to))
        try:
            await self.mailer.send(kind, to, row["lang"] or LANGUAGE, facts, await self.links.stop_word(to))
        except MailFailed as error:
            logger.warning("a mail failed", extra={"reason": str(error)})
            raise Refused(503, "mail_failed", "The mail could not be sent; try again later.") from None

    def _later(self, work: Any) -> None:
        async def quietly() -> None:
            try:
                await work
            except Refused as refusal:  # a limit, or a mail failure that was logged already
                logger.info("a mail was not sent", extra={"reason": refusal.kind})
            except Exception:
                logger.exception("a mail failed")

        task = asyncio.create_task(quietly())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _taken() -> Refused:
    return Refused(409, "taken", "This account name is taken, or you have an account already.")


def _replace(row: Row, hashed: str) -> Step:
    """Set a password if the stored hash is still the one that was verified."""
    people = schema.people
    return Step(
        update(people).where(people.c.id == row["id"], people.c.password == row["password"]).values(password=hashed), None, 1
    )
