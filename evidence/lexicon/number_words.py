"""English words for numbers, and nouns that a number names.

Origin: written by hand; the set of words for numbers is closed.
"""

from decimal import Decimal

UNITS = {
    word: value
    for value, word in enumerate(
        "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen "
        "nineteen".split(),
        1,
    )
} | {"zero": 0}
TENS = {
    word: 10 * value for value, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)
} | {"fourty": 40}
SCALES = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12}
ORDINALS = (
    {
        word: value
        for value, word in enumerate(
            "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
            "sixteenth seventeenth eighteenth nineteenth twentieth".split(),
            1,
        )
    }
    | {
        word: 10 * value
        for value, word in enumerate("thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth".split(), 3)
    }
    | {"hundredth": 100, "thousandth": 1000}
)
FRACTIONS = {
    "half": 2, "halves": 2, "third": 3, "thirds": 3, "quarter": 4, "quarters": 4, "fourth": 4, "fourths": 4, "fifth": 5,
    "fifths": 5, "sixth": 6, "sixths": 6, "seventh": 7, "sevenths": 7, "eighth": 8, "eighths": 8, "ninth": 9, "ninths": 9,
    "tenth": 10, "tenths": 10, "hundredth": 100, "hundredths": 100,
}  # fmt: skip
MULTIPLES = {
    "half": Decimal("0.5"),
    "twice": Decimal(2),
    "double": Decimal(2),
    "thrice": Decimal(3),
    "triple": Decimal(3),
}
NUMBERED_THINGS = frozenset(
    "section sections sec secs article articles art arts form forms clause clauses paragraph paragraphs para paras "
    "chapter chapters annex appendix exhibit exhibits figure figures fig figs table tables note notes item items rule "
    "rules regulation regulations directive resolution page pages p pp line lines volume volumes vol issue no nos nr "
    "version ver iso iec rfc isbn issn phase stage type class category tier grade step room gate route highway "
    "interstate flight apollo boeing airbus windows iphone covid sars-cov asc asu ias ifrs sfas fin sku id ref "
    "reference case docket file order invoice ticket schedule part title question footnote principle recommendation "
    "amendment channel formula building suite unit block lot # § §§".split()
)
"""Nouns whose following number is part of a name and not a quantity: "Section 16", "Boeing 737"."""
BOUND_ENDINGS = frozenset(
    "than exceed exceeding exceeds exceeded over above most maximum max at least minimum min under below beyond from "
    "circa c ca about around nearly almost roughly approximately approx some estimated so virtually practically "
    "surpassing surpasses surpassed shy".split()
)
"""The last words of phrases that make a number a bound: "more than", "at least"."""
