"""Searches a second time through a bridge: a name that verified evidence links to the subject (SPEC RET-7)."""

import re
from collections.abc import Collection, Sequence

from ..language.words import topic_roots
from ..model.evidence import Evidence
from ..model.frozen import Frozen
from ..model.spans import VersionId
from ..model.subjects import PlanStep
from ..names.same_name import find_mention, mentioned


class Bridge(Frozen):
    """A name, with the evidence that links it to the subject."""

    name: str
    link: Evidence
    versions: frozenset[VersionId]
    """The documents to search: those that mention the name."""
    carries: bool
    """Whether a statement about this name may answer the fact (see the function `carries`). Otherwise the name only
    leads to further passages."""


def linking(name: str, evidence: Sequence[Evidence]) -> Evidence | None:
    """Return the most relevant verified evidence that contains the name, or None.

    Example: for “Borealis”, the quote “Acme sold it to Borealis.”
    """
    holding = [unit for unit in evidence if mentioned((name,), unit.span.quote)]
    return max(holding, key=lambda unit: unit.relevance, default=None)


def beyond(fact: PlanStep, bridge: Bridge | None) -> PlanStep:
    """Return the fact to search for under the bridge's name, without the words that the linking evidence already
    states."""
    if bridge is None or fact.fact_id != bridge.link.fact_id:
        return fact
    quote = bridge.link.span.quote
    said = frozenset(topic_roots(quote))
    terms = tuple(term for term in fact.terms if not set(topic_roots(term)) <= said)
    constraints = tuple(constraint for constraint in fact.constraints if not mentioned((constraint,), quote))
    return fact.model_copy(update={"terms": terms, "constraints": constraints}) if terms else fact


def carries(fact: PlanStep, names: Sequence[str], bridge: str, quote: str) -> bool:
    """Return whether a statement about `bridge` may answer the fact. `quote` links the bridge to the subject, whose
    names are `names`.

    The quote must contain a word for the thing that the question asks for: "the shipyard that built X" and "X was built
    by Y". The bridge does not count if it is only listed beside the subject, or if the question is about the subject
    itself, such as "the weight of X". Known false match: a quote that uses the question's word in another sense.
    """
    said = frozenset(topic_roots(quote))
    still_open = {root for term in fact.terms for root in topic_roots(term)} - said
    led = {root for term in fact.terms for root in topic_roots(term)} & said
    return bool(led) and not _in_one_list(names, bridge, quote) and not _asked_of_itself(fact.text, names, still_open)


def _in_one_list(names: Sequence[str], bridge: str, quote: str) -> bool:
    """Return whether only "and", commas and further names are between the two names."""
    own, other = find_mention(tuple(names), quote), find_mention((bridge,), quote)
    if other is None:
        return False
    if own is None:
        return _IT_AND.search(quote[: other[0]]) is not None
    between = quote[min(own[1], other[1]) : max(own[0], other[0])]
    return _JOINED.fullmatch(between) is not None


def _asked_of_itself(question: str, names: Sequence[str], still_open: Collection[str]) -> bool:
    place = find_mention(tuple(names), question)
    if place is None:
        return False
    before, after = question[: place[0]], question[place[1] :]
    stretches = [match[1] for match in (_OF.search(before), _ITS.match(after)) if match]
    if _HELPER.search(before) and (verb := _VERB.match(after)):
        stretches.append(verb[1])
    return any(root in still_open for stretch in stretches for root in topic_roots(stretch))


_JOINED = re.compile(r"(?:\s*(?:,|;|&|\b(?:and|or|as well as|with)\b|\b[A-Z][\w.'’-]*+))*\s*(?:the\s*)?")
_IT_AND = re.compile(r"\b(?:it|he|she|they|this|both)\s*(?:,|and|or)\s+(?:the\s+)?$", re.IGNORECASE)
_OF = re.compile(r"([\w-]+)\s+(?:of|for|at|in|on|with|by|from|to)\s+(?:(?:the|an?)\s+)?[\"“']?$", re.IGNORECASE)
_ITS = re.compile(r"['’]s?\s+((?:[\w-]+\s+){0,2}[\w-]+)")
_HELPER = re.compile(
    r"\b(?:does|do|did|is|are|was|were|has|have|had|can|could|will|would|must|may|should)\s+(?:the\s+)?$", re.IGNORECASE
)
_VERB = re.compile(r"\s+((?:[\w-]+\s+)?[\w-]+)")
