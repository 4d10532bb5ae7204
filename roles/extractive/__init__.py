"""The rule-based implementations of the roles. They call no model."""
