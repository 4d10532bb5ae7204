"""What of a run may be used, what it covers, and why a part is not covered."""

from typing import Any

import pytest
from made_evidence import analysis, by_id, checked, evidence

from pincite.evidence.judgement.coverage import Coverage, FactCheck
from pincite.evidence.model.evidence import RejectedEvidence
from pincite.evidence.report.evidence_report import ClaimVerdict, FactCoverage
from pincite.nodes.answer.assess import audited, fact_coverage, open_premises, shortened, signals, stated_premises
from pincite.nodes.answer.phrases import phrases_for

ENGLISH = phrases_for("en")
ASKED = analysis("What is the fee in Leeds for 48 months?", {}, subjects=({"name": "Acme Ltd"},))


def coverage_of(
    status: Any, *, cited: bool = True, units: Any = (), rejected: Any = (), texts: tuple[str, ...] = (), **given: Any
) -> FactCoverage:
    check = FactCheck.model_validate(
        {"fact_id": "f1", "status": status, "evidence_ids": ("e1",), "reason": "the check"}
    )
    numbers = {evidence(1, "x").evidence_id: 1} if cited else {}
    (found,) = fact_coverage(
        given.pop("asked", ASKED),
        Coverage(facts=(check,)),
        numbers,
        evidence=units,
        rejected=rejected,
        phrases=ENGLISH,
        premises=open_premises(units, texts, ASKED.resolved_question),
        **{"in_conflict": (), "absent_subjects": (), **given},
    )
    return found


def against(reason: str) -> RejectedEvidence:
    return RejectedEvidence.model_validate(
        {
            "fact_id": "f1",
            "passage_id": "p",
            "document": "d",
            "quote": "q",
            "code": "premise_contradicted",
            "reason": reason,
        }
    )


@pytest.mark.spec("ANS-7", "EVI-10", "SUB-9")
@pytest.mark.parametrize(
    ("found", "status", "reason"),
    [
        (coverage_of("covered"), "covered", "the check"),
        (coverage_of("covered", cited=False), "missing", "no sentence that states it could be proven"),
        (coverage_of("superseded"), "superseded", "only a text that is no longer in force states it"),
        (coverage_of("secondary_only"), "missing", "only a secondary source states it"),
        (coverage_of("missing", cited=False), "missing", "no passage about it was found"),
        (
            coverage_of("missing", cited=False, units=(evidence(1, "The sky is blue."),)),
            "missing",
            "nothing that was found is shown to state it",
        ),
        (
            coverage_of("premise_failed", cited=False, units=(evidence(1, "x", premises_open=("48 months", "Leeds")),)),
            "missing",
            "no passage found states “48 months” or “Leeds”, which the question takes for granted",
        ),
        (
            coverage_of(
                "premise_failed", cited=False, units=(evidence(1, "x", premises_open=("Leeds",)),), texts=("In Leeds.",)
            ),
            "missing",
            "nothing that was found is shown to state it",
        ),
        (
            coverage_of("missing", cited=False, rejected=(against("the text says 1975, not 1985"),)),
            "missing",
            "the documents contradict what the question takes for granted (the text says 1975, not 1985)",
        ),
        (coverage_of("covered", in_conflict=("f1",)), "conflicting", "the documents give different values"),
        (
            coverage_of("missing", cited=False, absent_subjects=(0,)),
            "missing",
            "nothing in the knowledge base is shown to be Acme Ltd",
        ),
    ],
)
def test_each_fact_says_what_became_of_it_in_plain_words(found: FactCoverage, status: str, reason: str) -> None:
    assert (found.status, found.reason) == (status, reason)


@pytest.mark.spec("SUB-13")
def test_a_role_whose_holder_is_not_named_is_missing_as_such() -> None:
    role = analysis("Who?", {}, subjects=({"subject_type": "person", "role": "chair", "parent_entity": "Acme Ltd"},))
    found = coverage_of("missing", cited=False, absent_subjects=(0,), asked=role)
    assert found.reason == "no document names the chair of Acme Ltd"


@pytest.mark.spec("ANS-5")
def test_a_sentence_that_failed_the_audit_or_lost_its_evidence_is_removed_and_disclosed() -> None:
    good, bad, lost = (checked(text, name).sentence for text, name in (("A.", "e1"), ("B.", "e1"), ("C.", "e9")))
    passed = (ClaimVerdict(span="A.", supported_by=("e1",), verdict="supported"),)
    failed = (ClaimVerdict(span="B.", supported_by=(), verdict="unsupported", note="it is not there"),)
    kept, removed = audited((good, bad, lost), (passed, failed, passed), by_id(evidence(1, "A.")))
    assert [draft.sentence.text for draft in kept] == ["A."]
    assert [(removal.subject, removal.reason) for removal in removed] == [
        ("B.", "it is not there"),
        ("C.", "it was not audited"),
    ]


@pytest.mark.spec("ANS-5")
def test_a_sentence_that_nobody_audited_is_not_kept() -> None:
    assert audited((checked("A.", "e1").sentence,), (), by_id(evidence(1, "A.")))[0] == ()


@pytest.mark.spec("SUB-9", "EVI-7", "CON-2")
def test_signals_follow_from_what_is_not_covered() -> None:
    def of(status: Any, check: Any = "missing", **given: Any) -> tuple[str, ...]:
        held = Coverage(facts=(FactCheck.model_validate({"fact_id": "f1", "status": check, "reason": ""}),))
        facts = (FactCoverage.model_validate({"fact_id": "f1", "text": "x", "status": status}),)
        given = {
            "contradicted": (),
            "conflicts": False,
            "drift": False,
            "stale": False,
            "ocr": False,
            "unlimited": False,
        } | given
        return signals((), facts, held, **given)

    assert of("covered") == ()
    assert of("missing") == ("missing_evidence",)
    assert of("missing", "premise_failed") == ("missing_evidence", "premise_not_supported")
    assert of("missing", "secondary_only") == ("missing_evidence", "secondary_only")
    assert of("superseded", stale=True) == ("superseded_only", "stale_evidence")
    assert of("covered", conflicts=True) == ("conflicting_evidence",)
    assert of("covered", unlimited=True) == ("missing_evidence",)
    assert of("covered", ocr=True) == ("read_by_ocr",)


@pytest.mark.parametrize(
    ("text", "shown"), [("a  b\nc", "a b c"), ("one two three", "one two…"), ("abcdefghijklmn", "abcdefghi…")]
)
def test_a_line_is_cut_at_a_word(text: str, shown: str) -> None:
    assert shortened(text, 10) == shown


@pytest.mark.spec("EVI-10")
def test_a_premise_is_stated_by_other_evidence_by_a_passage_found_or_as_the_name_of_a_document() -> None:
    lacking = evidence(1, "x", premises_open=("Leeds", "FY2023", "NorvaleFoods", "Tarnley"))
    other = evidence(2, "y", premises_stated=("Leeds",), declared="Norvale Foods plc; 2023")
    found = stated_premises((lacking, other), ("The plan for fiscal 2023 is new.",))
    assert found == {"Leeds", "FY2023", "NorvaleFoods"}
