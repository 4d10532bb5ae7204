"""The auditor judges each sentence of a draft against the evidence that the sentence cites. It is the critic's second
stage."""

from typing import Protocol

from ...evidence.model.evidence import Evidence
from ...evidence.model.frozen import Frozen
from ...evidence.report.evidence_report import ClaimVerdict
from ...evidence.report.quote_line import reads_row
from ...evidence.report.shown_part import tidied


class Chunk(Frozen):
    id: str
    text: str
    headings_above: str = ""
    """The title and headings above the chunk in its source. They show the year, and who “we” and “the Company” are."""
    row: tuple[tuple[str, str], ...] = ()
    """The column name and the text of each cell, if the chunk is a table row."""
    weakness: str = ""
    """Says in words if the chunk's source is secondary or superseded. A claim may mention it."""


def chunk_of(unit: Evidence) -> Chunk:
    """Return the evidence as a chunk, with the entity and period that its document declares, its title and section."""
    above = " › ".join(part for part in (unit.declared, unit.source.title, unit.span.place.section) if part)
    return Chunk(id=unit.evidence_id, text=unit.span.quote, headings_above=above, row=unit.row, weakness=unit.weakness)


class AuditedSentence(Frozen):
    text: str
    own: tuple[Chunk, ...]
    """The evidence that the sentence itself cites; no other evidence counts (SPEC ANS-5)."""
    question: str = ""
    """The question that the sentence answers. A value that it states, such as a threshold, needs no evidence, but
    proves nothing."""


class AuditorInput(Frozen):
    sentences: tuple[AuditedSentence, ...]
    answer: str = ""
    """The name of the answer that several sentences form together; empty if each sentence is independent."""


class Auditor(Protocol):
    name: str
    calibrated: bool
    """Whether its verdicts count in an audit outside a run; in a run, `Roles.mode` decides. False for a model without
    calibration (SPEC CRI-14). True for rules, whose verdicts are proofs, and for an auditor in code whose author takes
    responsibility for it."""

    def __call__(self, given: AuditorInput) -> tuple[tuple[ClaimVerdict, ...], ...]:
        """Return the verdicts on the claims of each sentence, in the order of the sentences."""
        ...


def quoting(sentence: AuditedSentence, text: str) -> tuple[str, ...]:
    """Return the ids of the chunks that contain `text` verbatim. A chunk is compared on one line without its clause
    number; a table row is compared cell by cell."""
    return tuple(
        chunk.id for chunk in sentence.own if text == tidied(chunk.text) or (chunk.row and reads_row(text, chunk.row))
    )


def sentence_passes(verdicts: tuple[ClaimVerdict, ...]) -> bool:
    """Return whether a sentence passes the audit: it has verdicts, and all of them are "supported"."""
    return bool(verdicts) and all(verdict.verdict == "supported" for verdict in verdicts)
