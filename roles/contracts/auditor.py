"""The auditor, the critic's second stage: judges each sentence of a draft against its own evidence."""

from typing import Protocol

from ...evidence.model.frozen import Frozen
from ...evidence.report.evidence_report import ClaimVerdict
from ...evidence.report.quote_line import reads_row
from ...evidence.report.shown_part import tidied


class Chunk(Frozen):
    id: str
    text: str
    stands_under: str = ""
    """Title and headings above it in its source: they tell whom "we" and "the Company" mean, and which year it is about."""
    row: tuple[tuple[str, str], ...] = ()
    """Column name and text of each cell, where it is a table row."""


class AuditedSentence(Frozen):
    text: str
    own: tuple[Chunk, ...]
    """The evidence the sentence itself cites; only these count (SPEC ANS-5)."""


class AuditorInput(Frozen):
    sentences: tuple[AuditedSentence, ...]
    answer: str = ""
    """A name for the answer that the sentences make together; empty where they have nothing to do with each other."""


class Auditor(Protocol):
    name: str

    def __call__(self, given: AuditorInput) -> tuple[tuple[ClaimVerdict, ...], ...]:
        """The verdicts on each sentence's claims, in the order of the sentences."""
        ...


def quoting(sentence: AuditedSentence, text: str) -> tuple[str, ...]:
    """The chunks that `text` is the reading of: a quote on one line without the label of its clause, or a row cell by cell."""
    return tuple(
        chunk.id for chunk in sentence.own if text == tidied(chunk.text) or (chunk.row and reads_row(text, chunk.row))
    )


def judges_meaning(auditor: Auditor) -> bool:
    """Whether the auditor's verdicts count as they are. Not those of a model that is not calibrated (SPEC CRI-14); one by rule reads
    no meaning, and one made in code is its maker's to vouch for."""
    return bool(getattr(auditor, "calibrated", True))


def sentence_passes(verdicts: tuple[ClaimVerdict, ...]) -> bool:
    """A sentence stands only when it was audited and every claim in it is supported."""
    return bool(verdicts) and all(verdict.verdict == "supported" for verdict in verdicts)
