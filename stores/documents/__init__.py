"""The stored parts of a document: its text, structure, passages and tables."""
