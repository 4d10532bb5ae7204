"""Fuzzing: damaged files and malformed inputs for everything that reads external data."""
