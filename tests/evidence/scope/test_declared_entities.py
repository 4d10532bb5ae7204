import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.evidence.scope.declared_entities import applying

HANDBOOK = """1.1 This handbook applies to every Employee of a Member Company. The Member
Companies are Tarn Group plc, Tarn Boats Ltd and Tarn Norge AS.

1.2 Pell Divers Ltd inspects the hulls."""


def names(text: str) -> list[str]:
    return [entity.value.rstrip(".") for entity in applying(text)]


@pytest.mark.spec("SUB-3")
def test_a_clause_on_whom_a_text_applies_to_declares_those_it_lists_and_nobody_else() -> None:
    assert names(HANDBOOK) == ["Tarn Group plc", "Tarn Boats Ltd", "Tarn Norge AS"]


@pytest.mark.parametrize(
    "text",
    [
        "This policy does not apply to Tarn Boats Ltd.",
        "This policy applies to all staff except those of Tarn Boats Ltd.",
        "The boat policy of Pell Divers Ltd was read aloud.",
        "This lecture applies to Tarn Boats Ltd.",
        "x" * 9_000 + ". This policy applies to Tarn Boats Ltd.",
    ],
)
def test_an_exception_or_another_text_declares_nobody(text: str) -> None:
    assert names(text) == []


@given(st.text(max_size=400))
def test_what_is_declared_stands_where_it_is_said_to(text: str) -> None:
    whole = f"This policy applies to Tarn Boats Ltd and {text}"
    for entity in applying(whole):
        assert entity.start is not None
        assert entity.end is not None
        assert " ".join(whole[entity.start : entity.end].split()).startswith(entity.value.rstrip("."))
