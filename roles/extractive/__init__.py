"""The rule-based roles: they use no model."""
