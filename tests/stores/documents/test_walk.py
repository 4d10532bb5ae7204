import os
from pathlib import Path

import pytest

from pincite.errors import IngestError
from pincite.stores.documents.walk import walk


def put(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name)


def test_files_below_a_folder_come_in_path_order_without_hidden_ones_and_manifests(tmp_path: Path) -> None:
    put(tmp_path, "b.md", "a/z.md", "a/y.md", ".hidden.md", ".git/config", "sources.yaml", "a/.DS_Store")
    sources, skipped = walk([tmp_path])
    assert [source.relative for source in sources] == ["a/y.md", "a/z.md", "b.md"]
    assert skipped == []


@pytest.mark.spec("RET-5")
def test_links_that_lead_out_or_round_in_circles_are_not_followed_and_are_named(tmp_path: Path) -> None:
    root = tmp_path / "docs"
    put(root, "a.md", "deep/b.md")
    put(tmp_path, "secret.txt")
    (root / "deep" / "loop").symlink_to(root)
    (root / "out.txt").symlink_to(tmp_path / "secret.txt")
    (root / "self.md").symlink_to(root / "self.md")
    (root / "broken.md").symlink_to(root / "nowhere.md")
    sources, skipped = walk([root])
    assert [source.relative for source in sources] == ["a.md", "deep/b.md"]
    reasons = {skip.path: skip.reason for skip in skipped}
    assert set(reasons) == {"deep/loop", "out.txt", "self.md", "broken.md"}
    assert "links are not followed" in reasons["deep/loop"]
    assert "outside the ingested folder" in reasons["out.txt"]
    assert reasons["self.md"] == reasons["broken.md"] == "a broken link"


def test_a_link_within_the_folder_is_one_document_with_its_target(tmp_path: Path) -> None:
    put(tmp_path, "a.md")
    (tmp_path / "again.md").symlink_to(tmp_path / "a.md")
    sources, skipped = walk([tmp_path])
    assert [source.relative for source in sources] == ["a.md"]
    assert [skip.path for skip in skipped] == ["again.md"]


def test_a_file_named_twice_or_also_found_in_a_folder_is_taken_once(tmp_path: Path) -> None:
    put(tmp_path, "a.md")
    sources, _ = walk([tmp_path, tmp_path / "a.md", tmp_path / "." / "a.md"])
    assert len(sources) == 1


def test_a_path_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(IngestError, match="nowhere: no such file or folder"):
        walk([tmp_path / "nowhere"])


def test_things_that_are_no_files_are_skipped_by_name(tmp_path: Path) -> None:
    put(tmp_path, "a.md")
    os.mkfifo(tmp_path / "pipe.txt")
    sources, skipped = walk([tmp_path])
    assert [source.relative for source in sources] == ["a.md"]
    assert [skip.path for skip in skipped] == ["pipe.txt"]


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read everything")
def test_a_folder_that_may_not_be_read_is_named(tmp_path: Path) -> None:
    put(tmp_path, "a.md", "shut/b.md")
    (tmp_path / "shut").chmod(0)
    try:
        sources, skipped = walk([tmp_path])
    finally:
        (tmp_path / "shut").chmod(0o700)
    assert [source.relative for source in sources] == ["a.md"]
    assert skipped[0].path == "shut"


def test_a_name_that_is_no_text_is_spelled_out(tmp_path: Path) -> None:
    with open(os.fsencode(tmp_path) + b"/caf\xe9.md", "w") as handle:
        handle.write("x")
    sources, _ = walk([tmp_path])
    assert [source.relative for source in sources] == ["caf\\udce9.md"]
    assert sources[0].file.read_text() == "x"
