"""The finder on a chat model, asked only where the rules bind nothing (SPEC SUB-2, CRI-1). Code decides on what it proposes."""

from collections.abc import Mapping, Sequence

from pydantic import Field

from ..evidence.binding import Accepted, bind
from ..evidence.frozen import Frozen
from ..evidence.subjects import BindingMechanism, CandidateProposal
from ..prompts.fence import Item, ItemId, fenced, seal, sealed_texts
from ..prompts.load import filled
from ..prompts.prompt import Prompt
from .extractive_finder import ExtractiveFinder
from .finder import DiscoveryPassage, FinderInput
from .speaker import Speaker


class FoundSubject(Frozen):
    subject: int = Field(ge=0)
    name: str
    passage: ItemId
    quote: str
    mechanism: BindingMechanism


class FoundSubjects(Frozen):
    """What the finder's model gives."""

    proposals: tuple[FoundSubject, ...]


class LlmFinder:
    """Proposals by rule first. The model reads, in one call, only for subjects that none of those binds."""

    def __init__(self, speaker: Speaker) -> None:
        self._speaker = speaker
        self._rules = ExtractiveFinder()
        self.name = speaker.name

    def __call__(self, given: FinderInput) -> tuple[CandidateProposal, ...]:
        ruled, open_ones, shown = self._first(given)
        if not open_ones or not shown:
            return ruled
        return ruled + proposals(self._speaker.ask(prompt(given, open_ones, shown), FoundSubjects), shown)

    async def acall(self, given: FinderInput) -> tuple[CandidateProposal, ...]:
        """As the call, without holding up the event loop."""
        ruled, open_ones, shown = self._first(given)
        if not open_ones or not shown:
            return ruled
        return ruled + proposals(await self._speaker.aask(prompt(given, open_ones, shown), FoundSubjects), shown)

    def _first(
        self, given: FinderInput
    ) -> tuple[tuple[CandidateProposal, ...], tuple[int, ...], Mapping[str, DiscoveryPassage]]:
        ruled = self._rules(given)
        bound = {one.subject for one in ruled if binds(given, one)}
        open_ones = tuple(number for number in range(len(given.analysis.subjects)) if number not in bound)
        shown: dict[str, DiscoveryPassage] = {}
        room = self._speaker.passage_chars
        for passage in given.passages:
            if len(passage.text) > room:
                break
            room -= len(passage.text)
            shown[f"P{len(shown) + 1}"] = passage
        return ruled, open_ones, shown


def binds(given: FinderInput, proposal: CandidateProposal) -> bool:
    """Whether code accepts the proposal, by the same rule that decides at the gate."""
    document = next((one for one in given.documents if one.source.version_id == proposal.version_id), None)
    passage = next((one for one in given.passages if one.passage_id == proposal.passage_id), None)
    if document is None or (proposal.passage_id and passage is None):
        return False
    facts = [fact for fact in given.analysis.required_facts if fact.subject == proposal.subject]
    outcome = bind(
        given.analysis.subjects[proposal.subject],
        proposal,
        passage_text=passage.text if passage else None,
        passage_start=0,
        scope=document.scope,
        source=document.source,
        aliases=given.aliases,
        terms=tuple(term for fact in facts for term in fact.terms),
        question=given.analysis.resolved_question,
    )
    return isinstance(outcome, Accepted)


def prompt(given: FinderInput, subjects: Sequence[int], shown: Mapping[str, DiscoveryPassage]) -> Prompt:
    items = [
        Item(id=name, text=one.text, about=(("title", one.title), ("section", one.section or "")))
        for name, one in shown.items()
    ]
    asked = Item(id="QUESTION", text=given.analysis.resolved_question)
    wanted = Item(id="SUBJECTS", text="\n".join(_described(given, number) for number in subjects))
    code = seal(sealed_texts([*items, asked, wanted]))
    values = {
        "subjects": fenced([wanted], code),
        "question": fenced([asked], code),
        "passages": fenced(items, code),
    }
    return filled("finder", values, code=code)


def _described(given: FinderInput, number: int) -> str:
    one = given.analysis.subjects[number]
    parts = {
        "kind": one.subject_type,
        "name": one.name,
        "role": one.role,
        "parent entity": one.parent_entity,
        "kind of document": one.document_type,
        "limits": ", ".join(one.scope.labels()),
    }
    return f"subject {number}: " + "; ".join(f"{name}: {value}" for name, value in parts.items() if value)


def proposals(found: FoundSubjects, shown: Mapping[str, DiscoveryPassage]) -> tuple[CandidateProposal, ...]:
    """The model's proposals in the passages it was shown; one that names another passage is passed over."""
    return tuple(
        CandidateProposal(
            subject=one.subject,
            name=one.name,
            mechanism=one.mechanism,
            passage_id=shown[one.passage].passage_id,
            version_id=shown[one.passage].version_id,
            quote=one.quote,
        )
        for one in found.proposals
        if one.passage in shown
    )
