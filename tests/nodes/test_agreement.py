"""What the evidence says together: the date asked for is a value, and values of different dates conflict."""

from datetime import date

import pytest

from pincite.evidence.evidence import Evidence
from pincite.evidence.sources import SourceDocument
from pincite.evidence.spans import Place, Span
from pincite.evidence.subjects import Analysis, RequiredFact
from pincite.nodes.agreement import conflicts_among, limits_of


def evidence(number: int, quote: str, value: str) -> Evidence:
    source = SourceDocument.model_validate(
        {
            "document_id": f"d{number}", "version_id": f"v{number}", "title": f"Paper {number}", "path": f"{number}.txt",
            "media_type": "text/plain", "file_sha256": "", "text_sha256": "", "extractor": "text/1", "n_chars": 99,
            "kind": "primary", "kind_reason": "", "authority": "published", "authority_reason": "",
            "updated_at": date(2024, 1, number),
        }
    )  # fmt: skip
    span = Span.model_validate(
        {
            "span_id": f"s{number}", "document_id": f"d{number}", "version_id": f"v{number}", "file_sha256": "",
            "text_sha256": "", "extractor": "text/1", "place": Place(line_start=1, line_end=1), "char_start": 0,
            "char_end": len(quote), "quote": quote,
        }
    )  # fmt: skip
    return Evidence.model_validate(
        {
            "evidence_id": f"e{number}", "fact_id": "f1", "subject_id": "s1", "passage_id": f"p{number}", "claim": quote,
            "value": value, "span": span, "source": source, "link": {"mechanism": "explicit_statement", "reason": ""},
            "relevance": 0.9,
        }
    )  # fmt: skip


ASKED = Analysis.model_validate(
    {
        "question": "When was it released?",
        "resolved_question": "When was it released?",
        "required_facts": (RequiredFact.model_validate({"fact_id": "f1", "text": "release date"}),),
    }
)


@pytest.mark.spec("CON-1")
def test_two_dates_given_for_one_event_conflict() -> None:
    pair = [
        evidence(1, "The film was released on September 7, 2018.", "September 7, 2018"),
        evidence(2, "The film was released on September 1, 2020.", "September 1, 2020"),
    ]
    (found,) = conflicts_among(ASKED, pair, "surface")
    assert {side.value for side in found.sides} == {"September 7, 2018", "September 1, 2020"}


@pytest.mark.spec("CON-4")
def test_values_limited_to_different_years_do_not_conflict() -> None:
    pair = [
        evidence(1, "Revenue was $5 million in 2018.", "$5 million"),
        evidence(2, "Revenue was $7 million in 2019.", "$7 million"),
    ]
    assert [limits_of(unit) for unit in pair] == [("2018",), ("2019",)]
    assert conflicts_among(ASKED, pair, "surface") == ()
