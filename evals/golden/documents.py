"""The documents of a golden set taken in, as they are told or with less told of them."""

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
from .arms import Papers
from .grade import same_words
from .set import GoldenSet, RequiredQuote

_TIMES = ("supersedes", "effective_from", "effective_to")


@contextmanager
def taken_in(golden: GoldenSet, papers: Papers) -> Iterator[KnowledgeBase]:
    """A knowledge base of the set's documents, gone at the end. Raises SettingsError when none of them can be read."""
    with TemporaryDirectory() as place:
        folder = golden.corpus if papers == "as_told" else _retold(golden.corpus, Path(place) / golden.name, papers)
        with KnowledgeBase.open(Path(place) / "kb") as kb:
            if kb.ingest([folder]).nothing_ingested:
                raise SettingsError(f"{golden.corpus}: none of its documents could be read")
            yield kb


def places(golden: GoldenSet, kb: KnowledgeBase) -> Mapping[RequiredQuote, frozenset[PassageId]]:
    """The passages that hold each required quote, of every version of its document."""
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


def _retold(corpus: Path, copy: Path, papers: Papers) -> Path:
    """A copy of the corpus whose manifest tells less."""
    shutil.copytree(corpus, copy)
    manifests = [copy / name for name in NAMES if (copy / name).is_file()]
    told = read_manifest(manifests[0]) if manifests else None
    documents: list[dict[str, Any]] = []
    for entry in told.documents if told else ():
        fields = entry.model_dump(mode="json", exclude_unset=True)
        if papers in ("one_time", "plain"):
            fields = {name: value for name, value in fields.items() if name not in _TIMES}
        documents.append(fields)
    if papers in ("one_kind", "plain"):
        documents.append({"path": "*", "kind": "primary"})
    aliases = [alias.model_dump() for alias in told.aliases] if told else []
    for manifest in manifests:
        manifest.unlink()
    (copy / NAMES[0]).write_text(
        yaml.safe_dump({"aliases": aliases, "documents": documents}, allow_unicode=True), "utf-8"
    )
    return copy


def fingerprint(golden: GoldenSet) -> str:
    """SHA-256 over the golden file and every file of its corpus, by name."""
    parts = [hashlib.sha256(golden.file.read_bytes()).hexdigest()]
    for path in sorted(one for one in golden.corpus.rglob("*") if one.is_file()):
        parts.append(f"{path.relative_to(golden.corpus).as_posix()} {hashlib.sha256(path.read_bytes()).hexdigest()}")
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
