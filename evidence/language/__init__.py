"""Splits text into sentences, words and tokens, and recognises verb forms, opposites and equal words."""
