"""Whether a quote, or a row of a table, holds a value of the asked kind that answers: a name, a list, a figure of what is measured."""

import re
from collections.abc import Collection, Sequence

from .asked import Asked
from .attached_figures import HOW_MANY, WAS, attached
from .names import find_mention
from .proper_names import proper_names
from .role_words import is_defined_term, is_office, may_hold
from .shape import has_shape, values_of
from .subjects import RequiredFact
from .verbs import forms
from .who_does import done_by_a_pronoun, names_the_doer

_RECITALS = frozenset("WHEREAS WITNESSETH RESOLVED NOW THEREFORE NOTICE".split())
_FORECAST = re.compile(
    r"\b(?:outlook|guidance|forecasts?|projected|projections?|anticipates?|anticipated|expects?|expected to|targets?|budgeted)\b",
    re.IGNORECASE,
)
"""What is to come, or is hoped for: no answer to what was."""
_TO_COME = re.compile(r"\b(?:will|expect\w*|plan\w*|next|future|budget\w*|target\w*|estimat\w*)\b", re.IGNORECASE)
_RANGE = re.compile(r"\d\s*(?:to|–)\s*[$€£]?\s?\d")
_MEMBERS = re.compile(r",|;|\n|\band\b|\bund\b|\bet\b|\by\b|•")
_LISTS_AFTER = re.compile(
    r"(?:[^.;:\d]{0,60}?\s)?(?:are|were|is|was|includes?|included|including|comprises?|comprised|consists? of|consisted of|namely|such as)\b"
    r"|[^.;]{0,40}:|[^.;]{0,20}\(",
    re.IGNORECASE,
)
"""What comes between the name of the things and the list of them."""
_LISTS_BEFORE = re.compile(
    r"\b(?:(?:are|were|is|was|as|include|includes) (?:(?:the|its|our|all|their|an?) )?"
    r"(?:(?!(?:on|at|in|by|to|of|for|from|with) )[\w-]+ )?|following (?:[\w-]+ ){0,2})$",
    re.IGNORECASE,
)
_VERBLESS = re.compile(r"^[^\d]{0,160}?[\s$€£(—-]*[\d(—-][\d\s.,$€£%()—–*-]*$")
"""A line of a table: a label, then figures and nothing else."""
VERB = re.compile(
    r"\b(?:is|are|was|were|be|been|has|have|had|does|did|totaled|totalled|amounted|came)\b", re.IGNORECASE
)
_MEASURED = frozenset({"money", "number", "percent", "duration"})


def no_value(
    fact: RequiredFact, asked: Asked, quote: str, row: Sequence[tuple[str, str]], names: Collection[str], context: str
) -> str | None:
    """Why the quote holds no value that answers; None when it does."""
    if fact.answer_type in ("person", "organisation", "place"):
        known = f"{fact.text} {' '.join(names)}".casefold()
        opening = re.match(r"[\W\d]*([^\W\d]\w*)", quote)
        first = opening[1] if opening else ""  # a capital there may be the sentence's
        if fact.answer_type == "person" and (speaker := done_by_a_pronoun(fact.text, quote)):
            return f"says “{speaker}”, and names nobody"
        named = [name for name in proper_names(quote) if name.casefold() not in known and name != first]
        if fact.answer_type == "place" and not all(map(is_office, named)):
            return None
        if fact.answer_type == "person":
            named = [name for name in named if not is_defined_term(name, quote)]
        if any(may_hold(_less_capitals(name)) and not _is_of_doing(name) for name in named):
            return None
        if fact.answer_type == "person" and names_the_doer(fact.text, quote):
            return None
        return f"names no {fact.answer_type} that the question does not name itself"
    if not has_shape(fact.answer_type, quote):
        return f"holds no {fact.answer_type}"
    if fact.answer_type == "list" and (is_row(quote, row) or " | " in quote):
        return "is one row, where a list is asked"
    if fact.answer_type == "list" and len(_MEMBERS.split(quote.strip())) < 2:
        return "names no more than one thing, where a list is asked"
    if fact.answer_type == "list" and not _lists(asked, quote, context):
        return "speaks of what is asked and does not list it"
    if fact.answer_type not in _MEASURED:
        return None
    told = " ".join((quote, *(column for column, _ in row)))
    if _FORECAST.search(told) and not (_FORECAST.search(fact.text) or _TO_COME.search(fact.text)):
        return "tells what is expected, not what is"
    if WAS.search(fact.text) and _RANGE.search(_without_periods(quote)):
        return "gives a range, where a figure is asked"
    if is_row(quote, row):
        if HOW_MANY.search(fact.text) and not any(one.kind == "number" for one in values_of(fact.answer_type, quote)):
            return "its figures count something else"
        if names and find_mention(tuple(names), _label_cells(quote, row)):
            return None  # the row is the subject's own
        label = _label(quote, row)
        if not any(map(asked.says_most, (label, " ".join(column for column, _ in row), context))):
            return f"its row is “{label}”"
        return f"its row is “{label}”" if len(asked.unasked(label)) > 1 else None
    return None if attached(fact, asked, quote, names, context) else "its figures stand beside something else"


def is_row(quote: str, row: Sequence[tuple[str, str]] = ()) -> bool:
    """Whether the quote is a row of a table: stored as one, or a label with figures after it and nothing else."""
    if row:
        return True
    line = " ".join(quote.split())
    return _VERBLESS.fullmatch(line) is not None and VERB.search(line) is None


def _is_of_doing(name: str) -> bool:
    """Whether what is written like a name is a term for doing something: "Remote Working"."""
    last = name.split()[-1].casefold()
    return last.endswith("ing") and bool(forms(last))


def _less_capitals(name: str) -> str:
    """The name without what opens a recital ("WHEREAS")."""
    return " ".join(word for word in name.split() if word.strip(".,").upper() not in _RECITALS)


def _lists(asked: Asked, quote: str, context: str) -> bool:
    """Whether the quote sets out to list what is asked: "the sites are A and B", "A and B are its sites", or members under a heading
    that names them."""
    for start, end in asked.measured(quote):
        if _LISTS_AFTER.match(quote[end:]) or _LISTS_BEFORE.search(quote[:start]):
            return True
    return bool(asked.measured(context)) and not asked.measured(quote)


def _without_periods(quote: str) -> str:
    """The quote without its years: "from 1947 to 1967" is no range of figures."""
    return re.sub(r"\b(?:1[5-9]|20)\d\d\b", "·", quote)


def _label_cells(quote: str, row: Sequence[tuple[str, str]]) -> str:
    """What stands in the row before its first plain figure: its code, its name."""
    cells = [text for _, text in row] if row else [quote]
    figure = next((at for at, text in enumerate(cells) if re.fullmatch(r"\W*\d[\d.,\s]*\W*", text)), len(cells))
    return " | ".join(cells[:figure])


def _label(quote: str, row: Sequence[tuple[str, str]]) -> str:
    """What a row is called: its first cell in words, or what stands before the first figure."""
    cells = (text for _, text in row if text.strip() and not re.search(r"\d", text))
    return next(cells, "") if row else " ".join(re.split(r"[\d$€£—]", quote)[0].split())
