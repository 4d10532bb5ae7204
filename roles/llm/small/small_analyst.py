"""The analyst of the profile `small`. Rules make the plan; if they find no name, the model picks the subject of the
question."""

from calendar import day_name
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ....errors import PinciteError
from ....evidence.binding.subject_gate import speaks_of_own
from ....evidence.language.words import words
from ....evidence.model.subjects import Plan, SubjectClass
from ....prompts.fence import Item, fenced, seal, sealed_texts
from ....prompts.prompt import Prompt
from ....prompts.templates import filled
from ...contracts.analyst import AnalystInput
from ...extractive.analyst import LONGEST_QUESTION, MOST_FACTS, ExtractiveAnalyst
from ...extractive.rules.question_facts import fact_of, topic_words
from ...extractive.rules.question_names import is_demonym, names_in
from ...extractive.rules.question_parts import parts, split_question
from ...extractive.rules.question_subjects import subjects_of
from ...model_call.speaker import Speaker
from .small_choice import Choice, numbered

NAMES, TOPICS = 6, 6
"""The maximum number of options of each kind that the model chooses from."""
LONGEST_TOPIC = 3
"""The maximum number of words of a topic that the model may choose."""
OWN = "the asker's own organisation (we, our, the company)"


class Option(NamedTuple):
    words: str
    subject: SubjectClass


class SmallAnalyst:
    """Plans with at most one model call, and with none if the rules find a name. Without a usable answer the rule-based
    plan is used."""

    def __init__(self, speaker: Speaker) -> None:
        self._speaker = speaker
        self._rules = ExtractiveAnalyst()
        self.name = speaker.name

    def __call__(self, given: AnalystInput) -> Plan:
        ruled = self._rules(given)
        options = subject_options(given, ruled)
        prompts = [prompt(ruled, options)] if options else []
        return chosen_plan(given, ruled, options, self._speaker.ask_all(prompts, Choice))

    async def acall(self, given: AnalystInput) -> Plan:
        """Do the same as `__call__`, without blocking the event loop."""
        ruled = self._rules(given)
        options = subject_options(given, ruled)
        prompts = [prompt(ruled, options)] if options else []
        return chosen_plan(given, ruled, options, await self._speaker.aask_all(prompts, Choice))


def prompt(ruled: Plan, options: Sequence[Option]) -> Prompt:
    asked = Item(id="QUESTION", text=ruled.resolved_question)
    listed = Item(id="OPTIONS", text=numbered([option.words for option in options]))
    code = seal(sealed_texts([asked, listed]))
    return filled("small_analyst", {"question": fenced([asked], code), "options": fenced([listed], code)}, code=code)


def subject_options(given: AnalystInput, ruled: Plan) -> tuple[Option, ...]:
    """Return what the question may be about, in its own words; empty if the rules found a name.

    For a question that the rules refuse, topics are offered only if other sentences are beside it. A single sentence
    that names nothing stays ambiguous.
    """
    if len(given.question) > LONGEST_QUESTION or any(map(_is_named, ruled.subjects)):
        return ()
    question = ruled.resolved_question
    _, beside = split_question(question)
    found = [*_names(given, question)]
    if speaks_of_own(question):
        found.append(Option(OWN, SubjectClass(subject_type="organisation", own=True)))
    if ruled.problem is None or beside:
        found += [Option(topic, SubjectClass(subject_type="concept", name=topic)) for topic in _topics(question)]
    options: dict[str, Option] = {}
    for option in found:
        options.setdefault(option.words.casefold(), option)
    return tuple(options.values())


def _is_named(subject: SubjectClass) -> bool:
    owner = subject.parent_entity or subject.role or subject.document_type or subject.own
    return bool(owner) or bool(subject.name and subject.name != subject.name.casefold())


def _names(given: AnalystInput, question: str) -> Iterator[Option]:
    """Yield the names in the question, first those that the knowledge base contains."""
    found = [
        name for name in names_in(question, given.known_names, given.titles) if name.known or not is_demonym(name.text)
    ]
    ordered = dict.fromkeys(name.text for name in sorted(found, key=lambda name: not name.known))
    for text in [text for text in ordered if text not in day_name][:NAMES]:
        alone = names_in(text, given.known_names, given.titles)
        yield Option(text, subjects_of(text, text, alone)[0])


def _topics(question: str) -> list[str]:
    """Return the runs of content words in the question, the longest first."""
    content = {word.casefold() for word in topic_words(question)}
    runs: list[list[str]] = [[]]
    end = 0
    for word in words(question):
        adjacent = question[end : word.start] == " "
        if word.text.casefold() not in content:
            runs.append([])
        elif adjacent and len(runs[-1]) < LONGEST_TOPIC:
            runs[-1].append(word.text)
        else:
            runs.append([word.text])
        end = word.end
    topics = dict.fromkeys(" ".join(run) for run in runs if run)
    return sorted(topics, key=lambda topic: -len(topic.split()))[:TOPICS]


def chosen_plan(
    given: AnalystInput, ruled: Plan, options: Sequence[Option], answers: Sequence[Choice | PinciteError]
) -> Plan:
    """Return the rule-based plan with the subject that the model chose, or unchanged if the choice is unusable."""
    number = next((answer.number for answer in answers if isinstance(answer, Choice)), 0)
    if not 0 < number <= len(options):
        return ruled
    subject, question = options[number - 1].subject, ruled.resolved_question
    asking, beside = split_question(question)
    every = [
        fact_of(
            part,
            subject,
            0,
            names=names_in(part, given.known_names, given.titles),
            compared=(),
            given=given.constraints,
            case=beside,
            number=count,
            several=False,
        )
        for count, part in enumerate(parts(asking), 1)
    ]
    steps = every[:MOST_FACTS]
    if not all(step.terms for step in steps):
        return ruled
    searched = (" ".join((subject.name or "", *step.terms)).strip() for step in steps)
    return Plan(
        question=given.question,
        resolved_question=question,
        subjects=(subject,),
        required_facts=tuple(steps),
        left_out=tuple(step.in_words for step in every[MOST_FACTS:]),
        intent=ruled.intent,
        queries=tuple(dict.fromkeys((question[:300], *searched)))[:4],
    )
