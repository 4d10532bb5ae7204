"""The golden questions: the question set, its grading and its figures."""
