"""Input and output of each role: one protocol per role."""
