"""Extractor, critic, generator and auditor on a model: few calls, ids that exist, and code that has the last word."""

import asyncio
from datetime import date
from typing import Any, get_type_hints

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st
from model_answers import draft, judged, judged_step, quoted, verdict, written
from scripted_speaker import speaker

from pincite.errors import ModelError
from pincite.evidence.model.evidence import Evidence, EvidenceId, SubjectLink
from pincite.evidence.model.source_record import SourceDocument
from pincite.evidence.model.spans import DocumentId, PassageId, Place, Span, SpanId, VersionId
from pincite.evidence.model.subjects import AnswerType, FactId, PlanStep, SubjectId
from pincite.evidence.questions.critic_decision import Decision
from pincite.roles.contracts.auditor import AuditedSentence, AuditorInput, Chunk
from pincite.roles.contracts.critic import CriticInput, LineSeen, PassageSeen, Retrieval, VerifiedSpan
from pincite.roles.contracts.extractor import ExtractorInput, PassageToRead
from pincite.roles.contracts.generator import GeneratorInput
from pincite.roles.llm.auditor import LlmAuditor, Reading
from pincite.roles.llm.critic import UNSTATED_PREMISE, AgreeingCritics, Judged, JudgedStep, LlmCritic
from pincite.roles.llm.extractor import BATCHES, LlmExtractor, batches
from pincite.roles.llm.generator import LlmGenerator

FEE = PlanStep(fact_id=FactId("s1"), text="What is the fee of Tarn Ltd?", terms=("fee",), answer_type="money")
DATE = PlanStep(fact_id=FactId("s2"), text="When is it due?", terms=("due",), answer_type="date")


# the extractor


def passage(number: int, text: str) -> PassageToRead:
    return PassageToRead(passage_id=PassageId(f"p-{number}"), text=text, title="Fees of Tarn Ltd", about=True)


def to_extract(*texts: str) -> ExtractorInput:
    passages = tuple(passage(number, text) for number, text in enumerate(texts, 1))
    return ExtractorInput(question="What is the fee?", candidates=(), required_facts=(FEE,), passages=passages)


def test_quotes_come_back_with_the_passages_they_are_from() -> None:
    asked, model = speaker({"quotes": [quoted("P2", "The fee is £40.")]})
    found = LlmExtractor(asked)(to_extract("Nothing.", "The fee is £40. It is due."))
    assert [(span.passage_id, span.quote) for span in found] == [("p-2", "The fee is £40.")]
    assert len(model.heard) == 1


@pytest.mark.spec("EVI-2")
def test_quotes_that_do_not_stand_there_are_asked_for_again_once_and_then_left_to_the_verifier() -> None:
    wrong = {"quotes": [quoted("P1", "The fee is £50.")]}
    asked, model = speaker(wrong, {"quotes": [quoted("P1", "The fee is £40.")]})
    assert [span.quote for span in LlmExtractor(asked)(to_extract("The fee is £40."))] == ["The fee is £40."]
    assert "does not stand in P1 exactly" in str(model.heard[1][-1].content)
    again, _ = speaker(wrong, wrong)
    with pytest.raises(ModelError):
        LlmExtractor(again)(to_extract("The fee is £40."))


def test_one_stretch_serves_every_step_it_is_quoted_for_and_no_other() -> None:
    given = to_extract("The fee is £40, due on 1 May 2026.").model_copy(update={"required_facts": (FEE, DATE)})
    asked, _ = speaker({"quotes": [quoted("P1", "The fee is £40, due on 1 May 2026.", "s1", "s2", "s1")]})
    assert [span.fact_id for span in LlmExtractor(asked)(given)] == ["s1", "s2"]


def test_long_retrievals_go_in_two_calls_and_say_how_much_is_read() -> None:
    texts = tuple("x" * 9_000 for _ in range(9))
    asked, model = speaker({"quotes": []}, {"quotes": []})
    extractor = LlmExtractor(asked)
    assert len(extractor.reads(to_extract(*texts).passages)) == 6
    assert extractor(to_extract(*texts)) == ()
    assert len(model.heard) == 2


@pytest.mark.spec("RET-7")
def test_where_not_all_passages_fit_the_first_in_rank_are_read_whatever_they_name() -> None:
    given = [passage(number, "x" * 9_000).model_copy(update={"about": number > 3}) for number in range(1, 10)]
    extractor = LlmExtractor(speaker()[0])
    assert list(extractor.reads(given)) == given[:6]


def test_an_id_copied_with_the_seal_of_its_fence_is_read() -> None:
    asked, model = speaker({"quotes": [quoted("P1 0a1b2c3d", "The fee is £40.")]})
    assert [span.passage_id for span in LlmExtractor(asked)(to_extract("The fee is £40."))] == ["p-1"]
    assert len(model.heard) == 1


def test_a_model_with_a_short_context_is_shown_less_at_a_time() -> None:
    asked, model = speaker({"quotes": []}, {"quotes": []})
    asked.passage_chars = 10_000
    extractor = LlmExtractor(asked)
    given = to_extract(*("x" * 4_000 for _ in range(9)))
    assert len(extractor.reads(given.passages)) == 4
    extractor(given)
    assert all("x" * 4_000 in str(heard[-1].content) and len(str(heard[-1].content)) < 16_000 for heard in model.heard)


@for_all(st.lists(st.integers(min_value=1, max_value=2_000), max_size=40))
def test_batches_keep_the_order_and_leave_out_only_the_last(sizes: list[int]) -> None:
    given = [passage(number, "x" * size) for number, size in enumerate(sizes, 1)]
    read = [shown for group in batches(given, 1_000) for shown in group.values()]
    assert read == given[: len(read)]
    assert len(batches(given, 1_000)) <= BATCHES
    assert not given or read


def test_one_batch_that_fails_costs_only_its_quotes() -> None:
    texts = tuple("The fee is £40. " + "x" * 20_000 for _ in range(2))
    asked, _ = speaker({"quotes": [quoted("P1", "The fee is £40.")]}, "no", "no")
    found = asyncio.run(LlmExtractor(asked).acall(to_extract(*texts)))
    assert len(found) <= 1


# the critic


def verified(name: str, fact: PlanStep, quote: str, passage: str = "p-1", **changes: Any) -> VerifiedSpan:
    return VerifiedSpan(
        evidence_id=EvidenceId(name), fact_id=fact.fact_id, passage_id=PassageId(passage), quote=quote, document="Fees",
        source_kind="primary", is_current=True, updated_at=date(2026, 1, 1), relevance=0.6, premises_open=(), **changes,
    )  # fmt: skip


HEARD = CriticInput(
    question="What is the fee of Tarn Ltd, and when is it due?",
    required_facts=(FEE, DATE),
    subject_names=("Tarn Ltd",),
    history=(Retrieval(tool="rag_retrieve", query="Tarn Ltd fee", passages=(PassageId("p-1"),)),),
    verified=(verified("a", FEE, "The fee is £40."), verified("b", DATE, "Holm Vaults collects it.")),
    passages=(PassageSeen(passage_id=PassageId("p-1"), text="The fee is £40. Holm Vaults collects it."),),
)


@pytest.mark.spec("CRI-4", "CRI-16")
def test_a_judgement_names_what_covers_each_step_and_gives_a_query_for_each_open_one() -> None:
    open_one = judged_step("s2", query="Holm Vaults due date", source="the payment terms")
    asked, _ = speaker(judged(judged_step("s1", "E1"), open_one))
    found = LlmCritic(asked)(HEARD)
    assert [(fact.fact_id, fact.passages, fact.evidence) for fact in found.covered] == [("s1", ("p-1",), ("a",))]
    assert (found.missing_facts, found.requires_more_context) == (("s2",), True)
    assert [(query.fact_id, query.words) for query in found.queries] == [("s2", "Holm Vaults due date")]
    assert found.missing_primary_sources == ("the payment terms",)


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("The fee is stated, and E2 names no date.", "The fee is stated, and “Fees” names no date."),
        ("The due date is 3 May.", None),
        ("Ida Brandt collects it.", None),
    ],
)
def test_what_an_open_step_lacks_is_shown_without_figures_and_names_of_the_models_own(
    said: str, shown: str | None
) -> None:
    asked, _ = speaker(judged(judged_step("s1", "E1"), judged_step("s2", reason=said)))
    assert [gap.reason for gap in LlmCritic(asked)(HEARD).gaps] == ([shown] if shown else [])


@pytest.mark.spec("CRI-16")
def test_every_open_step_has_its_own_query_and_a_covered_one_none() -> None:
    asked, _ = speaker(judged(judged_step("s1", query="Tarn fee list"), judged_step("s2", query=" Tarn  due date ")))
    assert LlmCritic(asked)(HEARD).searches() == ("Tarn fee list", "Tarn due date")
    asked, _ = speaker(judged(judged_step("s1", "E1", query="Tarn fee list"), judged_step("s2", "E2")))
    assert LlmCritic(asked)(HEARD).searches() == ()


@pytest.mark.spec("CRI-5")
@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (judged(judged_step("s1", "E9"), judged_step("s2")), "there is no quote or line E9"),
        (judged(judged_step("s1", "PASSAGE1"), judged_step("s2")), "there is no quote or line PASSAGE1"),
        (judged(judged_step("s1", "E1")), "lacks s2"),
        (judged(judged_step("s1", "E1"), judged_step("s3"), judged_step("s2")), "there is no step s3"),
        (judged(judged_step("s1", covered=True), judged_step("s2")), "no evidence is named for it"),
    ],
)
def test_ids_that_are_not_there_never_approve(wrong: dict[str, Any], told: str) -> None:
    asked, model = speaker(wrong, wrong)
    with pytest.raises(ModelError):
        LlmCritic(asked)(HEARD)
    assert told in str(model.heard[1][-1].content)


@pytest.mark.spec("CRI-15")
def test_the_history_names_the_quotes_lines_and_documents_of_each_query() -> None:
    brought = Retrieval(tool="rag_retrieve", query="due date", passages=(PassageId("p-9"),), titles=("Terms", "Notes"))
    empty = Retrieval(tool="rag_retrieve", query="fee list", passages=())
    again = brought.model_copy(update={"query": "day due"})
    given = WITH_LINE.model_copy(update={"history": (*HEARD.history, brought, empty, again)})
    asked, model = speaker(judged(judged_step("s1", "E1"), judged_step("s2", "E2")))
    LlmCritic(asked)(given)
    prompt = str(model.heard[0][-1].content)
    assert "1. “Tarn Ltd fee” (1 passages): E1, E2\n" in prompt
    assert "2. “due date” (1 passages): L1: Terms; Notes\n3. “fee list” (0 passages)\n" in prompt
    assert "4. “day due” (1 passages): as 2\n" in prompt


@pytest.mark.spec("CRI-15")
@pytest.mark.parametrize(("unit", "text"), [("in millions", "unit: in millions"), ("€", "")])
def test_a_row_stands_under_the_columns_and_the_unit_of_its_table(unit: str, text: str) -> None:
    line = LineSeen(
        passage_id=PassageId("p-9"), quote="Rent | € 5", document="Terms", column_names="Item | 2024", unit=unit
    )
    asked, model = speaker(judged(judged_step("s1", "E1"), judged_step("s2", "E2")))
    LlmCritic(asked)(HEARD.model_copy(update={"lines": (line,)}))
    prompt = str(model.heard[0][-1].content)
    assert "columns: Item | 2024" in prompt
    assert text in prompt
    assert ("unit:" in prompt) == bool(text)


@pytest.mark.spec("CRI-15")
def test_a_quote_that_was_verified_for_another_step_is_pointed_at_for_code_to_verify() -> None:
    asked, _ = speaker(judged(judged_step("s1", "E1"), judged_step("s2", "E1")))
    found = LlmCritic(asked)(HEARD)
    assert [(pointer.fact_id, pointer.passage_id, pointer.quote) for pointer in found.pointed] == [
        ("s2", "p-1", "The fee is £40.")
    ]
    assert [fact.evidence for fact in found.covered] == [("a",), ()]


DUE = "It falls due on 1 May 2026."
WITH_LINE = HEARD.model_copy(update={"lines": (LineSeen(passage_id=PassageId("p-9"), quote=DUE, document="Terms"),)})


@pytest.mark.spec("CRI-15")
def test_a_line_that_nobody_quoted_may_be_named_as_evidence() -> None:
    asked, model = speaker(judged(judged_step("s1", "E1"), judged_step("s2", "L1")))
    found = LlmCritic(asked)(WITH_LINE)
    assert [(pointer.fact_id, pointer.passage_id, pointer.quote) for pointer in found.pointed] == [("s2", "p-9", DUE)]
    assert DUE in str(model.heard[0][1].content)


@pytest.mark.spec("CRI-15", "EVI-2")
@pytest.mark.parametrize(
    ("place", "words", "covered"),
    [
        ("PASSAGE1", "Holm Vaults collects it.", True),
        ("PASSAGE1", "holm  vaults collects it", False),
        ("PASSAGE1", "Holm Vaults collects it on 1 May.", False),
        ("PASSAGE7", "Holm Vaults collects it.", False),
        ("L1", DUE, True),
        ("L1", "Holm Vaults collects it.", False),
    ],
)
def test_words_copied_from_what_is_shown_count_where_code_finds_them(place: str, words: str, covered: bool) -> None:
    copied = judged_step("s1", also=[{"place": place, "quote": words}])
    asked, _ = speaker(judged(copied, judged_step("s2")))
    found = LlmCritic(asked)(WITH_LINE)
    assert [fact.fact_id for fact in found.covered] == (["s1"] if covered else [])
    assert bool(found.pointed) is covered
    assert "s1" not in found.missing_facts or not covered


@pytest.mark.spec("CON-5")
def test_different_answers_to_one_step_are_named_by_their_quotes() -> None:
    asked, _ = speaker(judged(judged_step("s1", "E1", "E2", disagree=[["E1"], ["E2"]]), judged_step("s2", "E2")))
    found = LlmCritic(asked)(HEARD).disagreements
    assert [(disagreement.fact_id, disagreement.sides) for disagreement in found] == [
        ("s1", (("The fee is £40.",), ("Holm Vaults collects it.",)))
    ]


@pytest.mark.spec("EVI-12", "VER-2")
@pytest.mark.parametrize("standing", ["denied", "attributed", "hypothetical", "example", "not_in_force"])
def test_what_its_source_does_not_assert_covers_no_step_even_if_it_is_called_covered(standing: str) -> None:
    said = judged(judged_step("s1", "E1", standing=standing, reason="a rumour says so"), judged_step("s2"))
    asked, _ = speaker(said)
    found = LlmCritic(asked)(HEARD)
    assert found.covered == ()
    assert [gap.reason for gap in found.gaps if gap.fact_id == "s1"] == ["a rumour says so"]


@pytest.mark.spec("EVI-10", "EVI-8")
@pytest.mark.parametrize(
    ("said", "covered"),
    [
        ("the charge is taken to be the fee", True),
        ("the charge is taken to be the fee of £40", True),
        ("the charge is taken to be the fee of £90", False),
        ("the fee is taken to be the one that Acme Holdings pays", False),
        ("Acme Holdings is taken to pay the fee", False),
        ("the fee is taken to be what Borealis takes", False),
    ],
)
def test_an_assumption_may_be_about_a_word_and_adds_no_figure_or_name_that_the_evidence_lacks(
    said: str, covered: bool
) -> None:
    asked, _ = speaker(judged(judged_step("s1", "E1", assumes=said), judged_step("s2")))
    found = LlmCritic(asked)(HEARD)
    assert [(fact.fact_id, fact.assumes) for fact in found.covered] == ([("s1", said)] if covered else [])
    assert ("s1" in found.missing_facts) is not covered


@pytest.mark.spec("EVI-10")
@pytest.mark.parametrize(
    ("said", "covered"),
    [
        ("sales are taken to be net sales ($5,777 million)", True),
        ("sales are taken to be net sales ($5,791 million)", False),
        ("sales are taken to be those of a quarter (12 million)", False),
        ("sales are taken to be those of fiscal 2027", True),
        ("sales are taken to be those of fiscal 2029", False),
    ],
)
def test_an_assumption_may_give_the_scale_of_a_figure_and_the_kind_of_a_year_that_their_table_leaves_out(
    said: str, covered: bool
) -> None:
    table = "(Millions, except stores) 2027 2026\nNet sales 5,777 5,400\nStores 12 11"
    row = (verified("a", FEE, "Net sales 5,777 5,400"), verified("b", DATE, "Stores 12 11"))
    given = HEARD.model_copy(
        update={"verified": row, "passages": (PassageSeen(passage_id=PassageId("p-1"), text=table),)}
    )
    asked, _ = speaker(judged(judged_step("s1", "E1", assumes=said), judged_step("s2")))
    assert bool(LlmCritic(asked)(given).covered) is covered


@pytest.mark.spec("EVI-10")
@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("Charging is taken to be the fee", "charging is taken to be the fee"),
        ("Zorblatt is taken to take the fee", None),
        ("Zorblatt, is taken to take the fee", None),
    ],
)
def test_the_word_that_opens_an_assumption_is_no_name_if_the_question_uses_it(said: str, shown: str | None) -> None:
    given = HEARD.model_copy(update={"question": "What does Tarn Ltd charge, and when is it due?"})
    asked, _ = speaker(judged(judged_step("s1", "E1", assumes=said), judged_step("s2")))
    assert [fact.assumes for fact in LlmCritic(asked)(given).covered] == ([shown] if shown else [])


@pytest.mark.spec("EVI-10")
def test_a_long_assumption_is_shown_shortened() -> None:
    asked, _ = speaker(judged(judged_step("s1", "E1", assumes="word " * 60), judged_step("s2")))
    (covered,) = LlmCritic(asked)(HEARD).covered
    assert covered.assumes.endswith("word …")
    assert len(covered.assumes) <= 240


@pytest.mark.spec("EVI-10")
def test_a_premise_that_fails_uncovers_the_step_even_if_it_is_called_covered() -> None:
    asked, _ = speaker(judged(judged_step("s1", "E1", problem="the text says £40 is the deposit"), judged_step("s2")))
    found = LlmCritic(asked)(HEARD)
    assert found.covered == ()
    assert found.premise_problems[0].problem == "the text says £40 is the deposit (“The fee is £40.”, Fees)"


@pytest.mark.spec("CRI-1")
@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("E1 speaks of £40, not of a deposit", "“Fees” speaks of £40, not of a deposit"),
        ("the fee is £90, not £40", UNSTATED_PREMISE),
        ("the fee is paid by Acme Holdings", UNSTATED_PREMISE),
    ],
)
def test_a_premise_problem_brings_in_no_figure_and_no_name(said: str, told: str) -> None:
    asked, _ = speaker(judged(judged_step("s1", problem=said), judged_step("s2")))
    assert LlmCritic(asked)(HEARD).premise_problems[0].problem == told


@pytest.mark.spec("CRI-3")
def test_there_is_no_field_through_which_a_draft_could_reach_the_critic() -> None:
    allowed = {
        "question",
        "as_of",
        "required_facts",
        "subject_names",
        "history",
        "verified",
        "passages",
        "lines",
        "searches_left",
    }
    assert set(CriticInput.model_fields) == allowed
    assert get_type_hints(LlmCritic.__call__) == {"given": CriticInput, "return": Decision}


@pytest.mark.spec("CRI-11")
def test_of_two_critics_only_what_both_approve_is_approved() -> None:
    first, _ = speaker(judged(judged_step("s1", "E1"), judged_step("s2", "E2")))
    second, _ = speaker(judged(judged_step("s1", "E1"), judged_step("s2", query="Tarn Ltd due date", reason="no date")))
    found = AgreeingCritics(LlmCritic(first), LlmCritic(second))(HEARD)
    assert [fact.fact_id for fact in found.covered] == ["s1"]
    assert found.searches() == ("Tarn Ltd due date",)
    assert "no date" in found.reason


@pytest.mark.spec("CRI-11", "CRI-15")
def test_words_that_only_one_of_two_critics_points_at_are_not_taken() -> None:
    first, _ = speaker(judged(judged_step("s1", "E1"), judged_step("s2", "L1")))
    second, _ = speaker(judged(judged_step("s1", "E1"), judged_step("s2", "E2")))
    found = AgreeingCritics(LlmCritic(first), LlmCritic(second))(WITH_LINE)
    assert ([fact.fact_id for fact in found.covered], found.pointed) == (["s1"], ())


# the generator


def evidence(name: str, quote: str, row: tuple[tuple[str, str], ...] = ()) -> Evidence:
    source = SourceDocument(
        document_id=DocumentId("d"), version_id=VersionId("v"), path="fees.md", title="Fees", kind="primary", kind_reason="",
        authority="policy", authority_reason="", is_current=True, media_type="text/markdown", file_sha256="0" * 64,
        text_sha256="0" * 64, extractor="t", n_chars=100,
    )  # fmt: skip
    span = Span(span_id=SpanId(f"span of {quote}"),
        document_id=DocumentId("d"), version_id=VersionId("v"), file_sha256="0" * 64, text_sha256="0" * 64, extractor="t",
        char_start=0, char_end=len(quote), quote=quote, place=Place(line_start=1, line_end=1),
    )  # fmt: skip
    return Evidence(
        evidence_id=EvidenceId(name), fact_id=FEE.fact_id, subject_id=SubjectId("s1"), passage_id=PassageId("p-1"),
        claim=quote, row=row, span=span, source=source, link=SubjectLink(mechanism="document_scope", reason=""), relevance=0.6,
    )  # fmt: skip


TO_WRITE = GeneratorInput(
    question="What is the fee?",
    required_facts=(FEE,),
    evidence=(evidence("a", "The fee is £40."), evidence("b", "Paid monthly.")),
)


def test_a_sentence_rests_on_evidence_it_was_given_or_has_none() -> None:
    sentences = [written("The fee is £40.", "E1"), written("So it is cheap."), written("Hm.", "E1", "E7")]
    asked, _ = speaker(draft(*sentences))
    found = LlmGenerator(asked)(TO_WRITE)
    assert [sentence.evidence_ids for sentence in found] == [("a",), (), ()]


def calculated(*figures: tuple[str, str], operation: str = "difference", formula: str | None = None) -> dict[str, Any]:
    named = [{"evidence": name, "figure": figure} for name, figure in figures]
    return {"step": "s1", "name": "", "operation": operation, "formula": formula, "figures": named, "decimals": 1}


@pytest.mark.spec("EVI-9")
@pytest.mark.parametrize(
    ("asked_for", "told"),
    [
        (calculated(("E2", "£52"), ("E1", "£40")), "£12: 52 − 40"),
        (calculated(("E1", "£40"), ("E2", "£52"), operation="percent_change"), "30%: (52 − 40) / 40 × 100"),
        (calculated(("E1", "£40"), operation="formula", formula="a * 12"), "£480: 40 × 12"),
        (calculated(("E1", "£40"), operation="formula", formula="a * 17"), "£680: 40 × 17"),
        (calculated(("E1", "£40"), operation="formula", formula="a * 17.5"), None),
        (calculated(("E2", "£53"), ("E1", "£40")), None),
        (calculated(("E9", "£52"), ("E1", "£40")), None),
        (calculated(("E1", "£40"), operation="formula", formula="__import__('os')"), None),
    ],
)
def test_a_model_names_what_to_work_out_and_code_works_it_out(asked_for: dict[str, Any], told: str | None) -> None:
    """A number of its formula stands in the question, or only converts."""
    given = TO_WRITE.model_copy(
        update={
            "question": "What is the fee for 17 months?",
            "evidence": (evidence("a", "The fee is £40."), evidence("b", "It was £52 before.")),
        }
    )
    asked, model = speaker(*[draft(calculations=[asked_for])] * 2)
    found = LlmGenerator(asked)(given)
    assert [told in sentence.text for sentence in found] == [True] if told else found == ()
    assert len(model.heard) == (1 if told else 2)


@pytest.mark.spec("EVI-9")
def test_a_calculation_that_code_refuses_is_asked_for_once_more_and_then_done_without() -> None:
    wrong = draft(written("The fee is £40.", "E1"), calculations=[calculated(("E2", "£53"), ("E1", "£40"))])
    right = draft(calculations=[calculated(("E1", "£40"), operation="formula", formula="a * 12")])
    asked, model = speaker(wrong, right)
    assert ["£480: 40 × 12" in sentence.text for sentence in LlmGenerator(asked)(TO_WRITE)] == [True]
    assert "the calculation for s1 cannot be made" in str(model.heard[1][-1].content)
    again, _ = speaker(wrong, wrong)
    assert [(sentence.text, sentence.calculation) for sentence in LlmGenerator(again)(TO_WRITE)] == [
        ("The fee is £40.", None)
    ]


OUTFLOW = (
    evidence("a", "Purchases of plant (450) 2024", row=(("(£ in millions)", "Purchases of plant"), ("2024", "(450)"))),
    evidence("b", "Revenue 1,200 2024", row=(("(£ in millions)", "Revenue"), ("2024", "1,200"))),
)


@pytest.mark.spec("EVI-9")
@pytest.mark.parametrize(
    ("operation", "formula", "size", "signed"),
    [("share", "-a / b * 100", "37.5%: 450 / 1,200 × 100", "−37.5%"), ("ratio", "-a / b", "0.4: 450 / 1,200", "−0.4")],
)
def test_a_model_decides_whether_a_figure_in_brackets_counts_by_its_size(
    operation: str, formula: str, size: str, signed: str
) -> None:
    given = TO_WRITE.model_copy(update={"evidence": OUTFLOW})
    figures = (("E1", "(450)"), ("E2", "1,200"))
    first = draft(calculations=[calculated(*figures, operation=operation)])
    asked, model = speaker(first, draft(calculations=[calculated(*figures, operation="formula", formula=formula)]))
    (sentence,) = LlmGenerator(asked)(given)
    assert (
        f"“(450)” is; if that figure is an outflow or a cost, whose size is asked for, give “formula” with “{formula}”"
        in str(model.heard[1][-1].content)
    )
    assert size in sentence.text
    assert "−£450 million" in sentence.text
    kept, _ = speaker(first, first)
    (loss,) = LlmGenerator(kept)(given)
    assert signed in loss.text


@pytest.mark.spec("EVI-9")
def test_a_share_of_two_outflows_is_asked_for_once() -> None:
    row = (("(£ in millions)", "All purchases"), ("2024", "(1,200)"))
    given = TO_WRITE.model_copy(update={"evidence": (OUTFLOW[0], evidence("b", "All purchases (1,200)", row=row))})
    asked, model = speaker(draft(calculations=[calculated(("E1", "(450)"), ("E2", "(1,200)"), operation="share")]))
    (sentence,) = LlmGenerator(asked)(given)
    assert "37.5%" in sentence.text
    assert len(model.heard) == 1


@pytest.mark.spec("EVI-9")
@pytest.mark.parametrize("asked_as", [{"operation": "maximum"}, {"operation": "formula", "formula": "max(a, b)"}])
@pytest.mark.parametrize(("answer_type", "made"), [("money", True), ("text", False), ("period", False)])
def test_the_item_of_a_highest_figure_is_not_named_by_its_figure(
    answer_type: AnswerType, made: bool, asked_as: dict[str, str]
) -> None:
    step = TO_WRITE.required_facts[0].model_copy(update={"answer_type": answer_type})
    evidences = (evidence("a", "Bottling earned £40."), evidence("b", "Cordials earned £52."))
    given = TO_WRITE.model_copy(update={"required_facts": (step,), "evidence": evidences})
    highest = calculated(("E1", "£40"), ("E2", "£52"), **asked_as)
    asked, model = speaker(draft(calculations=[highest]), draft(written("Cordials earned £52.", "E2")))
    (sentence,) = LlmGenerator(asked)(given)
    assert (sentence.calculation is not None) == made
    assert made or "names the item" in str(model.heard[1][-1].content)


def test_a_calculation_for_a_step_that_was_not_asked_is_not_made() -> None:
    other = calculated(("E1", "£40"), operation="formula", formula="a * 12") | {"step": "s9"}
    asked, model = speaker(*[draft(written("The fee is £40.", "E1"), calculations=[other])] * 2)
    assert [sentence.calculation for sentence in LlmGenerator(asked)(TO_WRITE)] == [None]
    assert "there is no step s9" in str(model.heard[1][-1].content)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (("Yes.", "The fee is £40."), ["Yes. The fee is £40."]),
        (("No", "The fee is £40.", "Paid monthly."), ["No. The fee is £40.", "Paid monthly."]),
        (("The fee is £40.", "Yes."), ["Yes. The fee is £40."]),
        (("Yes, the fee is £40.", "Paid monthly."), ["Yes, the fee is £40.", "Paid monthly."]),
    ],
)
def test_a_lone_yes_or_no_is_one_sentence_with_what_it_says_yes_to(said: tuple[str, ...], told: list[str]) -> None:
    asked, _ = speaker(draft(*(written(text, "E1") for text in said)))
    found = LlmGenerator(asked)(TO_WRITE)
    assert [sentence.text for sentence in found] == told
    assert all(sentence.evidence_ids == ("a",) for sentence in found)


def test_a_draft_that_is_only_yes_or_no_is_sent_back() -> None:
    asked, model = speaker(draft(written("No.", "E1")), draft(written("No, the fee is £40.", "E1")))
    assert [sentence.text for sentence in LlmGenerator(asked)(TO_WRITE)] == ["No, the fee is £40."]
    assert "states nothing" in str(model.heard[1][-1].content)


def test_a_fault_of_a_draft_that_is_only_yes_or_no_speaks_of_nothing_that_does_not_exist() -> None:
    asked, _ = speaker(draft(written("No.", "E1")), draft(written("No.", "E1")))
    with pytest.raises(ModelError) as failed:
        LlmGenerator(asked)(TO_WRITE)
    assert "breaks a rule of its role" in str(failed.value)
    assert "does not exist" not in str(failed.value)


def test_a_yes_or_no_without_its_sentence_rests_on_nothing() -> None:
    asked, _ = speaker(draft(written("Yes, the fee is £40.", "E1"), written("Yes.", "E1")))
    *_, lone = LlmGenerator(asked)(TO_WRITE)
    assert (lone.text, lone.evidence_ids) == ("Yes.", ())


@pytest.mark.spec("PLN-4")
def test_a_stretch_that_serves_two_steps_is_shown_once_and_stands_for_both() -> None:
    both = (TO_WRITE.evidence[0], TO_WRITE.evidence[0].model_copy(update={"evidence_id": "c", "fact_id": DATE.fact_id}))
    given = TO_WRITE.model_copy(update={"required_facts": (FEE, DATE), "evidence": both})
    asked, model = speaker(draft(written("The fee is £40.", "E1")))
    assert [sentence.evidence_ids for sentence in LlmGenerator(asked)(given)] == [("a", "c")]
    shown = str(model.heard[0][1].content)
    assert shown.count("The fee is £40.") == 1
    assert "for: s1, s2" in shown


# the auditor


def to_audit(*sentences: str, text: str = "The fee of £40 falls due each month, unless waived.") -> AuditorInput:
    own = (Chunk(id="a", text=text),)
    return AuditorInput(sentences=tuple(AuditedSentence(text=sentence, own=own) for sentence in sentences))


@pytest.mark.spec("AUD-7")
def test_what_code_proves_or_refutes_is_not_asked() -> None:
    asked, model = speaker()
    found = LlmAuditor(asked, calibrated=True)(
        to_audit(
            "The fee of £40 falls due each month, unless waived.",
            "The fee of £400 falls due each month, unless waived.",
        )
    )
    assert [verdicts[0].verdict for verdicts in found] == ["supported", "contradicted"]
    assert model.heard == []


@pytest.mark.spec("CRI-14")
def test_a_calibrated_models_yes_counts_where_code_is_silent() -> None:
    reworded = to_audit("Every month £40 has to be paid unless that is waived.")
    asked, _ = speaker({"verdicts": [verdict("supported", "T1")]})
    assert LlmAuditor(asked, calibrated=True)(reworded)[0][0].verdict == "supported"
    silent, model = speaker()
    assert LlmAuditor(silent, calibrated=False)(reworded)[0][0].verdict == "unsupported"
    assert model.heard == []


def test_an_answer_is_shown_to_the_auditor_with_its_question_and_code_refutes_no_reply() -> None:
    asked, model = speaker({"verdicts": [verdict("supported", "T1")]})
    text = "The fee falls due each month."
    found = LlmAuditor(asked, calibrated=True)(to_audit("Does the fee never fall due? No.", text=text))
    assert found[0][0].verdict == "supported"
    assert "Does the fee never fall due? No." in str(model.heard[0][-1].content)


def test_a_yes_that_names_no_text_is_no_support() -> None:
    asked, _ = speaker({"verdicts": [verdict("supported")]})
    found = LlmAuditor(asked, calibrated=True)(to_audit("Every month £40 has to be paid unless that is waived."))
    assert found[0][0].verdict == "unsupported"


def test_a_verdict_left_out_is_asked_for_again() -> None:
    asked, model = speaker({"verdicts": []}, {"verdicts": [verdict("partial", "T1")]})
    found = LlmAuditor(asked, calibrated=True)(to_audit("Every month £40 has to be paid."))
    assert [part.verdict for part in found[0]] == ["partial"]
    assert len(model.heard) == 2


STORAGE = Chunk(id="a", text="We pay £40 a month for storage.", headings_above="Accounts of Tarn Ltd, 2025 › Costs")
KEEPER = Chunk(
    id="b", text="Tarn Ltd has named Holm Vaults as its keeper.", headings_above="Accounts of Tarn Ltd, 2025"
)
BOXES = Chunk(
    id="c",
    text="Boxes 41 38",
    headings_above="Accounts of Tarn Ltd, 2025",
    row=(("(in thousands)", "Boxes"), ("2025", "41"), ("2024", "38")),
)


def audited(*own: Chunk, claim: str, answer: dict[str, Any] | None = None) -> tuple[str, str | None, int, str]:
    asked, model = speaker({"verdicts": [answer or verdict("supported", "T1")]})
    given = AuditorInput(sentences=(AuditedSentence(text=claim, own=own),))
    found = LlmAuditor(asked, calibrated=True)(given)[0][0]
    shown = str(model.heard[0][-1].content) if model.heard else ""
    return found.verdict, found.note, len(model.heard), shown


def test_one_quote_that_serves_two_steps_is_one_text_and_supports_for_both() -> None:
    asked, model = speaker({"verdicts": [verdict("supported", "T1")]})
    twice = (STORAGE, STORAGE.model_copy(update={"id": "b"}))
    sentence = AuditedSentence(text="In 2025 storage cost Tarn Ltd £40 a month.", own=twice)
    found = LlmAuditor(asked, calibrated=True)(AuditorInput(sentences=(sentence,)))
    assert found[0][0].supported_by == ("a", "b")
    assert "<<<T2" not in str(model.heard[0][-1].content)


def test_what_stands_above_a_text_tells_its_reader_whom_we_means() -> None:
    found, _, calls, shown = audited(STORAGE, claim="In 2025 storage cost Tarn Ltd £40 a month.")
    assert (found, calls) == ("supported", 1)
    assert "stands under: Accounts of Tarn Ltd, 2025 › Costs" in shown


def test_the_auditor_sees_that_a_source_is_secondary_or_superseded_because_the_claim_may_say_so() -> None:
    weak = STORAGE.model_copy(update={"weakness": "secondary, superseded"})
    claim = "According to a secondary source that was replaced since, storage cost Tarn Ltd £40 a month in 2025."
    found, _, calls, shown = audited(weak, claim=claim)
    assert (found, calls) == ("supported", 1)
    assert "source: secondary, superseded" in shown
    assert "source:" not in audited(STORAGE, claim="In 2025 storage cost Tarn Ltd £40 a month.")[3]


@pytest.mark.spec("VER-3", "AUD-7")
@pytest.mark.parametrize(
    ("claim", "text", "hint"),
    [
        (
            "Total revenues of Tarn Ltd were 52,862 million in 2022.",
            "Total revenues of Tarn Ltd 2022, 2021, 2020: 52,862 42,380 36,087",
            "do not say in what scale",
        ),
    ],
)
def test_what_code_can_only_suspect_is_a_hint_to_the_auditor_and_no_refusal(claim: str, text: str, hint: str) -> None:
    found, _, calls, shown = audited(Chunk(id="c", text=text), claim=claim)
    assert (found, calls) == ("supported", 1)
    assert hint in shown


@pytest.mark.spec("AUD-3")
def test_a_claim_that_rests_on_two_texts_is_not_refused_for_what_one_of_them_lacks() -> None:
    found, note, calls, _ = audited(
        KEEPER,
        Chunk(id="d", text="Holm Vaults is certified to ISO 9001:2015."),
        claim="The keeper of Tarn Ltd, Holm Vaults, is certified to ISO 9001:2015.",
        answer=verdict("supported", "T1", "T2"),
    )
    assert (found, note, calls) == ("supported", None, 1)


@pytest.mark.spec("AUD-7")
@pytest.mark.parametrize(
    ("claim", "expected", "calls"),
    [
        ("Tarn Ltd kept 41 thousand boxes in 2025.", "supported", 1),
        ("Tarn Ltd kept 38 thousand boxes in 2025.", "contradicted", 0),
        ("Tarn Ltd kept 41 boxes in 2025.", "unsupported", 0),
        ("Tarn Ltd kept 44 thousand boxes in 2025.", "unsupported", 0),
    ],
)
def test_a_row_is_read_under_its_columns_and_with_its_unit(claim: str, expected: str, calls: int) -> None:
    found, _, asked, shown = audited(BOXES, claim=claim)
    assert (found, asked) == (expected, calls)
    assert not shown or "Boxes — 2025: 41 thousand." in shown


SHARE = "Customer A accounted for 31% of our revenue in 2025."
MORE_THAN_20 = "Did more than 20% of the revenue of Tarn Ltd come from one customer?"


def audited_for(question: str, claim: str, text: str, above: str = "") -> tuple[str, int, str]:
    """The verdict of an auditor whose model says yes, the number of its calls, and what it was shown."""
    asked, model = speaker({"verdicts": [verdict("supported", "T1")]})
    own = (Chunk(id="a", text=text, headings_above=above),)
    sentence = AuditedSentence(text=claim, own=own, question=question)
    found = LlmAuditor(asked, calibrated=True)(AuditorInput(sentences=(sentence,)))[0][0]
    return found.verdict, len(model.heard), str(model.heard[0][-1].content) if model.heard else ""


@pytest.mark.spec("AUD-7", "VER-3")
@pytest.mark.parametrize(
    "claim",
    [
        "Yes: customer A accounted for 31%, more than 20%.",
        "Yes, customer A accounted for 31% of our revenue in 2025, which is more than 20%.",
        "Customer A accounted for more than 20% of our revenue in 2025.",
        "Yes, one customer exceeded the 20% threshold.",
    ],
)
def test_a_figure_of_the_question_is_left_to_the_judge_who_is_told_that_only_the_question_states_it(claim: str) -> None:
    verdict, calls, shown = audited_for(MORE_THAN_20, claim, SHARE)
    assert (verdict, calls) == ("supported", 1)
    assert "code: only the question states 20%" in shown
    assert audited_for("Is there a large customer?", claim, SHARE)[:2] == ("unsupported", 0)


@pytest.mark.spec("AUD-7", "VER-3")
@pytest.mark.parametrize(
    ("question", "claim", "expected"),
    [
        (MORE_THAN_20, "Customer A accounted for 20% of our revenue in 2025.", "contradicted"),
        (MORE_THAN_20, "Yes, one customer exceeded the 25% threshold.", "unsupported"),
        (
            "Did customer A exceed 40%?",
            "Customer A accounted for more than 40% of our revenue in 2025.",
            "contradicted",
        ),
        ("What was its share in 2024?", "In 2024, 31% of our revenue came from customer A.", "unsupported"),
    ],
)
def test_a_value_of_the_question_does_not_take_the_place_of_another_value_of_the_evidence(
    question: str, claim: str, expected: str
) -> None:
    assert audited_for(question, claim, SHARE)[:2] == (expected, 0)


@pytest.mark.spec("AUD-7", "VER-3")
@pytest.mark.parametrize(
    ("above", "expected", "calls"),
    [("Report for 2024", "supported", 1), ("Report", "supported", 1), ("Report for 2023", "unsupported", 0)],
)
def test_a_period_of_the_question_counts_unless_the_evidence_or_its_document_states_another(
    above: str, expected: str, calls: int
) -> None:
    claim, text = "In 2024, customer A brought in 31% of revenue.", "Customer A accounted for 31% of our revenue."
    assert audited_for("What was the share of customer A in 2024?", claim, text, above)[:2] == (expected, calls)


@pytest.mark.spec("CRI-12", "AUD-10")
def test_neither_critic_nor_auditor_has_a_place_for_style_or_for_words_of_its_own() -> None:
    assert set(Judged.model_fields) == {"steps"}
    assert set(JudgedStep.model_fields) == {
        *(
            "step",
            "assumes",
            "reason",
            "standing",
            "covered",
            "evidence",
            "also",
            "problem",
            "disagree",
            "several",
            "query",
            "source",
        ),
    }
    assert set(Reading.model_fields) == {"claim", "verdict", "supported_by", "note"}
