"""Whole runs over a few small documents, whose reports the tests render and check."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from pincite import EvidenceReport, KnowledgeBase, Settings, build_graph

LEASE = """# Lease of Tarnholm Ltd

Signed on 3 February 2026.

## 1. Term

The term of this lease is five years.

## 2. Notice

The notice period of this lease is six months.

## 3. Rent

The annual rent of this lease is £48,000.
"""
MINUTES = """# Minutes of the board of Tarnholm Ltd

Held on 9 March 2026.

The annual rent of the lease of Tarnholm Ltd is £52,000.
"""
PARTNERS = """# Our partners

The founder of Belmore Ltd is Ines Orrin. Belmore Ltd works for Tarnholm Ltd.
"""
MANIFEST = """documents:
  - path: minutes.md
    kind: primary
    authority: minutes
"""
HANDBOOK = (
    ("Handbook of Tarnholm Ltd", "This handbook is for every employee of Tarnholm Ltd.", "It is reviewed each year."),
    (
        "2. Remote work",
        "An employee of Tarnholm Ltd may work from home on up to",
        "three days in each week, provided that the manager agrees.",
    ),
)
AS_OF = "2026-05-15"


def write_handbook(file: Path, pages: tuple[tuple[str, ...], ...]) -> None:
    canvas = Canvas(str(file), pagesize=A4, invariant=1)
    for page in pages:
        canvas.setFont("Helvetica-Bold", 16)
        canvas.drawString(72, 760, page[0])
        canvas.setFont("Helvetica", 11)
        for number, line in enumerate(page[1:]):
            canvas.drawString(72, 700 - 14 * number, line)
        canvas.showPage()
    canvas.save()


class House(NamedTuple):
    """A folder of documents, the knowledge base made of it, and a way to ask it."""

    docs: Path
    kb: KnowledgeBase
    folder: Path

    def ask(self, question: str, **given: object) -> EvidenceReport:
        report: EvidenceReport = build_graph(self.kb, Settings()).invoke(
            {"question": question, "as_of": AS_OF, **given}
        )["report"]
        self.kb.record_run(report.run_id, report.question, report.digest)
        return report

    def edit(self, name: str, old: str, new: str) -> None:
        file = self.docs / name
        text = file.read_text(encoding="utf-8")
        assert old in text
        file.write_text(text.replace(old, new), encoding="utf-8")

    def rewrite_handbook(self, *, pages: int = 2, foreword: bool = False) -> None:
        """Leave the first pages, or put one before them."""
        write_handbook(self.docs / "handbook.pdf", ((("Foreword", "Welcome."),) if foreword else ()) + HANDBOOK[:pages])


def _filled(folder: Path) -> House:
    docs = folder / "docs"
    docs.mkdir()
    (docs / "lease.md").write_text(LEASE, encoding="utf-8")
    (docs / "minutes.md").write_text(MINUTES, encoding="utf-8")
    (docs / "partners.md").write_text(PARTNERS, encoding="utf-8")
    (docs / "sources.yaml").write_text(MANIFEST, encoding="utf-8")
    write_handbook(docs / "handbook.pdf", HANDBOOK)
    kb = KnowledgeBase.open(folder / "kb")
    assert kb.ingest([docs]).ok
    return House(docs, kb, folder)


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Shared by tests that change nothing."""
    made = _filled(tmp_path_factory.mktemp("house"))
    yield made
    made.kb.close()


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[Callable[[], House]]:
    """Makes a house of its own for a test that changes it."""
    opened: list[House] = []

    def make() -> House:
        opened.append(_filled(tmp_path))
        return opened[-1]

    yield make
    for opened_house in opened:
        opened_house.kb.close()
        shutil.rmtree(opened_house.folder / "kb", ignore_errors=True)


@pytest.fixture(scope="session")
def notice(house: House) -> EvidenceReport:
    """An answer with one citation of a Markdown file."""
    return house.ask("What is the notice period of the lease of Tarnholm Ltd?")


@pytest.fixture(scope="session")
def remote(house: House) -> EvidenceReport:
    """An answer with a citation on the second page of a PDF."""
    return house.ask("On how many days may an employee of Tarnholm Ltd work from home?")


@pytest.fixture(scope="session")
def conflict(house: House) -> EvidenceReport:
    """Two values for one fact."""
    return house.ask("What is the annual rent of the lease of Tarnholm Ltd?")


@pytest.fixture(scope="session")
def refusal(house: House) -> EvidenceReport:
    """The gate is closed, with near-misses."""
    return house.ask("Who is the founder of Tarnholm Ltd?")


@pytest.fixture(scope="session")
def unconfirmed(house: House) -> EvidenceReport:
    """A quote is found that no rule proves to answer."""
    return house.ask("For how many years was the lease of Tarnholm Ltd agreed?")


@pytest.fixture(scope="session")
def vague(house: House) -> EvidenceReport:
    """Nothing to look for."""
    return house.ask("How does it work?")


@pytest.fixture(scope="session")
def german(house: House) -> EvidenceReport:
    """A German question about English documents."""
    return house.ask("Wie lange läuft der Vertrag von Tarnholm Ltd?")
