"""Words verbatim sentences as quotations: “Lease, clause 4: “The rent is £900.””. Used for answers whose evidence no
calibrated model has judged: that the source says so is true, whatever surrounds the quote (SPEC EVI-12)."""

from collections.abc import Mapping

from ...evidence.model.evidence import Evidence, EvidenceId
from .assess import shortened
from .cite import Cited
from .phrases import Phrases

TITLE = 80
"""The maximum number of characters of a title before a quotation."""
_MARKS = frozenset("“”„«»")
"""The quotation marks. A sentence that already contains one is not put in quotation marks again."""


def as_quotations(cited: Cited, evidence: Mapping[EvidenceId, Evidence], phrases: Phrases) -> Cited:
    """Return the same sentences, with each verbatim one shown in quotation marks after its source. The source is named
    once for quotations that follow each other."""
    shown: list[str] = []
    last: tuple[str, str] | None = None
    for sentence, marked in zip(cited.sentences, cited.marked, strict=True):
        source = _source(sentence.text, [evidence[unit] for unit in sentence.evidence_ids], phrases)
        if source is None or sentence.text not in marked:
            shown.append(marked)
            last = None
            continue
        if _MARKS.isdisjoint(sentence.text):
            marked = marked.replace(sentence.text, phrases.quoted.format(text=sentence.text), 1)
        if (source, sentence.part) != last:
            marked = phrases.says.format(source=source, said=marked)
        shown.append(marked)
        last = (source, sentence.part)
    return cited.model_copy(update={"marked": tuple(shown)})


def _source(text: str, units: list[Evidence], phrases: Phrases) -> str | None:
    """Return the title and clause of the first source that contains the sentence verbatim, or None."""
    own = next((unit for unit in units if not unit.row and _plain(text) in _plain(unit.span.quote)), None)
    if own is None:
        return None
    title, clause = shortened(own.source.title, TITLE), own.span.place.clause
    return phrases.clause_of.format(title=title, clause=clause) if clause else title


def _plain(text: str) -> str:
    return " ".join(text.split())
