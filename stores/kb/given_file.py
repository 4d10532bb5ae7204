"""Reads a file that the user names, up to a size limit."""

import errno
from pathlib import Path


def read_given(path: Path, most: int) -> bytes:
    """Return the content of a file or pipe. Raises OSError if it cannot be read or has more than `most` bytes, as an
    endless device has."""
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"the file is longer than {most:,} bytes", str(path))
    return data
