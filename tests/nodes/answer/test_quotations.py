"""Without a judge, an answer quotes: its sentences are worded as what a source says, and the source is named."""

import pytest
from made_evidence import by_id, checked, evidence

from pincite.nodes.answer.cite import cite
from pincite.nodes.answer.phrases import phrases_for
from pincite.nodes.answer.quotations import as_quotations

FEE, TERM = "The fee is £5.", "The term is two years."


def shown(*sentences: str, language: str = "en", **place: str) -> tuple[str, ...]:
    units = [evidence(1, f"4.1 {text}", evidence_id=f"e{at}", place=place) for at, text in enumerate(sentences, 1)]
    cited = cite([checked(text, f"e{at}") for at, text in enumerate(sentences, 1)], by_id(*units))
    return as_quotations(cited, by_id(*units), phrases_for(language)).marked


@pytest.mark.spec("EVI-12")
@pytest.mark.parametrize(
    ("language", "first"),
    [
        ("en", "Document 1, clause 4.1: “The fee is £5.” [1]"),
        ("de", "Document 1, Ziffer 4.1: „The fee is £5.“ [1]"),
        ("fr", "Document 1, clause 4.1 : « The fee is £5. » [1]"),
        ("es", "Document 1, cláusula 4.1: «The fee is £5.» [1]"),
    ],
)
def test_a_verbatim_sentence_is_a_quotation_after_its_source(language: str, first: str) -> None:
    assert shown(FEE, language=language, clause="4.1") == (first,)


def test_the_source_is_named_once_for_quotations_that_follow_each_other() -> None:
    first, second = shown(FEE, TERM)
    assert first.startswith(f"Document 1: “{FEE}”")
    assert second.startswith(f"“{TERM}”")


def test_a_sentence_with_quotation_marks_of_its_own_gets_no_others() -> None:
    assert shown("The fee is “five pounds”.") == ("Document 1: The fee is “five pounds”. [1]",)


def test_a_sentence_that_code_made_of_a_table_row_stays() -> None:
    row = evidence(1, "Fee | 5", row=(("Item", "Fee"), ("£", "5")))
    cited = cite([checked("The fee is £5.", "e1")], by_id(row))
    assert as_quotations(cited, by_id(row), phrases_for("en")).marked == ("The fee is £5. [1]",)
