"""Values in a text, read exactly: numbers, amounts, units, dates and periods."""
