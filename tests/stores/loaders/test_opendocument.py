"""OpenDocument files, with the structure that LibreOffice 7 writes: their page is what is read."""

import zipfile
from pathlib import Path

import pytest

from pincite.errors import IngestError
from pincite.evidence.language.text_marks import UNSEEN_SECTION
from pincite.evidence.model.place_marks import Mark
from pincite.stores.documents.loaded import LoadedDocument
from pincite.stores.loaders.limits import DEFAULT_LIMITS, LoadLimits
from pincite.stores.loaders.load import load_file

pytestmark = pytest.mark.spec("EVI-1", "EVI-2", "EVI-11")

_URNS = {
    "office": "office", "style": "style", "text": "text", "table": "table", "draw": "drawing", "presentation": "presentation",
    "svg": "svg-compatible", "fo": "xsl-fo-compatible",
}  # fmt: skip
NAMESPACES = " ".join(f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{urn}:1.0"' for name, urn in _URNS.items())
NAMESPACES += ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:drawooo="http://openoffice.org/2010/draw"'
NAMESPACES += ' xmlns:officeooo="http://openoffice.org/2009/office"'


def style(name: str, properties: str, family: str = "text", more: str = "") -> str:
    kind = family.removeprefix("table-") if family in ("text", "paragraph", "graphic", "drawing-page") else family
    return f'<style:style style:name="{name}" style:family="{family}" {more}><style:{kind}-properties {properties}/></style:style>'


STYLES = (
    style("up", 'style:text-position="super 58%"')
    + style("down", 'style:text-position="sub 58%"')
    + style("gone", 'style:text-line-through-style="solid" style:text-line-through-type="single"')
    + style("hidden", 'text:display="none"')
    + style("white", 'fo:color="#ffffff"')
    + style("lit", 'fo:color="#ffffff" fo:background-color="#000080"')
    + style("tiny", 'fo:font-size="1pt"')
    + style("cWhite", "", "table-cell").replace(
        "/></style:style>", '/><style:text-properties fo:color="#ffffff"/></style:style>'
    )
    + style("cStruck", "", "table-cell").replace(
        "/></style:style>", '/><style:text-properties style:text-line-through-type="single"/></style:style>'
    )
    + style("off", 'table:display="false"', "table")
    + style("unshown", 'presentation:visibility="hidden"', "drawing-page")
    + style("clear", 'draw:fill="none"', "graphic")
    + style("black", 'draw:fill="solid" style:run-through="foreground"', "graphic")
    + style("behind", 'draw:fill="solid" style:run-through="background"', "graphic")
    + style("outlined", 'fo:color="#ffffff" style:text-outline="true"')
    + style("shadowed", 'fo:color="#ffffff" fo:text-shadow="1pt 1pt"')
    + style("dark", 'fo:background-color="#000080"', "section")
    + style("shaded", 'draw:fill="gradient"', "paragraph")
)
LISTS = """<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-suffix="." style:num-format="1"/>
<text:list-level-style-number text:level="2" style:num-suffix=")" style:num-format="a"/></text:list-style>"""


def span(name: str, text: str) -> str:
    return f'<text:span text:style-name="{name}">{text}</text:span>'


def p(text: str, name: str = "Standard") -> str:
    return f'<text:p text:style-name="{name}">{text}</text:p>'


def box(text: str, left: float, top: float, style_name: str = "clear", more: str = "", width: float = 5) -> str:
    place = f'svg:x="{left}cm" svg:y="{top}cm" svg:width="{width}cm" svg:height="1cm"'
    inner = f"<text:p>{text}</text:p>" if text else ""
    form = '<draw:enhanced-geometry draw:type="rectangle"/>'
    return f'<draw:custom-shape draw:style-name="{style_name}" {place} {more}>{inner}{form}</draw:custom-shape>'


def written(
    folder: Path, kind: str, body: str, masters: str = "", manifest: str = "", limits: LoadLimits = DEFAULT_LIMITS
) -> LoadedDocument:
    extension, tag = {
        "text": ("odt", "text"),
        "spreadsheet": ("ods", "spreadsheet"),
        "presentation": ("odp", "presentation"),
    }[kind]
    file = folder / f"a.{extension}"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("mimetype", f"application/vnd.oasis.opendocument.{kind}")
        archive.writestr("META-INF/manifest.xml", manifest or "<manifest/>")
        archive.writestr(
            "content.xml",
            f"<office:document-content {NAMESPACES}><office:automatic-styles>{STYLES}{LISTS}</office:automatic-styles>"
            f"<office:body><office:{tag}>{body}</office:{tag}></office:body></office:document-content>",
        )
        archive.writestr(
            "styles.xml",
            f'<office:document-styles {NAMESPACES}><office:styles/><office:automatic-styles><style:page-layout style:name="pm">'
            '<style:page-layout-properties fo:page-width="28cm" fo:page-height="15cm"/></style:page-layout></office:automatic-styles>'
            f"<office:master-styles>{masters}</office:master-styles></office:document-styles>",
        )
    return load_file(file, limits=limits)


def parts(loaded: LoadedDocument) -> tuple[list[str], list[str]]:
    shown, _, hidden = loaded.text.partition(UNSEEN_SECTION)
    return list(filter(None, shown.split("\n\n"))), list(filter(None, hidden.split("\n\n")))


class TestText:
    def test_marks_and_struck_words_join_no_figure_and_what_has_no_ink_is_left_out(self, tmp_path: Path) -> None:
        line = f"Fee 120{span('up', '1')}, binary 101{span('down', '2')}, {span('gone', '900')} 950{span('hidden', ' waived')}."
        ink = f"{span('white', 'a')}{span('tiny', 'b')}{span('lit', 'c')}"
        section = f'<text:section text:display="none" text:name="S">{p("Never.")}</text:section>'
        loaded = written(tmp_path, "text", p(line) + p(ink) + section)
        assert loaded.text == "Fee 120¹, binary 101₂, ~~900~~ 950.\n\nc"
        assert [issue.reason for issue in loaded.issues] == ["4 stretches of hidden text were not read"]

    def test_notes_comments_boxes_and_tracked_changes(self, tmp_path: Path) -> None:
        note = (
            '<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body>'
            f"{p('Guests pay 140' + span('up', '2'))}</text:note-body></text:note>"
        )
        comment = "<office:annotation><dc:creator>Ann</dc:creator><text:p>I doubt it.</text:p></office:annotation>"
        frame = f"<draw:frame><draw:text-box>{p('In a box.')}</draw:text-box></draw:frame>"
        hidden = box("Switched off.", 0, 0, more='drawooo:display="none"')
        cover = box("", 0, 0, "black")
        deletion = f'<text:changed-region text:id="c"><text:deletion>{p("nine")}</text:deletion></text:changed-region>'
        deleted = f"<text:tracked-changes>{deletion}</text:tracked-changes>"
        changed = '<text:change text:change-id="c"/><text:change-start text:change-id="d"/>eight'
        body = (
            deleted
            + p(f"{frame}{hidden}{cover}Fee 120{note}{comment}.")
            + p(changed)
            + p("and more")
            + p('<text:change-end text:change-id="d"/>after')
        )
        loaded = written(tmp_path, "text", body + p("It is 9.", "Quotations"))
        assert parts(loaded)[0] == [
            "Fee 120¹.", "In a box.", "eight", "and more", "after", "It is 9.", "[footnote 1] Guests pay 140²", "[comment 0] I doubt it.",
        ]  # fmt: skip
        kinds = [(mark.mark.kind, loaded.text[mark.start : mark.end].strip()) for mark in loaded.marks]
        assert kinds[:3] == [("revised", "eight"), ("revised", "and more"), ("revised", "after")]
        assert loaded.marks[-1].mark == Mark(kind="comment", text="Ann")
        assert any("may cover text" in issue.reason for issue in loaded.issues)

    def test_clauses_have_the_numbers_of_the_page(self, tmp_path: Path) -> None:
        inner = f"<text:list><text:list-item>{p('Sub clause.')}</text:list-item></text:list>"
        first = f'<text:list text:style-name="L"><text:list-item>{p("One.")}{inner}</text:list-item></text:list>'
        again = f'<text:list text:continue-numbering="true" text:style-name="L"><text:list-item>{p("Two.")}</text:list-item></text:list>'
        loaded = written(tmp_path, "text", first + p("Between.") + again)
        assert parts(loaded)[0] == ["1. One.", "a) Sub clause.", "Between.", "2. Two."]

    def test_headers_are_furniture_and_a_watermark_marks_the_text(self, tmp_path: Path) -> None:
        shape = '<draw:custom-shape><text:p>NOT IN FORCE</text:p><draw:enhanced-geometry draw:text-path="true"/></draw:custom-shape>'
        header = f'<style:master-page style:name="Standard"><style:header>{p("Lease" + shape)}</style:header></style:master-page>'
        loaded = written(tmp_path, "text", p("The tenant pays."), header)
        assert loaded.text == "Lease\n\nThe tenant pays."
        assert loaded.furniture[0].kind == "header"
        assert loaded.marks[0].mark == Mark(kind="watermark", text="NOT IN FORCE")

    def test_merged_cells_span_their_rows(self, tmp_path: Path) -> None:
        def cell(text: str, more: str = "") -> str:
            return f"<table:table-cell {more}>{p(text)}</table:table-cell>"

        rows = (
            cell("Item") + cell("Price", 'table:number-columns-spanned="2"') + "<table:covered-table-cell/>",
            cell("Hall", 'table:number-rows-spanned="2"') + cell("day") + cell("120"),
            "<table:covered-table-cell/>" + cell("week") + cell(f"{span('gone', '700')} 650"),
        )
        table = "".join(f"<table:table-row>{row}</table:table-row>" for row in rows)
        loaded = written(tmp_path, "text", f"<table:table>{table}</table:table>")
        assert loaded.text == "Item | Price\nHall | day | 120\nweek | ~~700~~ 650"
        assert [(cell.row, cell.row_span, cell.column_span) for cell in loaded.tables[0].cells][1:3] == [
            (0, 1, 2),
            (1, 2, 1),
        ]

    def test_an_encrypted_file_is_refused_with_the_remedy(self, tmp_path: Path) -> None:
        with pytest.raises(IngestError, match=r"a\.odt: encrypted; save it without a password"):
            written(tmp_path, "text", p("a"), manifest="<manifest><encryption-data/></manifest>")


class TestWorkbook:
    def cell(self, text: str, value: str = "", more: str = "") -> str:
        stored = f'office:value-type="float" office:value="{value}"' if value else ""
        return f"<table:table-cell {stored} {more}>{p(text) if text else ''}</table:table-cell>"

    def sheet(self, *rows: str, columns: str = "", more: str = "") -> str:
        return f'<table:table table:name="Fees" {more}>{columns}{"".join(rows)}</table:table>'

    def row(self, *cells: str, more: str = "") -> str:
        return f"<table:table-row {more}>{''.join(cells)}</table:table-row>"

    def test_cells_are_read_as_shown_and_hidden_ones_stand_apart(self, tmp_path: Path) -> None:
        columns = (
            '<table:table-column table:number-columns-repeated="2"/><table:table-column table:visibility="collapse"/>'
        )
        comment = "<office:annotation><dc:creator>Ann</dc:creator><text:p>I doubt it.</text:p></office:annotation>"
        loaded = written(
            tmp_path,
            "spreadsheet",
            self.sheet(
                self.row(self.cell("Item"), self.cell("Price"), self.cell("Cost")),
                self.row(
                    self.cell("Hall"),
                    self.cell("1,235", "1234.567").replace("<text:p", f"{comment}<text:p", 1),
                    self.cell("11", "11"),
                ),
                self.row(self.cell("Lamp"), self.cell("", "99")),
                self.row(self.cell("Desk"), self.cell("30", "30"), more='table:visibility="filter"'),
                self.row(
                    self.cell("Sofa", more='table:style-name="cStruck"'),
                    self.cell("7", "7", 'table:style-name="cWhite"'),
                ),
                self.row(
                    self.cell("", more='table:number-columns-repeated="16384"'),
                    more='table:number-rows-repeated="1048000"',
                ),
                columns=columns,
            ),
        )
        shown, hidden = parts(loaded)
        assert shown == ["Fees", "Item | Price\nHall | 1,235\nLamp\n~~Sofa~~", "[comment on B2] I doubt it."]
        assert hidden == ["Fees", "Cost\n11\n99\nDesk | 30\n7"]

    def test_hidden_sheets_stand_apart_and_repeated_rows_end_at_the_limit(self, tmp_path: Path) -> None:
        body = self.sheet(self.row(self.cell("Bed"), self.cell("99", "99")), more='table:style-name="off"')
        assert parts(written(tmp_path, "spreadsheet", body))[0] == []
        row = self.row(
            self.cell("Bed"),
            self.cell("9", "9", 'table:number-columns-repeated="499"'),
            more='table:number-rows-repeated="1048576"',
        )
        loaded = written(tmp_path, "spreadsheet", self.sheet(row), limits=LoadLimits(cells=2_000))
        assert len(loaded.tables[0].cells) == 2_000
        assert "limit of 2000 cells" in loaded.issues[0].reason


class TestSlides:
    MASTER = '<style:master-page style:name="M" style:page-layout-name="pm"/>'

    def slide(self, *shapes: str, more: str = "") -> str:
        return f'<draw:page draw:master-page-name="M" {more}>{"".join(shapes)}</draw:page>'

    def test_titles_notes_comments_and_hidden_slides(self, tmp_path: Path) -> None:
        title = (
            '<draw:frame presentation:class="title"><draw:text-box><text:p>Fees</text:p></draw:text-box></draw:frame>'
        )
        notes = f"<presentation:notes><draw:frame><draw:text-box>{p('Never 900.')}</draw:text-box></draw:frame></presentation:notes>"
        comment = (
            "<officeooo:annotation><dc:creator>Ann</dc:creator><text:p>I doubt it.</text:p></officeooo:annotation>"
        )
        first = self.slide(title, box(f"Fee 120{span('up', '1')}", 1, 3), notes, comment)
        loaded = written(
            tmp_path,
            "presentation",
            first + self.slide(box("Or 7.", 1, 3), more='draw:style-name="unshown"'),
            self.MASTER,
        )
        assert parts(loaded) == (["Fees", "Fee 120¹", "Notes: Never 900.", "I doubt it."], ["Or 7."])
        assert [mark.mark for mark in loaded.marks] == [Mark(kind="note"), Mark(kind="comment", text="Ann")]
        assert len(loaded.pages) == 2

    def test_shapes_that_leave_no_ink_stand_apart(self, tmp_path: Path) -> None:
        group = f"<draw:g drawooo:display='none'>{box('Hidden group.', 1, 5)}</draw:g>"
        slide = self.slide(
            box("Shown.", 1, 1),
            group,
            box("Beside.", 40, 5),
            box(span("white", "White."), 1, 7),
            box("", 10, 7, "black"),
            box(span("white", "White on black."), 10, 7),
            box("Covered.", 10, 9),
            box("", 9, 9, "black", width=8),
        )
        shown, hidden = parts(written(tmp_path, "presentation", slide, self.MASTER))
        assert shown == ["Shown.", "White on black."]
        assert sorted(hidden) == ["Beside.", "Covered.", "Hidden group.", "White."]


@pytest.mark.parametrize(
    "body",
    [
        p(span("outlined", "Annual report")),
        p(span("shadowed", "Annual report")),
        p(span("white", "Annual report"), "shaded"),
        p(box("", 0, 0, "behind")) + p(span("white", "Annual report")),
        f'<text:section text:style-name="dark">{p(span("white", "Annual report"))}</text:section>',
    ],
)
def test_white_words_of_a_text_that_a_person_sees_are_read(tmp_path: Path, body: str) -> None:
    loaded = written(tmp_path, "text", body)
    assert loaded.text.strip() == "Annual report"
    assert loaded.issues == ()
