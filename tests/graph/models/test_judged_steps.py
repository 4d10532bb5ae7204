"""Whole runs in which the critic's model settles steps: it may point, doubt or approve, and only what code located and verified is claimed."""

from collections.abc import Callable
from pathlib import Path

import pytest
from good_model import fence_of
from model_answers import Answer, condition, judged, judged_step, plan, step
from scripted_roles import run
from storage_terms import (
    CERTIFIED,
    CHAIN,
    CHAINED,
    DUE,
    FEE,
    KEEPER,
    PAYS,
    QUESTION,
    TARN,
    TEXTS,
    claims_only_what_stands_in_the_sources,
    reading,
    statuses,
)

from pincite.stores.kb.knowledge_base import KnowledgeBase


@pytest.mark.spec("CRI-15")
def test_a_line_that_nobody_quoted_becomes_evidence_when_the_critic_points_at_it(kb: KnowledgeBase) -> None:
    def critic(shown: str) -> Answer:
        line = fence_of("L", FEE, shown)
        return judged(judged_step("s1", line), judged_step("s2"))

    report, _ = run(kb, QUESTION, reading(critic), follow_ups=0)
    claims_only_what_stands_in_the_sources(report, kb)
    assert statuses(report) == ["covered", "missing"]
    assert [citation.quote for citation in report.citations] == [FEE]


@pytest.mark.spec("CRI-4")
@pytest.mark.parametrize("follow_ups", [0, 1])
def test_the_critic_learns_whether_a_search_can_follow(kb: KnowledgeBase, follow_ups: int) -> None:
    heard: list[str] = []

    def critic(shown: str) -> Answer:
        heard.append(shown.splitlines()[0])
        fee = judged_step("s1", fence_of("E", FEE, shown))
        return judged(fee, judged_step("s2", query="Tarn Optics storage payment terms"))

    run(kb, QUESTION, reading(critic, (FEE, ("s1",))), follow_ups=follow_ups)
    assert [line.rpartition(" ")[2] for line in heard] == [f"{left}." for left in range(follow_ups, -1, -1)]


@pytest.mark.spec("EVI-8", "ANS-6")
def test_an_answer_in_one_sense_of_a_word_discloses_the_sense_and_is_at_most_medium(kb: KnowledgeBase) -> None:
    sense = "what it pays is taken to be the monthly charge"

    def critic(shown: str) -> Answer:
        fee = judged_step("s1", fence_of("E", FEE, shown), assumes=sense)
        return judged(fee, judged_step("s2", fence_of("E", DUE, shown)))

    report, _ = run(kb, QUESTION, reading(critic, (FEE, ("s1",)), (DUE, ("s2",))), follow_ups=0)
    claims_only_what_stands_in_the_sources(report, kb)
    assert report.sufficient
    assert [fact.assumes for fact in report.required_facts] == [sense, None]
    assert any(sense in disclosure.reason for disclosure in report.disclosures)
    assert report.confidence != "high"
    assert any("sense" in reason for reason in report.confidence_reasons)


@pytest.mark.spec("CRI-15", "EVI-2")
@pytest.mark.parametrize(
    ("copied", "covered"),
    [(DUE, "covered"), ("The fee falls due on the last working day.", "missing"), ("The fee is £90.", "missing")],
)
def test_words_that_the_critic_copies_count_only_where_they_stand(kb: KnowledgeBase, copied: str, covered: str) -> None:
    def critic(shown: str) -> Answer:
        quote = judged_step("s1", fence_of("E", FEE, shown))
        return judged(quote, judged_step("s2", also=[{"place": "PASSAGE1", "quote": copied}]))

    report, _ = run(kb, QUESTION, reading(critic, (FEE, ("s1",))), follow_ups=0)
    claims_only_what_stands_in_the_sources(report, kb)
    assert statuses(report) == ["covered", covered]
    assert report.sufficient is (covered == "covered")


@pytest.mark.spec("CRI-15", "PLN-4")
def test_a_quote_made_for_one_step_serves_another_that_the_critic_names_it_for(kb: KnowledgeBase) -> None:
    both = f"{FEE} {DUE}"

    def critic(shown: str) -> Answer:
        quote = fence_of("E", both, shown)
        return judged(judged_step("s1", quote), judged_step("s2", quote))

    report, _ = run(kb, QUESTION, reading(critic, (both, ("s1",)), tells=(both,)), follow_ups=0)
    claims_only_what_stands_in_the_sources(report, kb)
    assert (statuses(report), report.sufficient) == (["covered", "covered"], True)
    assert [citation.quote for citation in report.citations] == [both]


LATER = "Tarn Optics Ltd pays £50 a month for storage from 1 July 2028."


@pytest.mark.spec("EVI-7", "EVI-12", "VER-2")
@pytest.mark.parametrize(
    ("standing", "calibrated", "sufficient"),
    [("asserted", True, True), ("not_in_force", True, False), ("asserted", False, False)],
)
def test_a_judge_decides_whether_a_sentence_with_a_later_first_day_is_in_force(
    tmp_path: Path, standing: str, calibrated: bool, sufficient: bool
) -> None:
    def critic(shown: str) -> Answer:
        assert "it states that it begins on 2028-07-01" in shown
        covers = judged_step("s1", fence_of("E", LATER, shown), standing=standing, covered=standing == "asserted")
        return judged(covers)

    asks = reading(critic, (LATER, ("s1",)), read=plan([TARN], [PAYS]), tells=(LATER,))
    with KnowledgeBase.open(tmp_path) as kb:
        assert kb.ingest_texts([{**TEXTS[0], "text": LATER}]).ok
        report, _ = run(kb, "What does Tarn Optics Ltd pay for storage?", asks, calibrated=calibrated, follow_ups=0)
    assert [unit.begins for unit in report.evidence] == [None]
    assert report.sufficient is sufficient


@pytest.mark.spec("VER-2", "CRI-14")
def test_without_a_calibrated_judge_what_code_leaves_open_is_not_claimed(kb: KnowledgeBase) -> None:
    def critic(shown: str) -> Answer:
        return judged(
            judged_step("s1", fence_of("E", KEEPER, shown)), judged_step("s2", fence_of("E", CERTIFIED, shown))
        )

    extracted = [(KEEPER, ("s1",)), (CERTIFIED, ("s2",))]
    told = reading(critic, *extracted, read=CHAIN, tells=(KEEPER, CERTIFIED))
    report, _ = run(kb, CHAINED, told, follow_ups=0, calibrated=False)
    claims_only_what_stands_in_the_sources(report, kb)
    assert not report.sufficient
    assert CERTIFIED.rstrip(".") not in (report.answer or "")


@pytest.mark.spec("EVI-10", "VER-2")
@pytest.mark.parametrize(("calibrated", "status"), [(True, "covered"), (False, "missing")])
def test_a_condition_in_other_words_is_for_a_calibrated_judge_to_settle(
    kb: KnowledgeBase, calibrated: bool, status: str
) -> None:
    read = plan(
        [TARN, condition("per thirty days")],
        [PAYS | {"find": "what Tarn Optics Ltd pays for storage per thirty days", "about": ["a1", "a2"]}],
    )

    def critic(shown: str) -> Answer:
        assert "per thirty days" in shown
        return judged(judged_step("s1", fence_of("E", FEE, shown)))

    question = "What does Tarn Optics Ltd pay for storage per thirty days?"
    report, _ = run(
        kb, question, reading(critic, (FEE, ("s1",)), read=read, tells=(FEE,)), follow_ups=0, calibrated=calibrated
    )
    claims_only_what_stands_in_the_sources(report, kb)
    assert statuses(report) == [status]
    assert report.sufficient is calibrated


@pytest.mark.spec("VER-2", "SUB-8")
@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("We are the only supplier of pumps to the optics maker at Tarn.", "covered"),
        ("We are the only supplier of pumps to the optics maker at Tarn Glass.", "missing"),
    ],
)
def test_a_judge_settles_whether_a_short_name_in_anothers_document_means_the_subject(
    tmp_path: Path, line: str, status: str
) -> None:
    find = step("who supplies the pumps of Tarn Optics Ltd", words=["supplier", "pumps"], answer_type="organisation")

    def critic(shown: str) -> Answer:
        if "<<<E1 " in shown:
            return judged(judged_step("s1", fence_of("E", line, shown)))
        return judged(judged_step("s1", query="only supplier of pumps"))

    texts = [
        TEXTS[0],
        {"id": "pell", "title": "Pell pump list", "entity": "Pell Pumps Ltd", "kind": "primary", "text": line},
    ]
    with KnowledgeBase.open(tmp_path) as opened:
        assert opened.ingest_texts(texts).ok
        say = reading(critic, (line, ("s1",)), read=plan([TARN], [find]), tells=(line,))
        report, _ = run(opened, "Who supplies the pumps of Tarn Optics Ltd?", say)
        claims_only_what_stands_in_the_sources(report, opened)
    assert statuses(report) == [status]


def _everything(shown: str) -> list[str]:
    return [line.split()[0][3:] for line in shown.splitlines() if line[:4] in ("<<<E", "<<<L")]


STUBBORN: dict[str, tuple[Callable[[str], Answer | str], str]] = {
    "yes to all": (lambda shown: judged(*(judged_step(step_id, *_everything(shown)) for step_id in ("s1", "s2"))), ""),
    "no to all, with ever new queries": (
        lambda shown: judged(
            *(judged_step(step_id, query=f"{step_id} of {len(shown)} letters") for step_id in ("s1", "s2"))
        ),
        "missing_evidence",
    ),
    "quotes of its own": (
        lambda shown: judged(
            *(
                judged_step(step_id, also=[{"place": "PASSAGE1", "quote": "The fee is £90."}])
                for step_id in ("s1", "s2")
            )
        ),
        "missing_evidence",
    ),
    "ids of its own": (lambda shown: judged(judged_step("s1", "E99"), judged_step("s2", "E98")), "critic_unavailable"),
    "steps of its own": (lambda shown: judged(judged_step("s9", "E1")), "critic_unavailable"),
    "no judgement": (lambda shown: "Yes, all of it.", "critic_unavailable"),
}


@pytest.mark.spec("CRI-5", "CRI-10", "CRI-13", "EXE-7")
@pytest.mark.parametrize("kind", STUBBORN)
def test_a_judge_that_does_not_judge_is_bounded_and_claims_nothing_that_code_did_not_find(
    kb: KnowledgeBase, kind: str
) -> None:
    critic, signal = STUBBORN[kind]
    told = reading(critic, (FEE, ("s1",)), (KEEPER, ("s2",)), tells=(FEE, "The fee is £90.", "The fee is £0."))
    report, roles = run(kb, QUESTION, told)
    claims_only_what_stands_in_the_sources(report, kb)
    assert roles.count("critic") <= 4
    assert not signal or (signal in report.risk_signals and not report.sufficient and report.answer is None)
