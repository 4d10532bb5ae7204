"""Damaged files and wild inputs against everything that reads from outside."""
