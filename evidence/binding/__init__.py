"""The subject gate and its rules, which decide whether a document or a sentence is provably about the subject of the
question."""
