"""Whether a document or a sentence provably is about the subject asked for: the subject gate."""
