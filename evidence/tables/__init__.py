"""Rows, columns, cells and units of tables, and the lines of financial statements."""
