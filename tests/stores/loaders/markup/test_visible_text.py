"""What is read of a page is what headless Chromium shows of it: no visible text is set apart, and no invisible text is read."""

import pytest

from pincite.evidence.language.text_marks import UNSEEN_SECTION
from pincite.stores.loaders.load import load_text

pytestmark = pytest.mark.spec("EVI-11")

X = "<p class=x>It is £950.</p>"


def shown(page: str) -> str:
    return " ".join(load_text(page, media_type="text/html").text.partition(UNSEEN_SECTION)[0].split())


@pytest.mark.parametrize(
    "style",
    [
        ".x{left:-9999px}",
        ".x{clip:rect(0,0,0,0)}",
        ".x{margin-left:-9999px;padding-left:9999px}",
        ".x{height:0;padding-bottom:30%;overflow:hidden}",
        ".x{height:0;min-height:40px;overflow:hidden}",
        ".x{width:0;flex:1;overflow:hidden}",
        ".print{.x{display:none}}",
        ".x{opacity:0;animation:a .1s forwards}",
        ".x{color:#fff;text-shadow:0 0 3px #000}",
        ".b{position:absolute;inset:0;background:#123}.x{position:relative;color:#fff}",
        ".x::after{position:absolute;left:-9999px}",
        "body{font-size:200px}.x{font-size:.1em}",
    ],
)
def test_what_the_page_shows_is_read(style: str) -> None:
    assert shown(f"<style>{style}</style><div class=b></div>{X}") == "It is £950."


@pytest.mark.parametrize("style", ["transform:scale(0)", "height:0;overflow:hidden", "text-indent:-9999px"])
def test_inline_text_has_no_box_that_could_hide_it(style: str) -> None:
    assert shown(f'<p>It is <span style="{style}">£950</span>.') == "It is £950."


@pytest.mark.parametrize(
    "style",
    [
        ".x{color:rgb(0 0 0 / 0)}",
        "body{background:#123}.x{color:#00000000}",
        ".x{background:#000;color:black}",
        ".x{font:0/0 a}",
        ".x{content-visibility:hidden}",
        ".x{scale:0}",
        ".x{position:absolute;transform:translateX(-9999px)}",
        ".x{max-height:0;overflow:clip}",
        "@media screen, print{.x{display:none}}",
        ".x{clip-path:polygon(0 0,0 0,0 0)}",
        ".x{clip-path:inset(0 0 0 100%)}",
        ".x{zoom:0.01}",
    ],
)
def test_what_the_page_hides_is_not_read(style: str) -> None:
    assert shown(f"<style>{style}</style><p>Notice.{X}") == "Notice."


@pytest.mark.parametrize(
    ("page", "read"),
    [
        ("<p style=visibility:hidden>It is not <b style=visibility:visible>£950</b>", "£950"),
        ("<p style=color:#fff>It is not <a href=#>£950</a>", "£950"),
        ("<p hidden style=display:block>It is £950", "It is £950"),
        ("<p><span style=display:block>Rent 9</span><span style=display:block>50 pounds</span>", "Rent 9 50 pounds"),
        ("<div style=display:flex><span>Rent</span><span>950</span></div>", "Rent 950"),
        ("<p><span style='display:inline-block'>T</span>enant", "Tenant"),
        ("<div style='display:flex;flex-direction:row-reverse'><i>not</i><i>is</i></div>", "is not"),
        ("<div style=display:flex><i style=order:2>£5</i><i style=order:1>Repealed:</i></div>", "Repealed: £5"),
        ("<p>It is <bdo dir=rtl>059</bdo>.", "It is 950."),
        ("<ol start=7><li>Rent<li value=12>Notice<li>End</ol>", "7. Rent 12. Notice 13. End"),
        ("<ol type=i reversed><li>Rent<li>End</ol>", "ii. Rent i. End"),
        ("<style>ol{list-style-type:lower-alpha}</style><ol><li>Rent<li>End</ol>", "a. Rent b. End"),
        ("<p>Rent: <input value=950> <input type=hidden value=7>", "Rent: 950"),
        ("<p>Plan: <select><option>Basic<option selected>Pro</select>", "Plan: Pro"),
        ("<p><input type=checkbox checked> Pets <input type=checkbox> Smoking", "☑ Pets ☐ Smoking"),
        ("<p>Paid <progress value=3 max=10>30</progress> in full", "Paid in full"),
        ("<svg><text>It is £950.</text><defs><text>No.</text></defs></svg>", "It is £950."),
        ("<p>rent&shy;able", "rentable"),
        ("<p>The <ruby>rent<rt>chinryo</rt></ruby> is due", "The rent chinryo is due"),
        ("<table><tfoot><tr><td>Sum<td>3<tbody><tr><td>A<td>1<tr><td>B<td>2</table>", "A | 1 B | 2 Sum | 3"),
        ("<style>p::before{content:attr(data-n) ' '}</style><p data-n=Never>due", "Never due"),
        ("<style>p::before{content:'Not ';display:none}</style><p>due", "due"),
    ],
)  # fmt: skip
def test_text_is_read_as_it_is_shown(page: str, read: str) -> None:
    assert shown(page) == read


@pytest.mark.parametrize(
    "page", ["<details><summary>More</summary>It is £950.</details>", "<div popover>It is £950.</div>"]
)
def test_text_that_a_user_opens_is_folded(page: str) -> None:
    loaded = load_text(f"<p>Notice.</p>{page}", media_type="text/html")
    folded = [loaded.text[mark.start : mark.end].strip() for mark in loaded.marks if mark.mark.kind == "folded"]
    assert folded == ["It is £950."]


def test_what_a_style_sheet_may_add_or_match_grows_with_the_page_only() -> None:
    added = f"<style>b::before{{content:'{'a' * 20_000}'}}</style>{'<b></b>' * 2_000}"
    loaded = load_text(added, media_type="text/html")
    assert len(loaded.text) < 3 * len(added)
    assert any("longer than the page" in issue.reason for issue in loaded.issues)
    chains = "".join(f"i u{'>u' * number} b{{display:none}}" for number in range(200))
    loaded = load_text(f"<style>{chains}</style>{'<u>' * 100}{'<b>a</b>' * 2_000}", media_type="text/html")
    assert any("too many selectors" in issue.reason for issue in loaded.issues)


@pytest.mark.parametrize(
    "text",
    [
        "Notice.\n\n<div hidden><div>a</div>It is £950.</div>\n",
        "Notice.\n\n<template>It is £950.</template>\n",
        "Notice.\n\n[//]: # (It is £950.)\n",
    ],
)
def test_elements_and_comments_that_markdown_does_not_show_stand_apart(text: str) -> None:
    seen, _, hidden = load_text(text, media_type="text/markdown").text.partition(UNSEEN_SECTION)
    assert seen.strip("# \n").startswith("Notice.")
    assert "950" not in seen
    assert "950" in hidden
