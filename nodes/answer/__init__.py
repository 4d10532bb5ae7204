"""Makes the text of an answer from verified evidence."""
