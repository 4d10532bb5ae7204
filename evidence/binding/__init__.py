"""The subject gate: whether a document or a sentence is provably about the subject of the question."""
