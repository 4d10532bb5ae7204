"""Measurement of each rule, on claims and on answers."""
