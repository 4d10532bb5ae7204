"""pincite: answers from your own documents with exact, checkable quotes, or says precisely why it cannot."""
