"""Damaged files and wild inputs against everything that reads from outside: `python -m pincite.evals.fuzz --corpus DIR --seconds 60`.

Files go through the loaders as ingest does it, each in a process that can be killed. What is allowed: a document, or an `IngestError`
that says why there is none. Manifests, settings and run inputs may raise what they promise to raise. Anything else is a finding: it is
kept with `--keep DIR`, and the exit code is 1. A parser that dies or is killed in its own process costs that file alone; it is counted.
"""

import argparse
import json
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir
from pathlib import Path
from typing import Any, cast

from ..errors import IngestError, SettingsError
from ..evidence.frozen import Frozen
from ..graph.build import build_graph
from ..nodes.state import RunInput
from ..settings import Settings
from ..stores.knowledge_base import KnowledgeBase
from ..stores.loaders.guarded import GuardedLoader
from ..stores.loaders.limits import LoadLimits
from ..stores.manifest import read_manifest
from .mutants import mutant

LIMITS = LoadLimits(seconds=10, memory_bytes=1_000_000_000, file_bytes=20_000_000)
LATE = 5.0
"""Seconds beyond a file's limit after which it counts as hanging all the same."""
_MANIFEST = b"""
documents:
  a.txt: {title: A, kind: primary, authority: policy, updated_at: 2026-01-31, entity: Tarn Ltd}
  b.txt: {title: B, supersedes: a.txt}
aliases:
  - {name: Tarn, of: Tarn Ltd}
"""
_SETTINGS = b"""
follow_ups = 1
evidence_threshold = 1.0
[budgets]
seconds_per_run = 30
tokens = 4000
[confidence]
fresh_days = 60
"""
_INPUT = (
    b'{"question": "What is the notice period of the lease?", "as_of": "2026-05-15", "constraints": ["in Leith"], '
    b'"documents": ["a*"], "collections": ["b"], "earlier_turns": ["Who is the tenant?"]}'
)


class Finding(Frozen):
    target: str
    seed: int
    error: str
    file: str | None = None


class Fuzzed(Frozen):
    """How many mutants of each kind came to each end, and what should not have happened."""

    seconds: float
    ends: dict[str, dict[str, int]]
    findings: tuple[Finding, ...]


def fuzz(corpus: Path, seconds: float, *, seed: int = 0, keep: Path | None = None) -> Fuzzed:
    """Damage the files of `corpus` and the other inputs in turn until the time is over."""
    files = sorted(path for path in corpus.rglob("*") if path.is_file())
    if not files:
        raise SettingsError(f"{corpus}: no files; give a folder with files of the formats to be tried")
    ends: dict[str, Counter[str]] = {}
    findings: list[Finding] = []
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as where, GuardedLoader(workers=1, limits=LIMITS) as loader:
        targets = list(_targets(files, Path(where), loader))
        number = seed
        while time.monotonic() - began < seconds:
            name, content, read = targets[number % len(targets)]
            damaged = mutant(content, random.Random(number))
            started = time.monotonic()
            try:
                end = read(damaged)
            except Exception as error:
                end = f"{type(error).__name__}: {error}"[:300]
            if time.monotonic() - started > LIMITS.seconds + LATE:
                end = f"took {time.monotonic() - started:.0f} s"
            if end not in _ALLOWED:
                findings.append(Finding(target=name, seed=number, error=end, file=_kept(keep, name, number, damaged)))
                end = "finding"
            ends.setdefault(name, Counter())[end] += 1
            number += 1
    return Fuzzed(
        seconds=round(time.monotonic() - began, 1),
        ends={name: dict(sorted(counts.items())) for name, counts in sorted(ends.items())},
        findings=tuple(findings),
    )


_ALLOWED = frozenset({"read", "refused", "killed: took too long", "killed: died"})


def _targets(
    files: Sequence[Path], where: Path, loader: GuardedLoader
) -> Iterator[tuple[str, bytes, Callable[[bytes], str]]]:
    for path in files:
        yield path.suffix.lstrip(".") or path.name, path.read_bytes(), _loading(where / f"mutant{path.suffix}", loader)
    kb = KnowledgeBase.open(where / "kb")
    kb.ingest_texts([{"id": "a", "title": "Lease", "text": "The notice period of the lease is six months."}])
    graph = build_graph(kb)

    def manifest(data: bytes) -> str:
        (where / "sources.yaml").write_bytes(data)
        return _refused_by(lambda: read_manifest(where / "sources.yaml"), IngestError)

    def settings(data: bytes) -> str:
        (where / "pincite.toml").write_bytes(data)
        with chdir(where):
            return _refused_by(Settings, SettingsError)

    def run(data: bytes) -> str:
        try:
            given: Any = json.loads(data.decode("utf-8", "replace"))
        except (ValueError, RecursionError):
            given = {"question": data.decode("utf-8", "replace")}
        if not isinstance(given, dict):
            given = {"question": given}
        return _refused_by(lambda: graph.invoke(cast(RunInput, given)), SettingsError)

    yield "manifest", _MANIFEST, manifest
    yield "settings", _SETTINGS, settings
    yield "run input", _INPUT, run


def _loading(path: Path, loader: GuardedLoader) -> Callable[[bytes], str]:
    def load(data: bytes) -> str:
        path.write_bytes(data)
        try:
            loader.load(path)
        except IngestError as error:
            if "its parser died" in str(error):
                return "killed: died"
            return "killed: took too long" if "took longer" in str(error) else "refused"
        return "read"

    return load


def _refused_by(call: Callable[[], object], allowed: type[Exception]) -> str:
    try:
        call()
    except allowed:
        return "refused"
    return "read"


def _kept(keep: Path | None, name: str, number: int, data: bytes) -> str | None:
    if keep is None:
        return None
    keep.mkdir(parents=True, exist_ok=True)
    file = keep / f"{name.replace(' ', '-')}-{number}.bin"
    file.write_bytes(data)
    return str(file)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="pincite.evals.fuzz", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--corpus", type=Path, required=True, metavar="DIR", help="real files to damage")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0, help="where to begin; the same seeds make the same mutants")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep what led to a finding")
    parser.add_argument("--json", action="store_true", help="one JSON document on standard output")
    given = parser.parse_args(arguments)
    found = fuzz(given.corpus, given.seconds, seed=given.seed, keep=given.keep)
    print(found.model_dump_json(indent=2) if given.json else _table(found))
    return 1 if found.findings else 0


def _table(found: Fuzzed) -> str:
    lines = [f"{'':<12}{'mutants':>8}  ends"]
    for name, ends in found.ends.items():
        told = ", ".join(f"{end} {count}" for end, count in ends.items())
        lines.append(f"{name:<12}{sum(ends.values()):>8}  {told}")
    lines += [f"finding: {one.target}, seed {one.seed}: {one.error}" for one in found.findings]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
