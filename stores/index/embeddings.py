"""Embeds texts as vectors, with the bundled model by default, or with any LangChain `Embeddings`."""

import threading
from collections.abc import Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ...errors import StoreError

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings

Vectors = NDArray[np.float32]
BATCH = 64
"""The number of texts that the tokenizer gets at once."""


class Embedder(Protocol):
    """Turns texts into vectors. Its `name` and `dimension` are stored with the index, since vectors of two models are
    not comparable."""

    name: str
    dimension: int

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one row of unit length for each text, with shape (len(texts), dimension). An empty text gives
        zeros."""
        ...


class BundledEmbedder:
    """The 256-dimensional model in the wheel of wordllama. It needs neither network nor key, and embeds about 6,500
    passages a second on one core.

    The vector of a text is the mean of the vectors of its tokens. Tokenizer and weights are read without importing
    wordllama: the import takes 0.5 s and configures logging for the whole process, and wordllama's padded batches embed
    at a third of the speed (measured).
    """

    name = "wordllama/l2_supercat_256"
    dimension = 256

    def embed(self, texts: Sequence[str]) -> Vectors:
        vectors = np.zeros((len(texts), self.dimension), np.float32)
        if not texts:
            return vectors
        model = _bundled_model()
        for start in range(0, len(texts), BATCH):
            encoded = model.tokenizer.encode_batch_fast(list(texts[start : start + BATCH]), add_special_tokens=False)
            for row, tokens in enumerate(encoded, start):
                if tokens.ids:
                    np.add.reduce(model.rows(tokens.ids), axis=0, out=vectors[row])
        return _unit(vectors)


class _Model:
    """The tokenizer and the weights, which the file has in half precision.

    The rows of a few questions are converted one by one. The whole table is converted once as many rows were taken as it
    has, so that a process that answers one question does not wait for it, and an ingest soon has it.
    """

    def __init__(self, tokenizer: Any, weights: NDArray[np.floating[Any]]) -> None:
        self.tokenizer = tokenizer
        self._weights = weights
        self._taken = 0

    def rows(self, tokens: Sequence[int]) -> Vectors:
        """Return the vectors of these tokens, with shape (tokens, dimension)."""
        self._taken += len(tokens)
        if self._taken >= len(self._weights) and self._weights.dtype != np.float32:
            self._weights = np.ascontiguousarray(self._weights, np.float32)
        return self._weights.take(tokens, axis=0).astype(np.float32, copy=False)


_loading = threading.Lock()


def _bundled_model() -> _Model:
    with _loading:
        return _read_model()


@lru_cache(maxsize=1)
def _read_model() -> _Model:
    from safetensors.numpy import load_file
    from tokenizers import Tokenizer

    found = find_spec("wordllama")
    if found is None or found.origin is None:
        raise StoreError("the package of the bundled embeddings is missing; run `pip install wordllama`")
    folder = Path(found.origin).parent
    try:
        tokenizer = Tokenizer.from_file(str(folder / "tokenizers" / "l2_supercat_tokenizer_config.json"))
        weights = load_file(folder / "weights" / "l2_supercat_256.safetensors")["embedding.weight"]
    except Exception as error:  # tokenizers raises bare Exceptions
        raise StoreError(
            f"{folder}: the bundled embeddings cannot be read ({error}); install wordllama again"
        ) from error
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return _Model(tokenizer, weights)


class LangChainEmbedder:
    """Any LangChain embeddings. One embedded word shows the dimension."""

    def __init__(self, embeddings: "Embeddings") -> None:
        self._embeddings = embeddings
        model = getattr(embeddings, "model", None) or getattr(embeddings, "model_name", None) or ""
        self.name = f"{type(embeddings).__name__}/{model}".rstrip("/")
        self.dimension = len(embeddings.embed_query("dimension"))

    def embed(self, texts: Sequence[str]) -> Vectors:
        if not texts:
            return np.zeros((0, self.dimension), np.float32)
        return _unit(np.asarray(self._embeddings.embed_documents(list(texts)), np.float32))


def _unit(vectors: Vectors) -> Vectors:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.where(lengths == 0, 1, lengths), np.float32)
