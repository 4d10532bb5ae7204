"""The audit of any answer against given texts."""
