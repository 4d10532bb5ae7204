"""Loads PDF files."""
