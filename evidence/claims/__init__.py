"""Splits an answer into claims. It also finds what a claim may omit from the sentence that it repeats, and which
earlier words it needs."""
