"""An answer split into claims, and what a claim may leave out of or take from the sentences around it."""
