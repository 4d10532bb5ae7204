"""The gate judge with a chat model: one call for all subjects that code left open (SPEC VER-2, VER-5)."""

from collections.abc import Mapping, Sequence

from pydantic import Field

from ...evidence.model.frozen import Frozen
from ...evidence.quotes.locate import locate
from ...prompts.fence import Item, fenced, seal, sealed_texts
from ...prompts.prompt import Prompt
from ...prompts.templates import filled
from ..contracts.finder import DiscoveryPassage
from ..contracts.gate_judge import DeclaredDocument, GateJudgeInput, JudgedSubject, OpenSubject
from ..model_call.speaker import Speaker
from .optional_fields import OptionalId


class ReadVerdict(Frozen):
    subject: int = Field(ge=0)
    found: bool
    place: OptionalId
    name: str
    quote: str
    reason: str


class ReadVerdicts(Frozen):
    """The output of the judge's model."""

    subjects: tuple[ReadVerdict, ...]


class LlmGateJudge:
    """Asks the critic's model once. If code does not find the quote that proves a yes, the yes counts as a no."""

    def __init__(self, speaker: Speaker) -> None:
        self._speaker = speaker
        self.name = speaker.name

    def __call__(self, given: GateJudgeInput) -> tuple[JudgedSubject, ...]:
        shown = _ids(given)
        read = self._speaker.ask(_prompt(given, shown), ReadVerdicts, lambda read: _objection(given, shown, read))
        return _found(given, shown, read)

    async def acall(self, given: GateJudgeInput) -> tuple[JudgedSubject, ...]:
        """Do the same as `__call__`, without blocking the event loop."""
        shown = _ids(given)
        read = await self._speaker.aask(
            _prompt(given, shown), ReadVerdicts, lambda read: _objection(given, shown, read)
        )
        return _found(given, shown, read)


class AgreeingGateJudges:
    """Asks two judges. A subject is found only if both find it; the quote is the first judge's (SPEC CRI-11)."""

    def __init__(self, first: LlmGateJudge, second: LlmGateJudge) -> None:
        self._both = (first, second)
        self.name = f"{first.name} and {second.name}"

    def __call__(self, given: GateJudgeInput) -> tuple[JudgedSubject, ...]:
        first, second = (judge(given) for judge in self._both)
        return _agreed(first, second)

    async def acall(self, given: GateJudgeInput) -> tuple[JudgedSubject, ...]:
        """Do the same as `__call__`, without blocking the event loop."""
        first, second = [await judge.acall(given) for judge in self._both]
        return _agreed(first, second)


def _agreed(first: Sequence[JudgedSubject], second: Sequence[JudgedSubject]) -> tuple[JudgedSubject, ...]:
    also = {subject.number for subject in second}
    return tuple(subject for subject in first if subject.number in also)


_Shown = Mapping[str, DeclaredDocument | DiscoveryPassage]


def _ids(given: GateJudgeInput) -> dict[str, DeclaredDocument | DiscoveryPassage]:
    shown: dict[str, DeclaredDocument | DiscoveryPassage] = {
        f"D{number}": document for number, document in enumerate(given.documents, 1)
    }
    shown |= {f"P{number}": passage for number, passage in enumerate(given.passages, 1)}
    return shown


def _prompt(given: GateJudgeInput, shown: _Shown) -> Prompt:
    documents = [
        Item(id=name, text=document.line) for name, document in shown.items() if isinstance(document, DeclaredDocument)
    ]
    passages = [
        Item(id=name, text=passage.text, about=(("title", passage.title), ("section", passage.section or "")))
        for name, passage in shown.items()
        if isinstance(passage, DiscoveryPassage)
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


def _line(open_subject: OpenSubject) -> str:
    why = f"; code: {'; '.join(open_subject.why)}" if open_subject.why else ""
    subject = open_subject.subject
    return f"subject {open_subject.number}: {subject.described()} ({subject.subject_type}){why}"


def _objection(given: GateJudgeInput, shown: _Shown, read: ReadVerdicts) -> str | None:
    """Return why the verdicts cannot be used, in words for the model: one is missing, or a yes has no proof. Return
    None if they can."""
    numbers = {subject.number for subject in given.subjects}
    if missing := sorted(numbers - {subject.subject for subject in read.subjects}):
        return f"`subjects` lacks {', '.join(map(str, missing))}; give one entry for every subject"
    yes = [subject for subject in read.subjects if subject.found and subject.subject in numbers]
    return next((why for verdict in yes if (why := _unproved(verdict, shown))), None)


def _unproved(said: ReadVerdict, shown: _Shown) -> str | None:
    if said.place not in shown:
        return f"subject {said.subject}: there is no passage or document {said.place}"
    if not _has_quote(said, shown):
        return f"“{said.quote[:80]}” does not stand in {said.place} exactly"
    if not _contains(said.quote, said.name):
        return f"the quote for subject {said.subject} does not hold the name “{said.name[:80]}” that is given for it"
    return None


def _contains(quote: str, name: str) -> bool:
    """Return whether the quote contains the name itself. A quote of other words proves nothing."""
    return bool(name.strip()) and locate(name, quote) is not None


def _has_quote(said: ReadVerdict, shown: _Shown) -> bool:
    place = shown.get(said.place or "")
    text = place.text if isinstance(place, DiscoveryPassage) else place.line if place else ""
    return bool(said.quote.strip()) and locate(said.quote, text) is not None


def _found(given: GateJudgeInput, shown: _Shown, read: ReadVerdicts) -> tuple[JudgedSubject, ...]:
    numbers = {subject.number for subject in given.subjects}
    made = []
    for said in read.subjects:
        place = shown.get(said.place or "")
        if not said.found or said.subject not in numbers or place is None:
            continue
        made.append(
            JudgedSubject(
                number=said.subject,
                name=" ".join(said.name.split()),
                version_id=place.version_id,
                passage_id=None if isinstance(place, DeclaredDocument) else place.passage_id,
                quote=said.quote,
                reason=" ".join(said.reason.split())[:200],
            )
        )
    return tuple(made)
