"""What the guards refute rightly and wrongly."""
