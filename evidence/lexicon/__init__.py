"""The word lists that the rules use, one file per subject, and one folder for the words of statements (`finance`).

Each file states the origin of its lists; none contains a rule. A list of more than twenty words is here; a shorter one,
or a pattern over phrases (“I could not find …”), may be in the module of its rule. Lists that a library provides come
from that library (`countries`, `legal_forms`).
"""
