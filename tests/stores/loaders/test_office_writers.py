"""Files as LibreOffice writes them: the folder `written` has files that it wrote, and others have the structure of such files."""

from pathlib import Path

import pytest

from pincite.stores.loaders.load import load_file

pytestmark = pytest.mark.spec("EVI-1", "EVI-2", "EVI-11")

WRITTEN = Path(__file__).parent / "written"


def test_figures_in_fonts_that_state_no_descent_are_no_superscripts() -> None:
    loaded = load_file(WRITTEN / "libreoffice_fonts.pdf")
    assert loaded.text == "Any guest pays 140² pounds, binary 101₂,\npage 10 of 27."
