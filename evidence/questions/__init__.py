"""Decides what a question needs, which searches it gets, and what follows a critique."""
