"""A mail server for the browser tests: prints its port, then each mail as a line of JSON."""

from __future__ import annotations

import asyncio
import json
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.smtp import SMTP


class Printer:
    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        mail = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(mail, EmailMessage)
        print(json.dumps({"to": mail["To"], "text": mail.get_content()}), flush=True)
        return "250 OK"


async def main() -> None:
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(Printer(), hostname="localhost"), "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
