"""Decides what a question needs, which searches it gets, and which step follows a critique."""
