"""Names of countries that neither CLDR nor ISO 3166 lists, and country names that are also other words.

Origin: written by hand. CLDR gives one short name per language, and ISO 3166 the formal names. Both adopt a new name
("Türkiye") at once, while documents keep the earlier name. The second list contains German, French and Spanish names
that are also an English word, a given name or a town; all names were reviewed for it. The peoples are those of the G20,
of Europe and of the questions of the development sets.
"""

OTHER_NAMES: dict[str, tuple[str, ...]] = {
    "AE": ("UAE", "U.A.E."),
    "BA": ("Bosnia",),
    "CD": ("DR Congo", "DRC", "Democratic Republic of Congo"),
    "CI": ("Ivory Coast",),
    "CN": ("PRC",),
    "EU": ("EU",),
    "GB": ("UK", "U.K.", "Great Britain"),
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
"""Further names of each country, by its ISO 3166 code. The European Union has the reserved code "EU"."""

OTHER_WORDS = frozenset(
    "argentine ascension chili dominique granada grenade island malte maurice reunión salvador".split()
)
"""German, French or Spanish country names that more often mean something else in documents: "Island" is Iceland,
"Reunión" a meeting."""
_OF_COUNTRIES = """
us. united-states america: american|uk. britain: british|france: french|germany: german|spain: spanish|italy: italian
netherlands holland: dutch|china: chinese|japan: japanese|russia: russian|england: english|scotland: scottish|wales: welsh
ireland: irish|poland: polish|sweden: swedish|denmark: danish|finland: finnish|norway: norwegian|greece: greek|turkey: turkish
switzerland: swiss|portugal: portuguese|belgium: belgian|austria: austrian|hungary: hungarian|ukraine: ukrainian
argentina: argentine|brazil: brazilian|mexico: mexican|canada: canadian|peru: peruvian|chile: chilean|india: indian
pakistan: pakistani|iran: iranian persian|iraq: iraqi|israel: israeli|egypt: egyptian|korea: korean|vietnam: vietnamese
thailand: thai|philippines: filipino|australia: australian|europe: european|africa: african|asia: asian
czechia: czech|slovakia: slovak|romania: romanian|bulgaria: bulgarian|iceland: icelandic|indonesia: indonesian
malaysia: malaysian|colombia: colombian|hawaii: hawaiian
"""
_OF_REGIONS = """
venice: venetian|naples: neapolitan|rome: roman|paris: parisian|normandy: norman|flanders: flemish|bavaria: bavarian
byzantium: byzantine|mongolia: mongol|kent: kentish
"""
PEOPLES: tuple[tuple[str, ...], ...] = tuple(
    tuple(group.replace(":", "").replace("-", " ").split())
    for group in (_OF_COUNTRIES.strip() + "\n" + _OF_REGIONS.strip()).replace("\n", "|").split("|")
)
"""Groups of words for one place and its people. No library lists these."""
ADJECTIVES = frozenset(
    word for group in _OF_COUNTRIES.strip().replace("\n", "|").split("|") for word in group.split(": ")[1].split()
) | frozenset(
    "western eastern northern southern north south arab arabic latin roman christian catholic protestant muslim jewish".split()
)
"""Adjectives of countries, directions and religions. They have capitals, but are not names."""
