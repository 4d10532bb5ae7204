"""The roles without a model."""
