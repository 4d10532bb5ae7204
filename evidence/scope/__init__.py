"""What a document declares of itself: whose it is, what it covers, and when it holds."""
