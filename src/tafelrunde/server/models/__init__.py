"""The JSON of the HTTP interface and of the live sockets, as pydantic models.

Requests are validated with them. Answers are not: the server writes them itself, often from bytes that are made once, so the
models of answers and socket messages only describe (:mod:`tafelrunde.server.openapi`). Tests validate every answer against them,
and the types of the web client are generated from the description.
"""
