"""What a run may ask for passages."""
