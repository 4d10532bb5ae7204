"""From verified evidence to the words of an answer."""
