"""The words of financial statements, their lines and measures, one file per subject."""
