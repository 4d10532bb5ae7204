"""Other terms to search for, after a question without an answer."""

import pytest
from made_evidence import analysis

from pincite.evidence.questions.critic_decision import Decision
from pincite.evidence.report.evidence_report import ClosestDocument
from pincite.nodes.answer.other_terms import TERMS, other_terms

ASKED = analysis(
    "What is the dinner limit of Acme Ltd?", {"terms": ("dinner", "limit")}, subjects=({"name": "Acme Ltd"},)
)
CLOSEST = (ClosestDocument(title="Travel policy", document="p.pdf", covers="5. Travel; 6.2 Limits of claims"),)
TEXT = "A dinner party is no dinner. A dinner party of six or more needs consent. Meals have a cap."


def held(words: str) -> bool:
    return words.casefold() in f"{TEXT} limits claims".casefold()


@pytest.mark.spec("ANS-9", "RET-6")
def test_terms_are_sections_and_phrases_that_the_documents_hold() -> None:
    assert other_terms(ASKED, (), CLOSEST, [TEXT], held) == ("Limits of claims", "dinner party")
    assert len(other_terms(ASKED, (), CLOSEST, [TEXT], held)) <= TERMS


@pytest.mark.spec("ANS-9")
def test_nothing_is_offered_that_no_document_holds_or_that_is_the_question_again() -> None:
    again = Decision(requires_more_context=True, reason="", suggested_query="dinner limit Acme")
    assert other_terms(ASKED, (again,), (), ["A dinner was held."], lambda word: word in TEXT.split()) == ()


@pytest.mark.spec("ANS-9")
def test_a_search_of_the_critics_is_offered_where_its_words_are_held() -> None:
    decision = Decision(requires_more_context=True, reason="", suggested_query="party of six")
    assert other_terms(ASKED, (decision,), (), (), held) == ("party of six",)
