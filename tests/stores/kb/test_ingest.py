import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from reportlab.pdfgen.canvas import Canvas

from pincite.errors import IngestError, StoreError
from pincite.stores.kb.ingest_report import IngestProgress, IngestReport
from pincite.stores.kb.knowledge_base import KnowledgeBase
from pincite.stores.sqlite.sqlite_catalogue import SqliteCatalogue
from pincite.terminal import ingest_table


def paths(outcomes: tuple) -> list[str]:
    return [outcome.path for outcome in outcomes]


def current(kb: KnowledgeBase) -> dict[str, str]:
    snapshot = kb.snapshot()
    return {
        document.path: snapshot.text(document.version_id) for document in snapshot.documents() if document.is_current
    }


def test_a_folder_is_ingested_and_found_unchanged_the_second_time(kb: KnowledgeBase, docs: Path) -> None:
    seen: list[IngestProgress] = []
    report = kb.ingest(docs, progress=seen.append)
    assert paths(report.added) == ["blog.txt", "people/leave-policy.md"]
    assert report.ok
    assert not report.nothing_ingested
    assert report.passages == len(kb.snapshot().passages(kb.snapshot().documents()[0].version_id)) + len(
        kb.snapshot().passages(kb.snapshot().documents()[1].version_id)
    )
    assert [(progress.done, progress.total) for progress in seen] == [(1, 2), (2, 2)]
    generation = kb.snapshot().generation
    again = kb.ingest(str(docs))
    assert paths(again.unchanged) == ["blog.txt", "people/leave-policy.md"]
    assert again.added == again.superseded == again.gone == again.failed == ()
    assert kb.snapshot().generation == generation


@pytest.mark.spec("EVI-6")
def test_what_is_known_of_a_document_is_kept_with_its_reason(kb: KnowledgeBase, docs: Path) -> None:
    kb.ingest(docs)
    blog, leave = kb.snapshot().documents()
    assert (blog.kind, blog.authority, blog.collection) == ("secondary", "comment", None)
    assert "blog" in blog.kind_reason
    assert (leave.kind, leave.authority, leave.collection, leave.title) == (
        "primary",
        "policy",
        "people",
        "Leave policy",
    )
    assert leave.updated_at is not None
    (docs / "sources.yaml").write_text(
        "documents:\n  - path: blog.txt\n    kind: primary\n    entity: Harrowgate Mills\n"
    )
    assert paths(kb.ingest(docs).superseded) == ["blog.txt"]
    blog = next(
        document for document in kb.snapshot().documents() if document.path == "blog.txt" and document.is_current
    )
    assert (blog.kind, blog.kind_reason, blog.entity) == ("primary", "the manifest declares it", "Harrowgate Mills")


@pytest.mark.spec("EVI-7")
def test_a_changed_file_becomes_a_new_version_and_the_old_one_stays_readable(kb: KnowledgeBase, docs: Path) -> None:
    kb.ingest(docs)
    before = current(kb)["blog.txt"]
    (docs / "blog.txt").write_text("Harrowgate Mills blog\n\nIt is 27 days, we were wrong.\n")
    report = kb.ingest(docs)
    assert paths(report.superseded) == ["blog.txt"]
    snapshot = kb.snapshot()
    old, new = (
        next(
            document
            for document in snapshot.documents()
            if document.path == "blog.txt" and document.is_current is state
        )
        for state in (False, True)
    )
    assert old.document_id == new.document_id
    assert snapshot.text(old.version_id) == before
    assert "27 days" in snapshot.text(new.version_id)
    assert {hit.document.version_id for hit in kb.search("blog wrong days")} >= {old.version_id, new.version_id}


@pytest.mark.spec("EVI-7", "REL-2")
def test_a_file_changed_back_or_put_back_is_the_version_it_was(kb: KnowledgeBase, docs: Path) -> None:
    kb.ingest(docs)
    first, generation = (docs / "blog.txt").read_text(), kb.snapshot().generation
    (docs / "blog.txt").write_text("Another blog text.")
    kb.ingest(docs)
    (docs / "blog.txt").write_text(first)
    kb.ingest(docs)
    assert current(kb)["blog.txt"] == first
    assert len([document for document in kb.snapshot().documents() if document.path == "blog.txt"]) == 2
    middle = kb.snapshot(generation + 1)
    assert [
        middle.text(document.version_id)
        for document in middle.documents()
        if document.path == "blog.txt" and document.is_current
    ] == ["Another blog text."]
    kb.remove("blog.txt")
    assert "blog.txt" not in current(kb)
    assert paths(kb.ingest(docs).added) == ["blog.txt"]
    assert current(kb)["blog.txt"] == first
    assert kb.search("heard people")[0].document.path == "blog.txt"
    assert kb.health().ok


@pytest.mark.spec("EVI-7")
def test_a_manifest_may_say_that_one_document_supersedes_another(kb: KnowledgeBase, docs: Path) -> None:
    (docs / "sources.yaml").write_text(
        "documents:\n  - path: people/leave-policy.md\n    supersedes: [blog.txt, lost.txt]\n    effective_from: 2026-03-01\n"
    )
    report = kb.ingest(docs)
    documents = {document.path: document for document in kb.snapshot().documents()}
    assert documents["people/leave-policy.md"].is_current
    assert not documents["blog.txt"].is_current
    assert documents["blog.txt"].superseded_by == documents["people/leave-policy.md"].document_id
    assert [(skip.path, "no such document" in skip.reason) for skip in report.skipped] == [("lost.txt", True)]


@pytest.mark.spec("REL-2")
def test_files_gone_are_reported_and_removed_on_request(kb: KnowledgeBase, docs: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "memo.txt").write_text("A memo about parking.")
    kb.ingest([docs, other])
    (docs / "blog.txt").unlink()
    report = kb.ingest(docs)
    assert paths(report.gone) == ["blog.txt"]
    assert set(current(kb)) == {"blog.txt", "memo.txt", "people/leave-policy.md"}
    report = kb.ingest(docs, prune=True)
    assert [(outcome.path, outcome.reason) for outcome in report.gone] == [
        ("blog.txt", "removed from the knowledge base")
    ]
    assert set(current(kb)) == {"memo.txt", "people/leave-policy.md"}
    assert kb.ingest(docs).gone == ()
    assert not kb.search("heard nice") or all(hit.document.path != "blog.txt" for hit in kb.search("heard nice"))


@pytest.mark.spec("REL-3", "EVI-8")
def test_bad_files_are_named_with_the_reason_and_the_rest_is_ingested(kb: KnowledgeBase, docs: Path) -> None:
    (docs / "empty.txt").write_bytes(b"")
    (docs / "cut.pdf").write_bytes(b"%PDF-1.7\n1 0 obj\n<<")
    (docs / "not.docx").write_bytes(b"just text")
    report = kb.ingest(docs)
    assert paths(report.added) == ["blog.txt", "people/leave-policy.md"]
    assert paths(report.failed) == ["cut.pdf", "empty.txt", "not.docx"]
    assert not report.ok
    assert not report.nothing_ingested
    assert all(outcome.reason for outcome in report.failed)
    assert [disclosure.document for disclosure in kb.snapshot().disclosures()] == ["cut.pdf", "empty.txt", "not.docx"]
    generation = kb.snapshot().generation
    assert paths(kb.ingest(docs).failed) == ["cut.pdf", "empty.txt", "not.docx"]
    assert kb.snapshot().generation == generation
    (docs / "empty.txt").write_text("Now it says something.")
    (docs / "cut.pdf").unlink()
    kb.ingest(docs)
    assert [disclosure.document for disclosure in kb.snapshot().disclosures()] == ["not.docx"]
    assert [disclosure.document for disclosure in kb.snapshot(generation).disclosures()] == [
        "cut.pdf",
        "empty.txt",
        "not.docx",
    ]


@pytest.mark.spec("REL-3", "EVI-8")
def test_pages_without_text_in_a_document_that_is_read_are_counted_and_named(kb: KnowledgeBase, docs: Path) -> None:
    canvas = Canvas(str(docs / "mixed.pdf"))
    canvas.drawString(72, 700, "Lodgers leave the spare key with the porter.")
    for _ in range(2):
        canvas.showPage()
        canvas.rect(100, 100, 300, 300, fill=1)
    canvas.save()
    for report in (kb.ingest(docs), kb.ingest(docs)):
        assert report.ok
        assert [(outcome.path, outcome.reason) for outcome in report.noted] == [
            ("mixed.pdf", "pages 2, 3: no text layer (scanned image?)")
        ]
        assert report.pages_unread == 2
        assert "pages unread 2" in ingest_table(report)


@pytest.mark.spec("REL-3")
def test_the_reason_of_a_failure_does_not_name_the_file_again(kb: KnowledgeBase, docs: Path) -> None:
    (docs / "not.docx").write_bytes(b"just text")
    report = kb.ingest(docs)
    assert "not.docx" not in report.failed[0].reason
    assert ingest_table(report).count("not.docx") == 1


@pytest.mark.spec("REL-3", "EVI-7")
def test_a_file_that_turns_bad_keeps_its_last_good_version(kb: KnowledgeBase, docs: Path) -> None:
    kb.ingest(docs)
    text = (docs / "blog.txt").read_text()
    (docs / "blog.txt").write_bytes(b"")
    assert paths(kb.ingest(docs).failed) == ["blog.txt"]
    assert current(kb)["blog.txt"] == text
    assert [disclosure.document for disclosure in kb.snapshot().disclosures()] == ["blog.txt"]
    (docs / "blog.txt").write_text(text)
    assert paths(kb.ingest(docs).unchanged) == ["blog.txt", "people/leave-policy.md"]
    assert kb.snapshot().disclosures() == ()


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read everything")
@pytest.mark.spec("REL-3")
def test_a_file_that_may_not_be_read_is_named(kb: KnowledgeBase, docs: Path) -> None:
    (docs / "blog.txt").chmod(0)
    report = kb.ingest(docs)
    assert paths(report.failed) == ["blog.txt"]
    assert "permissions" in report.failed[0].reason


def test_an_ingest_of_nothing_says_so(kb: KnowledgeBase, tmp_path: Path) -> None:
    (tmp_path / "none").mkdir()
    assert kb.ingest(tmp_path / "none").nothing_ingested
    assert kb.ingest([]).nothing_ingested
    (tmp_path / "none" / "bad.pdf").write_bytes(b"%PDF-")
    assert kb.ingest(tmp_path / "none").nothing_ingested
    with pytest.raises(IngestError, match="no such file or folder"):
        kb.ingest(tmp_path / "nowhere")


@pytest.mark.spec("EVI-1")
def test_the_same_file_is_the_same_document_however_it_is_named(
    opened: Callable[..., KnowledgeBase], docs: Path, tmp_path: Path
) -> None:
    kb = opened()
    kb.ingest(docs)
    assert paths(kb.ingest(docs / "people" / "leave-policy.md").unchanged) == ["people/leave-policy.md"]
    assert paths(kb.ingest(docs / "people").unchanged) == ["people/leave-policy.md"]
    docs.rename(tmp_path / "moved")
    assert paths(kb.ingest(tmp_path / "moved").unchanged) == ["blog.txt", "people/leave-policy.md"]
    assert kb.ingest(tmp_path / "moved").gone == ()
    elsewhere = opened("kb2")
    elsewhere.ingest(tmp_path / "moved")
    assert [document.version_id for document in elsewhere.snapshot().documents()] == [
        document.version_id for document in kb.snapshot().documents()
    ]


@pytest.mark.spec("EVI-1")
def test_files_of_one_name_in_two_folders_are_two_documents(kb: KnowledgeBase, tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "README.md").write_text(f"# About {folder}\n\nThis is folder {folder}.\n")
    report = kb.ingest([tmp_path / "b", tmp_path / "a"])
    assert paths(report.added) == ["README.md", "b/README.md"]
    assert paths(kb.ingest([tmp_path / "b"]).unchanged) == ["b/README.md"]
    assert paths(kb.ingest([tmp_path / "a"]).unchanged) == ["README.md"]
    assert {path: text[8:9] for path, text in current(kb).items()} == {"README.md": "a", "b/README.md": "b"}
    shutil.rmtree(tmp_path / "a")
    (tmp_path / "a").mkdir()
    kb.ingest([tmp_path / "a", tmp_path / "b"], prune=True)
    assert list(current(kb)) == ["b/README.md"]


def test_texts_without_files_go_the_same_way(kb: KnowledgeBase) -> None:
    items = [
        {
            "id": "a",
            "title": "Fee letter",
            "text": "The fee of Brackenford Ltd is 90 euros.",
            "updated_at": "2026-01-31",
        },
        {"id": "b", "text": "# Notes\n\nThe fee was discussed.", "media_type": "text/markdown", "supersedes": ["old"]},
        {"id": "old", "text": "The fee is 80 euros.", "kind": "secondary"},
    ]
    report = kb.ingest_texts(items)
    assert paths(report.added) == ["a", "b", "old"]
    documents = {document.path: document for document in kb.snapshot().documents()}
    assert documents["a"].title == "Fee letter"
    assert str(documents["a"].updated_at) == "2026-01-31"
    assert documents["old"].superseded_by == documents["b"].document_id
    assert kb.search("fee of Brackenford")[0].document.path == "a"
    assert paths(kb.ingest_texts(items).unchanged) == ["a", "b", "old"]
    assert paths(kb.ingest_texts([{**items[0], "text": "It is 95 euros."}]).superseded) == ["a"]
    kb.remove("old")
    assert "old" not in current(kb)


@pytest.mark.parametrize(
    ("item", "said"),
    [
        ({"text": "x"}, "“id” must be a non-empty string"),
        ({"id": "a"}, "“text” must be a non-empty string"),
        ({"id": "a", "text": "  "}, "“text” must be a non-empty string"),
        ({"id": "a", "text": "x", "titel": "y"}, "titel"),
        ({"id": "a", "text": "x", "updated_at": "soon"}, "updated_at"),
    ],
)
def test_a_text_of_the_wrong_form_is_refused_before_anything_is_written(
    kb: KnowledgeBase, item: dict, said: str
) -> None:
    with pytest.raises(IngestError, match=said):
        kb.ingest_texts([{"id": "good", "text": "A good text."}, item])
    assert kb.snapshot().documents() == ()


@pytest.mark.parametrize("paths", [None, 5, "", [None], [""], [b"docs"], "x" * 5_000, "a\0b"])
def test_what_is_no_path_is_refused(kb: KnowledgeBase, paths: Any) -> None:
    with pytest.raises(IngestError, match=r"is not a path; give|no such file") as raised:
        kb.ingest(paths)
    assert len(str(raised.value)) < 300


def test_what_is_no_text_with_an_id_is_refused(kb: KnowledgeBase) -> None:
    for items in ("ab", [None], [["id", "a"]]):
        with pytest.raises(IngestError, match="text 1: must be a mapping with “id” and “text”"):
            kb.ingest_texts(items)  # type: ignore[arg-type]


@pytest.mark.spec("REL-3")
def test_a_text_that_its_parser_cannot_read_fails_alone(kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any, **__: Any) -> Any:
        raise RecursionError

    monkeypatch.setattr("pincite.stores.loaders.load.load_markdown", broken)
    texts = [{"id": "a", "text": "# x", "media_type": "text/markdown"}, {"id": "b", "text": "The fee is 90 euros."}]
    report = kb.ingest_texts(texts)
    assert (paths(report.failed), paths(report.added)) == (["a"], ["b"])
    assert report.failed[0].reason == "nested too deeply to be read; remove it"


@pytest.mark.spec("REL-3", "CFG-2")
def test_a_manifest_that_is_a_link_out_of_the_folder_or_no_file_is_not_read(kb: KnowledgeBase, tmp_path: Path) -> None:
    folder = tmp_path / "given"
    folder.mkdir()
    (folder / "a.txt").write_text("The fee is 90 euros.")
    (tmp_path / "secret.yaml").write_text("password: swordfish")
    (folder / "sources.yaml").symlink_to(tmp_path / "secret.yaml")
    with pytest.raises(IngestError, match="a link to a file outside the ingested folder") as raised:
        kb.ingest(folder)
    assert "swordfish" not in str(raised.value)
    (folder / "sources.yaml").unlink()
    os.mkfifo(folder / "sources.yaml")
    assert paths(kb.ingest(folder).added) == ["a.txt"]
    for no_file in (folder / "sources.yaml", Path("/dev/zero"), folder):
        with pytest.raises(IngestError, match="not a regular file"):
            kb.ingest(folder, manifest=no_file)


@pytest.mark.spec("REL-3", "EVI-8")
def test_characters_that_are_no_text_are_replaced_one_for_one_and_disclosed(kb: KnowledgeBase) -> None:
    assert kb.ingest_texts([{"id": "a\ud800", "text": "Fee \ud83d of 90\x00 euros, agreed."}]).ok
    snapshot = kb.snapshot()
    text = snapshot.text(snapshot.documents()[0].version_id)
    assert text == "Fee \ufffd of 90\ufffd euros, agreed."
    assert "2 invalid characters" in snapshot.disclosures()[0].reason
    assert kb.search("fee \udfff euros\x00")[0].passage.text == text


@pytest.mark.spec("REL-3")
def test_a_name_that_is_no_text_is_ingested_under_its_spelling(kb: KnowledgeBase, docs: Path) -> None:
    with open(os.fsencode(docs) + b"/caf\xe9.md", "w") as handle:
        handle.write("The coffee fund holds 40 euros.")
    with open(os.fsencode(docs) + b"/bad\xe9.pdf", "w") as handle:
        handle.write("%PDF-")
    report = kb.ingest(docs)
    assert "caf\\udce9.md" in paths(report.added)
    assert paths(report.failed) == ["bad\\udce9.pdf"]
    assert kb.search("coffee fund")[0].document.path == "caf\\udce9.md"


@pytest.mark.spec("CFG-2")
def test_documents_the_manifest_gives_to_another_tenant_are_not_taken(
    opened: Callable[..., KnowledgeBase], docs: Path
) -> None:
    (docs / "sources.yaml").write_text("documents:\n  - path: blog.txt\n    tenant: north\n")
    report = opened().ingest(docs)
    assert paths(report.added) == ["people/leave-policy.md"]
    assert [skip.path for skip in report.skipped] == ["blog.txt"]
    assert "north" in report.skipped[0].reason
    assert paths(opened(tenant="north").ingest(docs).added) == ["blog.txt", "people/leave-policy.md"]


def test_a_manifest_elsewhere_names_files_from_where_it_stands(kb: KnowledgeBase, docs: Path) -> None:
    manifest = docs.parent / "sources.yaml"
    manifest.write_text(
        "documents:\n  - path: docs/blog.txt\n    title: The blog\n  - path: docs/lost.md\naliases: [{name: HM, of: Harrowgate Mills}]\n"
    )
    report = kb.ingest(docs, manifest=manifest)
    assert "The blog" in {document.title for document in kb.snapshot().documents()}
    assert paths(report.skipped) == ["docs/lost.md"]
    assert [(alias.name, alias.of, alias.origin) for alias in kb.snapshot().aliases() if alias.name == "HM"] == [
        ("HM", "Harrowgate Mills", "declared")
    ]


@pytest.mark.spec("REL-2")
def test_a_full_disk_is_an_error_that_says_so_and_what_was_in_stays(
    kb: KnowledgeBase, docs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kb.ingest(docs)
    before = current(kb)
    connect = SqliteCatalogue._connect

    def small(self: SqliteCatalogue):
        connection = connect(self)
        connection.execute("pragma max_page_count=1")  # never less than the pages in use: the next page fails
        return connection

    monkeypatch.setattr(SqliteCatalogue, "_connect", small)
    with (
        KnowledgeBase.open(kb._stores.catalogue.folder.parent) as full,
        pytest.raises(StoreError, match="disk is full; free disk space"),
    ):
        full.ingest_texts([{"id": "big", "text": "A long sentence about fees. " * 20_000}])
    monkeypatch.undo()
    assert current(kb) == before
    report: IngestReport = kb.ingest_texts([{"id": "big", "text": "A long sentence about fees. " * 200}])
    assert report.ok


@pytest.mark.spec("REL-3")
def test_a_text_in_html_is_parsed_in_a_process_that_can_be_killed(
    kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pincite.stores.loaders.markup.html.load_html", lambda *_: pytest.fail("parsed here"))
    html = {"id": "a", "text": "<h1>Fees</h1><p>The fee is 90 euros.", "media_type": "text/html"}
    assert paths(kb.ingest_texts([html]).added) == ["a"]
    (document,) = kb.snapshot().documents()
    assert kb.snapshot().text(document.version_id) == "Fees\n\nThe fee is 90 euros."


def test_a_knowledge_base_within_the_folder_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "fee.txt").write_text("The fee is 5 euros.")
    with KnowledgeBase.open(tmp_path / "kb") as kb:
        for kind in ("added", "unchanged"):
            report = kb.ingest(tmp_path)
            assert paths(getattr(report, kind)) == ["fee.txt"]
            assert report.ok
            assert not report.skipped


def test_untouched_files_are_neither_read_nor_gone(tmp_path: Path, kb: KnowledgeBase, docs: Path) -> None:
    kb.ingest(docs)
    changed, gone = docs / "blog.txt", docs / "people" / "leave-policy.md"
    changed.write_text("It is being writ")
    gone.unlink()
    report = kb.ingest(docs, prune=True, untouched={changed.resolve(), gone.resolve()})
    assert not report.superseded + report.gone + report.failed
    assert len(current(kb)) == 2
