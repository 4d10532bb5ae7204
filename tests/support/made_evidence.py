"""Verified evidence, audited sentences and facts for tests of what is made of them."""

from datetime import date
from typing import Any

from pincite.evidence.model.evidence import Evidence
from pincite.evidence.model.source_record import SourceDocument
from pincite.evidence.model.spans import Place, Span
from pincite.evidence.model.subjects import Plan, PlanStep, SubjectClass
from pincite.evidence.report.evidence_report import ClaimVerdict, FactCoverage
from pincite.nodes.answer.assess import Checked
from pincite.roles.contracts.generator import DraftSentence


def evidence(number: int, quote: str, value: str | None = None, *, fact: str = "f1", **changes: Any) -> Evidence:
    """The quote as the whole text of document `number`. `changes`: fields of the evidence; `source` and `place` of those."""
    source = {
        "document_id": f"d{number}", "version_id": f"v{number}", "title": f"Document {number}", "path": f"{number}.txt",
        "media_type": "text/plain", "file_sha256": "", "text_sha256": "", "extractor": "text/1", "n_chars": 99,
        "kind": "primary", "kind_reason": "", "authority": "published", "authority_reason": "",
        "updated_at": date(2026, 1, min(number, 28)),
    }  # fmt: skip
    span = {
        "span_id": f"s{number}", "document_id": f"d{number}", "version_id": f"v{number}", "file_sha256": "",
        "text_sha256": "", "extractor": "text/1", "char_start": 0, "char_end": len(quote), "quote": quote,
        "place": Place(**{"line_start": 1, "line_end": 1, **changes.pop("place", {})}),
    }  # fmt: skip
    given = {
        "evidence_id": f"e{number}", "fact_id": fact, "subject_id": "s1", "passage_id": f"p{number}", "claim": quote,
        "value": value, "span": Span.model_validate(span), "link": {"mechanism": "explicit_statement", "reason": ""},
        "source": SourceDocument.model_validate(source | changes.pop("source", {})), "relevance": 0.9,
    }  # fmt: skip
    return Evidence.model_validate(given | changes)


def by_id(*units: Evidence) -> dict[Any, Evidence]:
    return {unit.evidence_id: unit for unit in units}


def checked(text: str, *units: str, part: str = "direct", claims: dict[str, tuple[str, ...]] | None = None) -> Checked:
    """A sentence that passed the audit. `claims`: each claim's span and the evidence that supports it; the whole sentence when left
    out."""
    return Checked(
        sentence=DraftSentence.model_validate({"text": text, "part": part, "evidence_ids": units}),
        verdicts=tuple(
            ClaimVerdict(span=span, supported_by=own, verdict="supported")
            for span, own in (claims or {text: units}).items()
        ),
    )


def covered(fact: str = "f1", text: str = "What is the fee", **changes: Any) -> FactCoverage:
    return FactCoverage.model_validate({"fact_id": fact, "text": text, "status": "covered", **changes})


def analysis(question: str, *facts: dict[str, Any], subjects: tuple[dict[str, Any], ...] = ()) -> Plan:
    return Plan(
        question=question,
        resolved_question=question,
        subjects=tuple(
            SubjectClass.model_validate({"subject_type": "organisation", **subject}) for subject in subjects
        ),
        required_facts=tuple(
            PlanStep.model_validate({"fact_id": f"f{number}", "text": question, **fact})
            for number, fact in enumerate(facts, 1)
        ),
    )
