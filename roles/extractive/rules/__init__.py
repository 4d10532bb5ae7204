"""Shared rules of the rule-based roles: analysing a question, finding figures in tables and statements, and proving an
answer without a model."""
