"""Loads PDF files: text, tables, headings and annotations."""
