"""Checks a saved report without a model: finds every quote again, and computes every hash and calculation again (SPEC
REP-1)."""

from collections.abc import Iterable
from contextlib import AbstractContextManager
from pathlib import Path

from ..errors import SettingsError
from ..evidence.calculation.calculations import CASE
from ..evidence.calculation.operand_figures import case_text, operand_text
from ..evidence.model.evidence import Evidence
from ..evidence.report.digest import report_digest
from ..evidence.report.evidence_report import Citation, EvidenceReport
from ..evidence.report.requote import Quoted, Requoted, requote
from ..evidence.report.self_check import contradictions, recounted
from ..evidence.report.verification import (
    CalculationCheck,
    CitationCheck,
    DigestStatus,
    JournalStatus,
    SourceCheck,
    VerificationReport,
)
from ..stores.kb.knowledge_base import KnowledgeBase
from ..stores.originals.copies import Copies, Found, Wanted, copies_among, copies_in


def verify(
    report: EvidenceReport, kb: KnowledgeBase | None = None, *, files: Iterable[str | Path] | str | Path | None = None
) -> VerificationReport:
    """Check `report` against the knowledge base, or against files and folders of files alone.

    With a knowledge base, a citation is confirmed if the cited version is stored unchanged and contains the quote at
    its place, and no newer text of the document lacks the quote. A newer text is a newer version or an edited file.
    With files, the cited file is found by its hash, or else by its name.

    Raises SettingsError unless exactly one of the two is given, and IngestError for a path that does not exist.
    """
    source: AbstractContextManager[Copies]
    if kb is not None and files is None:
        source = copies_in(kb, report.run_id)
    elif files is not None and kb is None:
        source = copies_among(Path(path) for path in ([files] if isinstance(files, str | Path) else files))
    else:
        raise SettingsError("verify: give either a knowledge base or files")
    with source as copies:
        return _Check(report, copies).result()


class _Check:
    """Checks one report against one set of copies. Each cited version is looked up once."""

    def __init__(self, report: EvidenceReport, copies: Copies) -> None:
        self._report, self._copies = report, copies
        self._found: dict[Wanted, Found] = {}

    def result(self) -> VerificationReport:
        report = self._report
        checks = {
            citation.number: self._requoted(Quoted.of_citation(citation), _wanted(citation, report))
            for citation in report.citations
        }
        wanted = dict.fromkeys(_wanted(citation, report) for citation in report.citations)
        return VerificationReport(
            run_id=report.run_id,
            question=report.question,
            against=self._copies.description,
            digest=_digest(report),
            journal=self._journal(),
            citations=tuple(
                CitationCheck(number=citation.number, document=citation.document, **checks[citation.number]._asdict())
                for citation in report.citations
            ),
            sources=tuple(_source_check(source, self._find(source)) for source in wanted),
            calculations=self._calculations(),
            contradictions=contradictions(report),
        )

    def _find(self, wanted: Wanted) -> Found:
        if wanted not in self._found:
            self._found[wanted] = self._copies.find(wanted)
        return self._found[wanted]

    def _requoted(self, quoted: Quoted, wanted: Wanted) -> Requoted:
        """Check a quote in the cited version. Only if that contains the quote does the current text of the document
        count too."""
        found = self._find(wanted)
        if found.cited is None and found.now is None:
            return Requoted("missing", found.reason)
        check = requote(quoted, found.cited) if found.cited else None
        if found.now is None or (check and check.status != "holds"):
            assert check is not None
            return check
        today = requote(quoted, found.now)
        return today._replace(reason=f"{found.reason}: {today.reason}")

    def _journal(self) -> JournalStatus:
        recorded = self._copies.recorded_digests(self._report.run_id)
        if recorded is None:
            return "not_checked"
        if not recorded:
            return "not_recorded"
        return "recorded" if self._report.digest in recorded else "differs"

    def _calculations(self) -> tuple[CalculationCheck, ...]:
        """Compute the calculations again. Operands are found by their spans, even if the answer does not cite them."""
        if not self._report.calculations:
            return ()
        used = {operand.span_id for calculation in self._report.calculations for operand in calculation.operands}
        quotes = {
            str(unit.span.span_id): operand_text(unit)
            for unit in self._report.evidence
            if unit.span.span_id in used
            and self._requoted(Quoted.of_span(unit.span), _source_of(unit, self._report)).status == "holds"
        }
        quotes[CASE] = case_text(self._report.resolved_question, self._report.as_of)
        return tuple(recounted(calculation, quotes) for calculation in self._report.calculations)


def _wanted(citation: Citation, report: EvidenceReport) -> Wanted:
    return Wanted(
        document=citation.document,
        version_id=citation.version_id,
        file_sha256=citation.version_sha256,
        text_sha256=citation.text_sha256,
        extractor=citation.extractor,
        was_current=citation.is_current,
        snapshot_id=report.provenance.kb_snapshot,
        as_of=report.as_of,
    )


def _source_of(unit: Evidence, report: EvidenceReport) -> Wanted:
    span = unit.span
    return Wanted(
        document=unit.source.path,
        version_id=span.version_id,
        file_sha256=span.file_sha256,
        text_sha256=span.text_sha256,
        extractor=span.extractor,
        was_current=unit.source.is_current,
        snapshot_id=report.provenance.kb_snapshot,
        as_of=report.as_of,
    )


def _digest(report: EvidenceReport) -> DigestStatus:
    if not report.digest:
        return "unsealed"
    return "holds" if report.digest == report_digest(report) else "changed"


def _source_check(wanted: Wanted, found: Found) -> SourceCheck:
    """Check the hashes of the cited version. If only another version exists, the checks of its citations decide."""
    holds, reason = not found.damaged, found.reason
    if (copy := found.cited) is not None:
        if copy.file_sha256 != wanted.file_sha256:
            holds, reason = False, "the report has another hash for its file"
        elif copy.text_sha256 != wanted.text_sha256 and copy.extractor == wanted.extractor:
            holds, reason = False, "its text differs from the cited text: the hashes differ"
        elif copy.text_sha256 != wanted.text_sha256:
            reason = f"{reason}; extracted by {copy.extractor}, but by {wanted.extractor} for the report"
    return SourceCheck(
        document=wanted.document, version_id=wanted.version_id, found=copy is not None, holds=holds, reason=reason
    )
