"""Text that a style sheet of the page adds is read where a browser shows it."""

from pathlib import Path

import pytest

from pincite.stores.loaders.load import load_file


def text_of(tmp_path: Path, style: str, body: str) -> str:
    page = tmp_path / "page.html"
    page.write_text(f"<html><head><style>{style}</style></head><body>{body}</body></html>", encoding="utf-8")
    return " ".join(load_file(page).text.split())


@pytest.mark.spec("EVI-12")
@pytest.mark.parametrize(
    ("style", "body", "read"),
    [
        ('.void::before {content: "It is not true that ";}', "<p class=void>the rent is £90.</p>", "It is not true that the rent is £90."),
        (".old:after {content: ' (withdrawn)'}", "<p>Fee: <b class=old>£27</b></p>", "Fee: £27 (withdrawn)"),
        ('p::before {content: "A "} #x::before {content: "B "}', "<p id=x>one</p>", "B one"),
        ('p::before {content: "A "} p::before {content: none}', "<p>one</p>", "one"),
        ('p::before {content: "\\4e6ft "}', "<p>one</p>", "乯t one"),
        ('p::before {content: "\\4e ot "}', "<p>one</p>", "Not one"),
    ],
)  # fmt: skip
def test_added_words_are_read(tmp_path: Path, style: str, body: str, read: str) -> None:
    assert text_of(tmp_path, style, body) == read


@pytest.mark.parametrize(
    "style",
    [
        'p::before {content: "\\f101"}',
        'p::before {content: "→ "}',
        "p::before {content: counter(item) '. A'}",
        "p::before {content: attr(data-note)}",
        '@media print {p::before {content: "Not "}}',
        '@media (max-width: 10px) {p::before {content: "Not "}}',
        'p:hover::before {content: "Not "}',
    ],
)
def test_symbols_counters_and_what_is_not_always_shown_add_nothing(tmp_path: Path, style: str) -> None:
    assert text_of(tmp_path, style, "<p>one</p>") == "one"
