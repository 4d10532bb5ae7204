"""What a document declares about itself: the entities it is about, the periods, versions and countries it covers, and
the time in which it is valid."""
