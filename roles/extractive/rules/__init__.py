"""Rules that the rule-based roles share: analysis of a question, search for figures in tables and statements, and proof
of an answer without a model."""
