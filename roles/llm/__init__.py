"""The roles on chat models, and their calibration."""
