"""The subject gate: its candidates, what it asks the judge, and the text of a closed gate."""
