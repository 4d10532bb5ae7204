"""Question sets in JSON lines, and their scores."""
