"""Formats terminal output: progress on standard error, tables and reports on standard output."""

import os
import shutil
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .doctor import Finding
    from .evidence.report.evidence_report import EvidenceReport
    from .reports.render import Style
    from .stores.kb.ingest_report import IngestProgress, IngestReport

_BAR = 24
MOST_COLUMNS = 100
"""The widest output in columns, since longer lines are hard to read also on a wide terminal."""
_FIRST_ESTIMATE = 3
"""The number of seconds before the first estimate of the remaining time. Earlier, start-up time dominates."""


def show_progress(progress: "IngestProgress") -> None:
    """Show the progress. On a terminal, one line is overwritten; elsewhere, a line is printed for every ten files or
    scanned pages."""
    if sys.stderr.isatty():
        end = "\n" if progress.done >= progress.total else ""
        print(f"\r\x1b[K{progress_line(progress)}", end=end, file=sys.stderr, flush=True)
        return
    done, total = progress.ocr_pages or (progress.done, progress.total)
    if progress.page is None and (done % 10 == 0 or done >= total):
        print(progress_line(progress), file=sys.stderr, flush=True)


def progress_line(progress: "IngestProgress") -> str:
    """Return the line that shows the progress: “████········ 3/15 files 12 pages/s 2 min left report.pdf, page 120 of
    400”."""
    work = progress.bytes_read + progress.bytes_left
    share = progress.bytes_read / work if work else progress.done / max(1, progress.total)
    bar = ("█" * round(share * _BAR)).ljust(_BAR, "·")
    rate = f"{progress.pages_per_second:.0f} pages/s" if progress.pages else counted(progress.passages, "passage")
    parts = [f"{bar} {progress.done}/{progress.total} files", rate]
    if progress.done < progress.total and progress.seconds_left is not None and progress.seconds >= _FIRST_ESTIMATE:
        parts.append(f"{duration(progress.seconds_left)} left")
    page = f", page {progress.page} of {progress.file_pages}" if progress.page else ""
    if progress.ocr_pages is not None:
        page = f", OCR of page {progress.ocr_pages[0]} of {progress.ocr_pages[1]}"
    return "  ".join([*parts, f"{progress.path[-40:]}{page}"])


def counted(number: int, thing: str) -> str:
    """Return a number with its noun: “1 page”, “1,200 pages”."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def duration(seconds: float) -> str:
    """Return a duration as text: “40 s”, “3 min”, “2 h 5 min”."""
    if seconds < 60:
        return f"{max(1, round(seconds))} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


def ingest_table(report: "IngestReport") -> str:
    """Return the report of an ingest as text. The counts are first, then a line with the reason for each file with a
    problem or a change."""
    kinds = ("added", "unchanged", "superseded", "gone", "failed", "skipped")
    counts = "  ".join(f"{kind} {len(getattr(report, kind))}" for kind in kinds)
    unread = f"  pages unread {report.pages_unread}" if report.pages_unread else ""
    read = f"{counted(report.pages, 'page')}, {counted(report.passages, 'passage')}"
    lines = [f"{counts}{unread}", f"{read}, {report.seconds:.1f} s"]
    if report.scans_unread:
        lines.append("scanned pages were not read; `pincite ingest --ocr` reads them (pip install 'pincite[ocr]')")
    for kind in ("superseded", "gone", "failed", "skipped", "noted"):
        lines += [f"  {kind:<10}  {file.path}: {file.reason}" for file in getattr(report, kind)]
    return "\n".join(lines)


def show_claims(done: int, total: int) -> None:
    """Show the progress of a calibration. On a terminal, one line is overwritten; elsewhere, a line is printed for
    every 40 claims."""
    line = f"{done} of {total} claims judged"
    if sys.stderr.isatty():
        print(f"\r\x1b[K{line}", end="\n" if done >= total else "", file=sys.stderr, flush=True)
    elif done % 40 == 0 or done >= total:
        print(line, file=sys.stderr, flush=True)


def shown_report(report: "EvidenceReport", style: "Style | None" = None) -> str:
    """Return a report for standard output. Default style: text in the width of a terminal, Markdown in a file or a pipe."""
    from .reports.render import render
    from .reports.report_text import report_text
    from .reports.terminal_escapes import visible
    from .reports.text_form import PlainText

    if style is not None or not sys.stdout.isatty():
        return visible(render(report, style or "markdown"))
    width = min(shutil.get_terminal_size().columns, MOST_COLUMNS)
    return report_text(report, PlainText(width=width, bold="NO_COLOR" not in os.environ))


def doctor_table(findings: "Sequence[Finding]") -> str:
    return "\n".join(f"{'ok  ' if finding.ok else 'BAD '} {finding.what:<18} {finding.detail}" for finding in findings)
