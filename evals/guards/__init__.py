"""Measurement of the guards: right and wrong refutations."""
