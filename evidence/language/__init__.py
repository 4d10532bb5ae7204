"""Words, sentences and verbs, as far as the rules need them."""
