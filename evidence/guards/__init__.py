"""Guards: checks that compare one claim with one source by code. A guard proves the claim, refutes it with a reason, or
finds nothing."""
