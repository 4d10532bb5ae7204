"""Parses the values in a text exactly: numbers, amounts, units, dates and periods."""
