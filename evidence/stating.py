"""Whether a quote states an asked fact, as far as a rule can tell: the critic's test where no model reads (SPEC CRI-5).

Words that overlap do not yet state a fact. So the quote must say most of what is asked, say compounds as compounds, hold a value of
the asked shape beside what is measured, and affirm what the question affirms. Measured on questions whose paragraph is on topic but
lacks the fact, no set of surface signs parts the two well (area under the curve .67 over thirteen of them together): the rest needs
a reader.
"""

import re
from collections.abc import Collection, Sequence

from .asked import Asked, asked_units
from .defining import undefined
from .frozen import Frozen
from .names import find_mention
from .periods import parse_period, periods_in
from .premises import check_premises
from .proper_names import proper_names
from .role_of import role_of_another
from .role_words import is_defined_term, is_office, may_hold
from .shape import has_shape, values_of
from .subjects import RequiredFact
from .verbs import forms
from .who_does import done_by_a_pronoun, names_the_doer, told_otherwise
from .whose import of_another_s
from .words import STOP_WORDS, topic_roots, words

OWN_SHARE = 0.34
"""The part of the asked words that the quote itself must say; the rest may stand in the headings above it."""
WHOLE_SHARE = 0.6
"""The part that the quote and its headings must say together."""
AFTER, BEFORE = 14, 4
"""Words between what is measured and its value: "net income for fiscal year 2021 was $5,007", "$5,007 of net income"."""
COUNTED = 3
"""The same where something is counted: "288,000 full-time employees", "employees: 288,000"."""
_PEOPLE = ("people", "employees", "staff", "workers", "workforce", "headcount")
_PAIR = re.compile(r"\b\w+-\w*,? (?:and|or) \w+-\w+\b", re.IGNORECASE)
"""Two sorts of the same things: "full-time and part-time employees"."""
_HEDGE = re.compile(r"\b(?:approximately|about|around|nearly|roughly|some|almost|circa)\b", re.IGNORECASE)
_RECITALS = frozenset("WHEREAS WITNESSETH RESOLVED NOW THEREFORE NOTICE".split())
_OF_CONTENTS = re.compile(r"(?:[\d.]+\s+)?[A-Z][^\d$€£%:;|]{2,80}?[\s.…]+\d{1,3}")
_A_NUMBER_OF = re.compile(r"\b(?:number|total|count)\b", re.IGNORECASE)
_AT_A_TIME = re.compile(
    r"\b(?:after|before|during|until|since|following|throughout)\s+(?:the\s+|any\s+|his\s+|her\s+|their\s+)?"
    r"(?:(?:end|start|beginning|expiry|completion)\s+of\s+(?:the\s+|any\s+|his\s+|her\s+|their\s+)?)?$",
    re.IGNORECASE,
)
"""Words before what is measured that but say when: "after the end of probation a bicycle may be hired for 18 months"."""
_COUNTED_OF = re.compile(
    r"\bhow (?:many|much) [\w-]+ of (?:the |a |an |its |their |our |my )?(?P<what>[a-z][\w-]*(?: [a-z][\w-]*)?)",
    re.IGNORECASE,
)
_MEANS_LITTLE = frozenset("pay time leave paid work".split())
_ENDS = re.compile(r"\bwhen (?:does|do|did|will)\b.{1,80}\b(?P<verb>end|start|begin|expire)\b", re.IGNORECASE)
_AT_THE_END = re.compile(r"\b(?:at|by|before|until|after|from) the (?:end|start|beginning|expiry) of\b", re.IGNORECASE)
_ITEM = re.compile(r"^\W*\(?\w{1,4}\)\s+")
_IN_BRACKETS = re.compile(r"\([^()]*\)")
_CONDITION = re.compile(r"(?:if|when|unless|where|in the event|in case|provided that)\b")
"""In small letters: an item of a list whose opening stands above it."""
_HOW_MANY = re.compile(r"\bhow many\b|\bnumber of\b", re.IGNORECASE)
_COUNTED = re.compile(r"\bhow many (?:[\w-]+ )?([\w-]+) (?:are|were|is|was) there\b", re.IGNORECASE)
_NEGATION = re.compile(r"\b(?:not|never|no|none|nobody|nothing|neither|nor|without|cannot|\w+n['’]t)\b", re.IGNORECASE)
_BOUND = re.compile(
    r"\b(?:no|not|never|cannot) (?:more|less|fewer|later|earlier|longer|exceed|be more|be less|be later|be longer|apply|only)\b"
    r"|\bunless\b|\buntil\b|\bnot exceeding\b|\bnot only\b|\bwith or without\b|\bwhether or not\b",
    re.IGNORECASE,
)
_NEW_CLAUSE = re.compile(
    r"[;:()]|\b(?:who|which|that|where|when|because|but|although|while|whereas|so)\b", re.IGNORECASE
)
NEGATED_WITHIN = 4
"""Words between a negation and what it denies: "has not, in 2020, been approved"."""
_CHANGES = re.compile(r"\b(?:increas|decreas|rose|fell|grew|declin|improv|chang|drop|lower|higher)\w*\b", re.IGNORECASE)
_COMPARED = re.compile(r"\b(?:compared (?:to|with)|versus|against)\b", re.IGNORECASE)
_PART_OF = re.compile(
    r"\b(?:relat(?:ed|ing) to|associated with|attributable to non|of which|outside|exclud\w+|unearned)\b", re.IGNORECASE
)
"""Words that make a part of what is measured: "revenues related to manufacturing totaled $320 million"."""
_FORECAST = re.compile(
    r"\b(?:outlook|guidance|forecasts?|projected|projections?|anticipates?|anticipated|expects?|expected to|targets?|budgeted)\b",
    re.IGNORECASE,
)
"""What is to come, or is hoped for: no answer to what was."""
_TO_COME = re.compile(r"\b(?:will|expect\w*|plan\w*|next|future|budget\w*|target\w*|estimat\w*)\b", re.IGNORECASE)
_TO_BE_SETTLED = re.compile(
    r"\b(?:(?:will|is to|are to|has yet to|have yet to|remains to) be (?:announced|named|decided|determined|chosen|agreed|settled|confirmed)|"
    r"whether (?:the |an? |its |their )?(?:[\w-]+ ){0,6}(?:is|are|was|were|will|to|should|may|can))\b",
    re.IGNORECASE,
)
_AT_FIRST = re.compile(
    r"\b(?:originally|initially|tentatively|original|(?:planned|scheduled|proposed) (?:for|to))\b", re.IGNORECASE
)
_NO_STATEMENT = re.compile(r"\W*(?:©|\(c\)|copyright\b|all rights reserved)", re.IGNORECASE)
_POINTER = re.compile(r"\b(?:has|have) the meanings? (?:given|set|ascribed|assigned|stated|defined)\b", re.IGNORECASE)
_WOULD = re.compile(r"\b(?:if|would|could|might|suppose)\b", re.IGNORECASE)
_WOULD_BE = re.compile(
    r"\b(?:if|had|were|assuming)\b.{3,200}\bwould\b|\bwould\b.{3,200}\bif\b", re.IGNORECASE | re.DOTALL
)
"""What is supposed, and no fact: "if the margins had been 1% higher, costs would …"."""
_RANGE = re.compile(r"\d\s*(?:to|–)\s*[$€£]?\s?\d")
_WAS = re.compile(r"\b(?:was|were|did)\b", re.IGNORECASE)
_ONLY_A_BOUND = re.compile(
    r"\b(?:(?:more|less|fewer|higher|lower|greater) than|over|under|at least|at most|exceed\w*|up to)\s*$",
    re.IGNORECASE,
)
_OTHER_MEASURE = re.compile(
    r"\b(?:deferred|unearned|accrued|prepaid|adjusted|pro[ -]forma|average|median|minimum|maximum|certain|other|incremental|additional|"
    r"new|former|non-gaap|unrecogni[sz]ed|unbilled|contingent|partial|recurring)\s+(?:[\w-]+\s+)?$",
    re.IGNORECASE,
)
"""Words before what is measured that make another measure of it: "deferred membership fees"."""
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
_MAY = re.compile(r"\b(?:may|must|can|allowed|permitted|entitled|maximum|minimum|limit)\b", re.IGNORECASE)
_PRICED = re.compile(r"\b(?:rate|price|fee|cost|charge)s?\b", re.IGNORECASE)
_PAST = re.compile(r"^\W*(?:did|was|were|has|have|had)\b", re.IGNORECASE)
_UNDECIDED = re.compile(r"\b(?:may|might|could|would|expects?|intends?|plans?|evaluate)\b", re.IGNORECASE)
_VERBLESS = re.compile(r"^[^\d]{0,160}?[\s$€£(—-]*[\d(—-][\d\s.,$€£%()—–*-]*$")
"""A line of a table: a label, then figures and nothing else."""
_VERB = re.compile(
    r"\b(?:is|are|was|were|be|been|has|have|had|does|did|totaled|totalled|amounted|came)\b", re.IGNORECASE
)
_ROW_LINE = re.compile(r"\s*[^\W\d_][^.;:]{2,80}?\s[$€£]?\d[\d.,%]*(?=\s|$)")
"""A line that begins with a label and goes on with figures."""
_MEASURED = frozenset({"money", "number", "percent", "duration"})


class Stating(Frozen):
    states: bool
    reason: str


def stating(
    fact: RequiredFact,
    quote: str,
    *,
    context: str = "",
    row: Sequence[tuple[str, str]] = (),
    names: Collection[str] = (),
    linked_by: str = "",
) -> Stating:
    """Hold `quote` against one required fact. `context`: the headings and title above it; `names`: those of the subject;
    `linked_by`: the quote that leads from the subject to the name this one is about, which need not say its words again.

    Known to let through: a sentence that says the asked words of someone else.
    Known to refuse: an answer in other words than the question's.
    """
    if quote.rstrip(" \"'”’").endswith("?"):
        return _no("a question states nothing")
    if _NO_STATEMENT.match(quote):
        return _no("is a notice, and states nothing")
    if _POINTER.search(quote):
        return _no("says where it is defined, and not what it is")
    if (
        not row
        and sum(_ROW_LINE.match(line) is not None for line in quote.splitlines()) > 1
        and not _VERB.search(quote)
    ):
        return _no("runs over several rows of a table")
    if not row and _OF_CONTENTS.fullmatch(" ".join(quote.split())) and not _A_NUMBER_OF.search(quote):
        return _no("is a line of a table of contents")
    if _only_a_condition(quote):
        return _no("says a condition, and not what follows from it")
    if _WOULD_BE.search(quote) and not _WOULD.search(fact.text):
        return _no("says what would be, and not what is")
    asked = asked_units(fact, (*names, linked_by))
    said = asked.share(quote, " ".join(column for column, _ in row))
    whole = asked.share(quote, context, " ".join(column for column, _ in row))
    needed = 1.0 if fact.answer_type == "yes_no" else WHOLE_SHARE
    if said < OWN_SHARE or whole < needed:
        return _no(f"says {said:.0%} of what is asked itself, {whole:.0%} with what stands above it")
    if fact.answer_type == "yes_no" and (problem := _yes_or_no(fact, asked, quote)):
        return _no(problem)
    if of_what := _unsaid_of(fact, asked, quote, context):
        return _no(f"says nothing of “{of_what}”")
    if missing := asked.kind_unsaid(quote, context):
        return _no(f"does not say which {missing}")
    if problem := _value(fact, asked, quote, row, names, context):
        return _no(problem)
    if fact.answer_type != "yes_no" and _negated(fact.text) != _negated_there(asked, quote):
        return _no("one of question and text is negated, and the other is not")
    if problem := asked.contrary(quote) or told_otherwise(fact.text, quote) or of_another_s(fact.text, quote):
        return _no(problem)
    if problem := role_of_another(fact.text, quote) or _still_open(fact, quote):
        return _no(problem)
    if fact.answer_type == "text" and not row and (problem := undefined(fact.text, quote)):
        return _no(problem)
    return Stating(states=True, reason=f"says {said:.0%} of what is asked itself")


def _unsaid_of(fact: RequiredFact, asked: Asked, quote: str, context: str) -> str | None:
    """What figures of are asked for ("how many weeks of sick pay"), or what ends, where the text says nothing of it; None where it does."""
    if match := _COUNTED_OF.search(fact.text):
        telling = [one for one in match["what"].split() if asked.says(one) and one.casefold() not in _MEANS_LITTLE]
        if telling and not any(asked.places(one, text) for one in telling for text in (quote, context)):
            return match["what"]
    if match := _ENDS.search(fact.text):
        rest = _AT_THE_END.sub(" ", quote)
        if not asked.places(match["verb"], rest) and asked.places(match["verb"], quote):
            return match["verb"]
    return None


def _only_a_condition(quote: str) -> bool:
    """Whether the quote is an item that says when something holds, and no more: "(iv) if the tenant leaves without notice."."""
    text = _IN_BRACKETS.sub("", _ITEM.sub("", " ".join(quote.split())))
    return _CONDITION.match(text) is not None and not re.search(r"[,:—–]\s", text)


def _no(reason: str) -> Stating:
    return Stating(states=False, reason=reason)


def _negated(text: str) -> bool:
    return _NEGATION.search(_BOUND.sub(" ", text)) is not None


def _still_open(fact: RequiredFact, quote: str) -> str | None:
    """Whether the quote says that the matter is to be settled yet, or tells of what was planned first; None where neither."""
    if (match := _TO_BE_SETTLED.search(quote)) and not _TO_BE_SETTLED.search(fact.text):
        return f"says that it “{match.group()}”"
    if (
        fact.answer_type in ("date", "period")
        and (first := _AT_FIRST.search(quote))
        and not _AT_FIRST.search(fact.text)
    ):
        return f"tells of what was “{first.group()}”"
    return None


def _negated_there(asked: Asked, quote: str) -> bool:
    """Whether what is asked is negated: by a word between its words or shortly before or behind one of them. What another part of the
    sentence denies is its own affair."""
    text = _BOUND.sub(lambda match: "·" * len(match.group()), quote)
    places = [place for unit in asked.units for word in unit.words for place in asked.places(word, quote)]
    if not places:
        return _negated(quote)
    first, last = min(start for start, _ in places), max(end for _, end in places)
    for match in _NEGATION.finditer(text):
        if first <= match.start() < last:
            near = any(_apart(text, match.end(), start) for start, _ in places if start >= match.end())
            if near or any(_apart(text, end, match.start()) for _, end in places if end <= match.start()):
                return True
        elif (match.end() <= first and _apart(text, match.end(), first)) or (
            match.start() >= last and match.group().casefold() != "without" and _apart(text, last, match.start())
        ):
            return True
    return False


def _apart(text: str, start: int, end: int) -> bool:
    """Whether no more than a few words of one clause stand between two places."""
    between = text[start:end]
    return len(list(words(between))) <= NEGATED_WITHIN and not _NEW_CLAUSE.search(between)


def _yes_or_no(fact: RequiredFact, asked: Asked, quote: str) -> str | None:
    """Why the quote settles no yes-or-no question; None when it does."""
    if not asked.together(quote):
        return "says the words of the question far apart"
    if _PAST.search(fact.text):
        if _UNDECIDED.search(quote):
            return "says what may be, where the question asks what was"
        periods = [one for one in fact.constraints if parse_period(one) is not None]
        if any(one.outcome != "stated" for one in check_premises(periods, quote)):
            return "does not say that it was then"
    return None


def _value(
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
    if _WAS.search(fact.text) and _RANGE.search(_without_periods(quote)):
        return "gives a range, where a figure is asked"
    if is_row(quote, row):
        if _HOW_MANY.search(fact.text) and not any(one.kind == "number" for one in values_of(fact.answer_type, quote)):
            return "its figures count something else"
        if names and find_mention(tuple(names), _label_cells(quote, row)):
            return None  # the row is the subject's own
        label = _label(quote, row)
        if not any(map(asked.says_most, (label, " ".join(column for column, _ in row), context))):
            return f"its row is “{label}”"
        return f"its row is “{label}”" if len(asked.unasked(label)) > 1 else None
    return None if _attached(fact, asked, quote, names, context) else "its figures stand beside something else"


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


def _of_another(before: str, known: str) -> bool:
    """Whether the words before what is measured say whose it is, and that is nobody asked about: "BGS total backlog"."""
    owner = re.search(r"(?:^|\s)([A-Z][\w&-]*)(['’]s?)?\s+(?:total\s+)?$", before)
    if owner is None or owner[1].casefold() in known.casefold():
        return False
    return owner[2] is not None or (owner[1].isupper() and len(owner[1]) > 1)


def _is_an_amount(figure: str) -> bool:
    """Whether a figure without a currency is long or precise enough to be a sum in a sentence, and not a count or a year."""
    digits = re.sub(r"\D", "", figure)
    return len(digits) >= 4 and re.fullmatch(r"\D*(?:19|20)\d\d\D*", figure) is None


def is_row(quote: str, row: Sequence[tuple[str, str]] = ()) -> bool:
    """Whether the quote is a row of a table: stored as one, or a label with figures after it and nothing else."""
    if row:
        return True
    line = " ".join(quote.split())
    return _VERBLESS.fullmatch(line) is not None and _VERB.search(line) is None


def _label_cells(quote: str, row: Sequence[tuple[str, str]]) -> str:
    """What stands in the row before its first plain figure: its code, its name."""
    cells = [text for _, text in row] if row else [quote]
    figure = next((at for at, text in enumerate(cells) if re.fullmatch(r"\W*\d[\d.,\s]*\W*", text)), len(cells))
    return " | ".join(cells[:figure])


def _label(quote: str, row: Sequence[tuple[str, str]]) -> str:
    """What a row is called: its first cell in words, or what stands before the first figure."""
    cells = (text for _, text in row if text.strip() and not re.search(r"\d", text))
    return next(cells, "") if row else " ".join(re.split(r"[\d$€£—]", quote)[0].split())


def figures_attached(fact: RequiredFact, quote: str, names: Collection[str], context: str) -> bool:
    """Whether a value of the asked shape stands in the quote by what is measured."""
    return _attached(fact, asked_units(fact, names), quote, names, context)


def _attached(fact: RequiredFact, asked: Asked, quote: str, names: Collection[str], context: str) -> bool:
    """Whether a value of the asked shape stands by the words that are measured, or those words stand in the headings."""
    places = asked.measured(quote)
    if not places:
        return asked.says_most(quote) or bool(asked.measured(context))
    values = list(values_of(fact.answer_type, quote))
    after, before = AFTER, BEFORE
    counts = _HOW_MANY.search(fact.text) is not None
    if counts:
        after, before = COUNTED, COUNTED
        values = [one for one in values if one.kind not in ("money", "percent")]
        values = [one for one in values if one.kind not in ("quantity", "duration") or asked.says(one.unit or "")]
        values = [one for one in values if one.counted is None or _asks_for(asked, one.counted)]
    if fact.answer_type == "money":
        values = [one for one in values if one.kind != "number" or _is_an_amount(one.text)]
    if fact.answer_type == "number" and _PRICED.search(fact.text):
        values = [one for one in values if one.kind not in ("duration", "quantity")]
    if fact.answer_type in ("money", "number") and (_WAS.search(fact.text) or counts) and not _MAY.search(fact.text):
        values = [one for one in values if not _ONLY_A_BOUND.search(quote[max(0, one.start - 16) : one.start])]
    counted = _COUNTED.search(fact.text)
    if counted and any(
        value.counted and set(topic_roots(value.counted)) & set(topic_roots(counted[1])) for value in values
    ):
        return True
    changes = fact.operation is not None or _CHANGES.search(fact.text) is not None
    places = tuple(
        place
        for place in places
        if not (other := _OTHER_MEASURE.search(quote[: place[0]]))
        or other.group().split()[0].casefold() in fact.text.casefold()
        if not _of_another(quote[: place[0]], f"{fact.text} {' '.join(names)}")
        if not _AT_A_TIME.search(quote[: place[0]])
    )
    for start, end in places:
        for value in values:
            if value.counted and _asks_for(asked, value.counted):
                return True
            if value.start >= end:
                between, limit = quote[end : value.start], after
            elif value.end <= start:
                between, limit = quote[value.end : start], before
                if _OTHER_MEASURE.search(f"{between.strip()} "):
                    continue
                if any(map(str.isdigit, between)):
                    continue  # another figure stands nearer
            else:
                return True
            between = _PAIR.sub(" ", between) if counts else between
            if counts and value.end <= start and any(one.text.casefold() in STOP_WORDS for one in words(between)):
                continue  # "sections 5 and 6 also apply to contractors" counts none of them
            elsewhere = ";" in between or _PART_OF.search(between) or (_CHANGES.search(between) and not changes)
            elsewhere = elsewhere or _COMPARED.search(between)
            between = _HEDGE.sub(" ", _without_dates(between)) if counts else between
            if len(list(words(between))) <= limit and not elsewhere:
                return True
    return False


def _asks_for(asked: Asked, counted: str) -> bool:
    """Whether what a figure counts is asked for; persons are, where the people of a firm are."""
    return asked.says(counted) or (counted == "person" and any(map(asked.says, _PEOPLE)))


def _without_dates(text: str) -> str:
    for _, start, end in reversed(list(periods_in(text))):
        text = f"{text[:start]} {text[end:]}"
    return text
