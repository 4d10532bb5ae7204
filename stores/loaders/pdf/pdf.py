"""Loads PDF files with pdfium: the text in reading order, with running headers and footers, headings, paragraphs and
tables.

A blank line in the text separates paragraphs, where the page has a vertical gap, a heading or furniture. A single line
break separates the rows of a paragraph. The cells of a row are on one line, separated by spaces. A hyphen at the end of
a row stays.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

import pypdfium2 as pdfium
from pypdfium2 import raw

from ....errors import IngestError
from ....evidence.model.place_marks import Mark
from ...documents.loaded import Furniture, Heading, LoadedDocument, LoadIssue, MarkedText, Page, ReadByOcr
from ..limits import LoadLimits
from ..numbered import NUMBERED
from ..ocr.scanned_page import NO_TEXT_LAYER, ScannedPage
from ..page_processes import read_each
from ..page_progress import page_read
from ..stated_date import stated_date
from .furniture import find_furniture
from .headings import body_size, find_headings, is_row_of_figures
from .page_tables import find_tables
from .rows import PageRows, Row, read_page
from .scanned_rows import disclosed, with_scans
from .visibility import Ink

EXTRACTOR = f"pdf/11 pypdfium2/{pdfium.version.PYPDFIUM_INFO}"

_ENDS_A_SENTENCE = re.compile(r"[.!?:;…。！？”\"')\]]$")
_NO_TITLE = re.compile(
    r"^(?:microsoft (?:word|powerpoint|excel)\b.*|untitled.*|document\s*\d*|\S*\d\S*|"
    r".*\.(?:docx?|pdf|pptx?|xlsx?|indd|qxd|tmp|rtf|txt|html?)|)$",
    re.IGNORECASE,
)
_CRYPT_ERRORS = {raw.FPDF_ERR_PASSWORD, raw.FPDF_ERR_SECURITY}


def load_pdf(
    data: bytes,
    name: str,
    password: str | None,
    limits: LoadLimits,
    scanned: Mapping[int, ScannedPage] | None = None,
) -> LoadedDocument:
    """Return the document in a PDF file. `scanned`: the OCR results of pages without text, by page number; None leaves
    such pages unread. Raises `IngestError` if the file is encrypted, damaged, or has more pages than allowed, and
    `ScansFound` if `scanned` lacks a page without text.
    """
    pages, metadata = read_pages(data, name, password, limits)
    if scanned is None:
        return _assembled(pages, metadata)
    return disclosed(_assembled(with_scans(pages, scanned), metadata), scanned)


def read_pages(
    data: bytes, name: str, password: str | None, limits: LoadLimits
) -> tuple[list[PageRows], dict[str, str]]:
    """Return the rows of each page, and the file's metadata. Raises `IngestError` as `load_pdf` does."""
    try:
        document = pdfium.PdfDocument(data, password=password)
    except pdfium.PdfiumError as error:
        code = raw.FPDF_GetLastError()
        if code in _CRYPT_ERRORS or "password" in str(error).lower():
            if password is not None:
                raise IngestError(
                    f"{name}: encrypted, and the password given does not open it; correct it in the manifest"
                ) from None
            raise IngestError(f"{name}: encrypted; give its password in the manifest, or remove it") from None
        raise IngestError(f"{name}: damaged or truncated PDF ({error}); replace it with a whole copy") from None
    try:
        if len(document) > limits.pages:
            raise IngestError(f"{name}: {len(document)} pages, more than the limit of {limits.pages}; split it")
        metadata = {key.lower(): value.strip() for key, value in document.get_metadata_dict(skip_empty=True).items()}
        characters = 0

        def read(number: int) -> PageRows:
            nonlocal characters
            page = _read_page(document, number)
            page_read.get()(number, len(document))
            characters += sum(len(row.text) for row in page.rows)
            if characters > limits.characters:
                raise IngestError(f"{name}: more than {limits.characters} characters of text; split it")
            return page

        return read_each(read, len(document)), metadata
    finally:
        document.close()


def _read_page(document: pdfium.PdfDocument, number: int) -> PageRows:
    try:
        page = document[number - 1]
    except pdfium.PdfiumError:
        return PageRows(number, [], "page cannot be read (damaged)")
    try:
        textpage = page.get_textpage()
        try:
            text = textpage.get_text_range() if textpage.count_chars() else ""
            read = read_page(textpage.raw, text, page.raw, Ink(page), number)
        finally:
            textpage.close()
        if read.rows:
            return read
        marks = raw.FPDFPage_CountObjects(page.raw) > 0
        return read._replace(problem=NO_TEXT_LAYER if marks else "empty page")
    finally:
        page.close()


def _is_table_row(row: Row) -> bool:
    return row.cells > 1 or is_row_of_figures(row.text)


def _gaps(rows: Sequence[Row]) -> list[bool]:
    """Return for each row whether a gap separates it from the row before.

    A gap is compared with the gaps around it, so that evenly spaced table rows stay together at any spacing. Between
    rows of prose it is also compared with the usual gap of the page.
    """
    gaps = [before.bottom - after.top for before, after in pairwise(rows)]
    flowing = sorted(gap for gap, row in zip(gaps, rows[1:], strict=True) if -0.5 * row.size < gap < 2 * row.size)
    usual = flowing[len(flowing) // 4] if flowing else 0.0
    apart = [True]
    for index, gap in enumerate(gaps):
        before, after = rows[index], rows[index + 1]
        size = min(before.size, after.size)
        if gap < -1.2 * max(before.size, after.size):
            apart.append(_ENDS_A_SENTENCE.search(before.text) is not None)
            continue
        least, much = -0.5 * size, 0.3 * size
        apart.append(
            any(near > least and gap - near > much for near in gaps[max(0, index - 2) : index + 3])
            or (gap - usual > much and not (_is_table_row(before) or _is_table_row(after)))
        )
    return apart


def _assembled(pages: Sequence[PageRows], metadata: dict[str, str]) -> LoadedDocument:
    furniture_rows = find_furniture(pages)
    apart = [_gaps(page.rows) for page in pages]
    body = body_size(pages)
    found = find_headings(pages, set(furniture_rows), apart, body)
    heading_starts = {(h.page, h.first_row): h for h in found}
    parts: list[str] = []
    length = 0
    starts: dict[tuple[int, int], tuple[int, int]] = {}
    page_marks, furniture, issues, marks = [], [], [], []
    read_by_ocr: list[ReadByOcr] = []

    def write(piece: str) -> None:
        nonlocal length
        parts.append(piece)
        length += len(piece)

    for page_index, page in enumerate(pages):
        page_start = length
        heading_end = -1
        after_furniture = False
        for row_index, row in enumerate(page.rows):
            place = (page_index, row_index)
            heading = heading_starts.get(place)
            divides = apart[page_index][row_index] or heading is not None or row_index == heading_end + 1
            in_heading = row_index <= heading_end
            is_furniture = place in furniture_rows
            if row_index:
                write("\n\n" if (divides and not in_heading) or is_furniture or after_furniture else "\n")
            if heading is not None:
                heading_end = heading.last_row
            starts[place] = (length, length + len(row.text))
            if page.readings:
                score, box = page.readings[row_index]
                read_by_ocr.append(ReadByOcr(start=length, end=length + len(row.text), score=score, box=box))
            if is_furniture:
                furniture.append(Furniture(start=length, end=length + len(row.text), kind=furniture_rows[place]))
            after_furniture = is_furniture
            marks += [
                MarkedText(start=length + start, end=length + end, mark=Mark(kind="overprinted"))
                for start, end in row.overprinted
            ]
            write(row.text)
        for author, comment in page.comments:
            if length > page_start:
                write("\n\n")
            marks.append(MarkedText(start=length, end=length + len(comment), mark=Mark(kind="comment", text=author)))
            write(comment)
        if length > page_start:
            if page.watermark:
                marks.append(MarkedText(start=page_start, end=length, mark=Mark(kind="watermark", text=page.watermark)))
            if page_index + 1 < len(pages):
                write("\n\n")
        page_marks.append(Page(number=page.number, start=page_start, end=length))
        if page.problem:
            issues.append(LoadIssue(where=f"page {page.number}", reason=page.problem))
        if page.unseen:
            words = "1 word" if page.unseen == 1 else f"{page.unseen} words"
            reason = (
                f"{words} of the file cannot be seen on the page and {'is' if page.unseen == 1 else 'are'} left out"
            )
            issues.append(LoadIssue(where=f"page {page.number}", reason=reason))
    text = "".join(parts)
    return LoadedDocument(
        text=text,
        media_type="application/pdf",
        extractor=EXTRACTOR,
        title=_declared_title(metadata) or _largest_on_cover(pages, set(furniture_rows), body),
        metadata=metadata,
        updated_at=stated_date(text),
        pages=tuple(page_marks),
        headings=tuple(
            Heading(start=starts[h.page, h.first_row][0], end=starts[h.page, h.last_row][1], level=h.level)
            for h in found
        ),
        furniture=tuple(furniture),
        tables=find_tables(pages, set(furniture_rows), starts),
        ocr=tuple(read_by_ocr),
        marks=tuple(marks),
        issues=tuple(issues),
    )


def _declared_title(metadata: dict[str, str]) -> str | None:
    title = metadata.get("title", "")
    return None if _NO_TITLE.match(title) else title


def _largest_on_cover(pages: Sequence[PageRows], skipped: set[tuple[int, int]], body: float) -> str | None:
    """Return the title: the clearly largest text of the first page if it has at most three lines, or None.

    Of several such texts, the first counts with the lines right below it. A gap separates it from names of authors and
    headings of the same size.
    """
    rows = pages[0].rows if pages else []
    cover = [index for index, row in enumerate(rows) if (0, index) not in skipped and row.text[0].isalnum()]
    largest = max((rows[index].size for index in cover), default=0.0)
    set_largest = [index for index in cover if rows[index].size > 0.97 * largest]
    if not 1 <= len(set_largest) <= 3 or largest < 1.3 * body:
        return None
    last = set_largest[0]
    lines = [rows[last].text]
    for index in set_largest[1:]:
        if (
            index != last + 1
            or rows[last].bottom - rows[index].top > rows[index].size
            or NUMBERED.match(rows[index].text)
        ):
            break
        lines.append(rows[index].text)
        last = index
    title = " ".join(lines)
    return title if 3 <= len(title) <= 200 else None
