"""What a document declares about itself: its entity, its coverage and its validity."""
