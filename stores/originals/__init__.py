"""Finds what a later check of a report needs: copies of its sources, and pictures of its quotes."""
