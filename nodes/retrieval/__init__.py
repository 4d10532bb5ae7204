"""What a run searches, and which passages it reads."""
