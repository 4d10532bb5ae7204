"""Whether a document is of the type a question asks for: an NDA is no master services agreement (SPEC SUB-2)."""

import re

from .words import content_stems

_SAME = (
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
_GENERIC = {
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
"""Types that name a whole family: any member will do."""


def type_matches(asked: str, *held: str | None) -> str | None:
    """The one of `held` (type in words, title) that meets the type asked for, or None."""
    wanted = _folded(asked)
    forms = next((group for group in _SAME if wanted in group), (wanted,))
    for one in held:
        if not one:
            continue
        folded = _folded(one)
        if any(_stands(form, folded) for form in forms):
            return one
        if any(_stands(member, folded) for member in _GENERIC.get(wanted, ())):
            return one
        group = next((group for group in _SAME if any(folded == form for form in group)), ())
        if any(_stands(form, wanted) for form in group):
            return one
        stems = frozenset(content_stems(asked))
        if stems and stems <= frozenset(content_stems(one)):
            return one
    return None


def _folded(text: str) -> str:
    return " ".join(re.sub(r"[_\s]+", " ", text).casefold().split())


def _stands(form: str, text: str) -> bool:
    if not form:
        return True
    pattern = re.escape(form).replace(r"\-", r"[-\s]?").replace(r"\ ", r"[-\s]+")
    return re.search(rf"(?<![\w-]){pattern}s?(?![\w])", text) is not None


def kind_in(name: str) -> str | None:
    """The kind of document that a description ends in: "agreement" of "boat-painting agreement", "10-K" of "10-K"; None of a title."""
    words = name.split()
    return next((kind for at in range(len(words)) if is_plain_type(kind := " ".join(words[at:]))), None)


def is_plain_type(name: str) -> bool:
    """Whether what a question calls a document is a kind of document ("the supply agreement", "10-K") and not a title."""
    folded = _folded(name)
    return folded in _GENERIC or any(folded in group for group in _SAME)
