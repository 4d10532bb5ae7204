"""A long PDF is read by several processes, with the same result as by one."""

import os
import subprocess
import sys
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from pincite.stores.loaders.guarded import GuardedLoader
from pincite.stores.loaders.load import load_file
from pincite.stores.loaders.page_processes import page_processes, read_each

pytestmark = [
    pytest.mark.spec("REL-3"),
    pytest.mark.skipif(sys.platform != "linux", reason="one process elsewhere"),
]


@pytest.fixture
def two_processes() -> Iterator[None]:
    token = page_processes.set(2)
    yield
    page_processes.reset(token)


def long_pdf(path: Path, pages: int) -> Path:
    """Rows of figures, rules, and on every third page words in white."""
    canvas = Canvas(str(path))
    for page in range(1, pages + 1):
        canvas.drawString(72, 760, f"The fees of year {page}")
        canvas.line(72, 755, 500, 755)
        for row in range(8):
            for left, text in ((72, f"Hall {row}"), (300, f"{page * 31 + row}.50"), (420, f"({row})")):
                canvas.drawString(left, 730 - 16 * row, text)
        if page % 3 == 0:
            canvas.setFillGray(1)
            canvas.drawString(72, 500, "Nobody sees this.")
        canvas.showPage()
    canvas.save()
    return path


@pytest.mark.usefixtures("two_processes")
def test_two_processes_read_what_one_reads(tmp_path: Path) -> None:
    path = long_pdf(tmp_path / "fees.pdf", 30)
    by_two = load_file(path)
    page_processes.set(1)
    assert by_two == load_file(path)
    assert len(by_two.issues) == 10


@pytest.mark.slow
def test_a_loader_process_reads_what_this_process_reads(tmp_path: Path) -> None:
    path = long_pdf(tmp_path / "fees.pdf", 60)
    with GuardedLoader(workers=1) as loader:
        assert loader.load(path) == load_file(path)


@pytest.mark.usefixtures("two_processes")
def test_both_processes_take_pages_and_the_results_are_in_order() -> None:
    barrier, met = get_context("fork").Barrier(2), set()

    def read(number: int) -> tuple[int, int]:
        if os.getpid() not in met:
            met.add(os.getpid())
            barrier.wait(30)
        return number, os.getpid()

    found = read_each(read, 33)
    assert [number for number, _ in found] == list(range(1, 34))
    assert len({process for _, process in found}) == 2


@pytest.mark.usefixtures("two_processes")
def test_pages_of_a_process_that_dies_are_read_again() -> None:
    own = os.getpid()

    def read(number: int) -> int:
        if os.getpid() != own:
            os._exit(9)
        return number

    assert read_each(read, 33) == list(range(1, 34))


@pytest.mark.usefixtures("two_processes")
def test_an_error_on_any_page_is_raised() -> None:
    def read(number: int) -> int:
        if number == 30:
            raise ValueError("page 30")
        return number

    with pytest.raises(ValueError, match="page 30"):
        read_each(read, 33)


WAITING = """
import os, signal
from pincite.stores.loaders.page_processes import page_processes, read_each
own = os.getpid()
page_processes.set(2)
def read(number):
    if os.getpid() != own:
        print("reads", flush=True)
    signal.pause()
read_each(read, 33)
"""


def test_the_processes_end_when_the_loader_process_is_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", WAITING], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "reads\n"
        process.kill()
        assert process.communicate(timeout=30)[0] == ""  # its output is closed only when all its processes have ended
