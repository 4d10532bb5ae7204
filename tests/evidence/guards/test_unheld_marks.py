"""What a claim brings in that no text of its own holds: a denial, a code, a name."""

import pytest

from pincite.evidence.guards.unheld_values import unheld_marks

TEXT = "Tarn Vaults Ltd is certified to ISO/IEC 27001:2022, says its director Ewa Holm."


@pytest.mark.spec("AUD-7")
@pytest.mark.parametrize(
    ("claim", "unheld"),
    [
        ("Tarn Vaults is certified to EN 44123-9.", ("EN 44123",)),
        ("The director of Tarn Vaults is Ruaridh Pennycross.", ("Ruaridh Pennycross",)),
        ("Tarn Vaults is certified to ISO/IEC 27001:2022, as Ewa Holm says.", ()),
        ("The firm holds a certificate.", ()),
    ],
)
def test_a_code_or_a_name_that_the_text_lacks_is_told(claim: str, unheld: tuple[str, ...]) -> None:
    assert unheld_marks(claim, TEXT) == unheld
