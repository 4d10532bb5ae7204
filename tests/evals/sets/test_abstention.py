"""What a set tells of knowing when to answer is counted from what became of its questions."""

from typing import Any

import pytest

from pincite.evals.sets.abstention import Asked, abstention, abstention_lines, naming
from pincite.evals.sets.document_copies import rows_without_copies, without_copies
from pincite.evals.sets.question_rows import Document, Row
from pincite.evidence.judgement.conflicts import Statement, find_conflicts


def asked(**changes: Any) -> Asked:
    given: dict[str, Any] = {
        "id": "1", "question": "?", "answerable": True, "outcome": "sufficient", "right": True, "gold_cited": None, "quotes": (),
        "seconds": 0.0, "confidence": "medium", "relevance": 0.7, **changes,
    }  # fmt: skip
    return Asked(**given)


RIGHT, BESIDE = asked(), asked(right=False, confidence="low", outcome="partial")
DISPUTED = asked(confidence="low", outcome="partial", conflict="both")
SILENT = asked(outcome="no_answer", right=False, relevance=0.0, confidence="low")
FALSE, REFUSED = asked(answerable=False, right=None, relevance=0.55), SILENT.model_copy(update={"answerable": False})


@pytest.mark.spec("EVA-3")
def test_balanced_accuracy_counts_answering_and_refusing_alike_whatever_their_number() -> None:
    found = abstention([RIGHT, RIGHT, RIGHT, SILENT, FALSE, REFUSED])
    assert found.balanced_accuracy == pytest.approx((3 / 4 + 1 / 2) / 2)
    assert abstention([RIGHT]).balanced_accuracy is None


@pytest.mark.spec("EVA-3")
def test_a_stricter_match_keeps_fewer_answers_and_less_risk() -> None:
    first, *_ = abstention([RIGHT, FALSE, REFUSED]).risk_coverage
    assert (first.coverage.count, first.risk.count, first.risk.total) == (1, 1, 2)
    at_seven = next(point for point in abstention([RIGHT, FALSE, REFUSED]).risk_coverage if point.relevance == 0.7)
    assert (at_seven.coverage.count, at_seven.risk.count) == (1, 0)


@pytest.mark.spec("EVA-3")
def test_precision_is_reported_for_each_confidence() -> None:
    levels = {
        figures.level: figures.precision for figures in abstention([RIGHT, FALSE, BESIDE, DISPUTED]).by_confidence
    }
    assert (levels["medium"].count, levels["medium"].total) == (1, 2)
    assert (levels["low"].count, levels["low"].total) == (0, 1)
    assert levels["high"].total == 0


@pytest.mark.spec("EVA-3")
def test_a_conflict_counts_as_named_only_with_both_values() -> None:
    rows = [
        asked(stated_conflict=True, conflict="both"),
        asked(stated_conflict=True, conflict="other"),
        asked(stated_conflict=False, conflict="other"),
        asked(stated_conflict=False),
        asked(stated_conflict=False, answerable=False, conflict="other"),
    ]
    found = abstention(rows)
    assert found.conflicts is not None
    assert (found.conflicts.named.count, found.conflicts.named.total) == (1, 2)
    assert (found.conflicts.false_alarms.count, found.conflicts.false_alarms.total) == (1, 2)
    assert any("conflicts with both values" in line for line in abstention_lines(found))


def _statement(number: int, value: str) -> Statement:
    return Statement.model_validate(
        {
            "evidence_id": f"e{number}", "fact_id": "f1", "fact_text": "when it opened", "subject_id": "s1", "value": value,
            "document_id": f"d{number}", "title": f"Document {number}",
        }
    )  # fmt: skip


@pytest.mark.parametrize(
    ("values", "wrong", "said"),
    [
        (("5 May 2019", "7 May 2019"), "May 7, 2019", "both"),
        (("5 May 2019", "9 May 2019"), "May 7, 2019", "other"),
        (("5 May 2019", "May 5, 2019"), "May 7, 2019", "none"),
    ],
)
def test_values_are_named_however_they_are_written(values: tuple[str, str], wrong: str, said: str) -> None:
    conflicts = find_conflicts([_statement(number, value) for number, value in enumerate(values)])
    assert naming(conflicts, ["May 5, 2019"], wrong) == said


OLD = "The ferry to Harrow Island sails from Quay 4 every morning at six, says the harbour office of Tarn."
TOLD = (
    "Asked last week, the master of the boat named another place: passengers go aboard at Quay 4, behind the old mill."
)


@pytest.mark.spec("RET-9")
def test_near_copies_leave_one_of_each_in_turn() -> None:
    texts = [OLD, TOLD, OLD.replace("Quay 4", "Quay 9"), TOLD.replace("Quay 4", "Quay 9"), "Nothing of the kind."]
    kept = without_copies([Document(id=str(number), text=text) for number, text in enumerate(texts)])
    assert [document.id for document in kept] == ["0", "3", "4"]


def test_a_conflict_that_stood_between_copies_alone_is_left_out() -> None:
    docs = (Document(id="a", text=OLD), Document(id="b", text=OLD.replace("Quay 4", "Quay 9")))
    given: dict[str, Any] = {"id": "1", "question": "Where?", "docs": docs, "answer": ["Quay 4"], "answerable": True}
    row = Row.model_validate({**given, "label": "conflict", "meta": {"wrong": "Quay 9"}})
    assert rows_without_copies([row]) == ()
    assert len(rows_without_copies([Row.model_validate({**given, "label": "no_conflict"})])) == 1
