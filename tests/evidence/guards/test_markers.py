"""The words that limit a statement: found, named alike, with the reach of each condition."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.evidence.guards.markers import read_markers

pytestmark = pytest.mark.spec("EVI-4", "AUD-7")


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("It did not fall.", "negation", "not"),
        ("It didn’t fall.", "negation", "not"),
        ("It never fell.", "negation", "never"),
        ("No tenant left.", "negation", "no"),
        ("It came without cause.", "negation", "without"),
        ("It no longer holds.", "negation", "no_longer"),
        ("The tenant must pay.", "modality", "must"),
        ("The tenant shall pay.", "modality", "must"),
        ("The tenant is required to pay.", "modality", "must"),
        ("The tenant has to pay.", "modality", "must"),
        ("The tenant shall not leave.", "modality", "must_not"),
        ("Leaving is prohibited.", "modality", "must_not"),
        ("The tenant may not leave.", "modality", "may_not"),
        ("The tenant cannot leave.", "modality", "may_not"),
        ("The tenant is not permitted to leave.", "modality", "may_not"),
        ("The tenant need not pay.", "modality", "need_not"),
        ("You don't have to pay.", "modality", "need_not"),
        ("The tenant may leave.", "modality", "may"),
        ("The tenant is entitled to leave.", "modality", "may"),
        ("The tenant should pay.", "modality", "should"),
        ("All tenants left.", "quantifier", "all"),
        ("Each tenant left.", "quantifier", "every"),
        ("Any tenant left.", "quantifier", "any"),
        ("Only tenants left.", "quantifier", "only"),
        ("None of them left.", "quantifier", "none"),
        ("Some tenants left.", "quantifier", "some"),
        ("Most tenants left.", "quantifier", "most"),
        ("Not all tenants left.", "quantifier", "not_all"),
        ("He left if paid.", "condition", "if"),
        ("He left in the event of fire.", "condition", "if"),
        ("He stayed unless paid.", "condition", "unless"),
        ("All left except for him.", "condition", "except"),
        ("This is subject to approval.", "condition", "subject_to"),
        ("He left provided that it rained.", "condition", "provided_that"),
        ("He left as long as it rained.", "condition", "provided_that"),
        ("He sublet with the prior written consent of her.", "condition", "with_consent"),
        ("He sublet without her prior consent.", "condition", "without_consent"),
        ("He sublet without prior written consent.", "condition", "without_consent"),
        ("He reportedly left.", "attribution", "reportedly"),
        ("According to her he left.", "attribution", "according_to"),
        ("He allegedly left.", "attribution", "alleged"),
        ("It is expected to rise.", "hedge", "expected"),
        ("It is likely to rise.", "hedge", "likely"),
        ("It appears to rise.", "hedge", "appears"),
        ("He stayed until noon.", "temporal", "until"),
        ("He left before noon.", "temporal", "before"),
        ("He left prior to noon.", "temporal", "before"),
        ("He left after noon.", "temporal", "after"),
        ("He pays by 5 May.", "temporal", "by"),
        ("He left no later than noon.", "temporal", "by"),
    ],
)
def test_each_form_has_one_name(text: str, kind: str, value: str) -> None:
    assert (kind, value) in [(marker.kind, marker.value) for marker in read_markers(text)]


@pytest.mark.parametrize(
    "text", ["The tenant shall not leave.", "The tenant may not leave.", "The tenant can't leave.", "He cannot."]
)
def test_a_ban_is_a_denial_too(text: str) -> None:
    assert {"modality", "negation"} <= {marker.kind for marker in read_markers(text)}


@pytest.mark.parametrize(
    ("text", "without"),
    [
        ("No more than 5 people left.", "negation"),
        ("It must not exceed 5.", "quantifier"),
        ("He left in May 2018.", "modality"),
        ("On 5 May he left.", "modality"),
        ("Not only he left.", "negation"),
        ("At most five left.", "quantifier"),
    ],
)
def test_what_only_looks_like_a_marker_is_none(text: str, without: str) -> None:
    assert without not in {marker.kind for marker in read_markers(text)}


@pytest.mark.parametrize(
    ("text", "scope"),
    [
        ("If the buyer fails, the seller may leave.", " the buyer fails"),
        ("The seller may leave if the buyer fails. He did.", " the buyer fails"),
        ("He stays unless paid; she left.", " paid"),
    ],
)
def test_a_condition_reaches_to_the_end_of_its_clause(text: str, scope: str) -> None:
    marker = next(marker for marker in read_markers(text) if marker.kind == "condition")
    assert text[marker.end : marker.scope_end] == scope


@given(
    st.one_of(
        st.text(max_size=200),
        st.lists(st.sampled_from("if not may unless n't cannot . , May 5 all İ only".split())).map(" ".join),
    )
)
def test_any_text_is_read_by_the_letter(text: str) -> None:
    for marker in read_markers(text):
        assert text[marker.start : marker.end] == marker.text
        assert marker.scope_end is None or marker.end <= marker.scope_end <= len(text)
