"""Legal forms of companies that cleanco lacks, and forms of cleanco that are also ordinary words.

Origin: written by hand against cleanco 2.3.
"""

MORE_FORMS = (
    "cos", "pty", "pvt", "ulc", "mbh", "dac", "pjsc", "pao", "sas", "ohg", "sapi de cv", "sa de cv", "sab de cv", "s de rl de cv",
    "private limited", "pvt limited", "public limited company", "limited liability company", "limited liability partnership", "limited partnership",
    "proprietary", "national association", "aktiengesellschaft",
)  # fmt: skip
"""Legal forms that cleanco 2.3 does not list."""
TWO_LETTERS = frozenset("co lp ag kg ev se sa bv nv oy ab as kk".split())
"""The two-letter forms that are recognised without full stops. cleanco lists forty more, such as "at", "da", "ok" and
"uk". These are also words and country codes, so they are recognised with full stops only."""
ALSO_WORDS = frozenset("private unlimited vat dat sal ses spa sep ans fie gte cpt as se".split())
"""Forms that are also English words or common abbreviations. They are recognised with full stops, in capitals, or in
mixed case ("SpA")."""
ONE_FORM = {
    "incorporated": "inc", "corporation": "corp", "company": "co", "cos": "co", "limited": "ltd", "proprietary": "pty",
    "private": "pvt", "aktiengesellschaft": "ag", "a/s": "as",
}  # fmt: skip
