"""A pasted answer, held against the knowledge base."""

import pytest
from served_page import HOSTILE, Served

from pincite.errors import AuditInputError
from pincite.serving.web.audits import audit_answer, in_plain_words
from pincite.stores.kb.knowledge_base import KnowledgeBase

ANSWER = (
    "The notice period of this lease is six months. The annual rent of this lease is £47,000.\n\n"
    "Tarnholm Ltd was praised by its neighbours."
)


@pytest.mark.spec("AUD-1")
def test_each_claim_is_held_against_the_passages_nearest_to_it(kb: KnowledgeBase) -> None:
    audited = audit_answer(ANSWER, kb, None)
    assert [claim.verdict for claim in audited.report.claims] == ["supported", "contradicted", "unsupported"]
    assert audited.sources[audited.report.claims[0].supported_by[0]].document == "lease.md"
    assert audited.sources[audited.nearest[1][0]].title
    assert "".join(part.text for part in audited.stretches) == ANSWER
    assert [part.claim for part in audited.stretches if part.claim] == [1, 2, 3]


def test_notes_name_documents_and_not_passages(kb: KnowledgeBase) -> None:
    audited = audit_answer(ANSWER, kb, None)
    said = in_plain_words(audited.report.claims[1].note or "", audited.sources)
    assert "“Lease of Tarnholm Ltd”" in said
    assert "passage" not in said
    assert "uncited" not in said


@pytest.mark.parametrize("answer", ["", " \n", "x" * 50_001, "Yes. " * 401, "Why?"])
def test_what_cannot_be_audited_is_refused(answer: str, kb: KnowledgeBase) -> None:
    with pytest.raises(AuditInputError):
        audit_answer(answer, kb, None)


@pytest.mark.servers
def test_the_page_shows_verdicts_and_keeps_the_answer(page: Served) -> None:
    browser = page.browser()
    shown = browser.post("/audit", answer=ANSWER.replace("\n", "\r\n"))
    assert shown.status_code == 200
    assert "1 of 3 claims supported" in shown.text
    assert "Contradicted" in shown.text
    refused = browser.post("/audit", answer=" ")
    assert (refused.status_code, "the answer is empty" in refused.text) == (422, True)


@pytest.mark.servers
def test_text_that_is_pasted_or_found_stays_text(page: Served) -> None:
    shown = page.browser().post("/audit", answer=f"The notice period of this lease is six months. {HOSTILE}")
    assert shown.status_code == 200
    assert "<script>document" not in shown.text
    assert "<img src=x" not in shown.text


@pytest.mark.spec("AUD-7")
def test_a_numbered_clause_supports_its_words_without_the_number(kb: KnowledgeBase) -> None:
    audited = audit_answer("The deposit of this lease is £9,000.", kb, None)
    assert [claim.verdict for claim in audited.report.claims] == ["supported"]
