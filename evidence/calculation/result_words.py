"""The words of calculated results, in the languages of questions. Labels of figures stay in the language of their
source."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import get_args

from ..language.question_language import Language
from ..lexicon.result_phrases.english import WORDS as ENGLISH
from ..lexicon.result_phrases.french import WORDS as FRENCH
from ..lexicon.result_phrases.german import WORDS as GERMAN
from ..lexicon.result_phrases.spanish import WORDS as SPANISH
from ..model.frozen import Frozen
from .formulas import Notation

LANGUAGES: tuple[Language, ...] = get_args(Language)


class Rounded(Frozen):
    one: str
    many: str


class ResultWords(Frozen):
    """Templates for `str.format`. None of them depends on the gender or number of a label.

    The only assumption is that the name that a model gives to a result is a singular noun phrase, as its prompt
    requires.
    """

    language: Language

    amount: str
    day: str
    bounded_day: str
    default: str
    names: Mapping[str, str]
    """The name of the result of each operation. Any other operation has the name `default`."""
    definition: str
    definition_undated: str
    working: str
    rounded: Rounded
    with_figures: str
    counted: str

    item: str
    highest: str
    lowest: str
    highest_unnamed: str
    lowest_unnamed: str
    """The lead for items that no row label names."""
    others: str

    and_: str
    labelled: str
    dated: str
    unlabelled: str
    """A dated amount without a label."""
    shared: str
    """The figures with the column that all of them share; "" if each figure shows its own column."""

    marks: str
    percent: str
    money: str
    per: str
    date: str
    """A date pattern of CLDR."""
    scales: Mapping[str, tuple[str, str]]
    """The singular and the plural of each scale."""
    money_scales: Mapping[str, tuple[str, str]]
    """The scales between a number and its currency."""
    bounds: Mapping[str, str]
    day_bounds: Mapping[str, str]
    units: Mapping[str, tuple[str, str]]
    """The singular and the plural of units for which CLDR has no name."""

    functions: Mapping[str, str]
    between: str
    to: str
    nouns: str

    def notation(self) -> Notation:
        return Notation(marks=self.marks, functions=self.functions, between=self.between, to=self.to)

    def scale(self, scale: str, size: Decimal, *, of_money: bool = False) -> str:
        """Return the scale in the singular or plural, as `size` requires: “1 million”, “2 millions” in French."""
        return (self.money_scales if of_money else self.scales).get(scale, (scale, scale))[not self.is_one(size)]

    def is_one(self, size: Decimal) -> bool:
        """Return whether a number of this size has the singular."""
        if self.language == "en":
            return size == 1
        from babel import Locale  # slow to import, and English needs none of it

        return Locale.parse(self.language).plural_form(size) == "one"

    def listed(self, texts: Sequence[str]) -> str:
        """Return the texts joined as “a, b and c”."""
        return f" {self.and_} ".join(part for part in (", ".join(texts[:-1]), texts[-1]) if part) if texts else ""


_WORDS: Mapping[Language, Mapping[str, object]] = {"en": ENGLISH, "de": GERMAN, "fr": FRENCH, "es": SPANISH}


@lru_cache
def words_for(language: Language) -> ResultWords:
    """Return the words of calculated results in this language."""
    return ResultWords.model_validate({"language": language, **_WORDS[language]})
