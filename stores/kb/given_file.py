"""A file that a caller names: read whole, and no further than such a file may go on."""

import errno
from pathlib import Path


def read_given(path: Path, most: int) -> bytes:
    """At most `most` bytes; a pipe will do. Raises OSError, also for a file that goes on (a device may do so for ever)."""
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"it is longer than {most:,} bytes", str(path))
    return data
