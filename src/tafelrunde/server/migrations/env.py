"""Alembic's environment: the server passes an open connection, so no configuration file is needed."""

from __future__ import annotations

from alembic import context

from tafelrunde.server.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
