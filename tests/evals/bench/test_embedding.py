"""The cost of embedding is measured by a command that runs."""

from pathlib import Path

import pytest

from pincite.evals.bench.embedding import imported, measured


@pytest.mark.slow
def test_it_gives_its_figures(tmp_path: Path) -> None:
    assert 0 < imported(1) < 5
    found = measured(1, tmp_path / "kb")
    assert set(found) == {"build_graph s", "run ms", "run with a listener ms", "run with events ms", "events, share"}
    assert min(value for name, value in found.items() if name != "events, share") > 0
