"""The catalogue, the vector index, and search."""
