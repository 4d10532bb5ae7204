"""Legal forms of companies beside those of cleanco, and which of its forms are also words.

Origin: written by hand against cleanco 2.3.
"""

MORE_FORMS = (
    "cos", "pty", "pvt", "ulc", "mbh", "dac", "pjsc", "pao", "sas", "ohg", "sapi de cv", "sa de cv", "sab de cv", "s de rl de cv",
    "private limited", "pvt limited", "public limited company", "limited liability company", "limited liability partnership", "limited partnership",
    "proprietary", "national association", "aktiengesellschaft",
)  # fmt: skip
"""Forms in use that the types of cleanco 2.3 do not list."""
TWO_LETTERS = frozenset("co lp ag kg ev se sa bv nv oy ab as kk".split())
"""The forms of two letters that are written without full stops. The library has forty more ("at", "da", "ok", "uk"), which are words
and country codes; they count with full stops only."""
ALSO_WORDS = frozenset("private unlimited vat dat sal ses spa sep ans fie gte cpt as se".split())
"""Forms that are English words or common abbreviations. They count with full stops, in capitals or in mixed case ("SpA")."""
ONE_FORM = {
    "incorporated": "inc", "corporation": "corp", "company": "co", "cos": "co", "limited": "ltd", "proprietary": "pty",
    "private": "pvt", "aktiengesellschaft": "ag", "a/s": "as",
}  # fmt: skip
