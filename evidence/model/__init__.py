"""What passes between the layers: frozen values for places, sources, subjects, evidence and results of checks."""
