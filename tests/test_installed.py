"""The package as it is installed: without the checkout around it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.spec("ECO-6")
@pytest.mark.slow
def test_the_demo_runs_from_the_installed_files_alone_in_an_empty_folder(tmp_path: Path) -> None:
    installed, empty = tmp_path / "installed", tmp_path / "empty"
    empty.mkdir()
    build = ["-c", "from setuptools import setup; setup()", "--quiet", "build_py", "--build-lib", str(installed)]
    subprocess.run([sys.executable, *build], cwd=ROOT, check=True, capture_output=True)
    assert not (installed / "pincite" / "tests").exists()
    script = "import sys, pincite; print(pincite.__file__); from pincite.cli import main; sys.exit(main(['demo']))"
    run = subprocess.run(
        [sys.executable, "-c", script],
        cwd=empty,
        env=os.environ | {"PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith(str(installed))
    assert list(empty.iterdir()) == []
