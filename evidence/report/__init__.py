"""The report of a run, and the later check of a report."""
