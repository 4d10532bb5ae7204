"""Marked-up text: web pages and Markdown."""
