"""The word lists that rules read, one file per subject, each with the origin of its lists. Lists only: no rule stands here."""
