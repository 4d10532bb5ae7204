"""What is made of a file grows with the file, and no faster, whatever its shape."""

from pathlib import Path
from time import process_time

import pytest

from pincite.errors import IngestError
from pincite.stores.documents.manifest import Declared
from pincite.stores.documents.prepared import TITLE_CHARS, Identity
from pincite.stores.documents.tables import HEADER_CHARS
from pincite.stores.index.version_rows import VersionRows
from pincite.stores.loaders.limits import DEFAULT_LIMITS, LoadLimits
from pincite.stores.loaders.prepare_request import PrepareRequest

pytestmark = [pytest.mark.slow, pytest.mark.spec("REL-3")]


def prepared(tmp_path: Path, name: str, text: str, limits: LoadLimits = DEFAULT_LIMITS) -> VersionRows:
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    return PrepareRequest(file, Identity.of_file(name, name), Declared(), "0" * 64).done(limits)


SHAPES = {
    "a log without blank lines": ("a.log", "2026-01-01 10:00:00 INFO a worker handled request\n" * 40_000),
    "one line": ("a.txt", "ab cd " * 500_000),
    "a table of many columns": (
        "a.csv",
        "\n".join(",".join(f"{row}{column}" for column in range(40_000)) for row in ("c", "t", "")),
    ),
    "a table that names its columns over and over": ("a.csv", ",2020,2021\na,1,2\n" * 5_000),
    "a table of headings": ("a.csv", "a,b\n" + "Head:,\n" * 20_000),
    "sections without text": ("a.md", "# A\n\nb c\n\n" * 10_000),
    "a pipe table": ("a.md", "|a|b|\n|-|-|\n" + "|x 1|2|\n" * 30_000),
    "many tables": ("a.html", "<table><tr><td>a<td>1</table>" * 3_000),
    "nested tables": ("a.html", "<table><tr><td>words" * 3_000),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_a_file_takes_seconds_whatever_its_shape(tmp_path: Path, shape: str) -> None:
    """CPU seconds: three or more times what each takes now, and a fraction of what it took while it was quadratic."""
    began = process_time()
    prepared(tmp_path, *SHAPES[shape])
    assert process_time() - began < 10


@pytest.mark.parametrize(
    ("name", "head", "row"),
    [
        ("a.csv", "word%d," * 20_000 + "b\n", "n,1\n" * 4),
        ("a.html", "<title>" + "word " * 20_000 + "</title>", "<p>Some words of a paragraph."),
        ("a.html", "<h1>" + "word " * 20_000 + "</h1>", "<p>Some words of a paragraph."),
        ("a.html", "<table><caption>" + "word " * 20_000 + "</caption>", "<tr><td>a<td>1"),
    ],
    ids=["columns", "title", "heading", "caption"],
)
def test_what_every_passage_repeats_is_bounded(tmp_path: Path, name: str, head: str, row: str) -> None:
    head = head % tuple(range(20_000)) if "%d" in head else head
    passages = prepared(tmp_path, name, head + row * 5_000).version.passages
    beside = [len(passage.heading) + len(passage.title) + len(passage.place) for passage in passages]
    assert len(passages) > 20
    assert max(beside) < 2 * HEADER_CHARS + 2 * TITLE_CHARS


def test_a_file_of_more_passages_than_the_limit_is_refused(tmp_path: Path) -> None:
    with pytest.raises(IngestError, match=r"a\.md: 30 passages, more than the limit of 20; split it"):
        prepared(tmp_path, "a.md", "# A\n\nb c\n\n" * 30, LoadLimits(passages=20))
