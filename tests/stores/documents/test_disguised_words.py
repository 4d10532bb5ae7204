"""Disguised words are marked at ingest, and nothing rests on a quote with such a word alone."""

import pytest

from pincite import KnowledgeBase, Settings, build_graph
from pincite.stores.documents.loaded import LoadedDocument
from pincite.stores.documents.manifest import Declared
from pincite.stores.documents.prepared import Identity, prepare


@pytest.mark.spec("EVI-13")
def test_a_disguised_word_is_marked_with_its_code_points() -> None:
    text = "Rent\n\nThe rent is n\u043et due.\n\nWe \u0440\u0430\u0443 it."
    loaded = LoadedDocument(text=text, media_type="text/plain", extractor="text/1")
    prepared = prepare(loaded, Declared(), Identity.of_text("a"), file_sha256="0" * 64)
    marks = [
        (text[stretch.start : stretch.end], stretch.mark.kind, stretch.mark.text) for stretch in prepared.loaded.marks
    ]
    assert marks == [
        ("n\u043et", "disguised", "n⟨U+043E⟩t"),
        ("\u0440\u0430\u0443", "disguised", "⟨U+0440⟩⟨U+0430⟩⟨U+0443⟩"),
    ]


@pytest.mark.spec("EVI-13", "VER-2")
@pytest.mark.parametrize(
    ("added", "confirmed"),
    [
        ("", True),
        ("\u202eton\u202c ", False),
        ("\U000e006e\U000e006f\U000e0074 ", False),
        ("n\u0585t ", False),
    ],
)
def test_a_sentence_with_a_disguised_word_is_not_confirmed(added: str, confirmed: bool, kb: KnowledgeBase) -> None:
    text = f"# Lease of the mill\n\nThe rent of the mill is {added}£900 per month.\n"
    kb.ingest_texts([{"id": "a", "title": "Lease of the mill", "text": text}])
    question = {"question": "What is the rent of the mill?", "as_of": "2026-11-22"}
    assert build_graph(kb, Settings()).invoke(question)["report"].sufficient is confirmed
