"""A knowledge base: opening it, ingesting documents, and reading one generation."""
