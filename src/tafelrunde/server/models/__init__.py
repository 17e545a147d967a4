"""The pydantic models of the HTTP interface and of the live sockets.

Requests are validated with them. Responses are not: the server encodes them itself, often from cached bytes, so the
models of responses and socket messages only describe them (:mod:`tafelrunde.server.openapi`). Tests validate every response,
and the types of the web client are generated from the description.
"""
