"""Splits a text into the tokens that the guards compare. These are words in one spelling, values in one form, and marks
that separate clauses."""

import re
import unicodedata
from functools import lru_cache
from typing import Literal, NamedTuple

from ..lexicon.same_words import CONTRACTIONS
from ..lexicon.small_words import STOP_WORDS
from ..values.value_keys import figures
from .synonyms import ONE_PHRASE_FOR, one_spelling
from .text_marks import without_footnote_marks
from .words import stem

Kind = Literal["word", "fact", "mark"]

# Characters of scripts without spaces, each one a token, followed by the marks that belong to it.
_UNSPACED = r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_COMBINING = r"\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0900-\u0dff"
_INVISIBLE = r"\u00ad\u200b-\u200d\u2060\ufeff"
_TOKEN = re.compile(
    r"(?P<abbr>(?:[^\W\d_]\.){2,12}[^\W\d_]?)(?![^\W_])"
    rf"|(?P<unspaced>[{_UNSPACED}])"
    r"|(?P<id>\d+[^\W_]*(?:[.:/-]\d+[^\W_]*)*)"
    rf"|(?P<word>[^\W_{_UNSPACED}](?:[{_INVISIBLE}]+(?=[^\W_])|[-‐]\n[ \t]*(?=[^\W\d_A-Z])|[{_COMBINING}]"
    rf"|['’ʼ](?=[^\W_])|[^\W_{_UNSPACED}])*)"
    r"|(?P<mark>[,;:()\[\].!?。，；：、！？（）…–—]|[<>=≤≥±~≈+−%‰$€£¥&@#/*°-])"
)
_BROKEN = re.compile(r"[-‐]\n[ \t]*")
_ABOUT = frozenset("about around circa approximately".split())
_INITIALS = frozenset({"us.", "uk.", "eu.", "un.", "usa."})
_FOLDED = str.maketrans(
    {"’": "'", "ʼ": "'", "‘": "'", "\u00ad": "", "\u200b": "", "\u200c": "", "\u200d": "", "\u2060": "", "\ufeff": ""}
)
_ENDINGS = (("n't", "not"), ("'re", "are"), ("'ve", "have"), ("'ll", "will"))


class Token(NamedTuple):
    """A unit of comparison. Tokens with equal `key` are equal. `stem` serves to match topics, and is empty for marks
    and words without a topic. Offsets are those in the text, end exclusive."""

    key: str
    stem: str
    start: int
    end: int
    kind: Kind
    capital: bool = False


def folded(word: str) -> str:
    """Return the word in the form used for comparisons: NFKC, case folded, with straight apostrophes and without
    invisible characters.

    Example: `folded("Müller’s")` gives `"müller's"`.
    """
    if word.isascii():
        return word.lower()
    return unicodedata.normalize("NFKC", word.translate(_FOLDED)).casefold()


@lru_cache(maxsize=512)
def tokens(text: str) -> tuple[Token, ...]:
    """Return every token of `text`, in order. Quote marks, markup and spaces are left out. Linear in the text's
    length.

    Example: `[token.key for token in tokens("He didn’t pay $5m.")]` gives
    `["he", "did", "not", "pay", "num:5000000:USD", "."]`.
    """
    text = without_footnote_marks(text)
    found: list[Token] = []
    at = 0
    for figure in figures(text):
        placed = False
        for start, end in figure.taken:
            if start >= at:
                found.extend(_words_between(text, at, start))
            if not placed:
                if figure.bound:
                    found.append(Token(figure.bound, "", figure.start, figure.start, "word"))
                found.append(Token(figure.key, figure.key, figure.start, figure.end, "fact"))
                placed = True
            at = max(at, end)
    found.extend(_words_between(text, at, len(text)))
    return tuple(_read_phrases(found))


def _read_phrases(found: list[Token]) -> list[Token]:
    """Return the tokens with each listed phrase replaced by the words that it counts as equal to."""
    if not any(token.key in _OPENERS for token in found):
        return found
    done: list[Token] = []
    at = 0
    while at < len(found):
        token = found[at]
        at += 1
        if token.key not in _OPENERS:
            done.append(token)
            continue
        for phrase, reading in ONE_PHRASE_FOR.get(token.key, ()):
            run = found[at - 1 : at - 1 + len(phrase)]
            if tuple(part.key for part in run) == phrase:
                for word in reading:
                    root = "" if word in STOP_WORDS else word
                    done.append(Token(word, root, token.start, run[-1].end, "word", token.capital))
                at += len(phrase) - 1
                break
        else:
            about = token.key in _ABOUT and at < len(found) and found[at].kind == "fact"
            done.append(token._replace(key="approximately") if about else token)
    return done


_OPENERS = frozenset(ONE_PHRASE_FOR) | _ABOUT


def _words_between(text: str, start: int, end: int) -> list[Token]:
    found: list[Token] = []
    for match in _TOKEN.finditer(text, start, end):
        word, group = match.group(), match.lastgroup or ""
        for key, root, kind, capital in _readings(word, group) if len(word) <= _LONGEST_CACHED else _read(word, group):
            found.append(Token(key, root, match.start(), match.end(), kind, capital))
    return found


class _Reading(NamedTuple):
    key: str
    stem: str
    kind: Kind
    capital: bool = False


def _read(text: str, group: str) -> tuple[_Reading, ...]:
    """Return the tokens of one match: one, or several for a contraction. `group`: the name of the matched group."""
    if group == "mark":
        return (_Reading("and", "", "word") if text == "&" else _Reading(_MARKS.get(text, text), "", "mark"),)
    if group == "id":
        return (_Reading(f"id:{folded(text)}:", f"id:{folded(text)}:", "fact"),)
    capital = text[0].isupper()
    if text in {"US", "UK", "EU", "UN", "USA"}:
        word = "us." if text == "USA" else f"{text.lower()}."
        return (_Reading(word, word, "word", True),)
    word = folded(_BROKEN.sub("", text))
    if group == "abbr":
        word = word.replace(".", "")
        word = one_spelling(f"{word}." if f"{word}." in _INITIALS else word)
        return (_Reading(word, word, "word", capital),)
    if "'" in word or word == "cannot":
        spelt = CONTRACTIONS.get(word)
        if spelt is None:
            endings = [(word.removesuffix(ending), full) for ending, full in _ENDINGS if word.endswith(ending)]
            spelt = " ".join(endings[0]) if endings else None
        if spelt:
            return tuple(_word(part, capital and not index) for index, part in enumerate(spelt.split()))
    return (_word(word, capital),)


_readings = lru_cache(maxsize=65_536)(_read)
_LONGEST_CACHED = 40
_TIMES = {"twice": "num:2:times", "thrice": "num:3:times"}


def _word(word: str, capital: bool) -> _Reading:
    if word in _TIMES:
        return _Reading(_TIMES[word], _TIMES[word], "fact")
    word = one_spelling(word)
    return _Reading(word, "" if word in STOP_WORDS else stem(word), "word", capital)


_MARKS = {
    "，": ",",
    "、": ",",
    "；": ";",
    "：": ":",
    "。": ".",
    "！": "!",
    "？": "?",
    "（": "(",
    "）": ")",
    "—": "–",
    "−": "-",
}
