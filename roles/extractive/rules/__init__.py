"""Rules that the rule-based roles share. They parse questions, find figures in tables and statements, and prove answers
without a model."""
