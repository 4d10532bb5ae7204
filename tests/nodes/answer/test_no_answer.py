"""The no-answer form: what was not found and why, what comes nearest, and what a person can do."""

from typing import Any

import pytest
from made_evidence import analysis, by_id, checked, covered, evidence

from pincite.evidence.judgement.conflicts import Conflict, Side
from pincite.evidence.model.subjects import Plan
from pincite.evidence.report.evidence_report import ClosestDocument
from pincite.evidence.scope.provisions import Lacking
from pincite.nodes.answer.assess import open_premises
from pincite.nodes.answer.cite import Cited, cite
from pincite.nodes.answer.no_answer import STEPS, by_passage, next_actions, no_answer_text
from pincite.nodes.answer.phrases import phrases_for
from pincite.stores.kb.generation import StoredDisclosure

ENGLISH = phrases_for("en")
ASKED = analysis(
    "What is the dinner limit of Acme Ltd?", {"terms": ("dinner", "limit")}, subjects=({"name": "Acme Ltd"},)
)
CLOSEST = (ClosestDocument(title="Travel policy", document="p.pdf", covers="5. Travel; 6. Claims"),)
MISSING = covered(text="What is the dinner limit of Acme Ltd", status="missing", reason="no passage was found")
SCAN = StoredDisclosure(document="scan.pdf", where="", reason="no readable text (page 1: no text layer)")


def steps(
    *facts: Any, conflicts: Any = (), units: Any = (), asked: Plan = ASKED, texts: tuple[str, ...] = (), **more: Any
) -> tuple[str, ...]:
    premises = open_premises(units, texts, asked.resolved_question)
    return next_actions(facts or (MISSING,), conflicts, units, asked, ENGLISH, premises=premises, **more)


@pytest.mark.spec("ANS-9")
def test_a_single_question_is_not_repeated_in_its_own_refusal() -> None:
    assert no_answer_text((MISSING,), Cited(), (), ENGLISH) == (
        "A definitive answer was not found in the knowledge base: no passage was found."
    )


@pytest.mark.spec("ANS-9", "ANS-7")
def test_the_parts_of_a_question_are_distinguished_each_with_its_reason() -> None:
    second = covered("f2", "who signs it", status="missing", reason="nothing that was found is shown to state it")
    shown = no_answer_text((MISSING, second), Cited(), (), ENGLISH)
    assert (
        "- “What is the dinner limit of Acme Ltd”: no passage was found.\n- “who signs it”: nothing that was found"
        in shown
    )


@pytest.mark.spec("ANS-9")
def test_the_nearest_passages_are_shown_as_such_and_the_closest_documents_with_what_they_cover() -> None:
    unit = evidence(1, "Dinner is paid.")
    shown = no_answer_text((MISSING,), cite((checked("Dinner is paid.", "e1"),), by_id(unit)), CLOSEST, ENGLISH)
    assert "The passages that come nearest do not settle it:\n\n- Dinner is paid. [1]" in shown
    assert shown.endswith("Closest documents:\n\n- Travel policy: 5. Travel; 6. Claims")


@pytest.mark.spec("ANS-9")
@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
def test_that_somebody_does_not_know_is_no_answer(language: Any) -> None:
    shown = no_answer_text((MISSING,), Cited(), CLOSEST, phrases_for(language)).casefold()
    assert not any(ending in shown for ending in ("know.", "don't know", "weiß nicht", "sais pas", "no sé"))


@pytest.mark.spec("ANS-9")
def test_next_steps_name_where_to_read_and_what_could_not_be_searched() -> None:
    near = evidence(1, "Dinner is paid.", place={"page": 3, "section": "Policy › 5. Travel"})
    assert steps(units=(near,), unread=(SCAN,)) == (
        "Read Document 1, page 3, § 5. Travel: this passage comes nearest.",
        "Make scan.pdf readable and ingest it again; it could not be searched (no readable text).",
    )


@pytest.mark.spec("ANS-9")
def test_whom_to_ask_is_said_only_where_there_is_nothing_to_read() -> None:
    assert steps() == ("Ask Acme Ltd for a document that answers this, and add it to the knowledge base.",)


@pytest.mark.spec("EVI-8", "ANS-9")
def test_of_how_many_pages_a_document_has_those_that_could_not_be_searched_are_named() -> None:
    page = StoredDisclosure(document="report.pdf", where="page 60", reason="no text layer (scanned image?)")
    assert steps(unread=(page,), page_counts={"report.pdf": 190})[-1] == (
        "Make page 60 (of 190) of report.pdf readable and ingest it again, with `--ocr` if they are scans; "
        "nothing there could be searched (no text layer)."
    )


@pytest.mark.spec("EVI-8", "ANS-9")
def test_of_a_document_read_but_for_some_pages_only_those_are_to_be_made_readable() -> None:
    def page(number: int, document: str = "report, 2022.pdf") -> StoredDisclosure:
        reason = "no text layer (scanned image?)"
        return StoredDisclosure(document=document, where=f"page {number}", reason=reason)

    hidden = StoredDisclosure(document="list.xlsx", where="Sheet2", reason="a hidden sheet; it was read")
    assert steps(unread=(page(60), hidden))[-1] == (
        "Make page 60 of report, 2022.pdf readable and ingest it again, with `--ocr` if they are scans; "
        "nothing there could be searched (no text layer)."
    )
    assert "Make pages 1, 2, 3, 4, 5 and 2 more of" in steps(unread=tuple(map(page, range(1, 8))))[-1]
    assert "hidden" not in " ".join(steps(unread=(hidden,)))


@pytest.mark.spec("CON-2", "ANS-9")
def test_a_conflict_is_to_be_settled_by_the_owners_and_only_while_it_is_open() -> None:
    sides = tuple(
        Side.model_validate({"value": value, "evidence_ids": ("e1",), "titles": (title,), "dated": None, "authority": "contract"})
        for value, title in (("£5", "Lease"), ("£7", "Minutes"))
    )  # fmt: skip
    found = Conflict.model_validate({"fact_id": "f1", "fact_text": "fee", "subject_id": "s1", "sides": sides})
    assert steps(covered(status="conflicting"), conflicts=(found,)) == (
        "Ask the owners of Lease and Minutes which value is valid: £5 or £7.",
    )
    assert steps(covered(), conflicts=(found.model_copy(update={"minor": True}),)) == ()


@pytest.mark.spec("EVI-7")
def test_of_a_superseded_text_its_owner_is_to_be_asked_whether_it_holds() -> None:
    old = evidence(1, "Dinner is paid.", source={"is_current": False, "title": "Policy 1"})
    (step,) = steps(covered(status="superseded"), units=(old,))
    assert step.startswith("Ask the owner of Policy 1 whether this still holds")


@pytest.mark.spec("EVI-10")
def test_a_premise_that_nothing_states_is_to_be_checked() -> None:
    unit = evidence(1, "Dinner is paid.", premises_open=("Acme Ltd",))
    assert steps(units=(unit,))[0] == "Check “Acme Ltd” in the question."
    assert "Check" not in " ".join(steps(units=(unit, evidence(2, "Dinner is 28."))))
    assert "Check" not in " ".join(steps(units=(unit,), texts=("Acme Ltd dines.",)))


@pytest.mark.spec("EVI-10")
@pytest.mark.parametrize("premise", ["that all of it stands", "dinner lim", "Adjusted Non"])
def test_only_whole_words_of_the_question_are_to_be_checked_in_it(premise: str) -> None:
    asked = analysis("What is the Adjusted Non-GAAP dinner limit?", {"terms": ("dinner limit",)})
    assert "Check" not in " ".join(steps(units=(evidence(1, "Dinner.", premises_open=(premise,)),), asked=asked))


@pytest.mark.spec("ANS-9")
def test_the_passage_whose_quotes_together_state_most_is_read_first() -> None:
    asked = analysis(
        "What was the fine for the Tarnley incident?", {"terms": ("fine incident",), "constraints": ("Tarnley",)}
    )
    count = evidence(1, "There were 187 incidents.", premises_open=("Tarnley",), relevance=0.6)
    place = evidence(2, "Sewage reached the river at Tarnley.", relevance=0.4)
    fine = evidence(3, "The fine is not known.", premises_open=("Tarnley",), relevance=0.5, passage_id="p2")
    assert by_passage((count, fine), (count, place, fine), asked) == (fine, count)


@pytest.mark.spec("ANS-11")
def test_a_provision_without_scope_asks_whom_it_binds_and_for_a_final_version() -> None:
    unit = evidence(1, "A payment must not exceed 5 euros.")
    asked, final = steps(covered(), lacking=((unit, Lacking(what="scope")),))
    assert "whom and what the provision applies to" in asked
    assert "supplement, a schedule or a final version of Document 1" in final


def test_no_more_steps_are_given_than_a_person_carries_out() -> None:
    facts = tuple(covered(f"f{n}", f"part {n}", status="missing", reason="x") for n in range(1, 9))
    many = analysis("Everything?", *({"terms": (f"t{n}",)} for n in range(8)), subjects=({"name": "Acme Ltd"},))
    assert len(next_actions(facts, (), (), many, ENGLISH)) == STEPS
