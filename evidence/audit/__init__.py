"""Audit an answer, by whatever system wrote it, against given chunks of text."""
