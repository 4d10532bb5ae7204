"""Calculations over cited values, and the sentences that state their results."""
