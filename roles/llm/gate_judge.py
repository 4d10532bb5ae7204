"""The judge at the gate on a chat model: one call for the subjects that code left unsettled (SPEC VER-2, VER-5)."""

from collections.abc import Mapping, Sequence

from pydantic import Field

from ...evidence.model.frozen import Frozen
from ...evidence.quotes.locate import locate
from ...prompts.fence import Item, fenced, seal, sealed_texts
from ...prompts.load import filled
from ...prompts.prompt import Prompt
from ..chat.speaker import Speaker
from ..contracts.finder import DiscoveryPassage
from ..contracts.gate_judge import DeclaredDocument, GateJudgeInput, JudgedSubject, OpenSubject
from .optional_fields import OptionalId


class ReadVerdict(Frozen):
    subject: int = Field(ge=0)
    found: bool
    place: OptionalId
    name: str
    quote: str
    reason: str


class ReadVerdicts(Frozen):
    """What the judge's model gives."""

    subjects: tuple[ReadVerdict, ...]


class LlmGateJudge:
    """One call of the critic's model. A yes whose quote code does not find is a no."""

    def __init__(self, speaker: Speaker) -> None:
        self._speaker = speaker
        self.name = speaker.name

    def __call__(self, given: GateJudgeInput) -> tuple[JudgedSubject, ...]:
        shown = _ids(given)
        read = self._speaker.ask(_prompt(given, shown), ReadVerdicts, lambda read: _objection(given, shown, read))
        return _found(given, shown, read)

    async def acall(self, given: GateJudgeInput) -> tuple[JudgedSubject, ...]:
        """As the call, without holding up the event loop."""
        shown = _ids(given)
        read = await self._speaker.aask(
            _prompt(given, shown), ReadVerdicts, lambda read: _objection(given, shown, read)
        )
        return _found(given, shown, read)


class AgreeingGateJudges:
    """Two judges; a subject is found only where both find it, by the first one's quote (SPEC CRI-11)."""

    def __init__(self, first: LlmGateJudge, second: LlmGateJudge) -> None:
        self._both = (first, second)
        self.name = f"{first.name} and {second.name}"

    def __call__(self, given: GateJudgeInput) -> tuple[JudgedSubject, ...]:
        first, second = (one(given) for one in self._both)
        return _agreed(first, second)

    async def acall(self, given: GateJudgeInput) -> tuple[JudgedSubject, ...]:
        """As the call, without holding up the event loop."""
        first, second = [await one.acall(given) for one in self._both]
        return _agreed(first, second)


def _agreed(first: Sequence[JudgedSubject], second: Sequence[JudgedSubject]) -> tuple[JudgedSubject, ...]:
    also = {one.number for one in second}
    return tuple(one for one in first if one.number in also)


_Shown = Mapping[str, DeclaredDocument | DiscoveryPassage]


def _ids(given: GateJudgeInput) -> dict[str, DeclaredDocument | DiscoveryPassage]:
    shown: dict[str, DeclaredDocument | DiscoveryPassage] = {
        f"D{number}": one for number, one in enumerate(given.documents, 1)
    }
    shown |= {f"P{number}": one for number, one in enumerate(given.passages, 1)}
    return shown


def _prompt(given: GateJudgeInput, shown: _Shown) -> Prompt:
    documents = [Item(id=name, text=one.line) for name, one in shown.items() if isinstance(one, DeclaredDocument)]
    passages = [
        Item(id=name, text=one.text, about=(("title", one.title), ("section", one.section or "")))
        for name, one in shown.items()
        if isinstance(one, DiscoveryPassage)
    ]
    asked = Item(id="QUESTION", text=given.question)
    wanted = Item(id="SUBJECTS", text="\n".join(map(_line, given.subjects)))
    code = seal(sealed_texts([*documents, *passages, asked, wanted]))
    values = {
        "subjects": fenced([wanted], code),
        "question": fenced([asked], code),
        "documents": fenced(documents, code) if documents else "",
        "passages": fenced(passages, code) if passages else "",
    }
    return filled("gate_judge", values, code=code)


def _line(one: OpenSubject) -> str:
    why = f"; code: {'; '.join(one.why)}" if one.why else ""
    return f"subject {one.number}: {one.subject.described()} ({one.subject.subject_type}){why}"


def _objection(given: GateJudgeInput, shown: _Shown, read: ReadVerdicts) -> str | None:
    """Why the verdicts cannot be used, in words for the model: one lacks, or a yes shows nothing."""
    numbers = {subject.number for subject in given.subjects}
    if missing := sorted(numbers - {subject.subject for subject in read.subjects}):
        return f"`subjects` lacks {', '.join(map(str, missing))}; give one entry for every subject"
    yes = [subject for subject in read.subjects if subject.found and subject.subject in numbers]
    return next((why for one in yes if (why := _shows_nothing(one, shown))), None)


def _shows_nothing(said: ReadVerdict, shown: _Shown) -> str | None:
    if said.place not in shown:
        return f"subject {said.subject}: there is no passage or document {said.place}"
    if not _stands(said, shown):
        return f"“{said.quote[:80]}” does not stand in {said.place} exactly"
    if not _holds(said.quote, said.name):
        return f"the quote for subject {said.subject} does not hold the name “{said.name[:80]}” that is given for it"
    return None


def _holds(quote: str, name: str) -> bool:
    """Whether the name that is given stands in the quote: a yes by other words shows nothing."""
    return bool(name.strip()) and locate(name, quote) is not None


def _stands(said: ReadVerdict, shown: _Shown) -> bool:
    one = shown.get(said.place or "")
    text = one.text if isinstance(one, DiscoveryPassage) else one.line if one else ""
    return bool(said.quote.strip()) and locate(said.quote, text) is not None


def _found(given: GateJudgeInput, shown: _Shown, read: ReadVerdicts) -> tuple[JudgedSubject, ...]:
    numbers = {subject.number for subject in given.subjects}
    made = []
    for said in read.subjects:
        one = shown.get(said.place or "")
        if not said.found or said.subject not in numbers or one is None:
            continue
        made.append(
            JudgedSubject(
                number=said.subject,
                name=" ".join(said.name.split()),
                version_id=one.version_id,
                passage_id=None if isinstance(one, DeclaredDocument) else one.passage_id,
                quote=said.quote,
                reason=" ".join(said.reason.split())[:200],
            )
        )
    return tuple(made)
