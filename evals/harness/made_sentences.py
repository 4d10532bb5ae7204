"""Random sentences for large knowledge bases, without external documents."""

import random
from functools import cache
from pathlib import Path

EXAMPLE_DOCUMENTS = Path(__file__).parents[2] / "examples" / "corpus"


@cache
def _words() -> tuple[str, ...]:
    texts = (path.read_text(encoding="utf-8") for path in sorted(EXAMPLE_DOCUMENTS.rglob("*.md")))
    return tuple(sorted({word for text in texts for word in text.split() if word.isalpha() and word.islower()}))


def sentence(chance: random.Random) -> str:
    """Return a random sentence of ten to eighteen words from the example documents, with realistic word frequencies."""
    words = _words()
    chosen = [words[int(len(words) * chance.random() ** 3)] for _ in range(chance.randint(10, 18))]
    return f"{' '.join(chosen).capitalize()}."
