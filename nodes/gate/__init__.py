"""What the subject gate asks, and what is said when it stays closed."""
