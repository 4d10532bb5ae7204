"""A line that states the same thing elsewhere reaches the judge, though the question's words do not find it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from good_model import fence_of
from model_answers import Answer, anchor, draft, judged, judged_step, plan, step, written
from scripted_roles import quotes, run, supported

from pincite import KnowledgeBase

AGREED = "Tarn Optics Ltd shall take readings from 97.5% of the meters of the customer each month (the Delivery Level)."
AMENDED = "In Schedule 1 the Delivery Level is changed from 97.5% to 98.0%."
SHARES = [
    f"Tarn Optics Ltd shall take pictures of {n}% of the meters of the customer each month in area {n}."
    for n in range(10, 45)
]
QUESTION = "What share of the customer's meters must Tarn Optics Ltd take readings from each month?"


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    def text(name: str, body: str, **more: str) -> dict[str, str]:
        return {"id": name, "title": name.title(), "entity": "Tarn Optics Ltd", "kind": "primary", "text": body, **more}

    texts = [
        text("agreement", AGREED),
        text("amendment", AMENDED),
        *(text(f"area {number}", share) for number, share in enumerate(SHARES)),
    ]
    with KnowledgeBase.open(Path(tmp_path_factory.mktemp("kb"))) as opened:
        assert opened.ingest_texts(texts).ok
        yield opened


@pytest.mark.spec("CRI-15", "CON-1")
def test_an_amendment_in_the_words_of_a_quote_is_shown_and_answers_where_the_critic_names_it(kb: KnowledgeBase) -> None:
    def critic(shown: str) -> Answer:
        lines = shown.split("Other lines", 1)[1]
        assert AMENDED in lines
        return judged(judged_step("s1", fence_of("E", AGREED, shown), fence_of("L", AMENDED, shown)))

    def say(role: str, shown: str) -> Answer | str:
        if role == "extractor":
            assert AMENDED not in shown
            return quotes(shown, (AGREED, ("s1",)))
        if role == "generator":
            return draft(written(AMENDED, fence_of("E", AMENDED, shown)))
        if role == "critic":
            return critic(shown)
        reads = step("the share of the customer's meters", words=["share", "readings", "meters"], answer_type="percent")
        return supported(shown) if role == "auditor" else plan([anchor("Tarn Optics Ltd")], [reads])

    report, _ = run(kb, QUESTION, say, follow_ups=0)
    assert report.sufficient
    assert [citation.quote for citation in report.citations] == [AMENDED]
    (searched,) = [call for call in report.tool_history if call.tool == "parallel_lines"]
    assert searched.query == AGREED
