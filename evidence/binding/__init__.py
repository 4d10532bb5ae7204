"""The subject gate and its rules: whether a document or a sentence is provably about the subject of the question."""
