"""The bench of tables counts what it reads, and finds the cells it is asked for."""

import json
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from pincite.evals.bench.tables import main


def test_pages_and_tables_are_counted_apart_from_the_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    canvas = Canvas(str(tmp_path / "a.pdf"))
    for at, (label, figure) in enumerate([("Sales", "1,200"), ("Costs", "(700)"), ("Income", "500")]):
        canvas.drawString(72, 700 - 14 * at, label)
        canvas.drawRightString(400, 700 - 14 * at, figure)
        canvas.drawRightString(500, 700 - 14 * at, figure)
    canvas.showPage()
    canvas.drawString(72, 700, "Nothing but words.")
    canvas.save()
    assert main(["--pdfs", str(tmp_path), "--json"]) == 0
    measured = json.loads(capsys.readouterr().out)
    assert (measured["pages"], measured["pages that look tabular"], measured["tables"]) == (2, 1, 1)
    assert measured["cells"] == 9
    assert measured["tables: pages/s"] > 0
    assert main(["--pdfs", str(tmp_path)]) == 0
    assert "tables: pages/s" in capsys.readouterr().out


@pytest.mark.slow
def test_the_cells_of_questions_are_found_among_many_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--match", "60", "--json"]) == 0
    measured = json.loads(capsys.readouterr().out)
    assert (measured["tables"], measured["right"], measured["questions"]) == (60, 40, 40)
