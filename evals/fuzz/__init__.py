"""Fuzzing: damaged files and malformed inputs for all code that reads external data."""
