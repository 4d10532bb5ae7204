"""What a question needs, what is searched for it, and what follows a critique."""
