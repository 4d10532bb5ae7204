"""Names of organisations, people and places, and rules for when two names are the same."""
