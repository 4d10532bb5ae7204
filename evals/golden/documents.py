"""Ingests the documents of a golden set, with all or part of their manifest."""

import hashlib
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml

from ...errors import SettingsError
from ...evidence.model.spans import PassageId, VersionId
from ...stores.documents.manifest import NAMES, read_manifest
from ...stores.kb.knowledge_base import KnowledgeBase
from .arms import Declared
from .grade import same_words
from .set import GoldenSet, RequiredQuote

_TIMES = ("supersedes", "effective_from", "effective_to")


@contextmanager
def ingested(golden: GoldenSet, declared: Declared) -> Iterator[KnowledgeBase]:
    """Provide a temporary knowledge base of a golden set's documents. Raises SettingsError if none of them can be
    read."""
    with TemporaryDirectory() as place:
        whole = declared == "manifest"
        folder = golden.corpus if whole else _with_less_declared(golden.corpus, Path(place) / golden.name, declared)
        with KnowledgeBase.open(Path(place) / "kb") as kb:
            if kb.ingest([folder]).nothing_ingested:
                raise SettingsError(f"{golden.corpus}: none of its documents could be read; check the folder")
            yield kb


def places(golden: GoldenSet, kb: KnowledgeBase) -> Mapping[RequiredQuote, frozenset[PassageId]]:
    """Return the passages that contain each required quote, in every version of its document."""
    snapshot = kb.snapshot(as_of=golden.as_of)
    versions: dict[str, list[VersionId]] = {}
    for document in snapshot.documents():
        versions.setdefault(document.path, []).append(document.version_id)
    return {
        required: frozenset(
            passage.passage_id
            for version in versions.get(required.document, ())
            for passage in snapshot.passages(version)
            if same_words(passage.text, required.quote)
        )
        for question in golden.questions
        for required in question.evidence
    }


def _with_less_declared(corpus: Path, copy: Path, declared: Declared) -> Path:
    """Return a copy of the corpus with a reduced manifest."""
    shutil.copytree(corpus, copy)
    manifests = [copy / name for name in NAMES if (copy / name).is_file()]
    manifest = read_manifest(manifests[0]) if manifests else None
    documents: list[dict[str, Any]] = []
    for entry in manifest.documents if manifest else ():
        fields = entry.model_dump(mode="json", exclude_unset=True)
        if declared in ("one_time", "plain"):
            fields = {name: value for name, value in fields.items() if name not in _TIMES}
        documents.append(fields)
    if declared in ("one_kind", "plain"):
        documents.append({"path": "*", "kind": "primary"})
    aliases = [alias.model_dump() for alias in manifest.aliases] if manifest else []
    for file in manifests:
        file.unlink()
    (copy / NAMES[0]).write_text(
        yaml.safe_dump({"aliases": aliases, "documents": documents}, allow_unicode=True), "utf-8"
    )
    return copy


def fingerprint(golden: GoldenSet) -> str:
    """Return the SHA-256 of the golden file and all files of its corpus, ordered by name."""
    parts = [hashlib.sha256(golden.file.read_bytes()).hexdigest()]
    for path in sorted(path for path in golden.corpus.rglob("*") if path.is_file()):
        parts.append(f"{path.relative_to(golden.corpus).as_posix()} {hashlib.sha256(path.read_bytes()).hexdigest()}")
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
