"""Decides the kind and authority of a document that has no manifest entry, by rules, and records the reason (SPEC
EVI-6)."""

import re
from collections.abc import Sequence
from typing import Literal

from ...evidence.lexicon.document_type_names import (
    ANNOUNCEMENTS,
    CONTRACTS,
    FILINGS,
    LAWS,
    OWN_REPORTS,
    POLICIES,
    PUBLISHED,
    TYPES,
)
from ...evidence.model.frozen import Frozen
from ...evidence.model.source_record import Authority, SourceKind

_SECONDARY: tuple[tuple[Authority, Sequence[str]], ...] = (
    ("comment", ("blog",)), ("announcement", ("news",)), ("draft", ("draft",)),
    ("comment", ("summary", "notes", "forum", "thread", "comment")),
)  # fmt: skip
_PRIMARY: tuple[tuple[Authority, Sequence[str]], ...] = (
    ("policy", POLICIES), ("contract", CONTRACTS), ("filing", FILINGS), ("policy", LAWS), ("published", PUBLISHED),
    ("minutes", ("minutes",)), ("announcement", ANNOUNCEMENTS), ("comment", ("faq",)),
)  # fmt: skip
"""The words of titles and paths for each authority, of primary and secondary sources. An organisation's own minutes,
announcements and answers are primary too, with less weight than a policy."""
_IN_TITLES = (*OWN_REPORTS, "code of conduct", "documentation", "guide", "minutes", "report")
"""Types that only a title shows. A text also writes of other reports, and of minutes as a time."""


class Classified(Frozen):
    kind: SourceKind
    kind_reason: str
    authority: Authority
    authority_reason: str


def classify(path: str, title: str, media_type: str) -> Classified:
    """Return the kind and authority of a document, by words of its title and path. Without such a word it is primary
    and unclassified."""
    for where, text in (("title", title), ("path", path)):
        folded = " " + re.sub(r"[\W_]+", " ", text).casefold() + " "
        for table, kind in ((_SECONDARY, "secondary"), (_PRIMARY, "primary")):
            for authority, listed in table:
                for word in listed:
                    if f" {word} " in folded or f" {word}s " in folded:
                        return _classified(kind, authority, f"its {where} contains “{word}”")  # type: ignore[arg-type]
    if media_type == "message/rfc822":
        return _classified("secondary", "comment", "it is an e-mail")
    reason = "no word of its title or path indicates a kind"
    return _classified("primary", "unclassified", reason)


def _classified(kind: Literal["primary", "secondary"], authority: Authority, reason: str) -> Classified:
    return Classified(kind=kind, kind_reason=reason, authority=authority, authority_reason=reason)


def document_type(title: str, opening: str) -> str | None:
    """Return the type of the document in words, or None: the first name of `TYPES` in its title or its first lines.
    Longer names come first."""
    for text, types in ((title, TYPES + _IN_TITLES), (opening[:600], TYPES)):
        folded = re.sub(r"[\s_-]+", " ", text).casefold()
        for name in types:
            if re.search(rf"\b{re.escape(name.casefold().replace('-', ' '))}\b", folded):
                return name.removesuffix(" of the")
    return None
