"""All rule-based faults of true sentences, by name.

A mutation changes the meaning of a sentence, so that its paragraph no longer supports it. The false proof rate of the
guards is the share of mutations that they still accept, for each kind of fault.
"""

import random
import re

from .limit_faults import LIMIT_FAULTS
from .name_faults import NAME_FAULTS
from .sampled_sentences import Sentence, split_sentences
from .value_faults import VALUE_FAULTS
from .variants import Context, Operator, Variant
from .word_faults import WORD_FAULTS

_CUTTING = frozenset({"condition_dropped", "attribution_dropped", "scope_dropped"})
"""Faults by omission. The rest is a verbatim part of the source, and is false because of the omission."""

MUTATIONS: tuple[Operator, ...] = VALUE_FAULTS + WORD_FAULTS + NAME_FAULTS + LIMIT_FAULTS

_BROKEN = re.compile(r"  | [,.;]|,,|\.\.|\(\)|\b(?:a|the|an) (?:the|a|an)\b|\b(?P<word>\w{2,}) (?P=word)\b", re.I)


def folded(text: str) -> str:
    """Return a text in lower case, with single spaces and plain quotes, to check whether a source contains a
    wording.

    Example: `folded("The  “Fee”")` gives `'the "fee"'`.
    """
    return re.sub(r"\s+", " ", text.lower().replace("’", "'").replace("“", '"').replace("”", '"')).strip(" .")


def rewritten(sentence: str, context: Context, operators: tuple[Operator, ...], *, seed: int) -> list[Variant]:
    """Return the sentences that the rules make from a sentence. Unchanged and malformed results are left out. The same
    seed gives the same results."""
    found = []
    for operator in operators:
        rng = random.Random(f"{seed} {operator.__name__} {sentence}")
        for text in operator(sentence, rng, context):
            new_breaks = len(_BROKEN.findall(text)) > len(_BROKEN.findall(sentence))
            if text != sentence and not new_breaks and len(text) > 8:
                found.append(Variant(operator=operator.__name__, text=text))
    return found


def mutations_of(sentence: Sentence, *, seed: int) -> list[Variant]:
    """Return the faulty claims of one sentence. Its paragraph contains none of them."""
    source = folded(sentence.context.paragraph)
    whole = {folded(other) for other in split_sentences(sentence.context.paragraph)}
    return [
        variant
        for variant in rewritten(sentence.text, sentence.context, MUTATIONS, seed=seed)
        if folded(variant.text) not in (whole if variant.operator in _CUTTING else source)
    ]
