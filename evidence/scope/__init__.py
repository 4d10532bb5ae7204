"""What a document declares about itself: its entities, periods, version, countries and validity."""
