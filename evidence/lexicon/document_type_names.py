"""Types of documents: different names of one type, names that include several types, and words for a whole document.

Origin: written by hand; the forms are those of filings with the SEC (United States).
"""

NAMES_OF_ONE_TYPE = (
    ("master services agreement", "master service agreement", "msa"),
    ("non-disclosure agreement", "nondisclosure agreement", "confidentiality agreement", "nda"),
    ("service level agreement", "sla"),
    ("data processing agreement", "data processing addendum", "dpa"),
    ("lease agreement", "lease", "tenancy agreement"),
    ("employment contract", "employment agreement", "contract of employment"),
    ("supply agreement", "supply contract"),
    ("license agreement", "licence agreement", "licensing agreement", "license", "licence"),
    ("annual report", "10-k", "10k", "form 10-k", "20-f", "form 20-f"),
    ("quarterly report", "10-q", "10q", "form 10-q"),
    ("current report", "8-k", "8k", "form 8-k"),
    ("earnings release", "earnings report", "results announcement", "press release", "earnings"),
    ("statement of work", "sow"),
    ("memorandum of understanding", "mou"),
)
INSTRUCTIONS = ("manual", "handbook", "guide", "documentation", "instructions")
"""Names for a text in which people look up how something works or what holds. They name no type that excludes another
one."""
FAMILIES = {
    **dict.fromkeys(INSTRUCTIONS, INSTRUCTIONS),
    "agreement": ("agreement", "contract", "lease", "deed", "nda", "msa", "sla", "dpa", "license", "licence"),
    "contract": ("agreement", "contract", "lease", "deed", "nda", "msa", "sla", "dpa", "license", "licence"),
    "deal": ("agreement", "contract", "lease", "deed", "nda", "msa", "sla", "dpa", "license", "licence"),
    "filing": ("10-k", "10-q", "8-k", "20-f", "filing", "annual report", "quarterly report"),
    "report": ("report", "10-k", "10-q", "20-f", "update"),
    "press release": ("press release", "earnings release", "announcement", "8-k"),
    "earnings release": ("earnings release", "press release", "8-k"),
    "earnings report": ("earnings release", "press release", "8-k"),
    "policy": ("policy", "schedule", "procedure", "handbook", "code of conduct"),
    "minutes": ("minutes",),
    "document": ("",),
    "file": ("",),
    "text": ("",),
    "article": ("",),
    "page": ("",),
    "passage": ("",),
}
"""The types that each name includes. A document of any of these types matches the name."""
WHOLE_DOCUMENTS = (
    "document|text|version|edition|agreement|contract|lease|tenancy|licen[cs]e|deed|policy|plan|procedure|directive|regulation|circular|order"
    "|notice|act|law|statute|by-?law|code|standard|guideline|guidance|handbook|manual|memorandum|decree|protocol|treaty|tariff"
)
"""A pattern of the words by which a text refers to itself as a whole (“this lease”). Words for a part of it (“this
clause”) are left out."""
OWN_REPORTS = tuple(
    f"{kind} report"
    for kind in "annual quarterly interim current half-year integrated sustainability management remuneration".split()
)
"""Reports that an organisation writes about itself. Other reports (“inspection report”) may be by others."""
OWN_DOCUMENTS = "|".join(
    (
        *OWN_REPORTS,
        "annual accounts|financial statements|(?:earnings|press) release|prospectus",
        "(?:registration|proxy|information) statement|minutes|handbook|(?<!insurance )policy|procedure",
        "code of (?:conduct|ethics)|by-?laws|articles of association|newsletter",
    )
)
"""A pattern of the types of documents in which an organisation writes about itself. Contracts are left out, since they
have several parties."""
ANNOUNCING = "announce[sd]?|reported|provides?|declares?|posts?|releases?|completes?"
"""Verbs between an organisation and what it announces, in titles of news releases."""
ANNOUNCED = (
    r"(?:annual|quarterly|interim)\s+report\b|form\s+\d{1,2}-[a-z]\b|(?:[1-4]Q|Q[1-4]|FY)\s*\d|"
    r"(?:first|second|third|fourth)[\s-]+quarter\b|full[\s-]+year\b|fiscal\b"
)
"""What an organisation publishes for a period, in titles of its reports and news releases."""
POLICIES = ("policy", "handbook", "procedure", "code of conduct")
CONTRACTS = ("agreement", "contract", "amendment", "lease", "terms of service")
FILINGS = ("10k", "10 k", "10q", "10 q", "8k", "8 k", "annual report", "earnings")
LAWS = ("act", "regulation", "directive")
PUBLISHED = ("schedule", "price list", "invoice", "manual", "specification")
ANNOUNCEMENTS = ("press release", "announcement", "newsletter")
"""Words of titles and paths of primary sources, in lower case without hyphens."""
TYPES = (
    "master services agreement", "non-disclosure agreement", "service level agreement", "data processing agreement",
    "employment contract", "lease agreement", "loan agreement", "purchase agreement", "supply agreement", "license agreement",
    "agreement", "contract", "amendment", "annual report", "10-K", "10-Q", "8-K", "earnings release", "policy", "handbook",
    "minutes of the", "invoice", "price list", "procedure", "manual", "specification", "newsletter", "blog", "memo",
)  # fmt: skip
"""Types of documents by which a title or an opening names its document, longer names first."""
