"""Reading, cutting and embedding are pure, and go to other processes and back: any job engine may run them."""

import pickle
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest

from pincite import errors
from pincite.errors import BudgetExceeded, Busy, IngestError, ModelError, PinciteError
from pincite.stores.documents.manifest import Declared
from pincite.stores.documents.prepared import Identity, prepare
from pincite.stores.index.embeddings import BundledEmbedder
from pincite.stores.loaders.load import load_file

CORPUS = Path(__file__).parents[3] / "examples" / "corpus"
FILES = sorted(path for path in CORPUS.rglob("*") if path.suffix in (".docx", ".pptx", ".xlsx", ".eml", ".html"))


@pytest.mark.slow
@pytest.mark.spec("REL-5", "REL-3")
def test_two_processes_read_cut_and_embed_as_this_one_does(tmp_path: Path) -> None:
    cut = partial(prepare, declared=Declared(), identity=Identity.of_text("a"), file_sha256="0" * 64)
    bad = tmp_path / "bad.pdf"
    bad.write_text("no pdf")
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        loaded = list(pool.map(load_file, FILES))
        assert loaded == [load_file(path) for path in FILES]
        made = list(pool.map(cut, loaded))
        assert made == [cut(document) for document in loaded]
        texts = [[document.loaded.text[part.start : part.end] for part in document.cuts] for document in made]
        for vectors, passages in zip(pool.map(BundledEmbedder().embed, texts), texts, strict=True):
            assert np.array_equal(vectors, BundledEmbedder().embed(passages))
        with pytest.raises(IngestError, match=r"bad\.pdf: named \.pdf"):
            pool.submit(load_file, bad).result()
        assert pool.submit(len, "the pool serves on").result()


def test_every_error_comes_back_from_another_process_as_it_was() -> None:
    raised: list[PinciteError] = [
        Busy("full", retry_after=7),
        ModelError("slow", retryable=True),
        BudgetExceeded("late", stop_reason="time_exhausted"),
    ]
    kinds = [var for var in vars(errors).values() if isinstance(var, type) and issubclass(var, PinciteError)]
    raised += [kind("what, which, mend") for kind in kinds if kind is not Busy]
    for error in raised:
        back = pickle.loads(pickle.dumps(error))
        assert (type(back), str(back), vars(back)) == (type(error), str(error), vars(error))
