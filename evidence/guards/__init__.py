"""What code finds of one claim against one source: proof, or a reason to refute it."""
