"""Decides whether the evidence covers the required facts, whether sources conflict, how confident an answer is, and
whether a model may judge."""
