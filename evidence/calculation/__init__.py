"""Arithmetic over cited values, and the sentence that states its result."""
