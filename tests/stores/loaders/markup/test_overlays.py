"""Words and boxes that a page lays over its text, as headless Chromium shows these pages."""

import pytest

from pincite.evidence.language.text_marks import UNSEEN_SECTION
from pincite.evidence.model.place_marks import Mark
from pincite.stores.documents.loaded import LoadedDocument
from pincite.stores.documents.places import Places
from pincite.stores.loaders.load import load_text

pytestmark = pytest.mark.spec("EVI-11", "EVI-12")

TEXT = "<h1>Lease</h1><p>The rent is £900 a month.</p><p>Notice is two months.</p>"


def loaded(style: str, body: str) -> LoadedDocument:
    return load_text(f"<head><style>{style}</style></head><body>{body}</body>", media_type="text/html")


def shown(style: str, body: str) -> str:
    return " ".join(loaded(style, body).text.partition(UNSEEN_SECTION)[0].split())


def marks(page: LoadedDocument, words: str) -> tuple[Mark, ...]:
    at = page.text.index(words)
    return Places(page).place(at, at + len(words)).marks


@pytest.mark.parametrize(
    ("style", "body"),
    [
        (".w{position:fixed;top:40%;font-size:96px;color:rgba(200,0,0,.15)}", f"{TEXT}<div class=w>VOID</div>"),
        ("body::before{content:'VOID';position:fixed;font-size:10rem;transform:rotate(-45deg)}", TEXT),
        (".w{position:fixed;inset:0}.w b{font-size:90px;opacity:.1}", f"{TEXT}<div class=w><b>VOID</b></div>"),
        (".w{position:absolute;font-size:60px;color:red;transform:rotate(-15deg)}", f"{TEXT}<div class=w>VOID</div>"),
        (".w{font-size:70px;color:#eee;rotate:-12deg;margin-top:-180px}", f"{TEXT}<div class=w>VOID</div>"),
        ("", f'<div style="position:fixed;font-size:80px;color:#ddd;z-index:-1">VOID</div>{TEXT}'),
        ("svg{position:fixed}", f'<svg><text font-size=90 transform="rotate(-30 9 9)" y=9>VOID</text></svg>{TEXT}'),
    ],
)  # fmt: skip
def test_a_watermark_marks_the_text_and_stands_in_no_sentence(style: str, body: str) -> None:
    page = loaded(style, body)
    assert page.text == "Lease\n\nThe rent is £900 a month.\n\nNotice is two months."
    assert marks(page, "The rent is £900") == (Mark(kind="watermark", text="VOID"),)


def test_a_stamp_marks_the_part_that_it_is_printed_across() -> None:
    style = "section{position:relative}.w{position:absolute;font-size:60px;transform:rotate(-15deg)}"
    page = loaded(style, f"<p>In force.</p><section>{TEXT}<b class=w>VOID</b></section>")
    assert marks(page, "The rent is £900") == (Mark(kind="watermark", text="VOID"),)
    assert marks(page, "In force.") == ()


@pytest.mark.parametrize(
    ("style", "element"),
    [
        (".w{position:absolute;left:0;transform:rotate(-45deg);font-size:12px}", "<b class=w>Pounds</b>"),
        (".h{position:relative;background:#234}.w{position:absolute;font-size:64px;color:#fff}", "<div class=h><b class=w>Pounds</b></div>"),
        (".w{position:absolute;font-size:120px;opacity:.1}", "<b class=w>1</b>"),
        ("@media print{.w{position:fixed;font-size:90px;opacity:.1}}", "<b class=w>Pounds</b>"),
        (".w{position:absolute;transform:rotate(90deg);font-size:40px}", "<b class=w>Pounds</b>"),
        (".h{position:relative;background:#234}.w{position:absolute;font-size:64px;color:#fff;pointer-events:none}",
         "<div class=h><h2 class=w>Pounds</h2></div>"),
        (".w{transform:rotate(-10deg)}", "<h1 class=w>Pounds</h1>"),
    ],
)  # fmt: skip
def test_titles_labels_and_numerals_are_no_watermarks(style: str, element: str) -> None:
    assert loaded(style, f"{TEXT}{element}").marks == ()


COVER = ".b{position:relative}.c{position:absolute;inset:0;background:#fff}"


@pytest.mark.parametrize(
    ("style", "body", "read"),
    [
        (COVER, "<div class=b><p>The rent is £950.</p><div class=c>Under review.</div></div>", "Under review."),
        (".b{position:relative}.b::after{content:'';position:absolute;inset:0;background:#fff}", "<p class=b>It is £950.</p><p>No.</p>", "No."),
        (".b{position:relative}.c{position:absolute;top:0;left:0;width:100%;height:100%;background:#000}",
         "<p>The rent is <b class=b>£950<i class=c></i></b> a month.</p>", "The rent is £███ a month."),
    ],
)  # fmt: skip
def test_text_under_a_box_that_fills_its_element_is_not_on_the_page(style: str, body: str, read: str) -> None:
    assert shown(style, body) == read
    assert "950" in loaded(style, body).text.partition(UNSEEN_SECTION)[2]


@pytest.mark.parametrize(
    "style",
    [
        ".c{position:absolute;inset:0;background:#fff}",
        COVER + ".c{background:rgba(255,255,0,.3)}",
        COVER + ".c{background:linear-gradient(transparent,white)}",
        COVER + ".c{opacity:.3}",
        COVER + ".c{opacity:0}.b:hover .c{opacity:1}",
        COVER + ".c{z-index:-1}.b{z-index:0}",
        COVER + "p{position:relative;z-index:1}",
        COVER + ".b{height:10px}",
        COVER + ".c{inset:auto;top:0;left:0;height:5px;width:5px}",
        COVER + ".c{width:200px;height:40px;margin:auto}",
        COVER + ".c{max-width:100px}",
        COVER + ".c{border-radius:50%}",
        COVER + ".c{mix-blend-mode:multiply}",
        "@import url(site.css);" + COVER,
        ".b{position:relative}@media (max-width:400px){.c{position:absolute;inset:0;background:#fff}}",
    ],
)
def test_a_box_that_may_leave_text_visible_hides_nothing(style: str) -> None:
    assert (
        shown(style, "<main><div class=b><p>The rent is £950.</p><div class=c></div></div></main>")
        == "The rent is £950."
    )


@pytest.mark.parametrize(
    ("style", "body"),
    [
        (".h{position:relative;color:#fff}.h::before{content:'';position:absolute;inset:0;background-color:#123;z-index:-1}",
         "<div class=h><p>£950</p></div>"),
        (".h{display:grid}.h>*{grid-area:1/1}.t{color:#fff}", "<div class=h><img src=x.png><p class=t>£950</p></div>"),
        (".h{background:#123;height:9em;margin-bottom:-8em}.t{color:#fff}", "<div class=h></div><p class=t>£950</p>"),
        (".h{background:#123;height:9em}.t{color:#fff;translate:0 -8em}", "<div class=h></div><p class=t>£950</p>"),
        (".t{color:#fff;box-shadow:inset 0 0 0 99px #123}", "<p class=t>£950</p>"),
        (".t{color:#fff;filter:drop-shadow(1px 1px 2px #000)}", "<p class=t>£950</p>"),
        (".t{color:#fff;mix-blend-mode:difference}", "<p class=t>£950</p>"),
        (":root{color-scheme:dark}.t{color:#fff}", "<p class=t>£950</p>"),
        ("@import url(site.css);.t{color:#fff}", "<p class=t>£950</p>"),
    ],
)  # fmt: skip
def test_white_letters_that_may_stand_on_a_dark_box_are_read(style: str, body: str) -> None:
    assert shown(style, body) == "£950"


@pytest.mark.parametrize(
    "body",
    [
        '<p style="opacity:0;transform:translateY(20px)">£950</p>',
        '<button aria-controls="rent">Rent</button><p id="rent" hidden>£950</p>',
    ],
)
def test_text_that_a_script_shows_is_folded(body: str) -> None:
    page = loaded("", f'<script src="site.js"></script>{body}')
    assert marks(page, "£950") == (Mark(kind="folded"),)
