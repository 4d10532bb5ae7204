"""Finds runs of capitalised words in a question that may be names."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from ....evidence.binding.role_words import role_of
from ....evidence.language.words import stem
from ....evidence.lexicon.asking_words import AFTER_NO_NAME, ASKING, OPENERS
from ....evidence.lexicon.business_words import BUSINESS_STEMS, TERM_ACRONYMS
from ....evidence.lexicon.number_words import NUMBERED_THINGS
from ....evidence.lexicon.offices import ROLE_NAMES
from ....evidence.lexicon.place_names import ADJECTIVES
from ....evidence.lexicon.small_words import FOREIGN_SMALL_WORDS, QUESTION_WORDS, STOP_WORDS
from ....evidence.lexicon.word_forms import AUXILIARIES
from ....evidence.names.countries import is_country
from ....evidence.names.same_name import is_suffix, split_suffix
from ....evidence.values.amounts import counted_noun
from ....evidence.values.periods import parse_period
from .question_words import FOREIGN_QUESTION, WH

_JOINS = frozenset("of de del della di da du la le van von der den the &".split())
_NUMERAL = re.compile(r"\d{1,3}|[IVX]{1,4}")
_NUMBER_BEFORE = re.compile(
    r"(?:^|[(“\"]|[^\w\s]\s|\bwho [a-z]+s |\b(?P<word>[a-z]+)\s)(?P<number>\d{1,5}[a-z]?(?:[-–/]\d{1,5}[a-z]?)?) $",
    re.IGNORECASE,
)
_BEFORE_A_NUMBER = AUXILIARIES | frozenset("of at for from in to by with on near about and or".split())
"""Words before a number that begins a name, as does a verb after "who". A determiner or a quantifier is not among them:
“the 12 Board Members”."""
_PLURAL_VERBS = frozenset("do are were have".split())
_ACRONYM_OF = re.compile(r"(?:(?<=\bthe )[A-Z]{2,5} of (?:the )?|[A-Z]{2,5} of the )(?=[^\W_])")
_FOREIGN_ASKING = frozenset[str]().union(*QUESTION_WORDS.values())
_NEXT_WORD = re.compile(r" ([a-z]+)\b")


class NameAt(NamedTuple):
    """A name in the question, with its offsets. `known`: whether it is an entity or alias of the knowledge base.
    `title`: whether it is the title or topic of a document.

    Example: “Acme Ltd” at offsets 10 to 18 of “Who leads Acme Ltd?”.
    """

    text: str
    start: int
    end: int
    known: bool = False
    title: bool = False
    quoted: bool = False


class Token(NamedTuple):
    text: str
    start: int
    end: int


def capitalised(question: str, tokens: Sequence[Token], busy: Sequence[bool]) -> Iterator[NameAt]:
    """Yield the names that are written with capitals. `busy`: for each character of the question, whether an earlier
    name contains it."""
    index = 0
    while index < len(tokens):
        if not _opens(question, tokens, index, busy):
            index += 1
            continue
        if (owner := _owner_behind(question, tokens, index)) is not None:
            index = owner
            continue
        last = _run(question, tokens, index, busy)
        yield from _named(question, tokens, index, last)
        index = last + 1


def with_house_number(question: str, name: NameAt) -> NameAt:
    """Return the name with the number directly before it, if the number is part of the name and not a quantity or a
    year. The name then has two words or more besides its legal form, and no plural follows that the number may count.
    The word before the number decides, see `_leads`.

    Example: the name “Lime Mews” of “the rent of 12 Lime Mews” gives “12 Lime Mews”.
    """
    before = _NUMBER_BEFORE.search(question[: name.start])
    following = _NEXT_WORD.match(question, name.end)
    counts = following is not None and following[1].endswith("s") and following[1] not in STOP_WORDS
    if before is None or counts or " " not in split_suffix(name.text)[0]:
        return name
    if not _leads(before["word"] or "of", name.text) or parse_period(before["number"]) is not None:
        return name
    start = before.start("number")
    return name._replace(text=question[start : name.end], start=start, known=False, title=False)


def _leads(word: str, name: str) -> bool:
    """Return whether the number between `word` and `name` can be a house number. After a name in the singular, no count
    is possible, so a verb may precede too. A plural verb shows that the number counts a plural.

    Examples: “bought 12 Lime Mews”, “at 12 Rose Gardens”; not “do 3 Acme Widgets cost” or “section 12 Lime Mews”.
    """
    if counted_noun(name.split()[-1].casefold(), 0, Decimal(2)):
        return word.casefold() in _BEFORE_A_NUMBER - _PLURAL_VERBS
    return word.casefold() in _BEFORE_A_NUMBER or (word.islower() and word not in STOP_WORDS | NUMBERED_THINGS)


def _opens(question: str, tokens: Sequence[Token], index: int, busy: Sequence[bool]) -> bool:
    token = tokens[index]
    if any(busy[token.start : token.end]) or not _is_capital(token.text):
        return False
    folded = without_possessive(token.text).casefold()
    if folded in TERM_ACRONYMS or FOREIGN_QUESTION.fullmatch(folded):
        return False
    opening = index == 0 or question[tokens[index - 1].end : token.start].strip(' "“(') in {".", "?", ":", "!", "..."}
    if opening and (folded in STOP_WORDS | ASKING | AUXILIARIES | OPENERS or WH.fullmatch(folded)):
        return False
    if opening and (len(token.text) == 1 or not token.text.isupper()) and _governs(question, tokens, index):
        return False
    if token.text.isupper() and len(token.text) > 1 and not question.isupper():
        return True
    if folded in STOP_WORDS | AUXILIARIES:
        # "The Blacklist", "A Rather Blustery Day": an article inside a sentence opens a name
        following = tokens[index + 1] if index + 1 < len(tokens) else None
        return folded in {"the", "a", "an"} and following is not None and _is_capital(following.text)
    return True


def _owner_behind(question: str, tokens: Sequence[Token], index: int) -> int | None:
    """Return the index of the token that opens a name, if token `index` opens a role at it, or is an acronym with an
    article before it or before the name. Neither is part of the name. Otherwise return None.

    Example: the token “Vint” in “the Chief Executive Officer of Vint SE” and in “the AGM of Vint SE”. A firm may have
    an acronym at its head: “BMW of North America”.
    """
    found = role_of(question[tokens[index].start :])
    acronym = _ACRONYM_OF.match(question, tokens[index].start)
    if found is not None and found.owner:
        owner = len(question) - len(found.owner)
    elif acronym:
        owner = acronym.end()
    else:
        return None
    return next((at for at, token in enumerate(tokens) if token.start == owner and _is_capital(token.text)), None)


def _governs(question: str, tokens: Sequence[Token], index: int) -> bool:
    """Return whether the word at `index`, which opens a sentence, is not a name. It then is a function word of another
    language before a word without a capital, or the next word is one that never follows a name, or asks.

    Examples: "Based on the report", "Roughly how many", "Um wie viel", "À partir de".
    """
    following = tokens[index + 1] if index + 1 < len(tokens) else None
    if following is None or question[tokens[index].end : following.start] != " ":
        return False
    opening = tokens[index].text
    small = opening[1:] == opening[1:].lower() and re.split("['’]", opening.casefold())[0] in FOREIGN_SMALL_WORDS
    return following.text in AFTER_NO_NAME | _FOREIGN_ASKING or (small and not _is_capital(following.text))


def _run(question: str, tokens: Sequence[Token], first: int, busy: Sequence[bool]) -> int:
    """Return the index of the last token of the name that begins at token `first`."""
    last = index = first
    while index + 1 < len(tokens):
        index += 1
        token, gap = tokens[index], question[tokens[index - 1].end : tokens[index].start]
        if gap.strip(" ") not in ("", "&") or any(busy[token.start : token.end]):
            break
        if _possessive(tokens[index - 1].text) and not _goes_on_after_possessive(token.text):
            break
        if token.text.casefold() in TERM_ACRONYMS:
            break
        numbered = index == last + 1 and (_NUMERAL.fullmatch(token.text) or _is_legal_form(token.text))
        if _is_capital(token.text) or numbered:
            last = index
        elif token.text not in _JOINS:
            break
    return last


def _named(question: str, tokens: Sequence[Token], first: int, last: int) -> Iterator[NameAt]:
    text = without_possessive(question[tokens[first].start : tokens[last].end])
    if not _is_term([token.text for token in tokens[first : last + 1]]):
        yield NameAt(text, tokens[first].start, tokens[first].start + len(text))


def _is_term(words: Sequence[str]) -> bool:
    """Return whether the capitalised words are a measure, a role or a document type, and not an entity's name.
    Examples: "Adjusted EBITDA", "Chief Executive"."""
    folded = [without_possessive(word).casefold() for word in words]
    if any(word in TERM_ACRONYMS for word in folded) or " ".join(folded) in ROLE_NAMES:
        return True
    return all(word in _JOINS or word in STOP_WORDS or stem(word) in BUSINESS_STEMS for word in folded)


def _is_capital(word: str) -> bool:
    return (
        word[0].isupper()
        or (len(word) > 1 and word[0].isdigit() and any(c.isupper() for c in word))
        or (word[:1].islower() and word[1:2].isupper())
    )


def _is_legal_form(word: str) -> bool:
    return is_suffix(word) and word not in STOP_WORDS


def _possessive(word: str) -> bool:
    return bool(re.search(r"['’]s?$", word))


def _goes_on_after_possessive(word: str) -> bool:
    """Return whether `word`, which follows a possessive, is part of the same name. True in “Arthur's Magazine”, false
    in “Microsoft's AR headset”."""
    folded = word.casefold()
    if not _is_capital(word) or word.isupper() or folded in {"chief", "head"} or is_country(word):
        return False
    return stem(word) not in BUSINESS_STEMS and folded.partition("-")[0] not in ADJECTIVES


def without_possessive(text: str) -> str:
    return re.sub(r"['’]s?$", "", text)
