"""Turns the events of a run into lines of text for the page of a run in progress. Each stage has one line."""

from collections.abc import Mapping
from types import MappingProxyType

from ...evidence.model.frozen import Frozen
from ...nodes.runtime.events import (
    CriticDecided,
    EvidenceJudged,
    GatePassed,
    NodeEntered,
    NodeLeft,
    PassagesFound,
    PlanMade,
    ProgressEvent,
    RunConcluded,
    SentencesAudited,
)
from ...reports.wording import wording_of
from ...settings import Budgets

_TITLES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "init": ("plan", "Understand the question"),
        "identify_subject_class": ("plan", "Understand the question"),
        "discover_candidates": ("gate", "Find the subject in the documents"),
        "retrieve": ("search", "Search the documents{again}"),
        "extract": ("quotes", "Find and check quotes{again}"),
        "verify": ("quotes", "Find and check quotes{again}"),
        "critique": ("critic", "Decide{again} whether this is enough"),
        "draft": ("answer", "Write the answer"),
        "audit": ("audit", "Audit each sentence"),
        "conclude": ("end", "Conclude"),
        "subject_not_found": ("end", "Conclude"),
    }
)
_LATER_PASSES = ("second_follow_up_", "follow_up_")
_LONGEST = 300


class Used(Frozen):
    """The budgets of a run, with what it has used so far. The seconds count working time."""

    model_calls: int
    model_calls_of: int
    seconds: float
    seconds_of: float


class Progress(Frozen):
    """A line of the page. A later line of the same stage replaces an earlier one."""

    stage: str
    title: str
    doing: bool
    """Whether the stage is in progress."""
    text: str | None = None
    """The result of the stage. None keeps the text of the earlier line."""
    details: tuple[str, ...] = ()
    used: Used | None = None


def in_words(event: ProgressEvent, budgets: Budgets) -> Progress:
    """Return the event as a line of the page."""
    stage, title = _stage(event.node)
    match event:
        case NodeEntered():
            return Progress(stage=stage, title=title, doing=True)
        case NodeLeft():
            used = Used(
                model_calls=budgets.model_calls - event.model_calls_left,
                model_calls_of=budgets.model_calls,
                seconds=round(max(0.0, budgets.seconds_per_run - event.seconds_left), 1),
                seconds_of=budgets.seconds_per_run,
            )
            return Progress(stage=stage, title=title, doing=False, used=used)
        case _:
            text, details = _said(event)
            return Progress(
                stage=stage,
                title=title,
                doing=True,
                text=_short(text),
                details=tuple(_short(detail) for detail in details if detail),
            )


def _stage(node: str) -> tuple[str, str]:
    for prefix in _LATER_PASSES:
        if node.startswith(prefix):
            stage, title = _TITLES[node.removeprefix(prefix)]
            return prefix + stage, title.format(again=" again")
    stage, title = _TITLES[node.removesuffix("_evidence")]
    return stage, title.format(again="")


def _said(event: ProgressEvent) -> tuple[str, tuple[str, ...]]:
    match event:
        case PlanMade():
            about = f"About: {', '.join(event.subjects)}" if event.subjects else "The question names no subject"
            return about, event.steps if len(event.steps) > 1 else ()
        case GatePassed(found=True):
            return f"Found: {', '.join(event.candidates)}", (_near_misses(event.rejected),)
        case GatePassed():
            return "The subject was not found", (_near_misses(event.rejected),)
        case PassagesFound():
            more = f", {event.new} of them new" if event.new != event.in_all else ""
            return f"{_count(event.in_all, 'passage')} found{more}", ()
        case EvidenceJudged():
            words = wording_of("").rejections
            rejected = (f"{_count(event.rejected, 'quote')} rejected", *(words[code] for code in event.refused_for))
            return f"{_count(event.accepted, 'quote')} verified", rejected if event.rejected else ()
        case CriticDecided():
            decided = {"draft": "Enough to answer", "follow_up": "Not yet: one more search", "conclude": "Not enough"}
            query = f"Next search: {event.suggested_query}" if event.next_step == "follow_up" else ""
            return decided.get(event.next_step or "", "Decided"), (event.reason, query)
        case SentencesAudited():
            return f"{event.supported} of {_count(event.in_all, 'sentence')} supported", ()
        case RunConcluded():
            return "Done", ()
    return "", ()


def _near_misses(count: int) -> str:
    return f"{count} near-miss{'' if count == 1 else 'es'} not used" if count else ""


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _short(text: str) -> str:
    line = " ".join(text.split())
    line = line[:1].upper() + line[1:]
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1].rsplit(' ', 1)[0]}…"
