"""Whole runs on chat models over the demo documents: the models are scripted, everything else is the real thing."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from good_model import fence_of
from model_answers import Answer, anchor, condition, draft, judged, judged_step, period, plan, step, written
from scripted_roles import quotes, run, supported

from pincite.stores.kb.knowledge_base import KnowledgeBase

CORPUS = Path(__file__).parents[3] / "examples" / "corpus"


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    with KnowledgeBase.open(tmp_path_factory.mktemp("corpus") / "kb") as opened:
        opened.ingest([CORPUS])
        yield opened


HOLLINBRAE = anchor("Hollinbrae Instruments")


@pytest.mark.spec("ANS-5")
def test_a_cell_is_stated_in_a_sentence_that_its_columns_support(kb: KnowledgeBase) -> None:
    question = (
        "How many working days of annual leave does a grade C employee of Hollinbrae Instruments in Kilmarrow get?"
    )
    row, said = "C | Kilmarrow | 27 | 5 | 3", "A grade C employee in Kilmarrow gets 27 working days of annual leave."
    anchors = [HOLLINBRAE, condition("grade C", "a2"), condition("Kilmarrow", "a3", kind="place")]
    find = "working days of annual leave of a grade C employee in Kilmarrow"
    read = plan(anchors, [step(find, about=("a1", "a2", "a3"), words=["annual leave"], answer_type="number")])

    def say(role: str, shown: str) -> Answer:
        if role == "auditor":
            assert "Grade: C; Location: Kilmarrow — Annual leave (working days): 27." in shown
        return {
            "analyst": lambda: read,
            "extractor": lambda: quotes(shown, (row, ("s1",))),
            "critic": lambda: judged(judged_step("s1", fence_of("E", row, shown))),
            "generator": lambda: draft(written(said, fence_of("E", row, shown))),
            "auditor": lambda: supported(shown),
        }[role]()

    report, roles = run(kb, question, say)
    assert (report.sufficient, report.answer) == (True, said.removesuffix(".") + ". [1]")
    assert report.citations[0].cell == "Annual leave!A6:E6"
    assert sorted(roles) == ["analyst", "auditor", "critic", "extractor", "generator"]


@pytest.mark.spec("RET-7", "PLN-4", "PLN-6", "CRI-16")
def test_a_second_hop_is_searched_by_the_critics_own_query_and_shown_with_both_its_links(kb: KnowledgeBase) -> None:
    question = "Which standard is the archive contractor of Hollinbrae Instruments certified to?"
    link = "Hollinbrae Instruments Ltd has appointed Stavenholt Vaults Ltd as its archive contractor."
    certificate = "Stavenholt Vaults Ltd is certified to ISO/IEC 27001:2022."
    said = (
        "The archive contractor of Hollinbrae Instruments, Stavenholt Vaults Ltd, is certified to ISO/IEC 27001:2022."
    )
    query = "Stavenholt Vaults certified standard"
    contractor = step("the archive contractor of Hollinbrae Instruments", answers=False, answer_type="organisation")
    standard = step("the standard that the contractor found in s1 is certified to", "s2", about=(), after=["s1"])
    shown_first: list[bool] = []

    def critic(shown: str) -> Answer:
        first = judged_step("s1", fence_of("E", link, shown))
        shown_first.append(f"“{query}”" not in shown)
        if shown_first[-1]:  # as if the first retrieval had not brought the certificate
            return judged(first, judged_step("s2", query=query))
        return judged(first, judged_step("s2", fence_of("E", certificate, shown)))

    def say(role: str, shown: str) -> Answer:
        return {
            "analyst": lambda: plan([HOLLINBRAE], [contractor, standard], breadth="synthesis"),
            "extractor": lambda: quotes(shown, (link, ("s1",)), (certificate, ("s2",))),
            "critic": lambda: critic(shown),
            "generator": lambda: draft(written(said, fence_of("E", certificate, shown), fence_of("E", link, shown))),
            "auditor": lambda: supported(shown),
        }[role]()

    report, roles = run(kb, question, say)
    assert shown_first == [True, False]
    assert {(entry.query, entry.step) for entry in report.tool_history if entry.pass_number == 1} == {(query, "s2")}
    assert report.sufficient
    assert {citation.quote for citation in report.citations} == {link, certificate}
    assert len(roles) == report.usage.model_calls <= 9


@pytest.mark.spec("EVI-10")
def test_the_answer_says_that_what_the_question_presupposes_is_not_so(kb: KnowledgeBase) -> None:
    question = "Why did Hollinbrae Instruments abolish working from home in version 3.0 of its policy?"
    quote = "3.1 An Employee may work from home on up to three days in each working week"
    problem = "version 3.0 does not abolish working from home"
    anchors = [HOLLINBRAE, anchor("version 3.0", "a2", kind="version", use="scope")]
    find = "why working from home was abolished in version 3.0 of the policy"
    read = plan(anchors, [step(find, about=("a1", "a2"), words=["abolish", "working from home"])])

    def say(role: str, shown: str) -> Answer:
        return {
            "analyst": lambda: read,
            "extractor": lambda: quotes(shown, (quote, ("s1",))),
            "critic": lambda: judged(judged_step("s1", problem=problem)),
        }[role]()

    report, roles = run(kb, question, say)
    assert report.answer is None
    assert problem in report.conclusion
    assert "premise_not_supported" in report.risk_signals
    assert sorted(roles) == ["analyst", "critic", "extractor"]


@pytest.mark.spec("EVI-9")
def test_growth_is_worked_out_by_code_over_the_two_figures(kb: KnowledgeBase) -> None:
    question = "By what percentage did the revenue of Hollinbrae Instruments grow from Q1 2025 to Q1 2026?"
    earlier, later = (f"Revenue of Hollinbrae Instruments Ltd in Q1 {year}" for year in (2025, 2026))
    stated = (f"{earlier} was £7,610 thousand.", f"{later} was £8,412 thousand.")
    anchors = [HOLLINBRAE, period("Q1 2025"), period("Q1 2026", "a3")]
    find = "growth of the revenue of Hollinbrae Instruments in percent from Q1 2025 to Q1 2026"
    grew = step(find, about=("a1", "a2", "a3"), words=["revenue"], answer_type="percent", calculation="percent_change")

    def say(role: str, shown: str) -> Answer:
        if role in {"critic", "generator"}:
            old, new = (fence_of("E", quote, shown) for quote in stated)
        if role == "generator":
            figures = [{"evidence": old, "figure": "£7,610 thousand"}, {"evidence": new, "figure": "£8,412 thousand"}]
            worked = {
                "step": "s1",
                "name": "",
                "operation": "percent_change",
                "formula": None,
                "figures": figures,
                "decimals": 1,
            }
            return draft(calculations=[worked])
        return {
            "analyst": lambda: plan(anchors, [grew]),
            "extractor": lambda: quotes(shown, *((quote, ("s1",)) for quote in stated)),
            "critic": lambda: judged(judged_step("s1", old, new)),
        }[role]()

    report, roles = run(kb, question, say)
    assert report.sufficient
    assert "10.5%: (8,412 − 7,610) / 7,610 × 100" in (report.answer or "")
    assert report.calculations[0].operation == "percent_change"
    assert len(report.citations) == 2
    assert sorted(roles) == ["analyst", "critic", "extractor", "generator"]
