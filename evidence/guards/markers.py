"""The words that limit a statement: negations, duties, permissions, quantifiers, conditions, hedges, sources, order in time.

Known not to be read: irony, negation by meaning alone ("lacked", "failed to" are words for `opposites`), "where" and "when" as
conditions of law, and scopes that run past the end of a sentence.
"""

import re
from functools import lru_cache

from ..lexicon.calendar_names import ENGLISH_MONTHS
from ..values.fact_types import Marker, MarkerKind
from ..values.numbers import folded

__all__ = ["Marker", "MarkerKind", "read_markers"]

_THAN = (
    r"(?! (?:more|less|fewer|later|earlier|greater|lower|higher|longer|shorter|older|younger|larger|smaller) than"
    r"| exceed| to exceed| only)"
)
_CONSENT = (
    r"(?:(?:the|its|their|his|her|our|your|any|[a-z]+'s) )?"
    r"(?:the [a-z]+'s )?(?:(?:prior|express|written|explicit|informed) ){0,3}"
    "(?:consent|approval|permission|authori[sz]ation|agreement)"
)
_MONTHS = "|".join(ENGLISH_MONTHS).lower()
# A value, then the phrases that say it, as alternatives of a pattern. Longer phrases stand in earlier lines.
_PHRASES: dict[MarkerKind, str] = {
    "condition": rf"""
only_if: only if|only when|if and only if
even_if: even if|even though
if: if|in the event (?:of|that)|in case(?: of)?|in the case that|assuming(?: that)?|supposing|whenever
unless: unless
except: except(?:ing)?(?: (?:for|that|where|when|as|in|to|if|with))?|excluding|other than|save (?:for|that|as)
except: apart from|with the exception of|but not
subject_to: subject (?:always )?to|contingent (?:up)?on|conditional (?:up)?on|dependent (?:up)?on|depending (?:up)?on
provided_that: provided(?:,? (?:however|always),?)? that|providing(?: that)?|on (?:the )?condition that|as long as
provided_that: so long as
with_consent: with {_CONSENT}(?: of)?
without_consent: without {_CONSENT}(?: of)?
notwithstanding: notwithstanding|regardless of|irrespective of
whether: whether or not|whether
""",
    "modality": r"""
must_not: (?:must|shall)(?: not|n't)|shan't
must_not: (?:is|are|was|were|be) (?:strictly )?(?:prohibited|forbidden|barred)(?: from)?|has to not
may_not: may not(?= )|cannot|can not|can't
may_not: (?:is|are|was|were|be) (?:not|never) (?:allowed|permitted|entitled|authori[sz]ed|eligible) to
may_not: (?:is|are)n't (?:allowed|permitted|entitled) to
need_not: need not|needn't|(?:do|does|did)(?: not|n't) (?:have|need) to
need_not: (?:is|are|was|were|be)(?: not|n't) (?:required|obliged|obligated) to
should_not: should(?: not|n't)|ought not to
must: must|shall|(?:has|have|had) to|(?:is|are|was|were|be) (?:required|obliged|obligated) to|needs? to
should: should|ought to|(?:is|are) (?:recommended|advised) to
may: may|(?:is|are|was|were|be) (?:allowed|permitted|entitled|authori[sz]ed) to
might: might
could: could
can: can
would: would
will: will|'ll
""",
    "negation": rf"""
no_longer: no longer|not any ?more
never: never|at no time
without: without
neither: neither
nor: nor
nobody: nobody|no one|no-one
nothing: nothing
no: no{_THAN}(?=[ -])(?!\. ?[0-9])
not: not{_THAN}|n't(?! exceed)
""",
    "quantifier": r"""
not_all: not (?:all|every)
none: none
all: all|the entire|the whole|entirely|wholly|completely
every: every|each
any: any
both: both
either: either
only: only|solely|exclusively|merely|just(?= (?:one|two|three|[0-9]))
most: most of|(?<!the )(?<!at )most(?= [a-z]+s\b)|(?:the |a )?majority of|mostly|mainly|largely|primarily
many: many
several: several
few: a few|few
some: some(?! [0-9])|partly|partially|in part
always: always|in all cases|invariably
often: often|frequently|usually|generally|typically|normally|commonly
sometimes: sometimes|occasionally|rarely|seldom
at_all: at all
""",
    "hedge": r"""
unlikely: unlikely
likely: likely|probably|in all likelihood
possibly: possibly|perhaps|potentially|conceivably
appears: appears?(?: to)?|seems?(?: to)?|seemingly|apparently
suggests: suggest(?:s|ed|ing)?
expected: expected|anticipated|expects?|anticipates?
projected: projected|forecast(?:s|ed)?|predicted
estimated: estimated|estimates?
planned: planned|plans to|intends? to|intended to|aims? to|proposed|scheduled
preliminary: preliminary|provisional(?:ly)?|tentative(?:ly)?|draft
believed: (?:is|are|was|were) (?:thought|believed|considered|assumed) to
up_to_doubt: presumably|arguably|supposedly
""",
    "attribution": r"""
according_to: according to|in the view of|in the opinion of
reportedly: reportedly|is said to|are said to|is reported to|are reported to|rumou?red
alleged: allegedly|alleged|purported(?:ly)?|alleges?
claimed: claimed|claims? that|argued|argues|asserted|asserts|contends?|contended|maintains? that
believes: believes?(?! in)|thinks
said: said(?! (?:agreement|notes|party|parties))|says|stated(?= (?:that|in|by))|states that|told|announced
said: noted that|reported that|added that
""",
    "temporal": rf"""
by: no later than|not later than|by the end of
by: by(?= (?:[0-9]|{_MONTHS}|mid|early|late|end))
until: until|till|up until
until: through(?= (?:[0-9]|{_MONTHS}))
not_before: no earlier than|not earlier than
before: before|prior to|in advance of|preceding
after: after|following the|subsequent to|thereafter|afterwards?
since: since|ever since
as_of: as of|as at
as_of: effective(?= (?:from|as|on|[0-9]|{_MONTHS}))
during: during|throughout
within: within(?= (?:[0-9]|one|two|three|four|five|six|seven|ten|twelve|fourteen|thirty|sixty|ninety|a |the first))
once: once|as soon as|upon
while: while
current: currently|at present|presently
former: previously|formerly|originally|initially
already: already
not_yet: not yet
still: still
annually: annually|yearly|per annum|each year|every year
monthly: monthly|per month|each month
""",
}
_ORDER: tuple[MarkerKind, ...] = ("condition", "modality", "temporal", "quantifier", "hedge", "attribution", "negation")
_VALUES: dict[str, tuple[MarkerKind, str]] = {}


def _alternatives(pattern: str) -> list[str]:
    """The alternatives of `pattern` at its top level."""
    parts, depth = [""], 0
    for char in pattern:
        depth += (char == "(") - (char == ")")
        if char == "|" and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    return parts


def _openings(pattern: str) -> set[str]:
    """The first two characters that a match of one alternative can have."""
    if pattern.startswith("(?<!"):
        return _openings(pattern[pattern.index(")") + 1 :])
    if not pattern.startswith("(?:"):
        return {pattern[:2]}
    depth, close = 1, 2
    while depth:
        close += 1
        depth += (pattern[close] == "(") - (pattern[close] == ")")
    group, rest = pattern[3:close], pattern[close + 1 :]
    first = {opening for part in _alternatives(group) for opening in _openings(part)}
    return first | _openings(rest[1:]) if rest.startswith("?") else first


def _by_opening() -> dict[str, re.Pattern[str]]:
    """One pattern for each two letters a marker begins with, since one for all phrases takes five times as long."""
    parts: dict[str, list[str]] = {}
    for kind in _ORDER:
        for number, line in enumerate(_PHRASES[kind].strip().splitlines()):
            value, _, forms = line.partition(": ")
            name = f"{kind}_{number}"
            _VALUES[name] = (kind, value)
            own: dict[str, list[str]] = {}
            for form in _alternatives(forms):
                for opening in sorted(_openings(form)):
                    own.setdefault(opening, []).append(form)
            for opening, some in own.items():
                parts.setdefault(opening, []).append(f"(?P<{name}>{'|'.join(some)})")
    return {opening: re.compile(f"(?:{'|'.join(some)})(?![^\\W_])") for opening, some in parts.items()}


_PATTERNS = _by_opening()
_START = re.compile(
    "(?<![^\\W_])(?:" + "|".join(sorted(opening for opening in _PATTERNS if opening.isalpha())) + ")|n't|'ll"
)
_NOT = re.compile(r"n't|\bnot\b|\bno\b|\bnever\b")
_CLAUSE_END = re.compile(r"[;:](?=\s)|[.!?。！？；](?=[\s\"'”’)\]]|\Z)|\n\s*\n|\Z")
_SENTENCE_START = re.compile(r"(?:\A|[.!?;:。；]|\n)[\s\"'“”‘’(*–—-]*\Z")
_IS_MONTH = re.compile(
    r"(?:[0-9](?:st|nd|rd|th)?|\b(?:in|of|since|until|by|from|early|late|mid|and|through|during|to))[ \u00a0-]\Z"
)
_COMMA = re.compile(r",(?=\s)(?!\s(?:and|or)\b)")
_LONGEST_CLAUSE = 2000
LONGEST_KEPT = 20_000  # characters; what has been read of longer texts is not remembered


def read_markers(text: str) -> tuple[Marker, ...]:
    """Every marker of `text`, in order of start. Never raises.

    Two may share words: "shall not" is a duty, and its "not" a negation.
    """
    return _kept(text) if len(text) <= LONGEST_KEPT else _read(text)


@lru_cache(maxsize=1024)
def _kept(text: str) -> tuple[Marker, ...]:
    return _read(text)


def _read(text: str) -> tuple[Marker, ...]:
    page = folded(text)
    found: list[Marker] = []
    reach = 0
    for candidate in _START.finditer(page):
        start = candidate.start()
        match = _PATTERNS[candidate.group()[:2]].match(page, start) if start >= reach else None
        if match is None:
            continue
        end = reach = match.end()
        kind, value = _VALUES[match.lastgroup or ""]
        if value == "may" and _is_may_month(text, page, start, end):
            continue
        scope = _scope_end(page, start, end) if kind == "condition" else None
        found.append(Marker(kind, start, end, text[start:end], value, scope))
        if value.endswith("_not") or value in {"not_all", "not_yet", "no_longer"}:
            denial = _NOT.search(page, start, end)
            if denial and kind != "negation":
                found.append(
                    Marker("negation", denial.start(), denial.end(), text[denial.start() : denial.end()], "not")
                )
            elif page.startswith("cannot", start):
                found.append(Marker("negation", start + 3, end, text[start + 3 : end], "not"))
    return tuple(found)


def _is_may_month(text: str, page: str, start: int, end: int) -> bool:
    if text[start] != "M" or text[start : start + 3] != "May":
        return False
    return page[end : end + 2].strip(" ,\u00a0")[:1].isdigit() or bool(
        _IS_MONTH.search(page[max(0, start - 8) : start])
    )


def _scope_end(page: str, start: int, end: int) -> int:
    """The end of the clause a condition opens: at a comma if it begins its sentence, else with the clause or sentence."""
    limit = min(len(page), end + _LONGEST_CLAUSE)
    stop = _CLAUSE_END.search(page, end, limit)
    last = stop.start() if stop else limit
    if _SENTENCE_START.search(page[max(0, start - 8) : start]):
        comma = _COMMA.search(page, end, last)
        if comma:
            return comma.start()
    return last
