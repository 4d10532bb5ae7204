"""Splits an answer into claims, and finds which words of its source a claim may omit and which earlier words of the
answer it needs."""
