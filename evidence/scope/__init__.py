"""What a document declares about itself: the entities it is about, the periods, versions and countries it covers, and
when it is valid."""
