"""Split an answer into claims. Find what a claim may omit from the sentence that it repeats, and which words it needs
from the text before it."""
