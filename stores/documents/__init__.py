"""What is kept of a document: its text, its structure, its passages and its tables."""
