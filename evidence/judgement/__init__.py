"""Coverage of the steps, conflicts, confidence, and the calibration of the judge."""
