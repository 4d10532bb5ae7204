"""Split an answer into claims, and find what a claim may omit from, or take from, the sentences around it."""
