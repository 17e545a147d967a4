"""Serves the built web client with precompressed files, and ``index.html`` for its own routes (single-page-app fallback)."""

from __future__ import annotations

import asyncio
import gzip
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from tafelrunde.server.errors import unknown

FOLDER = Path(__file__).parent.parent / "web" / "static"
DOCS = Path(__file__).parent.parent / "web" / "docs"
"""The documentation site, built by ``make docs``."""
INDEX = "index.html"
OUTSIDE = ("api", "assets", "metrics")
"""The first parts of paths that never belong to the web client."""
FOREVER = "public, max-age=31536000, immutable"
"""For files whose names contain a hash of their contents."""
PACKED = {"br": ".br", "gzip": ".gz"}
"""Encodings, in order of preference, and the suffixes of the precompressed files."""
WORTH_PACKING = 1024
LONGEST_NAME = 100
PLAIN = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Tafelrunde</title>
<h1>Tafelrunde</h1><p>The server is running. The interface:
<a href="/api/openapi.json">/api/openapi.json</a>.</p></html>"""
"""The response if the web client was not built."""


class Found(NamedTuple):
    """A file in every encoding that is available."""

    kind: str
    etag: str
    bodies: dict[str, bytes]


class Pages:
    """Serves only files of its folder, looked up by name, so that no URL can reach another file."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder
        self._read: dict[tuple[str, int], Found] = {}

    async def document(self, request: Request) -> Response:
        """A file of a site with a page for each address; unlike in the web client, an unknown address is an error."""
        name = request.path_params.get("path", "") or INDEX
        if not self._has(name):
            raise unknown("page")
        return await self._send(request, name)

    async def answer(self, request: Request) -> Response:
        path = request.path_params.get("path", "")
        name = path if self._has(path) else INDEX
        if name == INDEX and path.partition("/")[0] in OUTSIDE:
            raise unknown("page")
        if name == INDEX and not self._has(INDEX):
            return HTMLResponse(PLAIN, 404 if path else 200)
        return await self._send(request, name)

    async def _send(self, request: Request, name: str) -> Response:
        found = await self._get(name)
        lasting = FOREVER if name.startswith("assets/") else "no-cache"
        headers = {"cache-control": lasting, "etag": found.etag, "vary": "accept-encoding"}
        if request.headers.get("if-none-match") == found.etag:
            return Response(status_code=304, headers=headers)
        encoding = self._encoding(request, found)
        if encoding:
            headers["content-encoding"] = encoding
        return Response(found.bodies[encoding], headers=headers, media_type=found.kind)

    def _has(self, name: str) -> bool:
        """Whether a name is a file of the folder; names with ``..``, leading dots or unusual characters are not."""
        parts = name.split("/")
        if not all(part and part[0] != "." and part.isprintable() and len(part) <= LONGEST_NAME for part in parts):
            return False
        try:
            return (self._folder / name).is_file()
        except (OSError, ValueError):  # not a valid name on this file system
            return False

    async def _get(self, name: str) -> Found:
        mark = name, (self._folder / name).stat().st_mtime_ns
        if mark not in self._read:
            self._read[mark] = await asyncio.to_thread(_read, self._folder / name)
        return self._read[mark]

    def _encoding(self, request: Request, found: Found) -> str:
        taken = {part.partition(";")[0].strip() for part in request.headers.get("accept-encoding", "").split(",")}
        return next((name for name in PACKED if name in taken and name in found.bodies), "")


def _read(path: Path) -> Found:
    body = path.read_bytes()
    bodies = {"": body}
    for encoding, ending in PACKED.items():
        packed = path.with_name(path.name + ending)
        if packed.is_file():
            bodies[encoding] = packed.read_bytes()
    kind = _kind(path)
    if "gzip" not in bodies and len(body) >= WORTH_PACKING and not kind.startswith(("image/png", "image/jpeg", "font/woff")):
        bodies["gzip"] = gzip.compress(body, mtime=0)
    return Found(kind, f'"{sha256(body).hexdigest()[:24]}"', bodies)


def _kind(path: Path) -> str:
    """The content type; those of web files are listed here, because the systems' own tables differ."""
    own = {
        ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css",
        ".svg": "image/svg+xml", ".json": "application/json", ".webmanifest": "application/manifest+json",
        ".woff2": "font/woff2", ".woff": "font/woff", ".wasm": "application/wasm",
    }  # fmt: skip
    return own.get(path.suffix) or guess_type(path.name)[0] or "application/octet-stream"
