"""What a document declares about itself: whose it is, what it covers, and when it holds."""
