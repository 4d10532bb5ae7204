"""The layout: packages match folders, no folder is crowded, and importing the package is light. `lint-imports` checks the layers."""

import ast
import re
import subprocess
import sys
import tomllib
from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TOP = {
    *(
        "errors",
        "yaml_texts",
        "evidence",
        "model_settings",
        "settings",
        "stores",
        "prompts",
        "roles",
        "nodes",
        "graph",
        "reports",
        "serving",
        "evals",
    ),
    *("doctor", "terminal", "demo", "commands", "cli", "__init__"),
}


NOT_SHIPPED = {"pincite.evals.bench", "pincite.evals.fuzz"}
"""Run from a checkout only."""


def modules() -> list[Path]:
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"]
    folders = [ROOT.joinpath(*package.split(".")[1:]) for package in [*listed, *NOT_SHIPPED]]
    return [path for folder in folders for path in folder.glob("*.py")]


def test_every_folder_with_modules_is_a_package() -> None:
    lacking = {path.parent for folder in TOP for path in (ROOT / folder).rglob("*.py")} - {
        path.parent for folder in TOP for path in (ROOT / folder).rglob("__init__.py")
    }
    assert not lacking


def test_the_package_list_matches_the_folders() -> None:
    listed = set(tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"])
    found = {
        ".".join(("pincite", *path.parent.relative_to(ROOT).parts))
        for path in (ROOT / "__init__.py", *(path for folder in TOP for path in (ROOT / folder).rglob("__init__.py")))
    }
    assert listed == found - NOT_SHIPPED


def test_no_folder_holds_more_than_twenty_modules() -> None:
    counts: dict[str, int] = {}
    for path in modules():
        if path.name != "__init__.py":
            counts[str(path.parent)] = counts.get(str(path.parent), 0) + 1
    for path in (ROOT / "tests").rglob("*.py"):
        counts[str(path.parent)] = counts.get(str(path.parent), 0) + (path.name != "conftest.py")
    assert len(counts) > 80, "a folder was not looked at"
    assert {folder: count for folder, count in counts.items() if count > 20} == {}


SAME_MEANING = {
    "answer",
    "audit",
    "documents",
    "dossier",
    "evidence",
    "guards",
    "html",
    "questions",
    "retrieval",
    "rules",
    "tables",
    "verify",
}
"""Names of folders that another folder, module or benchmark has too, for the same thing: `evals/guards` measures `evidence/guards`."""


def test_a_base_name_stands_for_one_thing() -> None:
    """A role has a protocol and its implementations; a format has the folder that is named like it; old names lead to new modules."""
    roles = {path.stem for path in (ROOT / "roles" / "contracts").glob("*.py")}
    paths = [path for path in modules() if "has moved to" not in path.read_text(encoding="utf-8")]
    folders = {path.parent for path in paths} - {ROOT}
    named = [path.stem for path in paths if path.stem not in ("__init__", path.parent.name)]
    counts = Counter([*named, *(folder.name for folder in folders)])
    assert {name for name, count in counts.items() if count > 1 and name not in roles} == SAME_MEANING


def test_the_trusted_core_does_no_io_and_knows_no_model() -> None:
    allowed = {"babel", "cleanco", "pycountry", "snowballstemmer", "pydantic", "typing_extensions"} | set(
        sys.stdlib_module_names
    )
    barred = {"os", "io", "pathlib", "socket", "time", "random", "subprocess", "sqlite3", "urllib", "asyncio"}
    for path in (ROOT / "evidence").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name.split(".")[0] for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                names = [(node.module or "").split(".")[0]]
            for name in names:
                assert name in allowed - barred, f"{path.name} imports {name}"


LONGEST_WORD_LIST = 20
"""The most words of a list outside `evidence/lexicon`."""
_WORD = re.compile(r"[^\W\d_][\w'’&.-]*")


def plain_words(value: ast.expr) -> set[str]:
    """Return the words of a list: the strings that are one word, and the parts of strings that are split at spaces."""
    if isinstance(value, ast.Subscript):
        return set()  # a type, such as Literal["text", "table"]
    listed = set()
    for node in ast.walk(value):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "split":
            for part in ast.walk(node.func.value):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    listed |= set(part.value.split())
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            listed.add(node.value)
    return {word for word in listed if _WORD.fullmatch(word)}


def test_long_word_lists_are_in_the_lexicon() -> None:
    """A list of words is a claim about all documents: it is easier to judge, and to replace, beside the others."""
    found = {}
    for folder in ("evidence", "roles", "nodes"):
        for path in (ROOT / folder).rglob("*.py"):
            if ROOT / "evidence" / "lexicon" in path.parents:
                continue
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
                    count = len(plain_words(node.value))
                    if count > LONGEST_WORD_LIST:
                        found[f"{path.relative_to(ROOT)}:{node.lineno}"] = count
    assert found == {}


def test_every_module_of_the_lexicon_states_where_its_lists_come_from() -> None:
    paths = [path for path in (ROOT / "evidence" / "lexicon").rglob("*.py") if path.name != "__init__.py"]
    assert len(paths) > 10
    for path in paths:
        described = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        assert re.search(r"^Origin: \w[^\n]{15}", described, re.MULTILINE), path.name


def test_importing_the_package_loads_nothing_heavy() -> None:
    code = "import sys, pincite; print([m for m in ('chromadb', 'langgraph', 'langchain_openai', 'numpy', 'babel', 'pycountry') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_type_checkers_see_every_room() -> None:
    links = {path.name for path in (ROOT / "typings" / "pincite").iterdir() if path.name != "__pycache__"}
    wanted = {name if (ROOT / name).is_dir() else f"{name}.py" for name in TOP}
    assert links == wanted | {"py.typed"}


@pytest.mark.parametrize(
    ("old", "name", "new"),
    [
        ("evidence.calibration", "Calibration", "evidence.judgement.calibration"),
        ("prompts.load", "template_sha256", "prompts.templates"),
        ("roles.claim_pairs", "pairs_sha256", "roles.llm.claim_pairs"),
        ("roles.kept_calibrations", "keep", "roles.llm.calibration_store"),
    ],
)
def test_a_module_that_moved_is_found_under_its_old_name_with_a_warning(old: str, name: str, new: str) -> None:
    sys.modules.pop(f"pincite.{old}", None)
    with pytest.warns(DeprecationWarning, match=f"has moved to pincite.{new}"):
        moved = import_module(f"pincite.{old}")
    assert getattr(moved, name) is getattr(import_module(f"pincite.{new}"), name)


def test_the_lock_file_of_the_tests_names_every_package_with_its_hashes() -> None:
    lock = (ROOT / "requirements-dev.lock").read_text(encoding="utf-8")
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    entries = {entry.split("==")[0]: entry for entry in re.split(r"\n(?=[a-z0-9])", lock)}
    for line in (*wanted["dependencies"], *wanted["optional-dependencies"]["dev"]):
        name = re.split(r"[\[><=;\s]", line)[0].lower().replace("_", "-")
        assert "--hash=sha256:" in entries[name], name
