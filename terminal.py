"""What the terminal shows: progress on standard error, tables on standard output."""

import sys
from collections.abc import Sequence

from .doctor import Finding
from .stores.kb.ingest import IngestProgress, IngestReport

_BAR = 24


def show_progress(progress: IngestProgress) -> None:
    """One line that is written over on a terminal; one line every tenth file or scanned page elsewhere."""
    share = progress.done / max(1, progress.total)
    bar = ("█" * round(share * _BAR)).ljust(_BAR, "·")
    rate = f"{progress.pages_per_second:.0f} pages/s" if progress.pages else f"{progress.passages:,} passages"
    line = f"{bar} {progress.done}/{progress.total}  {rate}  {progress.path[-40:]}"
    if progress.ocr_pages is not None:
        done, total = progress.ocr_pages
        line += f"  OCR: page {done} of {total}"
        if not sys.stderr.isatty() and done % 10 and done < total:
            return
        if not sys.stderr.isatty():
            print(line, file=sys.stderr, flush=True)
            return
    if sys.stderr.isatty():
        end = "\n" if progress.done >= progress.total else ""
        print(f"\r\x1b[K{line}", end=end, file=sys.stderr, flush=True)
    elif progress.done % 10 == 0 or progress.done >= progress.total:
        print(line, file=sys.stderr, flush=True)


def ingest_table(report: IngestReport) -> str:
    """Counts, then each file that needs a word, with the reason."""
    kinds = ("added", "unchanged", "superseded", "gone", "failed", "skipped")
    counts = "  ".join(f"{kind} {len(getattr(report, kind))}" for kind in kinds)
    unread = f"  pages unread {report.pages_unread}" if report.pages_unread else ""
    lines = [f"{counts}{unread}", f"{report.pages:,} pages, {report.passages:,} passages, {report.seconds:.1f} s"]
    if report.scans_unread:
        lines.append("scanned pages were not read; `pincite ingest --ocr` reads them (pip install 'pincite[ocr]')")
    for kind in ("superseded", "gone", "failed", "skipped", "noted"):
        lines += [f"  {kind:<10}  {one.path}: {one.reason}" for one in getattr(report, kind)]
    return "\n".join(lines)


def show_claims(done: int, total: int) -> None:
    """How far a calibration is; written over on a terminal, every fortieth claim elsewhere."""
    line = f"{done} of {total} claims judged"
    if sys.stderr.isatty():
        print(f"\r\x1b[K{line}", end="\n" if done >= total else "", file=sys.stderr, flush=True)
    elif done % 40 == 0 or done >= total:
        print(line, file=sys.stderr, flush=True)


def doctor_table(findings: Sequence[Finding]) -> str:
    return "\n".join(f"{'ok  ' if one.ok else 'BAD '} {one.what:<18} {one.detail}" for one in findings)
