"""Claims that lean on the sentence before them: "It employs 50 people" says nothing until "it" has a name.

Word for word, such a sentence stands in many texts about many things; so it is judged with the name in place of the
pronoun, where the answer leaves one name only, and otherwise together with the sentence before.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from ..language.tokens import tokens
from ..lexicon.calendar_names import ENGLISH_MONTHS
from .antecedents import after_lead, agrees, antecedent, names_something
from .split_claims import ClaimSpan

_MONTHS = "|".join(ENGLISH_MONTHS)
_LEAD = (
    rf"(?:(?:[Ii]n|[Oo]n|[Aa]t|[Dd]uring|[Aa]s of|[Bb]y|[Ss]ince|[Ff]rom|[Aa]fter|[Bb]efore)\s(?:[^,;A-Z]|{_MONTHS}){{1,40}}?,?\s+"
    r"|(?:[Hh]owever|[Mm]oreover|[Aa]dditionally|[Ff]urthermore|[Ii]n addition|[Tt]oday|[Cc]urrently|[Mm]eanwhile|[Ll]ater"
    r"|[Tt]hen|[Aa]lso|[Ff]inally),?\s+)?"
)
_OPENING = re.compile(
    rf"{_LEAD}(?:(?P<pronoun>[Ii]t|[Hh]e|[Ss]he|[Tt]hey)|(?P<owner>[Ii]ts|[Hh]is|[Hh]er|[Tt]heir)"
    r"|(?P<bare>[Tt]his|[Tt]hese|[Tt]hose)(?=\s+(?:is|are|was|were|has|have|had|will|would|can|may|must|means?|makes?|made|gives?)\b)"
    r"|(?P<definite>[Tt]he (?:company|firm|group|corporation|agency|university|school)))\b(?!['’])"
)
_EXPLETIVE = re.compile(r"it\s+(?:is|was|has been)\s+(?:\w+\s+){1,3}that\b", re.IGNORECASE)


class Stated(NamedTuple):
    """A claim as it can be judged alone."""

    text: str
    """With the name in place of the opening pronoun, where there is one name it can mean."""
    literal: str
    """As the answer has it, with what is carried over within its sentence."""
    opening: str | None
    """The pronoun, or "The company" and its like, that it opens with."""
    is_definite: bool
    """Whether that opening is "The company" or its like, which a text may keep for one it names nowhere."""
    unnamed: bool
    """Whether it opens with a pronoun for which no name could be found: alone, it says nothing that can be judged."""
    run: tuple[str, str]
    """What stands before the claim, empty when nothing does, and the claim, in the answer's words: the sentence and
    the one before it, or the clause and the one before it in the same sentence."""
    sentence: tuple[str, str]
    """What stands before the claim's whole sentence, and that sentence."""
    sentence_leans: bool
    """Whether the sentence opens with a pronoun."""


def stand_alone(claims: Sequence[ClaimSpan], sentences: Sequence[str]) -> list[Stated]:
    """Each claim with its opening pronoun read as the name it stands for. `sentences` are the claims' whole sentences,
    without markers; claims of one sentence stand together."""
    done: list[Stated] = []
    outer: str | None = None
    named, whole, place = "", ("", ""), (-1, -1)
    names_before = False
    for claim, sentence in zip(claims, sentences, strict=True):
        literal = claim.statement
        name, run = outer, whole
        if claim.sentence != place:
            name = _name_in(named, _opening(sentence), among_names=names_before)
            run, place = (whole[1], sentence), claim.sentence
            names_before = names_before or names_something(tokens(named))
            outer, whole, named = name, run, _with_name(sentence, name)
        elif _opening(" ".join(claim.text.split())):
            # A clause of its own: its "it" is the subject of the clause before, not that of the sentence before.
            name, run = _name_in(done[-1].text, _opening(literal)), (done[-1].literal, literal)
        text, opening, definite = _with_name(literal, name), _opening(literal), _is_definite(literal)
        unnamed = bool(opening) and text == literal and not definite
        done.append(Stated(text, literal, opening, definite, unnamed, run, whole, bool(_opening(sentence))))
    return done


def _name_in(sentence: str, opening: str | None, *, among_names: bool = False) -> str | None:
    """The one name that the opening pronoun of the next sentence can mean. `among_names`: whether names stand before the sentence."""
    if not sentence or len(sentence) > 2_000:
        return None
    pronoun = opening.casefold() if opening and " " not in opening else None
    subject = antecedent(after_lead(tokens(sentence)), pronoun=pronoun, among_names=among_names)
    return sentence[subject[0].start : subject[-1].end] if subject else None


def _match(sentence: str) -> re.Match[str] | None:
    return None if _EXPLETIVE.match(sentence) else _OPENING.match(sentence)


def _opening(sentence: str) -> str | None:
    opening = _match(sentence)
    return opening[opening.lastgroup or 0] if opening else None


def _is_definite(sentence: str) -> bool:
    opening = _match(sentence)
    return opening is not None and opening["definite"] is not None


def _with_name(sentence: str, name: str | None) -> str:
    opening = _match(sentence)
    kind = opening.lastgroup if opening else None
    if opening is None or kind is None or name is None or kind == "bare" or not agrees(name.split(), opening[kind]):
        return sentence
    owned = f"{name}'s" if kind == "owner" else name
    return f"{sentence[: opening.start(kind)]}{owned}{sentence[opening.end(kind) :]}"
