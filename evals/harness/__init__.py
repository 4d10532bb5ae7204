"""What the benchmarks run against: servers, load, and comparison systems."""
