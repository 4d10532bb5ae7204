"""Where a quote stands in a text."""
