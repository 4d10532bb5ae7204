"""Checks that compare one claim with one source by code. Each check, called a guard, proves the claim, refutes it with
a reason, or finds nothing."""
