"""Splits text into words, sentences and verb forms for the rules."""
