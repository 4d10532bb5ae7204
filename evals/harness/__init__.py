"""The environment of the benchmarks: servers, load, and comparison systems."""
