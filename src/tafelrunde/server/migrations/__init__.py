"""The schema migrations, run with Alembic when a server starts."""
