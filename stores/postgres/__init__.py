"""Stores the catalogue in PostgreSQL."""
