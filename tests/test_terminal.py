"""Lines of progress and cost, as a person reads them."""

import pytest

from pincite.stores.kb.ingest_report import IngestProgress
from pincite.terminal import duration, progress_line


def test_progress_within_a_long_file_shows_its_page_and_the_time_left() -> None:
    line = progress_line(
        IngestProgress(
            done=3, total=15, path="reports/annual.pdf", page=120, file_pages=400, pages=140, passages=90, seconds=10,
            bytes_read=1_000_000, bytes_left=3_000_000,
        )
    )  # fmt: skip
    assert line == "██████·················· 3/15 files  14 pages/s  30 s left  reports/annual.pdf, page 120 of 400"


def test_progress_at_the_end_names_no_time_left() -> None:
    line = progress_line(
        IngestProgress(done=2, total=2, path="b.txt", pages=0, passages=12, seconds=10, bytes_read=10, bytes_left=0)
    )
    assert line == "████████████████████████ 2/2 files  12 passages  b.txt"


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.2, "1 s"), (59, "59 s"), (60, "1 min"), (200, "3 min"), (7_500, "2 h 5 min")]
)
def test_a_duration_is_given_in_its_largest_unit(seconds: float, text: str) -> None:
    assert duration(seconds) == text
