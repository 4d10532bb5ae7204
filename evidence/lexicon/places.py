"""Names of countries that neither CLDR nor ISO 3166 gives, and names of theirs that are other words too.

Origin: written by hand. CLDR gives one short name per language, ISO 3166 the formal ones; both follow renamings at once ("Türkiye"), while
documents keep the earlier name. The second list is what a reading of all German, French and Spanish names shows to be an English word, a given
name or a town.
"""

OTHER_NAMES: dict[str, tuple[str, ...]] = {
    "AE": ("UAE", "U.A.E."),
    "BA": ("Bosnia",),
    "CD": ("DR Congo", "DRC", "Democratic Republic of Congo"),
    "CI": ("Ivory Coast",),
    "CN": ("PRC",),
    "EU": ("EU",),
    "GB": ("UK", "U.K."),
    "IE": ("Republic of Ireland",),
    "MK": ("Macedonia",),
    "MO": ("Macau",),
    "NL": ("Holland",),
    "PS": ("Palestine",),
    "SZ": ("Swaziland",),
    "TL": ("East Timor",),
    "TR": ("Turkey",),
    "US": ("US", "U.S.", "USA", "U.S.A."),
}
"""By the country's ISO 3166 code; the Union has its reserved one."""

OTHER_WORDS = frozenset(
    "argentine ascension chili dominique granada grenade island malte maurice reunión salvador".split()
)
"""Names in German, French or Spanish that are more often something else: "Island" is Iceland, "Reunión" a meeting."""
