"""Decides the kind and authority of a document that has no manifest entry, by rules, and records the reason (SPEC
EVI-6)."""

import re
from typing import Literal

from ...evidence.lexicon.document_type_names import OWN_REPORTS
from ...evidence.model.frozen import Frozen
from ...evidence.model.source_record import Authority, SourceKind

_SECONDARY: tuple[tuple[str, Authority], ...] = (
    ("blog", "comment"), ("news", "announcement"), ("minutes", "minutes"), ("draft", "draft"), ("summary", "comment"),
    ("notes", "comment"), ("forum", "comment"), ("thread", "comment"), ("comment", "comment"),
)  # fmt: skip
_PRIMARY: tuple[tuple[str, Authority], ...] = (
    ("policy", "policy"), ("handbook", "policy"), ("procedure", "policy"), ("code of conduct", "policy"),
    ("agreement", "contract"), ("contract", "contract"), ("amendment", "contract"), ("lease", "contract"),
    ("terms of service", "contract"), ("10k", "filing"),
    ("10 k", "filing"), ("10q", "filing"), ("10 q", "filing"), ("8k", "filing"), ("8 k", "filing"), ("annual report", "filing"),
    ("earnings", "filing"), ("act", "policy"), ("regulation", "policy"), ("directive", "policy"), ("schedule", "published"),
    ("price list", "published"), ("invoice", "published"), ("manual", "published"), ("specification", "published"),
    ("press release", "announcement"), ("announcement", "announcement"), ("newsletter", "announcement"), ("faq", "comment"),
)  # fmt: skip
"""Words in titles and paths of primary sources, with their authority. An organisation's own announcements and answers
are primary too, with less weight than a policy."""
_TYPES = (
    "master services agreement", "non-disclosure agreement", "service level agreement", "data processing agreement",
    "employment contract", "lease agreement", "loan agreement", "purchase agreement", "supply agreement", "license agreement",
    "agreement", "contract", "amendment", "annual report", "10-K", "10-Q", "8-K", "earnings release", "policy", "handbook",
    "minutes of the", "invoice", "price list", "procedure", "manual", "specification", "newsletter", "blog", "memo",
)  # fmt: skip
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
            for word, authority in table:
                if f" {word} " in folded or f" {word}s " in folded:
                    return _classified(kind, authority, f"its {where} contains “{word}”")  # type: ignore[arg-type]
    if media_type == "message/rfc822":
        return _classified("secondary", "comment", "it is an e-mail")
    reason = "no word of its title or path indicates a kind"
    return _classified("primary", "unclassified", reason)


def _classified(kind: Literal["primary", "secondary"], authority: Authority, reason: str) -> Classified:
    return Classified(kind=kind, kind_reason=reason, authority=authority, authority_reason=reason)


def document_type(title: str, opening: str) -> str | None:
    """Return the type of the document in words, or None: the first name of `_TYPES` in its title or its first lines.
    Longer names come first."""
    for text, types in ((title, _TYPES + _IN_TITLES), (opening[:600], _TYPES)):
        folded = re.sub(r"[\s_-]+", " ", text).casefold()
        for name in types:
            if re.search(rf"\b{re.escape(name.casefold().replace('-', ' '))}\b", folded):
                return name.removesuffix(" of the")
    return None
