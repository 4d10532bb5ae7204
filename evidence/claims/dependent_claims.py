"""Resolves the pronouns that open a claim: "It employs 50 people" states nothing until "it" has a name.

Many texts contain such a sentence verbatim, but each is about another thing. So "it" is replaced by the subject of the
sentence before if nothing else can be meant. Otherwise the claim is judged together with the sentence before,
which may be a question.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from ..language.tokens import Token, tokens
from ..lexicon.calendar_names import ENGLISH_MONTHS
from ..lexicon.word_forms import AUXILIARIES
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
    """A claim with the text to which its pronoun may refer.

    Example: “It is late.” after “Acme is a tenant.” is stated as “Acme is late.”
    """

    text: str
    """The claim. An opening "it" is replaced by the subject of the sentence before, if nothing else can be meant."""
    literal: str
    """The claim as the answer writes it, with the words that it shares with earlier parts of its sentence."""
    opening: str | None
    """The pronoun, or a phrase such as "The company", that the claim opens with; None if there is none."""
    run: tuple[str, str]
    """The text before the claim (empty if there is none), and the claim, both as the answer writes them.

    They are either a sentence and the sentence or question before it, or a clause and the clause before it in one
    sentence.
    """
    sentence: tuple[str, str]
    """The text before the sentence that contains the claim, and that sentence."""
    sentence_leans: bool
    """Whether the claim's sentence opens with a pronoun, or the claim is only a reply to a question."""
    asked: str = ""
    """The question that the claim answers, if the answer itself asks it directly before; else empty."""
    is_reply: bool = False
    """Whether the claim says nothing without that question."""

    @property
    def unnamed(self) -> bool:
        """Whether the claim opens with a pronoun that could not be resolved to a name. Such a claim cannot be judged
        alone.

        Example: “It is late.” with no sentence before it.
        """
        return self.opening is not None and self.text == self.literal

    @property
    def for_a_judge(self) -> str:
        """The claim as a judge gets it: what it asserts, after the question that it answers."""
        return asked_before(self.asked, self.asserted)

    @property
    def asserted(self) -> str:
        """What the claim asserts, as the guards check it. If its pronoun is unresolved, the sentence or clause before
        the claim is included. A question is included only for a reply, since other claims may deny what it asks."""
        return " ".join(self.run).strip() if self.unnamed and self.run[0] != self.asked else self.text


def asked_before(question: str, claim: str) -> str:
    """Return the claim after the question that it answers, unless it contains it or there is none.

    Example: “Rent is due.” after “What is due?” gives “What is due? Rent is due.”
    """
    return claim if claim.startswith(question) else f"{question} {claim}"


def stand_alone(claims: Sequence[ClaimSpan], sentences: Sequence[str]) -> list[Stated]:
    """Return each claim with the text before it, and with its opening pronoun resolved where that is certain.

    `sentences` gives for each claim the sentence that contains it, without citation markers. Claims of one sentence are
    adjacent.

    Example: in “Acme is a tenant. It is late.”, the second claim becomes “Acme is late.”
    """
    done: list[Stated] = []
    whole, place = ("", ""), (-1, -1)
    for claim, sentence in zip(claims, sentences, strict=True):
        literal = claim.statement
        if claim.sentence != place:
            whole, place = (claim.asked or whole[1], sentence), claim.sentence
            run = whole
        elif _opening(" ".join(claim.text.split())):
            # Here "it" refers to the subject of the clause before, not of the sentence before.
            run = (done[-1].literal, literal)
        else:
            run = whole
        text = literal if claim.asked and run[0] == claim.asked else _named(*run, literal)
        leans = bool(_opening(sentence)) or claim.is_reply
        done.append(Stated(text, literal, _opening(literal), run, whole, leans, claim.asked, claim.is_reply))
    return done


def _opening(sentence: str) -> str | None:
    opening = None if _EXPLETIVE.match(sentence) else _OPENING.match(sentence)
    return opening["opening"] if opening else None


def _named(before: str, own: str, claim: str) -> str:
    """Return the claim with an opening "It" or "Its" replaced by the subject of `before`. If the subject is uncertain,
    return the claim unchanged. `own` is the sentence or clause of the claim."""
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
    """Return the tokens of the only subject that a later "it" can mean, or an empty sequence.

    The subject is a name, or "the" and a singular noun, directly before "is" or "was". The words after the verb must
    not contain anything else that "it" could mean: a name or, if the subject is a noun, another noun with an article.
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
