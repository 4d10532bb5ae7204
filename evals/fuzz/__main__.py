"""Fuzzing with damaged files and malformed inputs: `python -m pincite.evals.fuzz --corpus DIR --seconds 60`.

Files go through the loaders as at ingest, each in a process that can be killed. One file of each kind also goes through
a whole ingest and questions. Allowed results are a document, or an `IngestError` with the reason. Manifests, settings,
requests and run inputs may raise their documented errors. Anything else is a finding, and so is excessive time or
memory. `--keep DIR` saves the findings; with any, the exit code is 1. A parser that crashes or is killed in its own
process affects only its file, so it is only counted.
"""

import argparse
import random
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from ...errors import SettingsError
from ...evidence.model.frozen import Frozen
from ...stores.loaders.guarded import GuardedLoader
from ...stores.loaders.limits import LoadLimits
from .mutants import mutant
from .targets import ALLOWED
from .targets import targets as given_to

LIMITS = LoadLimits(seconds=10, memory_bytes=1_000_000_000, file_bytes=20_000_000)
LATE = 5.0
"""The time in seconds that a file may take beyond its time limit before it counts as hanging."""


class Finding(Frozen):
    target: str
    seed: int
    error: str
    file: str | None = None


class Fuzzed(Frozen):
    """The number of mutants per kind and result, the findings, and the killed parsers."""

    seconds: float
    ends: dict[str, dict[str, int]]
    findings: tuple[Finding, ...]
    killed: tuple[Finding, ...] = ()


def fuzz(corpus: Path, seconds: float, *, seed: int = 0, keep: Path | None = None) -> Fuzzed:
    """Damage the files of `corpus` and the other inputs in turn, and run them until the time is over. Each is run at
    least once."""
    files = sorted(path for path in corpus.rglob("*") if path.is_file())
    if not files:
        raise SettingsError(f"{corpus}: no files; give a folder with files of the formats to test")
    ends: dict[str, Counter[str]] = {}
    findings: list[Finding] = []
    killed: list[Finding] = []
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as where, GuardedLoader(workers=1, limits=LIMITS) as loader:
        targets = list(given_to(files, Path(where), loader))
        number = seed
        while time.monotonic() - began < seconds or number - seed < len(targets):
            name, content, read = targets[number % len(targets)]
            damaged = mutant(content, random.Random(number))
            started, worked, held = time.monotonic(), time.process_time(), _peak()
            try:
                end = read(damaged)
            except Exception as error:
                end = f"{type(error).__name__}: {error}"[:300]
            took = time.process_time() - worked if name.startswith("ask ") else time.monotonic() - started
            if took > LIMITS.seconds + LATE:
                end = f"took {took:.0f} s"
            if _peak() - held > LIMITS.memory_bytes:
                end = f"took {(_peak() - held) / 1e6:.0f} MB of memory"
            if end not in ALLOWED or end.startswith("killed"):
                found = killed if end in ALLOWED else findings
                found.append(Finding(target=name, seed=number, error=end, file=_kept(keep, name, number, damaged)))
                end = end if end in ALLOWED else "finding"
            ends.setdefault(name, Counter())[end] += 1
            number += 1
    return Fuzzed(
        seconds=round(time.monotonic() - began, 1),
        ends={name: dict(sorted(counts.items())) for name, counts in sorted(ends.items())},
        findings=tuple(findings),
        killed=tuple(killed),
    )


def _peak() -> int:
    """Return the peak memory of this process in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1_024


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
    parser.add_argument(
        "--seed", type=int, default=0, help="the first random seed; the same seeds make the same mutants"
    )
    parser.add_argument("--keep", type=Path, metavar="DIR", help="save the inputs of findings here")
    parser.add_argument("--json", action="store_true", help="print one JSON document on standard output")
    given = parser.parse_args(arguments)
    found = fuzz(given.corpus, given.seconds, seed=given.seed, keep=given.keep)
    print(found.model_dump_json(indent=2) if given.json else _table(found))
    return 1 if found.findings else 0


def _table(found: Fuzzed) -> str:
    lines = [f"{'':<12}{'mutants':>8}  ends"]
    for name, ends in found.ends.items():
        counts = ", ".join(f"{end} {count}" for end, count in ends.items())
        lines.append(f"{name:<12}{sum(ends.values()):>8}  {counts}")
    lines += [f"killed: {case.target}, seed {case.seed}: {case.error}" for case in found.killed]
    lines += [f"finding: {finding.target}, seed {finding.seed}: {finding.error}" for finding in found.findings]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
