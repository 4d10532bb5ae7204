"""The benchmark history: `python -m pincite.evals.bench.history add BENCH < RESULT.json`, then `… history draw`.

`add` appends one run to `evals/bench/history.jsonl`: the UTC time, the commit, the load of the machine, the name of the
benchmark and its figures. `draw` writes one SVG with a line for each figure in `DRAWN`. A hollow point was measured
while other programs ran. `make bench` runs the benchmarks over the example documents and does both. Runs of different
machines are not comparable: keep one file for each machine (`--history FILE`).
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from html import escape
from math import isfinite
from pathlib import Path
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict, ValidationError

ROOT = Path(__file__).parents[2]
HISTORY = ROOT / "evals" / "bench" / "history.jsonl"
CHART = ROOT / "docs" / "images" / "bench-history.svg"

WIDTH, PANEL, LEFT, RIGHT = 720, 92, 290, 620
STYLE = """
text { font: 13px system-ui, sans-serif; fill: #222 } .small { font-size: 11px; fill: #666 }
polyline { fill: none; stroke: #3f51b5; stroke-width: 2 } circle { fill: #3f51b5; stroke: #3f51b5; stroke-width: 1.5 } .busy { fill: #fff }
.page { fill: #fff } .rule { stroke: #ddd }
@media (prefers-color-scheme: dark) {
  text { fill: #eee } .small { fill: #aaa } polyline { stroke: #9fa8da } circle { fill: #9fa8da; stroke: #9fa8da } .busy { fill: #1e2129 }
  .page { fill: #1e2129 } .rule { stroke: #444 }
}"""


class Run(BaseModel):
    """One run of one benchmark. `at`: UTC, to the minute. `load`: the running or waiting programs per core; None if
    unknown."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    at: datetime
    commit: str
    bench: str
    load: float | None = None
    figures: dict[str, float]

    @property
    def quiet(self) -> bool:
        """Whether the benchmark had a core of its own."""
        return self.load is not None and self.load <= 1


class Drawn(NamedTuple):
    """A figure of the chart: the benchmark, its name in the result, its title and its unit."""

    bench: str
    name: str
    title: str
    unit: str


DRAWN = (
    Drawn("ask", "median_ms", "A question, rule-based: median", "ms"),
    Drawn("ask", "processor_ms", "The same: median CPU time", "ms"),
    Drawn("models", "beside_the_models_median_ms", "Overhead without the models: median", "ms"),
    Drawn("audit", "claims_per_second", "Claims audited per CPU second", ""),
    Drawn("verify", "kb_per_second", "Citations verified a second", ""),
    Drawn("dossier", "seconds", "A dossier of 20 citations", "s"),
    Drawn("pdf_ingest", "cpu_ms_a_page", "A page of a PDF, ingested: CPU time", "ms"),
    Drawn("embedding", "build_graph s", "Building a graph", "s"),
)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="pincite.evals.bench.history", description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--history", type=Path, default=HISTORY, metavar="FILE", help="default: evals/bench/history.jsonl"
    )
    commands = parser.add_subparsers(dest="command", required=True)
    adding = commands.add_parser("add", help="append the JSON result on standard input")
    adding.add_argument("bench", choices=sorted({drawn.bench for drawn in DRAWN}))
    drawing = commands.add_parser("draw", help="write the chart")
    drawing.add_argument(
        "--out", type=Path, default=CHART, metavar="FILE", help="default: docs/images/bench-history.svg"
    )
    arguments = parser.parse_args(argv)
    try:
        if arguments.command == "add":
            add(arguments.history, arguments.bench, sys.stdin.read())
        else:
            arguments.out.write_text(chart(read(arguments.history)), encoding="utf-8")
    except (OSError, ValueError) as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return 2
    return 0


def add(history: Path, bench: str, result: str) -> None:
    """Append the result of a benchmark. Raises ValueError if the text is not a JSON object with numbers."""
    try:
        found = json.loads(result)
    except json.JSONDecodeError as error:
        raise ValueError(f"the result of {bench} is not JSON; pass the output of the benchmark with --json") from error
    numbers = {
        name: value
        for name, value in (found.items() if isinstance(found, dict) else ())
        if isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)
    }
    if not numbers:
        raise ValueError(f"the result of {bench} has no figures; pass the output of the benchmark with --json")
    at = datetime.now(UTC).replace(second=0, microsecond=0)
    run = Run(at=at, commit=_commit(), bench=bench, load=_load(), figures=numbers)
    with history.open("a", encoding="utf-8") as file:
        file.write(run.model_dump_json() + "\n")


def read(history: Path) -> list[Run]:
    """Return the runs in order of time. Raises ValueError, with the number of the first line that is no run."""
    runs = []
    for number, line in enumerate(history.read_text(encoding="utf-8").splitlines(), start=1):
        try:
            runs.append(Run.model_validate_json(line))
        except ValidationError as error:
            raise ValueError(f"{history}, line {number}: not a run of a benchmark; remove the line") from error
    return sorted(runs, key=lambda run: run.at)


def chart(runs: Sequence[Run]) -> str:
    """Return an SVG with one panel for each figure of `DRAWN` that a run has, over the commits in order. Each panel has
    its own scale from 0."""
    commits = list(dict.fromkeys(run.commit for run in runs))
    series = {drawn: [run for run in runs if run.bench == drawn.bench and drawn.name in run.figures] for drawn in DRAWN}
    filled = [(drawn, points) for drawn, points in series.items() if points]
    panels = [_panel(number, drawn, points, commits) for number, (drawn, points) in enumerate(filled)]
    height = PANEL * len(panels) + 10
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'aria-label="Benchmark figures over time"><style>{STYLE}\n</style>\n'
        f'<rect class="page" width="{WIDTH}" height="{height}"/>\n' + "\n".join(panels) + "\n</svg>\n"
    )


def _panel(number: int, drawn: Drawn, runs: Sequence[Run], commits: Sequence[str]) -> str:
    top, base = number * PANEL + 24, number * PANEL + 74
    values = [run.figures[drawn.name] for run in runs]
    step = (RIGHT - LEFT) / max(1, len(commits) - 1)
    across = [LEFT + step * commits.index(run.commit) for run in runs]
    down = [base - (base - top) * value / (max(values) or 1.0) for value in values]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in zip(across, down, strict=True))
    dots = "".join(
        f'<circle class="{"quiet" if run.quiet else "busy"}" cx="{x:.1f}" cy="{y:.1f}" r="3.5">'
        f"<title>{escape(_label(run, value, drawn))}</title></circle>"
        for x, y, run, value in zip(across, down, runs, values, strict=True)
    )
    dates = "".join(
        f'<text class="small" x="{x:.1f}" y="{base + 15}" text-anchor="middle">{run.at:%d %b %Y}</text>'
        for x, run in {across[0]: runs[0], across[-1]: runs[-1]}.items()
    )
    return (
        f'<text x="10" y="{base - 18}">{escape(drawn.title)}</text>'
        f'<line class="rule" x1="{LEFT}" y1="{base}" x2="{RIGHT}" y2="{base}"/>'
        f'<polyline points="{line}"/>{dots}{dates}'
        f'<text x="{RIGHT + 12}" y="{down[-1] + 4:.1f}">{_rounded(values[-1])} {drawn.unit}</text>'
    )


def _rounded(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def _label(run: Run, value: float, drawn: Drawn) -> str:
    load = "load not known" if run.load is None else f"load {run.load:g} per core"
    return f"{run.at:%Y-%m-%d %H:%M} UTC, {run.commit}, {load}: {value:,g} {drawn.unit}".rstrip()


def _load() -> float | None:
    """Return the load of the last minute per core, or None on systems without this figure."""
    if not hasattr(os, "getloadavg"):
        return None
    return round(os.getloadavg()[0] / (os.cpu_count() or 1), 1)


def _commit() -> str:
    """Return the short id of the commit, with "+" if files differ from it, or "unknown" outside a git checkout."""
    git = shutil.which("git")
    if git is None:
        return "unknown"
    describe = [git, "describe", "--always", "--exclude=*", "--dirty=+"]
    return subprocess.run(describe, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip() or "unknown"


if __name__ == "__main__":
    sys.exit(main())
