"""What each rule does to claims and to answers."""
