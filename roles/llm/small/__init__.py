"""The roles of the profile `small`: one small decision a call (SPEC CST-3)."""
