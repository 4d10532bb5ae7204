"""What is searched, and which of it is read."""
