"""The input, the output and the protocol of each role."""
