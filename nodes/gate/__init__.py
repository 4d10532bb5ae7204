"""The subject gate: its candidates, its questions to the judge, and the text of a closed gate."""
