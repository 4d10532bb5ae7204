"""Decides coverage, conflicts and confidence of an answer, and whether a model may judge."""
