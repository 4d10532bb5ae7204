import json
from pathlib import Path

import pytest

from pincite.evals.bench.store import main, table

pytestmark = pytest.mark.slow

POLICIES = Path(__file__).parents[3] / "examples" / "corpus" / "policies"


def test_the_stores_are_measured_on_pdfs_and_on_made_knowledge_bases(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--pdfs", str(POLICIES), "--sizes", "100", "--json"]) == 0
    measured = json.loads(capsys.readouterr().out)
    ingest, made = measured["ingest of the PDFs"], measured["100 passages"]
    assert ingest["pages"] > 0
    assert ingest["failed"] == 0
    assert ingest["peak MB, all processes"] > 50
    assert made["passages"] >= 100
    assert 0 < made["search: median ms"] <= made["search: p95 ms"] < 5_000
    assert made["first answer s"] > 0
    assert "search: median ms" in table(measured)
