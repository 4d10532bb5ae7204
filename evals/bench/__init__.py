"""Benchmarks. Each module is a command."""
