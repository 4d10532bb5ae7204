"""Measures the guards: right and wrong refutations."""
