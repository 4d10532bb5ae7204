"""The checks that code makes of one claim against one source. Each gives a proof, or a reason to refute the claim."""
