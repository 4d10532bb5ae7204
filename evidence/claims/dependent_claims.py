"""Claims that lean on what stands before them: "It employs 50 people" says nothing until "it" has a name.

Word for word, such a sentence stands in many texts about many things, so it is judged together with the sentence before.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from ..lexicon.calendar_names import ENGLISH_MONTHS
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
_EXPLETIVE = re.compile(r"it\s+(?:is|was|has been)\s+(?:\w+\s+){1,3}that\b", re.IGNORECASE)


class Stated(NamedTuple):
    """A claim with what it leans on."""

    text: str
    """As the answer has it, with what is carried over within its sentence."""
    opening: str | None
    """The pronoun, or "The company" and its like, that it opens with."""
    run: tuple[str, str]
    """What stands before the claim, empty when nothing does, and the claim, in the answer's words: the sentence and
    the one before it, or the clause and the one before it in the same sentence."""
    sentence: tuple[str, str]
    """What stands before the claim's whole sentence, and that sentence."""
    sentence_leans: bool
    """Whether the sentence opens with a pronoun."""

    @property
    def for_a_judge(self) -> str:
        """With what it leans on."""
        return " ".join(self.run).strip() if self.opening else self.text


def stand_alone(claims: Sequence[ClaimSpan], sentences: Sequence[str]) -> list[Stated]:
    """Each claim with what stands before it. `sentences` are the claims' whole sentences, without markers; claims of one sentence stand
    together."""
    done: list[Stated] = []
    whole, place = ("", ""), (-1, -1)
    for claim, sentence in zip(claims, sentences, strict=True):
        literal = claim.statement
        if claim.sentence != place:
            whole, place = (whole[1], sentence), claim.sentence
            run = whole
        elif _opening(" ".join(claim.text.split())):
            # A clause of its own: its "it" is the subject of the clause before, not that of the sentence before.
            run = (done[-1].text, literal)
        else:
            run = whole
        done.append(Stated(literal, _opening(literal), run, whole, bool(_opening(sentence))))
    return done


def _opening(sentence: str) -> str | None:
    opening = None if _EXPLETIVE.match(sentence) else _OPENING.match(sentence)
    return opening["opening"] if opening else None
