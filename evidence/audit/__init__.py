"""Audit any answer against given texts."""
