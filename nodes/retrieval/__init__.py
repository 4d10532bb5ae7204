"""Decides what a run searches, and which passages it reads."""
