"""Kinds of documents as questions name them."""

import re
from typing import NamedTuple

_GENERIC_KINDS = (
    "agreement|contract|policy|report|filing|plan|schedule|notice|letter|memorandum|statement|certificate|guidelines?"
)
_KINDS = (
    r"(?:master|framework|supply|purchase|sale|loan|credit|lease|licen[cs]e|rental|service|services|service level|employment|"
    r"non-?disclosure|confidentiality|data processing|distribution|shareholders?|share purchase|settlement|partnership|"
    r"consulting|maintenance|joint venture|escrow)(?: services?)? (?:agreement|contract|deed|note)|statement of work|"
    r"terms (?:of service|and conditions)|(?:annual|quarterly|current|interim) report|earnings (?:release|report)|press release|"
    r"proxy statement|articles of association|bylaws|10-?[kq]|8-?k|20-?f|nda|msa|sla|dpa|sow|lease|handbook|minutes|invoice|"
    r"price list|code of conduct|manual|prospectus|indenture"
)
SHORT_KINDS = {
    "msa": "master services agreement",
    "master service agreement": "master services agreement",
    "nda": "non-disclosure agreement",
    "nondisclosure agreement": "non-disclosure agreement",
    "sla": "service level agreement",
    "dpa": "data processing agreement",
    "sow": "statement of work",
} | {
    form: f"{number}-{letter}"
    for number, letter in (("10", "K"), ("10", "Q"), ("8", "K"), ("20", "F"))
    for form in (f"{number}{letter.casefold()}", f"{number}-{letter.casefold()}")
}
_KIND = re.compile(
    rf"(?<![\w-])(?<!\band )(?P<kind>{_KINDS})(?:s|'s)?(?![\w-])(?! (?:year|value|date|price|term|period|holder|limit|number)\b)",
    re.IGNORECASE,
)
_GENERIC = re.compile(
    r"\b(?:under|in|by|per|within|of|does|do|did|has|is|according to|terms of)\s+(?:the|this|that|our|its|their|an?)\s+"
    rf"(?:[\w-]+\s+){{0,2}}?(?P<kind>{_GENERIC_KINDS})\b"
    r"(?=\s+(?:with|between|dated|of|signed|entered|say|state|require|provide|allow|define|for)|\s*[?,.]|\s*$)",
    re.IGNORECASE,
)
_IN_A_TITLE = re.compile(rf"\b(?P<kind>{_KINDS}|{_GENERIC_KINDS})\b", re.IGNORECASE)


class Paper(NamedTuple):
    """A kind of document named in a question. A generic word ("the policy") counts only where it is what is asked about."""

    kind: str
    start: int
    end: int


def paper_in(part: str) -> Paper | None:
    match = _KIND.search(part) or next((one for one in _GENERIC.finditer(part) if not _of_accounts(part, one)), None)
    return Paper(_long_form(match["kind"]), match.start("kind"), match.end("kind")) if match else None


def _of_accounts(part: str, match: re.Match[str]) -> bool:
    """Whether a "statement" is one of the financial statements, which are a part of a report and no kind of document."""
    around = part[max(0, match.start("kind") - 40) : match.end("kind") + 40]
    return match["kind"].casefold() == "statement" and _ACCOUNTS.search(around) is not None


_ACCOUNTS = re.compile(
    r"\b(?:cash\s+flows?|income|earnings|operations|financial(?:\s+position)?|profit\s+(?:and|or)\s+loss|changes\s+in\s+equity)\b",
    re.IGNORECASE,
)


def kind_in_title(title: str) -> str | None:
    """The kind a title carries: "Remote Working Policy" → "policy"."""
    match = _KIND.search(title) or _IN_A_TITLE.search(title)
    return _long_form(match["kind"]) if match else None


def paper_words(part: str) -> tuple[str, ...]:
    """The kinds as they stand in the question, so that they are not taken for what is asked."""
    return tuple(dict.fromkeys(match["kind"] for match in (*_KIND.finditer(part), *_GENERIC.finditer(part))))


def _long_form(kind: str) -> str:
    return SHORT_KINDS.get(kind.casefold(), kind.casefold())
