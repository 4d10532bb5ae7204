"""The golden questions: their set, their grading and their figures."""
