"""All rule-based rewordings that keep the meaning of a sentence, by name.

The paragraph of a sentence supports its paraphrases. The false refusal rate of the guards is the share of paraphrases
that they refute. Paraphrases that they neither prove nor refute need a judge.
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
    """Return the faithful claims made from one sentence."""
    return rewritten(sentence.text, sentence.context, PARAPHRASES, seed=seed)
