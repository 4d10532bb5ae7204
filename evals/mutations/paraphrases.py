"""All rule-based rewordings that keep the meaning of a sentence, by name.

A paraphrase is still supported by the paragraph its sentence came from. What the guards refute of these is their false
refusal rate; what they leave silent needs a judge.
"""

from .mutations import rewritten
from .paraphrase_forms import FORMS
from .paraphrase_order import ORDERS
from .paraphrase_parts import PARTS
from .paraphrase_wording import WORDINGS
from .sampled_sentences import Sentence
from .variants import Operator, Variant

PARAPHRASES: tuple[Operator, ...] = FORMS + WORDINGS + ORDERS + PARTS


def paraphrases_of(sentence: Sentence, *, seed: int) -> list[Variant]:
    """The faithful claims made from one sentence."""
    return rewritten(sentence.text, sentence.context, PARAPHRASES, seed=seed)
