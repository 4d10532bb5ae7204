"""The immutable values that the layers exchange: places, sources, subjects, evidence and results of checks."""
