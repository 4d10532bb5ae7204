"""Faults and paraphrases made by rule from true sentences."""
