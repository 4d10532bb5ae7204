"""Python processes that read bytes from outside: what they may import, and what of the environment they see."""

import os
import subprocess
import sys

PASSED_ON = frozenset(
    ("PATH", "HOME", "USER", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TEMP", "TMP", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH",
     "SYSTEMROOT", "VIRTUAL_ENV", "OMP_NUM_THREADS", "TESSDATA_PREFIX")
)  # fmt: skip
"""Of the environment, beside `LC_…`: a parser that a file has taken over finds no key there."""


def start(module: str) -> subprocess.Popen[bytes]:
    """`module` in a process of its own, with a pipe to it and one from it.

    It imports from where this process does. Without `-P` it would look into the working folder first: whoever stands in a folder of
    strangers' files, among them a `docx.py`, would run it.
    """
    told = {name: value for name, value in os.environ.items() if name in PASSED_ON or name.startswith("LC_")}
    return subprocess.Popen(
        [sys.executable, "-P", "-m", module],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**told, "PYTHONPATH": os.pathsep.join(entry for entry in sys.path if entry)},
    )
