"""Shared by every node: the state, the context, and the execution of a step."""
