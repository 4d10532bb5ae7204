"""The word lists that rules read, one file per subject, each with the origin of its lists. No rule stands here.

Patterns over phrases stay with the rule that matches them; what a library knows is asked of it (`countries`, `legal_forms`).
"""
