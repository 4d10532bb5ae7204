"""The limits for one file (SPEC REL-3)."""

from pydantic import Field

from ...evidence.model.frozen import Frozen


class LoadLimits(Frozen):
    """The limits for loading one file. A file beyond a limit raises `IngestError`. A table beyond `cells` is cut, which
    is disclosed.

    Example: `LoadLimits(pages=100)` refuses a PDF file of 101 pages.
    """

    file_bytes: int = Field(default=200_000_000, gt=0)
    """The maximum number of bytes of a file. A larger file is refused unread."""
    pages: int = Field(default=5_000, gt=0)
    characters: int = Field(default=50_000_000, gt=0)
    """The maximum number of characters of extracted text. A 1,000-page filing has about 4 million."""
    passages: int = Field(default=250_000, gt=0)
    """The maximum number of passages of one file. The longest allowed text has about 60,000. More come only from a file
    with many empty sections, which repeat their headings."""
    cells: int = Field(default=500_000, gt=0)
    """The maximum number of cells of one table, since each takes about 1 kB of memory. Further rows are left out, and
    an issue names them."""
    unpacked_bytes: int = Field(default=1_000_000_000, gt=0)
    """The maximum number of bytes of an unpacked Office file (a zip archive), by its directory."""
    unpacked_ratio: int = Field(default=200, gt=1)
    """The largest ratio of unpacked to packed size. It is checked for archives that unpack to more than 20 MB. Office
    XML compresses 5 to 30 times."""
    archive_entries: int = Field(default=20_000, gt=0)
    seconds: float = Field(default=120.0, gt=0)
    """The time limit in seconds for one file in a guarded process. Even the slowest PDFs load at more than 50 pages a
    second."""
    memory_bytes: int = Field(default=1_000_000_000, gt=0)
    """The number of bytes of address space that a guarded load may add to its process, if the system can limit them. A
    table of 500,000 cells takes 0.8 billion, and a filing of 500 pages 0.1 billion."""


DEFAULT_LIMITS = LoadLimits()
