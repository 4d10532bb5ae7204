"""Critic and auditor of the profile `small`: yes, no or unclear on one claim and one text at a time, and only on what code leaves open."""

from collections.abc import Iterator, Mapping, Sequence

from ...errors import PinciteError
from ...evidence.model.subjects import FactId, PlanStep
from ...evidence.questions.decision import CoveredFact, Decision, Disagreement, StepQuery
from ...evidence.questions.shape import value_in
from ...prompts.fence import Item, fenced, seal, sealed_texts
from ...prompts.load import filled
from ...prompts.prompt import Prompt
from ..chat.speaker import Speaker
from ..contracts.auditor import AuditorInput
from ..contracts.critic import CriticInput, VerifiedSpan
from ..extractive.critic import ExtractiveCritic
from .auditor import LlmAuditor, Reading, Readings, texts_shown
from .claims_by_code import Claim, Verdict, told
from .small_choice import Answer

QUOTES = 4
"""Quotes of one step that are judged, the most relevant first."""
_NAMES = frozenset({"person", "organisation", "place"})


class SmallCritic:
    """What code proves is covered. A calibrated model is asked about the quotes of the other steps, one call each; a model that is not
    calibrated is not asked, since its yes could add nothing. Where to look next is found by rule."""

    def __init__(self, speaker: Speaker, *, calibrated: bool) -> None:
        self._speaker, self._calibrated = speaker, calibrated
        self._rules = ExtractiveCritic()
        self.name = speaker.name

    def __call__(self, given: CriticInput) -> Decision:
        ruled = self._rules(given)
        asked = self._asked(given, ruled)
        return judged(given, ruled, asked, self._speaker.ask_all([_prompt(step, one) for step, one in asked], Answer))

    async def acall(self, given: CriticInput) -> Decision:
        """As the call, without holding up the event loop."""
        ruled = self._rules(given)
        asked = self._asked(given, ruled)
        answers = await self._speaker.aask_all([_prompt(step, one) for step, one in asked], Answer)
        return judged(given, ruled, asked, answers)

    def _asked(self, given: CriticInput, ruled: Decision) -> list[tuple[PlanStep, VerifiedSpan]]:
        missing = [step for step in given.required_facts if step.fact_id in ruled.missing_facts]
        return [(step, one) for step in missing for one in _best(step, given)] if self._calibrated else []


def _best(step: PlanStep, given: CriticInput) -> list[VerifiedSpan]:
    own = [one for one in given.verified if one.fact_id == step.fact_id]
    return sorted(own, key=lambda one: -one.relevance)[:QUOTES]


def _prompt(step: PlanStep, one: VerifiedSpan) -> Prompt:
    text = "; ".join(f"{column}: {cell}" if column else cell for column, cell in one.row) or one.quote
    about = (("document", one.document), ("section", one.section or ""), ("of", one.declared))
    case = "".join(f" The asker says: {said}" for said in step.circumstances)
    claim = f"The text answers the question “{step.in_words}?”.{case}"
    return judge_prompt([Item(id="TEXT", text=text, about=about)], claim)


def judge_prompt(texts: Sequence[Item], claim: str) -> Prompt:
    asked = Item(id="CLAIM", text=claim)
    code = seal(sealed_texts([*texts, asked]))
    return filled("small_judge", {"text": fenced(texts, code), "claim": fenced([asked], code)}, code=code)


def judged(
    given: CriticInput,
    ruled: Decision,
    asked: Sequence[tuple[PlanStep, VerifiedSpan]],
    answers: Sequence[Answer | PinciteError],
) -> Decision:
    """The rule-based decision with what the model says yes to, and a query for each step that is still open."""
    yes: dict[FactId, list[VerifiedSpan]] = {}
    for (step, one), answer in zip(asked, answers, strict=True):
        if isinstance(answer, Answer) and answer.answer == "yes":
            yes.setdefault(step.fact_id, []).append(one)
    missing = tuple(fact for fact in ruled.missing_facts if fact not in yes)
    steps = {step.fact_id: step for step in given.required_facts}
    first = (ruled.suggested_query,) if ruled.suggested_query else ()
    queries = tuple(StepQuery(fact_id=fact, words=words) for fact in missing for words in first)
    return ruled.model_copy(
        update={
            "requires_more_context": bool(missing),
            "reason": ruled.reason if missing or not yes else "the judge finds every step stated",
            "covered": (*ruled.covered, *(_covered(fact, spans) for fact, spans in yes.items())),
            "missing_facts": missing,
            "suggested_query": ruled.suggested_query if missing else "",
            "queries": queries,
            "disagreements": tuple(_disagreements(steps, yes)),
        }
    )


def _covered(fact: FactId, spans: Sequence[VerifiedSpan]) -> CoveredFact:
    passages = tuple(dict.fromkeys(span.passage_id for span in spans))
    return CoveredFact(fact_id=fact, passages=passages, evidence=tuple(span.evidence_id for span in spans))


def _disagreements(
    steps: Mapping[FactId, PlanStep], yes: Mapping[FactId, Sequence[VerifiedSpan]]
) -> Iterator[Disagreement]:
    """The quotes of one step that name different holders or places; code itself sees figures and dates that differ."""
    for fact, spans in yes.items():
        sides: dict[str, list[str]] = {}
        for span in spans:
            step = steps[fact]
            if step.answer_type in _NAMES and (name := value_in(step.answer_type, span.quote, step.terms)):
                sides.setdefault(name.casefold(), []).append(span.quote)
        if len(sides) > 1:
            yield Disagreement(fact_id=fact, sides=tuple(map(tuple, sides.values())))


class SmallAuditor(LlmAuditor):
    """One call for each claim that code neither proves nor refutes. Of verbatim quotes there is none."""

    def _ask(self, given: AuditorInput, asked: Mapping[str, Claim]) -> Readings:
        answers = self._speaker.ask_all(_claims(given, asked), Answer)
        return _readings(given, asked, answers)

    async def _aask(self, given: AuditorInput, asked: Mapping[str, Claim]) -> Readings:
        answers = await self._speaker.aask_all(_claims(given, asked), Answer)
        return _readings(given, asked, answers)


def _claims(given: AuditorInput, asked: Mapping[str, Claim]) -> list[Prompt]:
    return [
        judge_prompt(
            [
                Item(id="TEXT", text=told(chunk), about=(("stands under", chunk.stands_under),))
                for chunk in given.sentences[claim.sentence].own
            ],
            claim.statement,
        )
        for claim in asked.values()
    ]


def _readings(given: AuditorInput, asked: Mapping[str, Claim], answers: Sequence[Answer | PinciteError]) -> Readings:
    """A yes is of all texts of the sentence together. Raises the error where a claim got no usable answer."""
    read = []
    for (name, claim), answer in zip(asked.items(), answers, strict=True):
        if isinstance(answer, PinciteError):
            raise answer
        names = tuple(
            texts_shown(given, asked)[claim.sentence, chunk.id] for chunk in given.sentences[claim.sentence].own
        )
        yes = answer.answer == "yes"
        verdict: Verdict = "supported" if yes else "unsupported"
        read.append(Reading(claim=name, verdict=verdict, supported_by=names if yes else (), note=None))
    return Readings(verdicts=tuple(read))
