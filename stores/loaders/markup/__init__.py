"""Loads marked-up text: web pages and Markdown."""
