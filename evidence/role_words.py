"""What roles are called, and where a text states one."""

import re
from collections.abc import Iterator
from functools import lru_cache

from .verbs import forms

_FORMS = (
    ("ceo", "chief executive officer", "chief executive"),
    ("cfo", "chief financial officer"),
    ("coo", "chief operating officer"),
    ("cto", "chief technology officer"),
    ("cio", "chief information officer"),
    ("ciso", "chief information security officer"),
    ("dpo", "data protection officer"),
    ("chair", "chairman", "chairwoman", "chairperson"),
    ("founder", "co-founder", "cofounder"),
)
"""Names of one role. "co-founder" asked is answered by co-founders only; a co-founder is a founder."""
_ACTS = {
    "founder": "founded|co-founded|cofounded|established|set up",
    "co-founder": "co-founded|cofounded",
    "director": "directed",
    "author": "wrote|written|authored",
    "owner": "owns|owned",
    "editor": "edited",
    "composer": "composed",
    "creator": "created",
    "inventor": "invented",
    "designer": "designed",
    "producer": "produced",
}
_NO_DOERS = frozenset(
    "officer contractor partner customer member tenor doctor sponsor employer insurer brother sister".split()
)
"""Roles that end like a doer's and are none, or whose verb names the other side ("contracted by")."""
OTHER_ROLE = re.compile(
    r"\b(?:former|ex|vice|deputy|assistant|associate|acting|interim|past|previous|retired|honorary|then|ex-?officio|managing|"
    r"executive|non-executive|art|finance|sales|regional|shadow|sub|under)[\s-]*$",
    re.IGNORECASE,
)
PAST = re.compile(
    r"^[^.;]{0,40}?\bfrom\s+[^,;.]{0,24}\d{4}\s+(?:to|until|through)\s+(?!present|date|now)", re.IGNORECASE
)
OFFICES = frozenset(
    "ceo cfo coo cto president chief executive officer financial operating technology chair chairman chairwoman chairperson "
    "director directors managing secretary treasurer board founder owner partner vice senior general counsel head "
    "of and the mr mrs ms dr sir principal manager officers executives committee".split()
)
"""Words of titles, which are written like names and are none."""


def role_places(role: str, sentence: str) -> Iterator[tuple[int, int, bool]]:
    """Where the sentence states the role: offsets, and whether by an act ("founded") rather than by the noun."""
    folded = " ".join(role.casefold().split())
    nouns = next((forms for forms in _FORMS if folded in forms), (folded,))
    if folded in ("co-founder", "cofounder"):
        nouns = ("co-founder", "cofounder")
    pattern = "|".join(re.escape(one).replace(r"\ ", r"\s+") for one in sorted(nouns, key=len, reverse=True))
    for match in re.finditer(rf"(?<![\w-])(?:{pattern})s?(?!\w)", sentence, re.IGNORECASE):
        yield match.start(), match.end(), False
    if acts := _ACTS.get(folded):
        for match in re.finditer(rf"(?<![\w-])(?:{acts})(?!\w)", sentence, re.IGNORECASE):
            yield match.start(), match.end(), True
    elif roots := _doing(folded):
        for match in re.finditer(r"(?<![\w-])[a-z]{3,}(?![\w-])", sentence):
            if any(root in roots and form in ("past", "participle") for root, form in forms(match.group())):
                yield match.start(), match.end(), True


@lru_cache(maxsize=256)
def _doing(role: str) -> frozenset[str]:
    """The roots of the verb that a role of one word is made from: "singer" is who sang it, "supplier" who supplied it."""
    if role in _NO_DOERS or not re.fullmatch(r"[a-z]{3,}(?:er|or)", role):
        return frozenset()
    stem = role[:-2]
    bases = {stem, stem + "e", stem[:-1] if stem[-2:-1] == stem[-1:] else stem}
    if stem.endswith("i"):
        bases.add(stem[:-1] + "y")
    return frozenset(root for base in bases if len(base) > 2 for root, form in forms(base) if form == "base")


_LABELS = frozenset(
    (
        "company corporation inc incorporated llc ltd limited plc registrant issuer administrator parent subsidiary group "
        "firm board committee director directors officer officers executive chief senior vice president vp chair chairman "
        "chairwoman chairperson manager counsel general secretary treasurer auditor auditors accountant accountants "
        "section item form exhibit note part table annual report agreement act exchange securities commission united "
        "states management employee employees participant plan trustee agent customer supplier tenant landlord lender "
        "borrower corporate governance principles certification certifications financial operating legal technology "
        "information effective date name title signature and of the by for to in on finance services service web lead "
        "independent filed herewith consent business operations sales marketing human resources investor relations "
        "retired former interim acting"
    ).split()
)
_NO_HOLDER = frozenset(
    "act section item form exhibit committee officer board certification certifications agreement report employees "
    "services consent company’s company's".split()
)


def is_defined_term(name: str, text: str) -> bool:
    """Whether one word or two that are written like a name stand in the text as a term: "the Tenant", "this Lease"."""
    if len(name.split()) > 2:
        return False
    places = list(re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text))
    return bool(places) and all(_DETERMINED.search(text[: place.start()]) for place in places)


_DETERMINED = re.compile(r"\b(?:the|this|that|such|each|every|any|an?|our|its|their|his|her)\s+$", re.IGNORECASE)


def is_office(name: str) -> bool:
    """Whether what is written like a name is but a title: "Principal Executive Officer"."""
    return {word.casefold().strip(".,") for word in name.split()} <= OFFICES


def may_hold(name: str) -> bool:
    """Whether a proposed name can be that of a person or a firm, and is not a label such as "the Company" or "Section 16".

    Known to let through: capitalised common nouns that are on neither list.
    """
    words = [word.casefold().strip(".,") for word in name.split()]
    return bool(words) and not set(words) <= _LABELS and not set(words) & _NO_HOLDER and any(map(str.isalpha, words))
