"""Sentences are cut whole, read from sets, and drawn alike for a seed."""

import json
from pathlib import Path

import pytest

from pincite.evals.mutations.sampled_sentences import (
    names_in,
    places_in,
    read_sentences,
    sample_sentences,
    split_sentences,
    well_formed,
)


def _write(path: Path, *texts: str, **extra: object) -> Path:
    rows = [
        {"id": str(i), "question": "?", "docs": [{"id": "d", "title": "T", "text": text}], **extra}
        for i, text in enumerate(texts)
    ]
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    return path


def test_a_text_is_cut_at_sentence_ends_but_not_at_abbreviations_or_initials() -> None:
    text = "Dr. J. B. Rook of Quill Inc. signed it on Jan. 5. It cost 2.5 million. The U.S. Mint paid!\nA new line"
    assert split_sentences(text) == [
        "Dr. J. B. Rook of Quill Inc. signed it on Jan. 5.",
        "It cost 2.5 million.",
        "The U.S. Mint paid!",
        "A new line",
    ]


@pytest.mark.parametrize(
    ("sentence", "good"),
    [
        ("The harbour board approved the new ferry line in May.", True),
        ("Is the harbour board going to approve the ferry line?", False),
        ("The harbour board (founded in 1902 approved the line.", False),
        ("Harbour board, ferry line, new piers and sheds.", False),
        ("approved the new ferry line in the month of May.", False),
        ("Item | 2019 | 2018 were the columns of it.", False),
    ],
)
def test_only_whole_declarative_sentences_are_used(sentence: str, good: bool) -> None:
    assert well_formed(sentence) is good


def test_names_are_found_and_a_sentence_opener_is_no_name() -> None:
    text = "Mill owners met Anna Vell in Tarn. Later the Bank of Orrin paid. Owners of Tarn left."
    assert names_in(text) == ["Anna Vell", "Tarn", "Bank of Orrin"]
    assert places_in(text, names_in(text)) == ["Tarn"]


def test_every_set_gets_its_turn_and_the_seed_decides(tmp_path: Path) -> None:
    large = _write(
        tmp_path / "large.jsonl", *(f"The mill of Tarn number {i} was built in stone by Vell." for i in range(60))
    )
    small = _write(
        tmp_path / "small.jsonl", *(f"The ferry of Orrin number {i} was sold in May to Rook." for i in range(5))
    )
    drawn = sample_sentences([large, small], 10, seed=4)
    assert [sentence.origin for sentence in drawn].count("small") == 5
    assert drawn == sample_sentences([large, small], 10, seed=4)
    assert drawn != sample_sentences([large, small], 10, seed=5)


def test_tables_are_left_out_and_a_sentence_knows_its_paragraph(tmp_path: Path) -> None:
    path = tmp_path / "set.jsonl"
    docs = [
        {"id": "t", "title": "", "text": "Rent was paid in full by the tenant.", "table": [["a"]]},
        {"id": "p", "title": "Old_Mill", "text": "The mill was sold to Anna Vell. It stood in Tarn for a century."},
    ]
    path.write_text(json.dumps({"id": "1", "question": "?", "docs": docs}), encoding="utf-8")
    found = read_sentences(path, seed=1)
    assert {sentence.text for sentence in found} == {
        "The mill was sold to Anna Vell.",
        "It stood in Tarn for a century.",
    }
    assert all(
        sentence.text in sentence.context.paragraph and sentence.context.title == "Old Mill" for sentence in found
    )
