"""The figures that a required fact asks for: its words read as `asked_figures` reads them, without whose they are."""

import re

from ....evidence.language.words import topic_roots
from ....evidence.model.subjects import PlanStep
from .asked_figures import AskedFigures, asked_figures

_OPENS = (
    r"(?:Did|Does|Do|Is|Are|Was|Were|Has|Have|Had|Can|Could|May|Must|Shall|Should|Will|Would|What|Which|How|Who|When|Where|Why|In|For|By|Of|"
    r"At|On|From|And)"
)
_NAME = rf"(?!{_OPENS}\b)[A-Z0-9][\w&.,-]*(?:\s+(?:of|the|and|&)\s+[A-Z][\w&.-]*|\s+[A-Z][\w&.-]*)*"
_OWNER = re.compile(rf"(?<![\w-])(?:[Tt]he\s+)?(?P<name>{_NAME})(?:['’]s|(?<=s)['’])\s+(?=\w)")
"""Case tells a name here."""


def figures_of(fact: PlanStep) -> AskedFigures | None:
    """None where the fact asks for no figures that can be told by rule."""
    return asked_figures(without_owner(fact))


def without_owner(fact: PlanStep) -> str:
    """The fact's text without its subject's name before what is measured ("Boeing's total assets"). A name that is asked about itself or
    is a premise stays, and so do the names of two."""
    terms = {root for term in fact.terms for root in topic_roots(term)}
    premises = [constraint.casefold() for constraint in fact.constraints]
    owners = [
        match
        for match in _OWNER.finditer(fact.text)
        if terms.isdisjoint(topic_roots(match["name"]))
        and not any(match["name"].casefold() in premise for premise in premises)
    ]
    if len({match["name"].casefold() for match in owners}) != 1:
        return fact.text
    text = fact.text
    for match in reversed(owners):
        text = text[: match.start()] + text[match.end() :]
    return text
