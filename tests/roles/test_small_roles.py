"""The roles of the profile `small`: one small decision a call, held by code."""

from datetime import date

import pytest
from scripted_speaker import Scripted
from small_model import model, small_speaker

from pincite.errors import SettingsError
from pincite.evidence.model.evidence import EvidenceId
from pincite.evidence.model.spans import PassageId
from pincite.evidence.model.subjects import FactId, PlanStep
from pincite.roles.contracts.analyst import AnalystInput
from pincite.roles.contracts.auditor import AuditedSentence, AuditorInput, Chunk
from pincite.roles.contracts.critic import CriticInput, VerifiedSpan
from pincite.roles.contracts.extractor import ExtractorInput, PassageToRead
from pincite.roles.extractive.analyst import ExtractiveAnalyst
from pincite.roles.llm.calibration_store import audit_template_sha256
from pincite.roles.llm.llm_roles import auditor_on
from pincite.roles.llm.small.small_analyst import SmallAnalyst
from pincite.roles.llm.small.small_extractor import CALLS, SmallExtractor
from pincite.roles.llm.small.small_judge import SmallCritic
from pincite.roles.model_call.speaker import Speaker
from pincite.settings import Settings

STEP = PlanStep(fact_id=FactId("f1"), text="how long the notice period is", terms=("notice", "period"))
LINES = ("The rent is due monthly.", "Whoever leaves says so half a year ahead.", "Pets are welcome.")


def scripted(*answers: str) -> tuple[Speaker, Scripted]:
    asked = Scripted(answers=list(answers), heard=[])
    return Speaker(asked, "scripted:m@code", method="prompt", profile="small"), asked


def passage(number: int = 0, text: str = " ".join(LINES), **changes: object) -> PassageToRead:
    return PassageToRead.model_validate(
        {"passage_id": f"p{number}", "text": text, "title": "Lease", "about": True, **changes}
    )


def given(*passages: PassageToRead) -> ExtractorInput:
    return ExtractorInput(question="How long is the notice?", candidates=(), required_facts=(STEP,), passages=passages)


@pytest.mark.spec("CST-3", "EVI-2")
def test_a_quote_is_chosen_by_its_number_and_stands_as_the_source_has_it() -> None:
    asked, chat = scripted('{"number": 2}')
    quotes = [extracted.quote for extracted in SmallExtractor(asked)(given(passage()))]
    assert quotes[-1] == LINES[1]
    assert f"[2] {LINES[1]}" in str(chat.heard[0][1].content)


@pytest.mark.parametrize("said", ['{"number": 0}', '{"number": 9}'])
def test_no_line_and_a_number_that_is_not_there_quote_nothing(said: str) -> None:
    asked, chat = scripted(said)
    assert LINES[1] not in [extracted.quote for extracted in SmallExtractor(asked)(given(passage()))]
    assert len(chat.heard) == 1


def test_a_row_is_shown_with_the_names_of_its_columns_and_quoted_as_it_stands() -> None:
    asked, chat = scripted('{"number": 1}')
    (quote,) = {
        extracted.quote
        for extracted in SmallExtractor(asked)(given(passage(text="B | 6", column_names="Grade | Months")))
    }
    assert quote == "B | 6"
    assert "columns: Grade | Months" in str(chat.heard[0][1].content)


@pytest.mark.spec("CST-3")
def test_prompts_are_short_however_long_the_passages_and_their_number_is_bounded() -> None:
    long = "The tenant shall give notice in writing to the landlord, unless the parties agree otherwise. " * 200
    picker = model()
    SmallExtractor(small_speaker(picker))(given(*(passage(number, long) for number in range(30))))
    assert len(picker.heard) == CALLS
    assert max(len(system) + len(user) for system, user in picker.heard) <= 4_500  # 1,500 tokens at 3 characters each


@pytest.mark.spec("CST-2")
def test_the_instructions_are_the_same_for_every_call_of_a_role() -> None:
    picker = model()
    SmallExtractor(small_speaker(picker))(given(passage(0), passage(1, "Rent is paid yearly. Notice is two weeks.")))
    assert len({system for system, _ in picker.heard}) == 1


def test_the_analyst_asks_nothing_where_the_question_names_its_subject() -> None:
    asked, chat = scripted()
    question = AnalystInput(question="What is the notice period of Tarnholm Ltd?", as_of=date(2026, 5, 1))
    assert SmallAnalyst(asked)(question) == ExtractiveAnalyst()(question)
    assert chat.heard == []


@pytest.mark.spec("CST-3", "SUB-1")
def test_the_analyst_takes_a_name_from_beside_the_question_and_keeps_the_case() -> None:
    asked, _ = scripted('{"number": 1}')
    case = "Tarnholm Ltd sent a bill on 3 May."
    plan = SmallAnalyst(asked)(AnalystInput(question=f"{case} How many days may payment take?", as_of=date(2026, 5, 9)))
    assert [subject.name for subject in plan.subjects] == ["Tarnholm Ltd"]
    (step,) = plan.required_facts
    assert step.circumstances == (case,)
    assert step.text == "How many days may payment take"


def test_the_analyst_names_the_parts_beyond_the_limit_of_one_run() -> None:
    asked, _ = scripted('{"number": 1}')
    parts = " ".join(f"How many days may payment {number} take?" for number in range(14))
    plan = SmallAnalyst(asked)(AnalystInput(question=f"Tarnholm Ltd sent a bill. {parts}", as_of=date(2026, 5, 9)))
    assert len(plan.required_facts) == 12
    assert plan.left_out == tuple(f"How many days may payment {number} take" for number in (12, 13))


@pytest.mark.spec("SUB-12")
def test_a_question_that_names_nothing_stays_ambiguous_and_costs_no_call() -> None:
    asked, chat = scripted()
    plan = SmallAnalyst(asked)(AnalystInput(question="How does it work?", as_of=date(2026, 5, 1)))
    assert plan.problem == "ambiguous_question"
    assert chat.heard == []


@pytest.mark.parametrize("said", [('{"number": 0}',), ('{"number": 40}',), ("no idea", "none")])
def test_without_a_usable_choice_the_plan_of_the_rules_stands(said: tuple[str, ...]) -> None:
    asked, _ = scripted(*said)
    question = AnalystInput(question="Tarnholm Ltd wrote. How many days may payment take?", as_of=date(2026, 5, 9))
    assert SmallAnalyst(asked)(question) == ExtractiveAnalyst()(question)


def span(number: int, quote: str, document: str) -> VerifiedSpan:
    return VerifiedSpan(
        evidence_id=EvidenceId(f"e{number}"), fact_id=STEP.fact_id, passage_id=PassageId(f"p{number}"), quote=quote,
        document=document, source_kind="primary", is_current=True, updated_at=None, relevance=0.6, premises_open=(),
    )  # fmt: skip


def heard_by_critic(*spans: VerifiedSpan, step: PlanStep = STEP) -> CriticInput:
    return CriticInput(
        question="How long is the notice?", required_facts=(step,), subject_names=(), history=(), verified=spans
    )


@pytest.mark.spec("CRI-14")
def test_a_critic_that_is_not_calibrated_is_not_asked() -> None:
    asked, chat = scripted()
    decision = SmallCritic(asked, calibrated=False)(heard_by_critic(span(1, LINES[1], "Lease")))
    assert decision.missing_facts == ("f1",)
    assert chat.heard == []


@pytest.mark.spec("CST-3", "CRI-5")
@pytest.mark.parametrize(
    ("chosen", "said", "covered"),
    [(1, "yes", ("f1",)), (1, "no", ()), (1, "unclear", ()), (0, "yes", ()), (7, "yes", ())],
)
def test_a_step_is_covered_by_a_quote_that_is_chosen_and_then_confirmed(
    chosen: int, said: str, covered: tuple[str, ...]
) -> None:
    asked, _ = scripted(f'{{"number": {chosen}}}', f'{{"answer": "{said}"}}')
    decision = SmallCritic(asked, calibrated=True)(heard_by_critic(span(1, LINES[1], "Lease")))
    assert tuple(fact.fact_id for fact in decision.covered) == covered
    assert decision.requires_more_context == (not covered)


@pytest.mark.spec("CON-1")
def test_two_documents_that_are_both_confirmed_with_other_names_disagree() -> None:
    step = PlanStep(fact_id=STEP.fact_id, text="who keeps the keys", terms=("keys",), answer_type="person")
    spans = (
        span(1, "Mara Lind has them in her drawer.", "Minutes"),
        span(2, "Ewa Holm has them in her safe.", "Register"),
    )
    asked, _ = scripted('{"number": 1}', '{"answer": "yes"}', '{"answer": "yes"}')
    decision = SmallCritic(asked, calibrated=True)(heard_by_critic(*spans, step=step))
    (disagreement,) = decision.disagreements
    assert len(disagreement.sides) == 2


@pytest.mark.spec("CRI-14")
def test_calibration_puts_one_claim_in_a_call_and_its_figures_are_those_of_the_profile() -> None:
    sentences = tuple(
        AuditedSentence(text=text, own=(Chunk(id=text, text=source),))
        for text, source in (("Notice is six months.", LINES[1]), ("Pets are allowed.", LINES[0]))
    )
    reader = model([LINES[1]])
    verdicts = auditor_on(small_speaker(reader), calibrated=False).read(AuditorInput(sentences=sentences))
    assert [verdict.verdict for (verdict,) in verdicts] == ["supported", "unsupported"]
    assert len(reader.heard) == 2
    assert audit_template_sha256("small") != audit_template_sha256("full")


@pytest.mark.spec("CFG-1")
def test_a_profile_that_is_not_there_is_refused_with_those_that_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PINCITE_MODELS__GENERATOR__MODEL", "llamacpp:m")
    monkeypatch.setenv("PINCITE_MODELS__GENERATOR__PROFILE", "tiny")
    with pytest.raises(SettingsError, match=r"models\.generator\.profile.*'full' or 'small'"):
        Settings()
