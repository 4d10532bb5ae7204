"""The forms of sentences that state a role. A sentence has marks in place of the name, the parent's names and the role.

Each form is written from the patterns of its parts, with an example beside it: `HOLDER` is Ann Lee, `PARENT` Acme, and
`ROLE` chair.
"""

import re
from functools import lru_cache

from ..lexicon.offices import GIVEN, OFFICES, ORGANS, SAME_ROLE

HOLDER, PARENT, ROLE, ROLES = "\ue000\ue001\ue002\ue003"
"""The marks that stand for the characters of the name, of the parent's names and of the role. Those of a role in the
plural are `ROLES`."""

_JOINED = r"(?:\s*,\s*(?:and\s+)?|\s+(?:and|&)\s+|\s*/\s*)"
_OFFICE = rf"(?i:{'|'.join(sorted(OFFICES - set('of and the mr mrs ms dr sir'.split())))}|co-?founder)"
_TITLE = rf"(?:[A-Z][\w-]*\s+){{0,4}}{_OFFICE}(?:\s+(?:{_OFFICE}|of\s+(?:the\s+)?[A-Z][\w-]*)){{0,3}}"
_OWN = r"(?i:the|our|its|their|an?|this)\s+"
QUALIFIED = rf"(?:(?i:{SAME_ROLE})\s+)*(?:{_TITLE}{_JOINED}(?:{_OWN})?){{0,3}}(?:(?i:{SAME_ROLE})\s+)*"
_OWNED = rf"(?:{_OWN})?(?:(?:[\w&.,{PARENT}-]+\s+){{0,4}}[\w&.{PARENT}-]+['’]s?\s+|{PARENT}+\s+)?{QUALIFIED}"
"""What may be before a title: whose it is, and other titles of the same person."""
_AFTER = (
    r"(?!,?\s*\(?\d{4}\s*(?:[-–]|to\b))(?=\s*(?:$|[,.;:|)\]”\"\n–—]|-\s)|\s+(?:19|20)\d\d\b|"
    rf"\s*\((?:{_TITLE}|[A-Z]{{2,6}}\)|(?:since|from)\s(?:[A-Z\d]\w*,?\s){{0,2}}\d{{4}}\))|"
    r"\s+(?:of|at|for|with|and|since|in|on|effective|who|from\s[^.;]{1,30}\sto\s(?:present|date|now))\b)"
)
"""What may be after a title. “Designate”, “until 2019” and “(2010 to 2014)” are not among it."""
_ENTRY = r"(?:,?\s+(?:aged?\s+)?\d\d\b)?(?:\s*\([^()]{0,80}\))?\s*(?:[,|(:–—\n]|-\s)\s*"
_ASIDE = r"(?:\s*\([^()]{0,80}\))?(?:\s*,[^;]{1,200}?,)?"
_GIVEN = rf"(?:{GIVEN})"
_PERSON = r"(?:(?:Mr|Mrs|Ms|Dr|Sir|Prof)\.?\s+)?"
_OTHERS_NAMES = r"[A-Z][\w&.’'-]*(?:\s+[A-Z][\w&.’'-]*){0,5}"
_AND_OTHERS = rf"(?:{_JOINED}{_OTHERS_NAMES}){{0,6}}"
_OTHERS_AND = rf"(?:{_OTHERS_NAMES}{_JOINED}){{0,6}}"
_OF = (
    rf"(?:\s*,?\s+(?:of|at|for|with)\s+(?:(?:the|our|this|its)\s+)?(?:(?i:{ORGANS})\s+of\s+(?:the\s+)?)?"
    rf"(?:(?:company|group|firm|business|organi[sz]ation)\b|[A-Z{PARENT}][\w&.{PARENT}-]*"
    rf"(?:,?\s+(?:(?:of|de|and|&|the)\s+)?[A-Z{PARENT}][\w&.{PARENT}-]*){{0,6}}))?"
)
_LINK = r"\s*(?:[,:|(–—\n]|-\s)\s*"
_THE_PARENT = rf"(?:the\s+)?{PARENT}+"
_BEGINS = rf"(?:^|[^\w\s{PARENT}{HOLDER}]\s*|\b(?:board\s+of(?:\s+directors\s+of)?|that|and|when|\d{{4}})\s+)"
_ITS_BOARD = r"(?:(?:['’]s?)?\s+[Bb]oard(?:\s+of\s+[Dd]irectors)?)?"
_HAS_EVER = r"(?:ha(?:s|ve)\s+)?(?:(?:\w+ly|also|today)\s+)?"
_NOT_DENIED = r"(?<!\bnot\s)(?<!\bnever\s)(?<!n['’]t\s)"

TITLED = re.compile(rf"\s*[,(|–—]?\s*(?:{_OWN})?{_TITLE}\b")
"""A title after a name."""
TITLES_ONLY = re.compile(rf"\W*(?i:Title|Position)?\W*{QUALIFIED}")
AFTER_TITLE = re.compile(_AFTER)


def _any_of(*forms: str) -> re.Pattern[str]:
    return re.compile("|".join(forms))


GIVES = _any_of(
    # "Acme's board has today appointed Ann Lee"
    rf"{_BEGINS}(?:[Tt]he\s+)?{PARENT}+{_ITS_BOARD}(?:\s+and\s+{_OTHERS_NAMES})?{_ASIDE}\s+{_HAS_EVER}{_GIVEN}\s+{_PERSON}{HOLDER}",
    # "Ann Lee joins Acme as"
    rf"{HOLDER}{_ASIDE}\s+(?:joins|joined)\s+{_THE_PARENT}\s+as\b",
    # "At Acme, Ann Lee"
    rf"(?:^|[,;]\s)\s*(?i:at|for)\s+{_THE_PARENT},?\s+{_PERSON}{HOLDER}",
)
"""The parent gives the role to the name, or the name joins the parent."""
ACTING = _any_of(
    # "Ann Lee and Tom Roe, who had also founded"
    rf"{HOLDER}{_AND_OTHERS}{_ASIDE}(?:\s*,\s*who)?\s+(?:ha(?:s|ve|d)\s+)?(?:(?:\w+ly|also)\s+)?[{ROLE}{ROLES}]",
    # "founded in 1987 by Ann Lee"
    rf"{_NOT_DENIED}[{ROLE}]*[{ROLE}{ROLES}](?:\s+\w+){{0,6}}?\s+by\s+{_OTHERS_AND}{_PERSON}{HOLDER}",
)
"""The name does the act of the role."""


@lru_cache
def stating(plural: bool, lasting: bool) -> re.Pattern[str]:
    """Return the pattern of all sentences that state a role. `plural`: several names may have it (“founders”).
    `lasting`: the past tense states it too."""
    are = {(False, False): "is", (False, True): "(?:is|was)", (True, False): "are", (True, True): "(?:are|were)"}
    verb, others, names = are[plural, lasting], _AND_OTHERS if plural else "", _OTHERS_AND if plural else ""
    role = rf"[{ROLE}]*{ROLES if plural else ROLE}"
    title = rf"{_OWNED}{role}{_AFTER}"
    held = "|".join(
        (
            # "is now"
            rf"(?:\s*,\s*who)?\s+(?:{verb}|(?:serve|act)s?\s+as|became|becomes)(?:\s+(?:now|also|both|currently))*",
            # "has been appointed as"
            rf"\s+(?:is|are|was|were|ha(?:s|ve)\s+been)(?:\s+(?:\w+ly|also|now))?\s+{_GIVEN}(?:\s+(?:as|to\s+be|to))?",
            # "succeeds Tom Roe as"
            r"\s+(?:join|succeed|replace)(?:s|ed|d)\s+[^,;:]{1,80}?\s+as",
            # "has served as", with "since" behind it
            r"\s+ha(?:s|ve)\s+(?:also\s+)?(?:served\s+as|been)(?=[^;]*\bsince\b)",
        )
    )
    alone = rf"(?<!{HOLDER})(?<!\bof\s)(?<!\b[Ii]f\s)(?<!\bwhether\s)"
    before = r"['’]s?|\b(?i:the|an?|our|its|their|this|as|and|by|with|from|that|said|says)"
    return _any_of(
        # "Ann Lee is the chair"
        rf"{alone}{HOLDER}+{others}{_ASIDE}(?:{held})\s+{title}",
        # "Ann Lee, 52, chair", but not if a label of the next line follows
        rf"{HOLDER}+(?!\n[^\n:]*:){others}{_ENTRY}{title}",
        # "appointed Ann Lee as chair"
        rf"\b{_GIVEN}\s+{_PERSON}{HOLDER}+{others}{_ASIDE}(?:\s+(?:as|to\s+be|to))?\s+{title}",
        # "Ann Lee chair"
        rf"^\W*{HOLDER}+\s+{title}",
        # "Acme's chair is Ann Lee", "the chair of Acme, Ann Lee"
        rf"(?:^|[,;:(|“\"\n–—]|{PARENT}(?:['’]s?)?|{before})\s*{QUALIFIED}{role}{_OF}(?:{_JOINED}{_TITLE})?"
        rf"(?:{_LINK}|\s+{verb}(?:\s+(?:now|currently))?\s+|\s+){names}{_PERSON}{HOLDER}",
    )
