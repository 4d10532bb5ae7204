"""Writes the page of an evaluation, and beside it the dossiers of the runs that were not right."""

import re
from pathlib import Path
from urllib.parse import quote

from ...evidence.report.evidence_report import EvidenceReport
from ...reports.render import render
from ...stores.kb.knowledge_base import KnowledgeBase
from ..golden.result import Answered, GoldenReport
from .golden_page import to_page

_NO_FILE_NAME = re.compile(r"[^\w.-]+|^\.+")


class Page:
    """Writes a page and its dossiers. `file`: the file of the page. The dossiers go to a folder of this name beside it,
    one for each question."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._folder = file.with_name(f"{file.stem}-dossiers")
        self._dossiers: dict[str, str] = {}

    def see(self, answered: Answered, report: EvidenceReport, kb: KnowledgeBase) -> None:
        """Write the dossier of a run of the product that was not right, while its knowledge base is open."""
        if answered.grade != "right":
            self._dossiers[answered.id] = render(report, "html", kb=kb)

    def write(self, report: GoldenReport) -> None:
        if self._dossiers:
            self._folder.mkdir(parents=True, exist_ok=True)
        links = {}
        for name, dossier in self._dossiers.items():
            file = self._folder / f"{_NO_FILE_NAME.sub('-', name)}.html"
            file.write_text(dossier, encoding="utf-8")
            links[name] = f"{quote(self._folder.name)}/{quote(file.name)}"
        self._file.write_text(to_page(report, links), encoding="utf-8")
