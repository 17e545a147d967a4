"""Alembic's entry: the server hands over an open connection, so that there is no configuration file to find."""

from __future__ import annotations

from alembic import context

from tafelrunde.server.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
