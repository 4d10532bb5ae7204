"""Nouns whose following number is part of a name and no quantity: "Section 16", "Boeing 737".

Origin: written by hand.
"""

NUMBERED_THINGS = frozenset(
    "section sections sec secs article articles art arts form forms clause clauses paragraph paragraphs para paras "
    "chapter chapters annex appendix exhibit exhibits figure figures fig figs table tables note notes item items rule "
    "rules regulation regulations directive resolution page pages p pp line lines volume volumes vol issue no nos nr "
    "version ver iso iec rfc isbn issn phase stage type class category tier grade step room gate route highway "
    "interstate flight apollo boeing airbus windows iphone covid sars-cov asc asu ias ifrs sfas fin sku id ref "
    "reference case docket file order invoice ticket schedule part title question footnote principle recommendation "
    "amendment channel formula building suite unit block lot # § §§".split()
)
