"""The auditor judges each sentence of a draft against its own evidence. It is the critic's second stage."""

from typing import Protocol

from ...evidence.model.frozen import Frozen
from ...evidence.report.evidence_report import ClaimVerdict
from ...evidence.report.quote_line import reads_row
from ...evidence.report.shown_part import tidied


class Chunk(Frozen):
    id: str
    text: str
    headings_above: str = ""
    """Title and headings above it in its source. They show the meaning of “we” and “the Company”, and the year."""
    row: tuple[tuple[str, str], ...] = ()
    """Column name and text of each cell, if it is a table row."""
    weakness: str = ""
    """Whether its source is secondary or superseded, in words. A claim may say so."""


class AuditedSentence(Frozen):
    text: str
    own: tuple[Chunk, ...]
    """The evidence that the sentence itself cites; no other evidence counts (SPEC ANS-5)."""


class AuditorInput(Frozen):
    sentences: tuple[AuditedSentence, ...]
    answer: str = ""
    """A name for the answer that all sentences form together; empty if they are independent."""


class Auditor(Protocol):
    name: str

    def __call__(self, given: AuditorInput) -> tuple[tuple[ClaimVerdict, ...], ...]:
        """Return the verdicts on the claims of each sentence, in the order of the sentences."""
        ...


def quoting(sentence: AuditedSentence, text: str) -> tuple[str, ...]:
    """Return the ids of the chunks that contain `text` verbatim: on one line without the label of the clause, or cell
    by cell for a row."""
    return tuple(
        chunk.id for chunk in sentence.own if text == tidied(chunk.text) or (chunk.row and reads_row(text, chunk.row))
    )


def judges_meaning(auditor: Auditor) -> bool:
    """Return whether the verdicts of the auditor count as they are. They do not for a model without calibration (SPEC
    CRI-14). A rule-based auditor does not judge meaning. The author of an auditor made in code is responsible for its
    verdicts."""
    return bool(getattr(auditor, "calibrated", True))


def sentence_passes(verdicts: tuple[ClaimVerdict, ...]) -> bool:
    """Return whether a sentence passes: it was audited, and every claim in it is supported."""
    return bool(verdicts) and all(verdict.verdict == "supported" for verdict in verdicts)
