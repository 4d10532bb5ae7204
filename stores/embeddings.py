"""Turning texts into vectors: the bundled model by default, any LangChain `Embeddings` instead."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from langchain_core.embeddings import Embeddings
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


class Embedder(Protocol):
    """`name` and `dimension` are stored with the index: vectors of another make do not compare."""

    name: str
    dimension: int

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row of unit length per text, shape (len(texts), dimension)."""
        ...


class BundledEmbedder:
    """wordllama, 256 dimensions, out of its wheel: no network, no key, about 2,400 passages a second on one core."""

    name = "wordllama/l2_supercat_256"
    dimension = 256

    def embed(self, texts: Sequence[str]) -> Vectors:
        if not texts:
            return np.zeros((0, self.dimension), np.float32)
        return np.asarray(_bundled_model().embed(list(texts), norm=True), np.float32)


@lru_cache(maxsize=1)
def _bundled_model() -> Any:
    import wordllama

    return wordllama.WordLlama.load(cache_dir=Path(wordllama.__file__).parent, disable_download=True)


class LangChainEmbedder:
    """Any LangChain embeddings; the dimension is asked of it once."""

    def __init__(self, embeddings: Embeddings) -> None:
        self._embeddings = embeddings
        model = getattr(embeddings, "model", None) or getattr(embeddings, "model_name", None) or ""
        self.name = f"{type(embeddings).__name__}/{model}".rstrip("/")
        self.dimension = len(embeddings.embed_query("dimension"))

    def embed(self, texts: Sequence[str]) -> Vectors:
        if not texts:
            return np.zeros((0, self.dimension), np.float32)
        vectors = np.asarray(self._embeddings.embed_documents(list(texts)), np.float32)
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        return np.asarray(vectors / np.where(lengths == 0, 1, lengths), np.float32)
