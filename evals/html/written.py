"""The page of an evaluation on disk, and beside it the dossiers of the runs that were not right."""

from pathlib import Path

from ...evidence.report import EvidenceReport
from ...reports.render import render
from ...stores.knowledge_base import KnowledgeBase
from ..golden_result import Answered, GoldenReport
from .golden_page import to_page


class Page:
    """`file`: where the page goes; the dossiers go into a folder of its name beside it, one for each question."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._folder = file.with_name(f"{file.stem}-dossiers")
        self._dossiers: dict[str, str] = {}

    def see(self, answered: Answered, report: EvidenceReport, kb: KnowledgeBase) -> None:
        """Keep the dossier of a run of the product that was not right, while its knowledge base is open."""
        if answered.grade != "right":
            self._dossiers[answered.id] = render(report, "html", kb=kb)

    def write(self, report: GoldenReport) -> None:
        if self._dossiers:
            self._folder.mkdir(parents=True, exist_ok=True)
        for name, dossier in self._dossiers.items():
            (self._folder / f"{name}.html").write_text(dossier, encoding="utf-8")
        links = {name: f"{self._folder.name}/{name}.html" for name in self._dossiers}
        self._file.write_text(to_page(report, links), encoding="utf-8")
