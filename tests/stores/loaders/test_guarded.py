"""Loading in processes that can be killed."""

import os
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from pincite.errors import IngestError
from pincite.stores.documents.manifest import Declared
from pincite.stores.documents.prepared import Identity
from pincite.stores.index.version_rows import VersionRows
from pincite.stores.loaders.guarded import GuardedLoader
from pincite.stores.loaders.limits import DEFAULT_LIMITS, LoadLimits
from pincite.stores.loaders.load import load_file
from pincite.stores.loaders.own_process import start
from pincite.stores.loaders.prepare_request import PrepareRequest

pytestmark = [
    pytest.mark.spec("REL-3"),
    pytest.mark.slow,
    pytest.mark.skipif(os.name == "nt", reason="uses a named pipe"),
]

CORPUS = Path(__file__).parents[3] / "examples" / "corpus"
HANGING = (
    "import pathlib, sys, time\n"
    "import pincite.stores.loaders.load as load\n"
    "real = load.decode\n"
    "def decode(data, name):\n"
    "    if name == 'hangs.txt': time.sleep(600)\n"
    "    if name == 'dies.txt': import os; os._exit(9)\n"
    "    if name == 'prints.txt': print('noise on standard output', flush=True)\n"
    "    if name == 'grows.txt': return 'x' * 3_000_000_000, ()\n"
    "    return real(data, name)\n"
    "load.decode = decode\n"
    "import pincite.stores.loaders.prepare_request as request\n"
    "real_prepare = request.prepare\n"
    "def prepare(loaded, declared, identity, **given):\n"
    "    if identity.path == 'cuts.txt': time.sleep(600)\n"
    "    if identity.path == 'repeats.txt': return [bytearray(300_000_000) for _ in range(3)]\n"
    "    return real_prepare(loaded, declared, identity, **given)\n"
    "request.prepare = prepare\n"
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder whose files misbehave by name: the loader processes start with a `sitecustomize` that makes them."""
    start = tmp_path / "start"
    start.mkdir()
    (start / "sitecustomize.py").write_text(HANGING)
    monkeypatch.syspath_prepend(str(start))
    for name in ("one.txt", "two.txt", "hangs.txt", "dies.txt", "prints.txt", "grows.txt", "cuts.txt", "repeats.txt"):
        (tmp_path / name).write_text(f"text of {name}")
    return tmp_path


@pytest.fixture
def loader() -> Iterator[GuardedLoader]:
    with GuardedLoader(limits=LoadLimits(seconds=60, memory_bytes=400_000_000)) as loader:
        yield loader


def wanted(path: Path) -> PrepareRequest:
    return PrepareRequest(path, Identity.of_file(path.name, path.name), Declared(updated_at=date(2026, 1, 2)), "0" * 64)


def test_results_come_in_order_and_equal_unguarded_ones(folder: Path, loader: GuardedLoader) -> None:
    requests = [wanted(folder / "one.txt"), wanted(folder / "two.txt")] * 4
    results = list(loader.prepare_many(requests))
    assert [request for request, _ in results] == requests
    assert [result for _, result in results] == [request.done(DEFAULT_LIMITS) for request in requests]
    assert loader.load(folder / "one.txt") == load_file(folder / "one.txt")


def test_one_bad_file_costs_only_itself(folder: Path, loader: GuardedLoader) -> None:
    names = ["one.txt", "dies.txt", "two.txt", "grows.txt", "missing.txt", "prints.txt", "one.txt"]
    results = [result for _, result in loader.prepare_many(wanted(folder / name) for name in names)]
    assert [result.version.text if isinstance(result, VersionRows) else "refused" for result in results] == [
        "text of one.txt", "refused", "text of two.txt", "refused", "refused", "text of prints.txt", "text of one.txt"
    ]  # fmt: skip
    assert "dies.txt: its parser crashed with exit code 9" in str(results[1])
    assert "grows.txt: needs more memory than allowed" in str(results[3])
    assert str(results[4]) == "missing.txt: no such file; check the path"


def test_a_file_that_hangs_is_killed_and_the_process_replaced(folder: Path) -> None:
    with GuardedLoader(workers=1, limits=LoadLimits(seconds=6)) as loader:
        assert loader.load(folder / "one.txt").text == "text of one.txt"
        with pytest.raises(IngestError, match=r"hangs\.txt: took longer than 6 s"):
            loader.load(folder / "hangs.txt")
        assert loader.load(folder / "two.txt").text == "text of two.txt"


def test_what_follows_the_parsing_is_held_to_the_same_limits(folder: Path) -> None:
    with GuardedLoader(workers=1, limits=LoadLimits(seconds=4, memory_bytes=400_000_000)) as loader:
        names = ["repeats.txt", "cuts.txt", "one.txt"]
        repeats, cuts, rows = [result for _, result in loader.prepare_many(wanted(folder / name) for name in names)]
    assert "repeats.txt: needs more memory than allowed" in str(repeats)
    assert "cuts.txt: took longer than 4 s" in str(cuts)
    assert isinstance(rows, VersionRows)


def test_a_process_that_reads_files_imports_nothing_from_the_working_folder_and_sees_no_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own modules, those of the system and the parsers: one who stands in a folder of strangers' files runs none of them."""
    strangers = tmp_path / "strangers"
    strangers.mkdir()
    for name in ("json", "docx", "bs4", "pypdfium2", "sitecustomize"):
        (strangers / f"{name}.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'a').write({name!r})")
    tells = tmp_path / "tells"
    tells.mkdir()
    (tells / "tells_environment.py").write_text("import os; print(sorted(os.environ), flush=True)")
    monkeypatch.syspath_prepend(str(tells))
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    monkeypatch.setenv("PGPASSWORD", "secret")
    monkeypatch.chdir(strangers)
    with GuardedLoader(workers=1) as loader:
        assert loader.load(Path("docx.py")).text.startswith("open(")
    assert "board" in str(load_in_own_process(CORPUS / "board" / "board-minutes-2026-02-19.docx"))
    assert not (tmp_path / "ran").exists()
    told, _ = start("tells_environment").communicate()
    assert b"PATH" in told
    assert b"OPENAI_API_KEY" not in told
    assert b"PGPASSWORD" not in told


def load_in_own_process(file: Path) -> str:
    with GuardedLoader(workers=1) as loader:
        return loader.load(file).text.lower()


def test_no_workers_is_an_error() -> None:
    with pytest.raises(ValueError, match="not 0"):
        GuardedLoader(workers=0)


def test_an_interrupted_load_leaves_no_answer_for_the_next_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.txt").write_text(f"text of {name}")

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with GuardedLoader(workers=1) as loader:
        with monkeypatch.context() as patch:
            patch.setattr("pincite.stores.loaders.guarded.read_frame", interrupted)
            with pytest.raises(KeyboardInterrupt):
                loader.load(tmp_path / "one.txt")
        assert loader.load(tmp_path / "two.txt").text == "text of two"
