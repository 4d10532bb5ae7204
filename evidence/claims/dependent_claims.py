"""Claims that depend on the text before them: "It employs 50 people" says nothing until "it" has a name.

Many texts contain such a sentence verbatim, about different things. So "it" is replaced by the subject of the
sentence before, if it cannot mean anything else. Otherwise the sentence is judged together with the one before.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from ..language.tokens import Token, tokens
from ..lexicon.calendar_names import ENGLISH_MONTHS
from ..lexicon.verb_forms import AUXILIARIES
from .split_claims import ClaimSpan

_MONTHS = "|".join(ENGLISH_MONTHS)
_LEAD = (
    rf"(?:(?:[Ii]n|[Oo]n|[Aa]t|[Dd]uring|[Aa]s of|[Bb]y|[Ss]ince|[Ff]rom|[Aa]fter|[Bb]efore)\s(?:[^,;A-Z]|{_MONTHS}){{1,40}}?,?\s+"
    r"|(?:[Hh]owever|[Mm]oreover|[Aa]dditionally|[Ff]urthermore|[Ii]n addition|[Tt]oday|[Cc]urrently|[Mm]eanwhile|[Ll]ater"
    r"|[Tt]hen|[Aa]lso|[Ff]inally),?\s+)?"
)
_OPENING = re.compile(
    rf"{_LEAD}(?:(?P<opening>[Ii]ts?|[Hh]e|[Ss]he|[Tt]hey|[Hh]is|[Hh]er|[Tt]heir"
    r"|(?:[Tt]his|[Tt]hese|[Tt]hose)(?=\s+(?:is|are|was|were|has|have|had|will|would|can|may|must|means?|makes?|made|gives?)\b)"
    r"|[Tt]he (?:company|firm|group|corporation|agency|university|school)))\b(?!['’])"
)
_BE = frozenset("is was".split())
_ARTICLES = frozenset("a an the this that its their his her one another".split())
_LONGEST_SUBJECT = 5  # words
_EXPLETIVE = re.compile(r"it\s+(?:is|was|has been)\s+(?:\w+\s+){1,3}that\b", re.IGNORECASE)


class Stated(NamedTuple):
    """A claim with the text that it depends on."""

    text: str
    """The claim with an opening "it" replaced by the subject of the sentence before, if "it" cannot mean anything
    else."""
    literal: str
    """The claim as the answer writes it, with the words carried over within its sentence."""
    opening: str | None
    """The pronoun that the claim opens with, or a phrase such as "The company"; None if there is none."""
    run: tuple[str, str]
    """The text before the claim (empty if there is none), and the claim, both in the answer's words.

    They are the sentence and the one before it, or the clause and the one before it in the same sentence.
    """
    sentence: tuple[str, str]
    """The text before the claim's whole sentence, and that sentence."""
    sentence_leans: bool
    """Whether the sentence opens with a pronoun."""

    @property
    def unnamed(self) -> bool:
        """Whether the claim opens with a pronoun for which no name is found. Such a claim cannot be judged alone."""
        return self.opening is not None and self.text == self.literal

    @property
    def for_a_judge(self) -> str:
        """The claim as a judge gets it: with the text before it, if its pronoun has no name."""
        return " ".join(self.run).strip() if self.unnamed else self.text


def stand_alone(claims: Sequence[ClaimSpan], sentences: Sequence[str]) -> list[Stated]:
    """Return each claim with the text before it.

    `sentences` are the claims' whole sentences, without markers. Claims of one sentence are next to each other.
    """
    done: list[Stated] = []
    whole, place = ("", ""), (-1, -1)
    for claim, sentence in zip(claims, sentences, strict=True):
        literal = claim.statement
        if claim.sentence != place:
            whole, place = (whole[1], sentence), claim.sentence
            run = whole
        elif _opening(" ".join(claim.text.split())):
            # A separate clause: its "it" is the subject of the clause before it, not of the sentence before.
            run = (done[-1].literal, literal)
        else:
            run = whole
        done.append(Stated(_named(*run, literal), literal, _opening(literal), run, whole, bool(_opening(sentence))))
    return done


def _opening(sentence: str) -> str | None:
    opening = None if _EXPLETIVE.match(sentence) else _OPENING.match(sentence)
    return opening["opening"] if opening else None


def _named(before: str, own: str, claim: str) -> str:
    """Return the claim with an opening "It" or "Its" replaced by the subject of `before`. `own` is the claim's
    sentence or clause."""
    opening = _OPENING.match(claim)
    pronoun = _opening(own)
    if opening is None or pronoun not in {"It", "it", "Its", "its"} or opening["opening"] != pronoun or not before:
        return claim
    subject = _subject(tokens(before[:2_000]))
    if not subject:
        return claim
    name = before[subject[0].start : subject[-1].end]
    owned = f"{name}'s" if pronoun.casefold() == "its" else name
    return f"{claim[: opening.start('opening')]}{owned}{claim[opening.end('opening') :]}"


def _subject(sentence: Sequence[Token]) -> Sequence[Token]:
    """Return the subject that "it" must mean: a name, or "the" and a singular noun, directly before "is" or "was".
    Else return nothing.

    Nothing after the verb may be a possible meaning of "it": no name, and after a noun no other noun with an article.
    """
    verb = next((place for place, token in enumerate(sentence) if token.key in AUXILIARIES), 0)
    subject, rest = sentence[:verb], sentence[verb + 1 :]
    if (
        not 0 < verb <= _LONGEST_SUBJECT
        or sentence[verb].key not in _BE
        or any(token.kind != "word" for token in subject)
    ):
        return ()
    if any(token.capital and token.kind == "word" for token in rest):
        return ()
    if all(token.capital for token in subject) and subject[0].key not in _ARTICLES:
        return subject if not any(token.key in {"born", "married"} for token in rest) else ()
    is_noun = verb > 1 and subject[0].key == "the" and not any(token.capital for token in subject[1:])
    return subject if is_noun and not any(token.key in _ARTICLES for token in rest) else ()
