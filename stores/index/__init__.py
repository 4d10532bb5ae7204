"""The catalogue and the vector index, and searching them."""
