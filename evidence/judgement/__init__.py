"""Coverage of the plan's steps, conflicts between sources, confidence, and the calibration of the judge."""
