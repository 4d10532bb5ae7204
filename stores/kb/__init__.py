"""A knowledge base: opening it, taking documents in, and reading one generation of it."""
