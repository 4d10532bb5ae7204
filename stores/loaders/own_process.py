"""Starts the Python processes that parse untrusted files. It limits what they may import, and their environment."""

import os
import subprocess
import sys

PASSED_ON = frozenset(
    ("PATH", "HOME", "USER", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TEMP", "TMP", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH",
     "SYSTEMROOT", "VIRTUAL_ENV", "OMP_NUM_THREADS", "TESSDATA_PREFIX")
)  # fmt: skip
"""The environment variables that these processes get, besides `LC_…`. API keys are not among them, so a hostile file
that controls a parser cannot read them."""


def start(module: str) -> subprocess.Popen[bytes]:
    """Start `module` in a separate process, with pipes to its input and from its output.

    It has the import path of this process. Without `-P` it would import from the working folder first, and a file named
    `docx.py` in a folder of untrusted files would be executed.
    """
    passed_on = {name: value for name, value in os.environ.items() if name in PASSED_ON or name.startswith("LC_")}
    return subprocess.Popen(
        [sys.executable, "-P", "-m", module],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**passed_on, "PYTHONPATH": os.pathsep.join(entry for entry in sys.path if entry)},
    )
