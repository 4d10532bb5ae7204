"""Audits an answer, written by any system, against given chunks of text."""
