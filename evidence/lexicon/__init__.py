"""The word lists that the rules use, one file per subject.

Each file states the origin of its lists; none contains a rule. A pattern over phrases is in the module of its rule.
Lists that a library provides come from that library (`countries`, `legal_forms`).
"""
