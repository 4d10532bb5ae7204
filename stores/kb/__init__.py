"""A knowledge base: how it is opened, how documents are ingested, and how one generation is read."""
