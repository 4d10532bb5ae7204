"""The roles that use chat models, and their calibration."""
