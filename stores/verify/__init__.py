"""Checks a report later: copies of its sources, and pictures of its quotes."""
