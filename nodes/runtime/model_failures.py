"""States in a report why models gave no answer. The causes come before all other text, and the remedies before other
steps (SPEC REL-1)."""

from collections.abc import Iterable, Sequence

from ...evidence.language.question_language import language_of
from ...evidence.model.model_fault import ModelFault
from ...roles.model_call.endpoint_error import fault_of
from ...roles.model_call.fault_words import cause_in_words, remedy_in_words
from .state import RunState

STEPS = 5
"""The maximum number of next steps that are shown."""


def distinct(faults: Iterable[ModelFault]) -> tuple[ModelFault, ...]:
    """Return each cause of each model once, with the first role in which it occurred."""
    found: dict[tuple[str, str], ModelFault] = {}
    for fault in faults:
        found.setdefault((fault.cause, fault.model), fault)
    return tuple(found.values())


def in_short(error: Exception) -> str | None:
    """Return the failure of a model in words for a disclosure: the role and the cause. The remedy is among the next
    steps."""
    fault = fault_of(error)
    return f"the {fault.role} got no answer: {cause_in_words(fault)}" if fault else None


def cause_first(state: RunState, text: str) -> str:
    """Return the causes in a paragraph, then `text`. If no model failed, return `text`."""
    language = language_of(state["question"])
    causes = " ".join(dict.fromkeys(cause_in_words(fault, language) for fault in state["model_faults"]))
    return f"{causes}\n\n{text}" if causes else text


def remedies_first(state: RunState, steps: Sequence[str]) -> tuple[str, ...]:
    """Return the remedies of the causes, then the other steps."""
    language = language_of(state["question"])
    remedies = [remedy_in_words(fault, language) for fault in state["model_faults"]]
    return tuple(dict.fromkeys((*remedies, *steps)))[:STEPS] if remedies else tuple(steps)
