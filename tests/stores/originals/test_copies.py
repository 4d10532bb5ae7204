"""Copies of cited sources: the very version, what its document says today, and files found by hash and by name."""

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from pincite.errors import IngestError
from pincite.evidence.model.source_record import SourceDocument
from pincite.stores.kb.knowledge_base import KnowledgeBase
from pincite.stores.originals.copies import Wanted, copies_among, copies_in

pytestmark = pytest.mark.spec("REP-1")

LEAVE = "people/leave-policy.md"


def wanted(document: SourceDocument) -> Wanted:
    return Wanted(
        document=document.path,
        version_id=document.version_id,
        file_sha256=document.file_sha256,
        text_sha256=document.text_sha256,
        extractor=document.extractor,
        was_current=document.is_current,
    )


def leave_policy(kb: KnowledgeBase) -> Wanted:
    return wanted(next(document for document in kb.snapshot().documents() if document.path == LEAVE))


def test_the_stored_version_is_given_with_its_hash_worked_out(kb: KnowledgeBase, docs: Path) -> None:
    kb.ingest([docs])
    asked = leave_policy(kb)
    with copies_in(kb) as copies:
        found = copies.find(asked)
    assert found.now is None
    assert found.cited is not None
    assert found.cited.text_sha256 == asked.text_sha256
    assert found.cited.place(0, 5).line_start == 1


def test_a_newer_version_and_an_edited_file_are_what_the_document_says_today(kb: KnowledgeBase, docs: Path) -> None:
    kb.ingest([docs])
    asked = leave_policy(kb)
    (docs / LEAVE).write_text("# Leave policy\n\nNo leave.\n", encoding="utf-8")
    with copies_in(kb) as copies:
        edited = copies.find(asked)
    kb.ingest([docs])
    with copies_in(kb) as copies:
        newer = copies.find(asked)
    for found in (edited, newer):
        assert found.cited is not None
        assert found.now is not None
        assert "27 days" in found.cited.text
        assert "No leave." in found.now.text


def test_a_version_cited_as_superseded_is_not_held_against_its_successor(kb: KnowledgeBase, docs: Path) -> None:
    kb.ingest([docs])
    asked = leave_policy(kb)._replace(was_current=False)
    (docs / LEAVE).write_text("# Leave policy\n\nNo leave.\n", encoding="utf-8")
    kb.ingest([docs])
    with copies_in(kb) as copies:
        assert copies.find(asked).now is None


@pytest.mark.spec("EVI-7", "REP-1")
def test_a_version_of_later_days_that_the_report_passed_over_does_not_stand_against_it(
    kb: KnowledgeBase, docs: Path
) -> None:
    leave = docs / LEAVE
    leave.write_text("# Leave policy\n\nUpdated: 2024-03-01\n\nLeave is 27 days.\n", encoding="utf-8")
    kb.ingest([docs])
    before = kb.snapshot(as_of=date(2025, 1, 1))
    asked = leave_policy(kb)._replace(snapshot_id=before.snapshot_id, as_of=date(2025, 1, 1))
    leave.write_text("# Leave policy\n\nUpdated: 2026-03-01\n\nLeave is 30 days.\n", encoding="utf-8")
    kb.ingest([docs])
    with copies_in(kb) as copies:
        since = copies.find(asked)
        known = copies.find(asked._replace(snapshot_id=kb.snapshot().snapshot_id))
        later = copies.find(asked._replace(snapshot_id=kb.snapshot().snapshot_id, as_of=date(2026, 6, 1)))
    assert since.now is not None
    assert known.now is None
    assert known.cited is not None
    assert "27 days" in known.cited.text
    assert later.now is not None


def test_a_document_that_was_removed_is_not_found(kb: KnowledgeBase, docs: Path) -> None:
    kb.ingest([docs])
    asked = leave_policy(kb)
    kb.remove(LEAVE)
    with copies_in(kb) as copies:
        found = copies.find(asked)
    assert (found.cited, found.now) == (None, None)


def test_a_file_is_found_by_its_hash_first_and_else_by_its_name_and_folders(
    kb: KnowledgeBase, docs: Path, tmp_path: Path
) -> None:
    kb.ingest([docs])
    asked = leave_policy(kb)
    other = tmp_path / "other"
    (other / "people").mkdir(parents=True)
    (other / "archive").mkdir()
    (other / "people" / "leave-policy.md").write_text("Of people.", encoding="utf-8")
    (other / "archive" / "leave-policy.md").write_text("Of the archive.", encoding="utf-8")
    with copies_among([other]) as copies:
        by_name = copies.find(asked)
    assert by_name.cited is None
    assert by_name.now is not None
    assert by_name.now.text == "Of people."
    (other / "archive" / "x.md").write_bytes((docs / LEAVE).read_bytes())
    with copies_among([other]) as copies:
        by_hash = copies.find(asked)
    assert by_hash.now is None
    assert by_hash.cited is not None
    assert "27 days" in by_hash.cited.text


def test_a_text_without_a_file_is_found_by_its_hash(kb: KnowledgeBase, tmp_path: Path) -> None:
    kb.ingest_texts([{"id": "note", "text": "The fee is £5."}])
    asked = wanted(kb.snapshot().documents()[0])
    (tmp_path / "any.txt").write_text("The fee is £5.", encoding="utf-8")
    with copies_among([tmp_path / "any.txt"]) as copies:
        assert copies.find(asked).cited is not None


def test_a_path_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(IngestError, match="no such file"), copies_among([tmp_path / "gone"]):
        pass


def test_the_original_file_of_a_document_is_known_while_it_is_there(
    opened: Callable[..., KnowledgeBase], docs: Path
) -> None:
    kb = opened()
    kb.ingest([docs])
    kb.ingest_texts([{"id": "note", "text": "The fee is £5."}])
    assert kb.original(LEAVE) == (docs / LEAVE).resolve()
    assert kb.original("note") is None
    (docs / LEAVE).unlink()
    assert kb.original(LEAVE) is None


def test_the_run_journal_gives_every_digest_of_a_run(kb: KnowledgeBase) -> None:
    for digest in ("d1", "d2"):
        kb.record_run("r1", "Who?", digest)
    assert kb.recorded_digests("r1") == ("d1", "d2")
    assert kb.recorded_digests("r2") == ()
