"""The environment of the benchmarks: servers, load, and systems to compare with."""
