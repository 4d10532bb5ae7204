"""Finds the names in a question: those in the knowledge base in upper or lower case, those in quote marks, and
capitalised ones."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from ....evidence.language.question_language import language_of
from ....evidence.language.words import stem
from ....evidence.lexicon.asking_words import ASKING
from ....evidence.lexicon.business_words import BUSINESS_STEMS, PARTY_LABELS, TERM_ACRONYMS
from ....evidence.lexicon.calendar_names import BEFORE_YEARS, DAYS, ENGLISH_MONTHS
from ....evidence.lexicon.offices import ROLE_NAMES
from ....evidence.lexicon.place_names import ADJECTIVES
from ....evidence.lexicon.small_words import STOP_WORDS
from ....evidence.lexicon.word_forms import AUXILIARIES
from ....evidence.names.countries import is_country
from ....evidence.names.legal_forms import forms_end
from ....evidence.names.same_name import identifiers, name_key, split_suffix
from ....evidence.values.periods import parse_period, periods_in
from .capitalised_names import NameAt, Token, capitalised, with_house_number, without_possessive
from .question_words import CODE, FOREIGN_QUESTION, WH

_TOKEN = re.compile(r"(?:[A-Z]\.){2,}|[A-Z]\.(?=\s[A-Z])|[^\W_]+(?:[-.'’&/!][^\W_]+)*(?:['’](?=\s|$))?")
_QUOTED = re.compile(r"[\"“«„]\s*([^\"”“»«]{2,120}?)\s*[\"”»]")
_CODED = re.compile(rf"\b([A-Z][a-z]+(?: [a-z]+){{1,4}}) (?={CODE.pattern})")
_UNSPACED = re.compile(r"[\u0e00-\u0e7f\u3040-\u9fff\uac00-\ud7af]")
_LONGEST = 10
"""The maximum number of words in a name that is looked up."""
_LED_BY = re.compile(r"(?<!\w)(?P<word>[A-Z][\w&-]+) (?:(?P<number>\d{1,3}|[IVX]{1,4}) )?$")
_NUMBERED = frozenset(
    "section item note part chapter article appendix annex schedule exhibit page table figure clause phase".split()
)
"""Names for parts of documents: "Note 12 Acme" is not a name."""
_MONTH, _DAY = rf"(?:{'|'.join(ENGLISH_MONTHS)})", rf"(?:{'|'.join(DAYS)})"
_TIME = re.compile(
    rf"\b(?:{_MONTH} \d{{1,2}}|{_MONTH} (?:to|until|and|or) {_MONTH}|(?i:{'|'.join(sorted(BEFORE_YEARS))}|\d{{1,2}}) {_MONTH}"
    rf"|[a-z]+ {_DAY}s?|(?i:on|until) (?:[A-Z][\w.'’]* )*(?:{_DAY}s?|Day|Eve|Night))(?:['’]s)?\b(?! [A-Z])"
)
"""A time, which is not a name: a month beside a number, another month or a word that leads a time (“in July”), a weekday,
and a day with a name (“on Boxing Day”). In “since April Jones left”, the month begins a name."""
_TITLE_GOES_ON = re.compile(r",|\s[–—-]\s|\s\(|:\s|\bversion\b")
_BEFORE_A_NAME = frozenset("of at for with from by does did is was has can will".split())


def names_in(question: str, known: Sequence[str], titles: Sequence[str]) -> tuple[NameAt, ...]:
    """Return the names in the question in order, without overlaps and possessive endings. Known names take precedence
    over capitalised words, and longer names over shorter ones.

    Example: `[name.text for name in names_in("Who leads Acme Ltd?", ["Acme Ltd"], [])]` gives `["Acme Ltd"]`.
    """
    tokens = [Token(m.group(), m.start(), m.end()) for m in _TOKEN.finditer(question)]
    busy = [False] * (len(question) + 1)
    found: list[NameAt] = []

    def take(name: NameAt) -> None:
        if not any(busy[name.start : name.end]):
            found.append(name)
            busy[name.start : name.end] = [True] * (name.end - name.start)

    for match in _QUOTED.finditer(question):
        if any(c.isupper() or c.isdigit() for c in match[1]):
            take(NameAt(match[1], match.start(1), match.end(1), quoted=True))
    for name in _looked_up(question, tokens, known_keys(tuple(known)), title_keys(tuple(titles))):
        if not _ends_another(question, name):
            take(with_house_number(question, _whole(question, name)))
    for name in _unspaced(question, known):
        take(name)
    # In "the River level radar HB-340", the words before the code say what the product is.
    for match in _CODED.finditer(question):
        busy[match.start(1) : match.end(1)] = [True] * (match.end(1) - match.start(1))
    for start, end in (
        *((start, end) for _, start, end in periods_in(question)),
        *(m.span() for m in _TIME.finditer(question)),
    ):
        busy[start:end] = [True] * (end - start)
    foreign = FOREIGN_QUESTION.match(question) is not None or language_of(question) == "de"
    for name in capitalised(question, tokens, busy):
        if not foreign or " " in name.text:
            take(with_house_number(question, name))
    return tuple(sorted(found, key=lambda name: name.start))


@lru_cache(maxsize=8)
def known_keys(known: tuple[str, ...]) -> Mapping[str, str]:
    """Return a mapping from every form in which a question may write a known name, as comparison keys, to the name."""
    keys: dict[str, str] = {}
    for name in known:
        if name.startswith("the ") or name_key(name) in PARTY_LABELS:
            continue
        for form in identifiers(name, ()):
            key = name_key(form).rstrip(".")
            if len(key) > 1 and key not in STOP_WORDS and key not in ROLE_NAMES and key not in PARTY_LABELS:
                keys.setdefault(key, name)
    return keys


def _says_when(name: str) -> bool:
    """Return whether the name is only a time, such as “in 2019”, which documents may define as a term. Only names in
    the question are tested, since a large knowledge base has tens of thousands of names."""
    rest = name.casefold()
    for _, start, end in reversed(list(periods_in(rest))):
        rest = rest[:start] + rest[end:]
    return all(word.isdigit() or word in STOP_WORDS for word in re.findall(r"\w+", rest))


@lru_cache(maxsize=8)
def title_keys(titles: tuple[str, ...]) -> Mapping[str, str]:
    """Return a mapping from comparison keys to titles. A title has a second key without a bracket at its end, and
    without the text after a comma, a dash or "version"."""
    keys: dict[str, str] = {}
    for title in titles:
        base = _TITLE_GOES_ON.split(title, maxsplit=1)[0]
        for form in (title, base):
            key = name_key(form).rstrip(". ")
            if len(key) > 2 and key not in STOP_WORDS:
                keys.setdefault(key, form)
    return keys


def _looked_up(
    question: str, tokens: Sequence[Token], known: Mapping[str, str], titles: Mapping[str, str]
) -> Iterator[NameAt]:
    for size in range(min(_LONGEST, len(tokens)), 0, -1):
        for first in range(len(tokens) - size + 1):
            start, end = tokens[first].start, tokens[first + size - 1].end
            text = question[start:end]
            key = name_key(text).rstrip(".")
            is_known, is_title = key in known, key in titles
            if (is_known or is_title) and not _says_when(key) and _meant(question, text, start, end, is_known):
                if re.match(r"the\s", text):
                    start, text = tokens[first + 1].start, question[tokens[first + 1].start : end]
                text = without_possessive(text)
                yield NameAt(text, start, start + len(text), known=is_known, title=is_title)


def _meant(question: str, text: str, start: int, end: int, known: bool) -> bool:
    """Return whether `text`, which matches a known name, is used as a name in the question. It has a capital or several
    words, or stands where a name usually stands."""
    bare = without_possessive(text)
    if bare.casefold() in TERM_ACRONYMS or (_bracketed(question, start, end) and bare.isupper()):
        return False
    at_start = not question[:start].strip(" \"'“")
    if bare.casefold() in ASKING | AUXILIARIES | STOP_WORDS or (at_start and WH.fullmatch(bare)):
        return False
    if any(c.isupper() or c.isdigit() for c in bare) and not (at_start and bare[1:].islower() and " " not in bare):
        return True
    if not known:
        return " " in bare and bare.casefold() != bare
    before = question[:start].rstrip().rpartition(" ")[2].casefold()
    return at_start or " " in bare or text != bare or (len(bare) > 3 and before in _BEFORE_A_NAME)


def _unspaced(question: str, known: Sequence[str]) -> Iterator[NameAt]:
    """Yield known names in a script without spaces, wherever they occur in the question."""
    if not _UNSPACED.search(question):
        return
    for name in sorted((name for name in known if _UNSPACED.search(name)), key=len, reverse=True):
        for match in re.finditer(re.escape(name), question):
            yield NameAt(name, match.start(), match.end(), known=True)


def _whole(question: str, name: NameAt) -> NameAt:
    """Return the known name. If the next capitalised word or legal form makes it the name of another entity, it is
    extended by this word: “Acme Iberia” is not Acme. A word about the same entity, such as its board, a role, a measure
    or a month, does not extend it."""
    if not name.title and (end := forms_end(question, name.end)) > name.end:
        return name._replace(text=question[name.start : end], end=end, known=False)
    following = re.match(r" ([A-Z][a-z]{2,})(?:['’]s?)?(?! ?[A-Z\d]|\w)", question[name.end :])
    alone = name.title and not name.known and " " not in name.text  # the title "Benefits" is not the Benefits Committee
    if following is None or (name.title and not alone) or (_said_of_a_name(following[1]) and not alone):
        return name
    return name._replace(text=f"{name.text} {following[1]}", end=name.end + following.end(1), known=False, title=False)


def _ends_another(question: str, name: NameAt) -> bool:
    """Return whether a known name of one word is only the end of a longer name.

    “Tarnholm 4 Holdings” is not the “Holdings” that a document defines. The first word of a sentence begins a longer
    name only if a number follows it, since “Compare Acme” is not a name.
    """
    before = _LED_BY.search(question[: name.start])
    if " " in split_suffix(name.text)[0] or before is None or question.isupper():
        return False
    opens = question[: before.start()].rstrip(" \"'“(")[-1:] in ("", ".", "?", "!", ":")
    if opens and not before["number"]:
        return False
    return not (before["number"] and before["word"].casefold() in _NUMBERED) and not _said_of_a_name(before["word"])


def _said_of_a_name(word: str) -> bool:
    """Return whether a capitalised word beside a name describes the entity and is not part of its name. Examples: its
    board, a document, a role, a measure, a month, a country."""
    word = word.casefold()
    if (
        word in STOP_WORDS | AUXILIARIES | ADJECTIVES | PARTY_LABELS | TERM_ACRONYMS
        or stem(word) in BUSINESS_STEMS
        or is_country(word)
    ):
        return True
    return (
        word in " ".join(ROLE_NAMES).split()
        or parse_period(word) is not None
        or parse_period(f"{word} 2000") != parse_period("2000")
    )


def is_demonym(name: str) -> bool:
    return all(word.casefold().partition("-")[0] in ADJECTIVES for word in name.split())


def _bracketed(question: str, start: int, end: int) -> bool:
    return question[max(0, start - 1) : start] == "(" and question[end : end + 1] == ")"
