"""Rule-based faults and paraphrases of true sentences."""
