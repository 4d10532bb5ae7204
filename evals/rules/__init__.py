"""Measures each rule, on claims and on answers."""
