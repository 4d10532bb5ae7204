"""What the rule-based roles share: reading a question, finding figures in tables and statements, and what proves an answer without a model."""
