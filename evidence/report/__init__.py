"""The report of a run, and its later verification."""
