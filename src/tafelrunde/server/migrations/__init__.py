"""The database's own history, run by Alembic when a server starts."""
