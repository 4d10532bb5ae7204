"""Finds the exact place of a quote in a text."""
