"""Reads a file that the user names, up to a size limit."""

import errno
from pathlib import Path


def read_given(path: Path, most: int) -> bytes:
    """Return the whole file, of at most `most` bytes. A pipe is allowed. Raises OSError, also for a longer file: a device may be
    endless."""
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"it is longer than {most:,} bytes", str(path))
    return data
