"""The roles of the profile `small`: one small decision per call (SPEC CST-3)."""
