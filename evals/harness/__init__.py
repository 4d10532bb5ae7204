"""What benchmarks run in: servers, load, and systems to compare with."""
