"""The words of an answer: direct first, conflicts side by side, warnings before it and gaps after it."""

from datetime import date
from typing import Any

import pytest
from made_evidence import by_id, checked, covered, evidence

from pincite.evidence.judgement.confidence import Confidence, Reason
from pincite.evidence.judgement.conflicts import Conflict, Side
from pincite.evidence.scope.provisions import Lacking
from pincite.nodes.answer.answer_text import PREVIEW, answer_preview, answer_text, conclusion_text, preview
from pincite.nodes.answer.phrases import phrases_for
from pincite.nodes.answer.synthesise import synthesise

ENGLISH = phrases_for("en")
SURE = Confidence(level="medium", reasons=(Reason(code="single_source"),))
UNSURE = Confidence(level="low", reasons=(Reason(code="all_old", days=180),))
UNITS = by_id(
    evidence(1, "The fee is £5."),
    evidence(2, "The fee is £7."),
    evidence(3, "Fee: 9"),
    evidence(4, "Fees are due in May."),
)


def conflict(**changes: Any) -> Conflict:
    sides = (
        Side.model_validate({"value": "£5", "evidence_ids": ("e1",), "titles": ("Lease",), "dated": date(2026, 1, 5), "authority": "contract"}),
        Side.model_validate({"value": "£7", "evidence_ids": ("e2",), "titles": ("Minutes",), "dated": date(2026, 3, 9), "authority": "minutes"}),
    )  # fmt: skip
    return Conflict.model_validate(
        {"fact_id": "f1", "fact_text": "What is the fee?", "subject_id": "s1", "sides": sides, **changes}
    )


def told(*drafted: Any, conflicts: tuple[Conflict, ...] = (), parts: int = 1, **more: Any) -> str:
    cited = synthesise(drafted, UNITS, conflicts, facts=parts)
    return answer_text(cited, conflicts, ENGLISH, parts=parts, **more)


BOTH = (checked("The fee is £5.", "e1"), checked("The fee is £7.", "e2"))


@pytest.mark.spec("ANS-1", "ANS-2", "ANS-3")
def test_the_direct_answer_leads_and_support_follows_as_a_list() -> None:
    shown = told(checked("Fees are due in May.", "e4", part="support"), checked("The fee is £5.", "e1"))
    assert shown == "The fee is £5. [1]\n\n- Fees are due in May. [2]"


def test_direct_sentences_without_a_full_stop_do_not_run_into_each_other() -> None:
    assert told(checked("Fee: 9", "e3"), checked("The fee is £5.", "e1")) == "- Fee: 9 [1]\n- The fee is £5. [2]"


@pytest.mark.spec("CON-2")
def test_a_conflict_stands_side_by_side_with_dates_and_kinds_of_document_and_no_preference() -> None:
    assert told(*BOTH, conflicts=(conflict(),)) == (
        "The documents disagree:\n\n"
        "- £5 (contract, 5 January 2026): The fee is £5. [1]\n"
        "- £7 (minutes, 9 March 2026): The fee is £7. [2]\n\n"
        "Nothing here decides which holds; verify with the owner of these documents."
    )


@pytest.mark.spec("CON-2")
def test_a_conflict_names_its_part_of_a_question_of_several() -> None:
    assert "The documents disagree on “What is the fee”:" in told(*BOTH, conflicts=(conflict(),), parts=2)


@pytest.mark.spec("CON-3")
def test_by_precedence_the_newer_leads_and_the_earlier_is_still_shown() -> None:
    newer = conflict(rule="newer", sides=tuple(reversed(conflict().sides)))
    assert told(*reversed(BOTH), conflicts=(newer,)) == (
        "As of 9 March 2026: The fee is £7. [1] An earlier document stated (5 January 2026): The fee is £5. [2]"
    )


@pytest.mark.spec("CON-3")
@pytest.mark.parametrize("rule", ["more_specific", "more_authoritative"])
def test_by_another_rule_no_document_is_called_earlier(rule: str) -> None:
    shown = told(*BOTH, conflicts=(conflict(rule=rule),))
    assert shown == ("The weightier document states: The fee is £5. [1] Another document states: The fee is £7. [2]")


@pytest.mark.spec("CON-1")
def test_a_secondary_source_that_differs_is_reported_after_the_answer_and_cited() -> None:
    shown = told(checked("The fee is £5.", "e1"), conflicts=(conflict(minor=True),))
    assert shown == "The fee is £5. [1] A secondary source differs: The fee is £7. [2]"


@pytest.mark.spec("ANS-2")
def test_a_long_quote_that_comes_to_the_name_late_is_led_by_it() -> None:
    quote = "Acme Ltd, a company incorporated in Scotland with its registered office in Leith, represented by Ada Finn."
    units = by_id(evidence(1, quote))
    cited = synthesise((checked(quote, "e1"),), units, (), facts=1)
    assert answer_text(cited, (), ENGLISH, holders={units["e1"].evidence_id: "Ada Finn"}) == f"Ada Finn: {quote} [1]"


def conclusion(facts: tuple[Any, ...], sure: Confidence = SURE, **given: Any) -> str:
    return conclusion_text("The fee is £5. [1]", facts, sure, ENGLISH, **{"leaning": (UNITS["e1"],), **given})


@pytest.mark.spec("ANS-7")
def test_low_confidence_prepends_a_warning_with_its_reason() -> None:
    shown = conclusion((covered(),), UNSURE)
    assert shown.startswith("Caution: every source is older than 180 days. Check before relying on this.\n\nThe fee")


@pytest.mark.spec("ANS-7")
def test_nothing_is_added_to_an_answer_that_nothing_weakens() -> None:
    assert conclusion((covered(),)) == "The fee is £5. [1]"


@pytest.mark.spec("ANS-7")
def test_uncovered_parts_are_named_next_to_the_answer() -> None:
    missing = covered("f2", "who signs it", status="missing", reason="no passage about it was found")
    shown = conclusion((covered(), missing))
    assert shown.endswith("Not answered:\n\n- “who signs it”: no passage about it was found.")


@pytest.mark.spec("EVI-7")
def test_what_only_a_superseded_text_says_is_called_so_first_and_once() -> None:
    old = evidence(1, "The fee is £5.", source={"is_current": False, "title": "Policy 1"})
    shown = conclusion((covered(status="superseded", reason="only a superseded text"),), leaning=(old,))
    assert shown == ("No version now in force states this. Policy 1, no longer in force, said:\n\nThe fee is £5. [1]")


@pytest.mark.spec("EVI-6")
def test_what_only_a_secondary_source_says_is_called_so_first_and_once() -> None:
    blog = evidence(1, "The fee is £5.", source={"kind": "secondary"})
    shown = conclusion((covered(status="missing", reason="only a secondary source"),), leaning=(blog,))
    assert shown == "No primary source states this; a secondary source says:\n\nThe fee is £5. [1]"


@pytest.mark.spec("ANS-11")
def test_a_provision_without_its_scope_or_trigger_carries_that_caveat() -> None:
    shown = conclusion((covered(),), lacking=(Lacking(what="scope"), Lacking(what="trigger", part="Annex 2")))
    assert shown.endswith(
        "This may not be the whole rule: the text found does not say whom or what it applies to; "
        "it refers to Annex 2, which the document does not contain."
    )


@pytest.mark.spec("ANS-8")
@pytest.mark.parametrize("text", ["short", "word " * 60, "x" * 400])
def test_a_preview_is_one_line_of_at_most_120_characters(text: str) -> None:
    shown = preview(text)
    assert len(shown) <= PREVIEW
    assert "\n" not in shown


@pytest.mark.spec("ANS-8", "CON-2")
def test_the_preview_tells_the_values_of_a_conflict_or_the_closest_sentence_without_numbers() -> None:
    cited = synthesise(BOTH, UNITS, (conflict(),), facts=1)
    assert answer_preview(cited, (conflict(),), UNITS, ENGLISH, {}) == "The documents disagree: £5 or £7"
    units = by_id(evidence(1, "Acme is with Borealis.", relevance=0.4), evidence(2, "Borealis asks £7.", relevance=0.9))
    cited = synthesise(
        (checked("Acme is with Borealis.", "e1"), checked("Borealis asks £7.", "e2")), units, (), facts=1
    )
    assert answer_preview(cited, (), units, ENGLISH, {}) == "Borealis asks £7."
