"""The catalogue in PostgreSQL."""
