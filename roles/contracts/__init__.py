"""What each role is given and gives: one protocol for each."""
