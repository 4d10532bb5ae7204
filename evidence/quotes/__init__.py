"""Locates a quote in a text."""
