"""Names of organisations, people and places, and when two names are one."""
