"""How much one file may ask for before it is refused (SPEC REL-3)."""

from pydantic import Field

from ...evidence.model.frozen import Frozen


class LoadLimits(Frozen):
    """Sizes in bytes, durations in seconds. A file past a limit is an `IngestError`; one past `cells` is cut and disclosed."""

    file_bytes: int = Field(default=200_000_000, gt=0)
    """Larger files are refused without being read."""
    pages: int = Field(default=5_000, gt=0)
    characters: int = Field(default=50_000_000, gt=0)
    """Of extracted text. A 1,000-page filing has about 4 million."""
    passages: int = Field(default=250_000, gt=0)
    """A text of the most characters has some 60,000; more come of empty sections, each of which repeats its headings."""
    cells: int = Field(default=500_000, gt=0)
    """Per table; a located cell costs about 1 kB of memory. Rows beyond are left out of the table and named as an issue."""
    unpacked_bytes: int = Field(default=1_000_000_000, gt=0)
    """What an office file (a zip archive) may unpack to, by its own directory."""
    unpacked_ratio: int = Field(default=200, gt=1)
    """Unpacked over packed size, judged for archives that unpack to more than 20 MB. Office XML compresses 5 to 30 times."""
    archive_entries: int = Field(default=20_000, gt=0)
    seconds: float = Field(default=120.0, gt=0)
    """Per file, where loading is guarded. The slowest PDFs read at more than 50 pages a second."""
    memory_bytes: int = Field(default=2_000_000_000, gt=0)
    """Address space a guarded load may add to its process, where the system can limit it."""


DEFAULT_LIMITS = LoadLimits()
