"""The words of calculated results, one module for each language."""
