"""The word lists that the rules use, one file per subject.

Each file states the origin of its lists; none contains a rule. A list of more than twenty words is here; a shorter one,
or a pattern over phrases, may be in the module of its rule. Lists that a library provides come from that library (`countries`, `legal_forms`).
"""
