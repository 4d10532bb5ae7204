"""The sources that a run may search for passages."""
