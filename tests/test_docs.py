"""The README and the guides, run: code, settings, commands, links, pictures and tables are what they say."""

import argparse
import importlib
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, get_args
from xml.etree import ElementTree

import pytest
import yaml
from pydantic import BaseModel

import pincite
from pincite.cli import main, make_parser
from pincite.model_settings import ModelEndpoint
from pincite.nodes.runtime import events
from pincite.nodes.runtime.context import RunBudgets, RunContext
from pincite.serving.studio import BuildChoices
from pincite.settings import Settings, TenantLimits
from pincite.stores.documents.manifest import Entry, read_manifest
from pincite.stores.kb.knowledge_base import KnowledgeBase
from pincite.stores.loaders.kinds import _KINDS
from pincite.stores.loaders.limits import DEFAULT_LIMITS

ROOT = Path(__file__).resolve().parent.parent
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted((ROOT / "docs").rglob("*.md")),
    ROOT / "examples" / "README.md",
]
_BLOCK = re.compile(
    r"^(?:<!-- not run: (?P<why>[^\n]+) -->\n)?```(?P<language>\w*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)
_INLINE = re.compile(r"`(pincite [^`]+)`")
_LINK = re.compile(r"\]\(([^)\s]+)\)")


class Block(NamedTuple):
    page: Path
    line: int
    language: str
    text: str
    not_run: str | None

    def __str__(self) -> str:
        return f"{self.page.name}:{self.line}"


def blocks(*languages: str) -> list[Block]:
    found = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for match in _BLOCK.finditer(text):
            line = text.count("\n", 0, match.start("text"))
            found.append(Block(page, line, match["language"], match["text"], match["why"]))
    return [block for block in found if block.language in languages]


def commands(text: str) -> Iterator[list[str]]:
    """The arguments of each `pincite …` of a shell text, up to what the shell does next."""
    for line in text.replace("\\\n", " ").splitlines():
        for part in re.split(r"\|\||&&|[|;<>]", line.partition(" #")[0]):
            words = shlex.split(part)
            while words and words[0] in ("do", "run:", "-"):
                words = words[1:]
            if words[:1] == ["pincite"]:
                yield words[1:]


# code


@pytest.fixture
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the demo documents as docs/, as a reader's may lie."""
    (tmp_path / "docs").symlink_to(ROOT / "examples" / "corpus")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize("page", [page for page in PAGES if "```python" in page.read_text("utf-8")], ids=str)
def test_the_code_of_a_page_runs_from_top_to_bottom(page: Path, workplace: Path) -> None:
    namespace: dict[str, Any] = {"__name__": "page"}
    try:
        for block in blocks("python"):
            if block.page == page and not block.not_run:
                code = compile("\n" * block.line + block.text, str(page), "exec")
                exec(code, namespace)
                assert len(namespace) > 1, f"{block} names nothing"
    finally:
        for value in namespace.values():
            if isinstance(value, KnowledgeBase):
                value.close()


def test_only_code_that_needs_a_model_or_a_server_is_not_run() -> None:
    left_out = [block for block in blocks("python", "sh", "toml", "yaml", "json", "") if block.not_run]
    assert all(re.search(r"\b(models?|server)\b", str(block.not_run)) for block in left_out)
    for block in left_out:
        compile(block.text.replace("…", "None"), str(block), "exec")


@pytest.mark.parametrize("block", blocks("toml"), ids=str)
def test_settings_in_toml_load(block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert tomllib.loads(block.text)
    assert block.text.startswith("# pincite.toml\n")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pincite.toml").write_text(block.text, encoding="utf-8")
    assert Settings() != Settings.model_construct()


@pytest.mark.parametrize("block", [block for block in blocks("sh") if "PINCITE_" in block.text], ids=str)
def test_settings_in_the_environment_load(block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for line in block.text.splitlines():
        name, _, value = line.removeprefix("export ").partition("=")
        monkeypatch.setenv(name, value)
    assert Settings() != Settings.model_construct()


@pytest.mark.parametrize("block", blocks("yaml"), ids=str)
def test_yaml_parses_and_manifests_are_manifests(block: Block, tmp_path: Path) -> None:
    parsed = yaml.safe_load(block.text)
    if isinstance(parsed, dict) and "documents" in parsed:
        (tmp_path / "sources.yaml").write_text(block.text, encoding="utf-8")
        assert read_manifest(tmp_path / "sources.yaml").documents
    else:
        assert parsed


@pytest.mark.parametrize("block", blocks("json", "xml"), ids=str)
def test_json_and_xml_parse(block: Block) -> None:
    assert json.loads(block.text) if block.language == "json" else ElementTree.fromstring(block.text) is not None


# commands


def test_every_block_of_commands_is_marked_as_such() -> None:
    assert [str(block) for block in blocks("") if re.search(r"^(?:pincite|make|langgraph) ", block.text, re.M)] == []


@pytest.mark.parametrize(
    "block", [block for block in blocks("sh", "console", "yaml") if "pincite " in block.text], ids=str
)
def test_every_command_is_one_that_pincite_takes(block: Block) -> None:
    for given in commands(block.text):
        assert make_parser().parse_args(given)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_in_the_text_has_a_subcommand_and_flags_that_exist(page: Path) -> None:
    for shown in _INLINE.findall(page.read_text(encoding="utf-8")):
        for given in commands(shown):
            words, parser = [word for word in given if word not in ("…", "…]")], make_parser()
            parser.fill_all()
            if words[:1] == ["eval"] and words[1].endswith(".jsonl"):
                words.insert(1, "set")
            while known := parser.commands():
                assert words[0] in known, shown
                parser = known[words.pop(0)]
            flags = {flag for action in parser._actions for flag in action.option_strings}
            assert {word for word in words if word.startswith("--")} <= flags, shown


def test_every_module_that_is_called_exists() -> None:
    called = {name for page in PAGES for name in re.findall(r"python -m pincite\.([\w.]+)", page.read_text("utf-8"))}
    assert [name for name in called if not (ROOT / (name.replace(".", "/") + ".py")).is_file()] == []


@pytest.mark.slow
@pytest.mark.spec("AUD-9")
def test_the_loop_for_a_build_audits_all_and_fails_for_one(tmp_path: Path) -> None:
    loop = next(block.text for block in blocks("sh") if block.page.name == "audit-in-ci.md")
    (tmp_path / "out").mkdir()
    for name, fee in (("bad", "50"), ("good", "40")):
        (tmp_path / "out" / f"{name}.md").write_text(f"The fee is {fee} euros [1].\n", encoding="utf-8")
        (tmp_path / "out" / f"{name}.jsonl").write_text('{"id": "c1", "text": "The fee is 40 euros."}\n', "utf-8")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(["bash", "-c", loop], cwd=tmp_path, env={**os.environ, "PATH": path}, capture_output=True)
    assert done.returncode == 1
    failures = {
        name: ElementTree.parse(tmp_path / "out" / f"{name}.xml").getroot()[0].get("failures")
        for name in ("bad", "good")
    }
    assert failures == {"bad": "1", "good": "0"}


# the version


def test_the_changelog_begins_with_unreleased_changes_and_the_version_of_the_package() -> None:
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    heads = re.findall(r"^## \[(\S+)\](?: - (\d{4}-\d\d-\d\d))?$", text, re.MULTILINE)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert heads[0] == ("Unreleased", "")
    assert heads[1][0] == project["version"]
    assert all(date for _, date in heads[1:])
    groups = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
    assert set(re.findall(r"^### (.+)$", text, re.MULTILINE)) <= groups


def test_the_workflows_test_every_python_version_that_the_package_names() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = {line.rpartition(" ")[2] for line in project["classifiers"] if re.search(r":: 3\.\d+$", line)}
    job = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8"))["jobs"]["tests"]
    assert named == set(job["strategy"]["matrix"]["python"])
    assert project["requires-python"] == f">={min(named, key=lambda version: int(version.partition('.')[2]))}"


# links, pictures, tables


def anchors(page: Path) -> set[str]:
    """What GitHub makes of a page's headings."""
    titles = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_to_a_file_and_a_heading(page: Path) -> None:
    text = _BLOCK.sub("", page.read_text(encoding="utf-8"))
    for link in _LINK.findall(text):
        if "://" not in link:
            name, _, anchor = link.partition("#")
            target = (page.parent / name).resolve() if name else page
            assert target.exists(), link
            assert not anchor or anchor in anchors(target), link


def test_every_guide_can_be_reached_from_the_readme() -> None:
    seen, waiting = set(), [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        if page not in seen and page.suffix == ".md":
            seen.add(page)
            links = _LINK.findall(page.read_text(encoding="utf-8"))
            waiting += [(page.parent / link.partition("#")[0]).resolve() for link in links if "://" not in link]
    assert set(PAGES) <= seen


@pytest.mark.spec("EXE-3")
def test_the_picture_of_the_graph_is_the_compiled_graph(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["graph", "--mermaid"]) == 0
    (picture,) = [block for block in blocks("mermaid") if block.page.name == "studio.md"]
    assert picture.text.strip() == capsys.readouterr().out.strip()


ARCHITECTURE = ROOT / "docs" / "architecture.md"
_IMPORT = re.compile(r"^\s*from (\.+)([\w.]*) import", re.MULTILINE)
_ARROW = re.compile(r"^ +(\w+)(?:[\[(].*?[\])]+)? -(?:- [^>]+ -)?-> (\w+)", re.MULTILINE)


@pytest.mark.spec("EXE-3")
def test_the_states_in_the_architecture_are_those_of_the_compiled_graph(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["graph"]) == 0
    printed = {tuple(line.split(" → ")) for line in capsys.readouterr().out.splitlines()}
    states, _ = [block for block in blocks("mermaid") if block.page == ARCHITECTURE]
    assert set(_ARROW.findall(states.text)) == printed


def test_the_layers_in_the_architecture_are_those_that_import_each_other() -> None:
    _, layers = [block for block in blocks("mermaid") if block.page == ARCHITECTURE]
    drawn = {(above.strip("_"), below.strip("_")) for above, below in _ARROW.findall(layers.text)}
    folders = {folder for arrow in drawn for folder in arrow}
    imported = {(folder, other) for folder in folders for other in imports_of(folder) & folders - {folder}}
    assert drawn <= imported
    below = {folder: {folder} for folder in folders}
    for _ in folders:
        for folder, other in drawn:
            below[folder] |= below[other]
    assert [(folder, other) for folder, other in sorted(imported) if other not in below[folder]] == []


def imports_of(folder: str) -> set[str]:
    """The folders and modules at the root that the modules of a folder, or a module at the root, import."""
    paths = (ROOT / folder).rglob("*.py") if (ROOT / folder).is_dir() else [ROOT / f"{folder}.py"]
    found = set()
    for path in paths:
        package = path.relative_to(ROOT).parts[:-1]
        for dots, module in _IMPORT.findall(path.read_text("utf-8")):
            found.add((*package[: len(package) - (len(dots) - 1)], *module.split("."))[0])
    return found


def test_every_file_that_the_architecture_and_the_decisions_name_is_there() -> None:
    pages = [ARCHITECTURE, *(ROOT / "docs" / "decisions").glob("*.md")]
    named = {path for page in pages for path in re.findall(r"`([\w.-]+/[\w./-]+)`", page.read_text("utf-8"))}
    assert len(named) > 60
    assert sorted(path for path in named if not (ROOT / path).exists()) == []


def test_every_type_that_crosses_a_boundary_is_defined_where_the_architecture_says() -> None:
    rows = re.findall(r"^\|[^|\n]+→[^|\n]+\|([^|\n]+)\|([^|\n]+)\|", ARCHITECTURE.read_text("utf-8"), re.MULTILINE)
    assert len(rows) > 10
    for types, modules in rows:
        defined = "".join((ROOT / path).read_text("utf-8") for path in re.findall(r"`([\w/]+\.py)`", modules))
        for name in re.findall(r"`(\w+)`", types):
            assert f"class {name}(" in defined, name


def specification() -> dict[str, list[str]]:
    """The cells after the id of each requirement."""
    text = (ROOT / "docs" / "specification.md").read_text("utf-8")
    rows = re.findall(r"^\| ([A-Z]{3}-\d+) \|(.+)\|$", text, re.MULTILINE)
    found = {name: [cell.strip() for cell in cells.split("|")] for name, cells in rows}
    assert len(found) == len(rows), "an id stands twice"
    return found


def marked() -> dict[str, set[str]]:
    """For each id the test files that carry it, from `tests/`."""
    found: dict[str, set[str]] = {}
    for path in (ROOT / "tests").rglob("test_*.py"):
        for given in re.findall(r"mark\.spec\(([^)]*)\)", path.read_text("utf-8")):
            for name in re.findall(r"[A-Z]{3}-\d+", given):
                found.setdefault(name, set()).add(path.relative_to(ROOT / "tests").as_posix())
    return found


def test_every_id_that_a_test_carries_stands_in_the_specification_with_such_a_test() -> None:
    carried, rows = marked(), specification()
    assert sorted(set(carried) - set(rows)) == []
    for name, (_, _, tests) in rows.items():
        named = set(re.findall(r"`([\w/]+\.py)`", tests))
        if name in carried:
            assert named, f"{name} has a test now; name it"
            assert named <= carried[name], name
        else:
            assert re.match("not built yet|no test", tests, re.IGNORECASE), name
            assert all((ROOT / "tests" / path).is_file() for path in named), name


def test_every_module_of_the_specification_is_there() -> None:
    named = {path for _, modules, _ in specification().values() for path in re.findall(r"`([\w/]+\.py)`", modules)}
    assert sorted(path for path in named if not (ROOT / path).is_file()) == []


def test_the_langgraph_file_that_studio_is_shown_with_is_the_one_here() -> None:
    shown = next(block for block in blocks("json") if '"graphs"' in block.text)
    assert json.loads(shown.text) == json.loads((ROOT / "langgraph.json").read_text(encoding="utf-8"))


def named(page: str, column: int = 0) -> set[str]:
    """What stands in code type in a column of the page's tables; "a.b, c" tells of a.b and a.c."""
    cells = re.findall(r"^\|(.+)\|$", (ROOT / "docs" / page).read_text(encoding="utf-8"), re.MULTILINE)
    found: set[str] = set()
    for row in cells:
        parts = re.split(r"(?<!\\)\|", row)
        names = re.findall(r"`([^`]+)`", parts[column]) if len(parts) > column else []
        section = names[0].rpartition(".")[0] if names else ""
        found |= {name if "." in name or not section else f"{section}.{name}" for name in names}
    return found


def leaves(model: type[BaseModel], prefix: str = "") -> set[str]:
    found = set()
    for name, field in model.model_fields.items():
        inner = [type_ for type_ in (field.annotation, *get_args(field.annotation)) if isinstance(type_, type)]
        section = next(
            (kind for kind in inner if issubclass(kind, BaseModel) and kind not in (ModelEndpoint, TenantLimits)), None
        )
        found |= leaves(section, f"{prefix}{name}.") if section else {f"{prefix}{name}"}
    return found


@pytest.mark.spec("CFG-1")
def test_every_setting_and_every_field_of_a_context_stands_in_the_table() -> None:
    assert leaves(Settings) <= named("settings.md")
    assert set(ModelEndpoint.model_fields) <= named("settings.md")
    assert set(TenantLimits.model_fields) <= named("settings.md")
    assert set(RunContext.model_fields) <= named("settings.md")
    assert set(RunBudgets.model_fields) <= named("settings.md", 1)
    assert set(BuildChoices.model_fields) <= named("studio.md")


def test_every_field_of_a_manifest_stands_in_the_table() -> None:
    assert set(Entry.model_fields) - {"path"} == named("manifest.md") & set(Entry.model_fields)


@pytest.mark.spec("USE-3")
def test_every_event_stands_in_the_table_with_its_fields() -> None:
    text = (ROOT / "docs" / "streaming.md").read_text(encoding="utf-8")
    rows = {name: (kind, fields) for kind, name, fields in re.findall(r"^\| `(\w+)` \| `(\w+)` \|(.*?)\|", text, re.M)}
    kinds = get_args(get_args(events.ProgressEvent)[0])
    told = {}
    for kind in kinds:
        own = [name for name in kind.model_fields if name not in ("node", "state", "event")]
        told[kind.__name__] = (kind.model_fields["event"].default, own)
    assert {name: (kind, re.findall(r"`(\w+)`", fields)) for name, (kind, fields) in rows.items()} == told


def test_every_kind_of_file_and_every_limit_stands_in_the_table() -> None:
    text = (ROOT / "docs" / "sources.md").read_text(encoding="utf-8")
    rows = {kind for extension, kind in _KINDS.items() if f"`{extension}`" in text}
    assert rows == set(_KINDS.values())
    invented = [kind for cell in re.findall(r"^\| (`\..*?) \|", text, re.M) for kind in re.findall(r"`(\.\w+)`", cell)]
    assert [kind for kind in invented if kind not in _KINDS] == []
    limits = DEFAULT_LIMITS
    assert f"{limits.file_bytes // 1_000_000} MB |" in text
    for number in (limits.pages, limits.characters, limits.cells, limits.unpacked_ratio):
        assert f"{number:,}" in text
    assert f"{limits.seconds:g} s, {limits.memory_bytes // 1_000_000_000} GB |" in text
    assert f"{limits.unpacked_bytes // 1_000_000_000} GB, and {limits.unpacked_ratio} times" in text


_BENCH = re.compile(r"`python -m (pincite\.evals\.(?:bench\.|sets\.bench_)\w+)((?: [^`]*)?)`")


_MEASURED = dict.fromkeys(command for page in PAGES for command in _BENCH.findall(page.read_text("utf-8")))


@pytest.mark.parametrize("command", _MEASURED, ids=lambda command: f"{command[0]}{command[1]}")
def test_a_command_of_a_measurement_runs_as_it_is_printed(
    command: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its arguments are taken, and the files and folders that it names are there; what it measures takes too long here."""
    module = importlib.import_module(command[0])
    taken: list[argparse.Namespace] = []
    parse = argparse.ArgumentParser.parse_args

    def stop(parser: argparse.ArgumentParser, *given: Any) -> argparse.Namespace:
        taken.append(parse(parser, *given))
        raise KeyboardInterrupt

    monkeypatch.setattr(argparse.ArgumentParser, "parse_args", stop)
    with pytest.raises(KeyboardInterrupt):
        module.main(shlex.split(command[1]))
    named = [value for value in vars(taken[0]).values() if isinstance(value, Path)]
    assert all((ROOT / value).exists() for value in named)


def test_every_figure_of_a_table_of_measurements_has_the_command_that_gives_it_again() -> None:
    rows = []
    for page in PAGES:
        tables = re.findall(r"^\|[^\n]*\| command \|\n\|[-| ]+\|\n((?:\|[^\n]*\|\n?)+)", page.read_text("utf-8"), re.M)
        rows += [
            (page.name, row.rstrip("| ").rpartition("|")[2].strip()) for table in tables for row in table.splitlines()
        ]
    assert len(rows) > 20
    runs = re.compile(r"`(python -m pincite\.|pincite (eval|doctor|audit) |pytest tests)|^(the same|as above)")
    assert [row for row in rows if not runs.search(row[1])] == []


def test_what_security_md_says_is_proven_by_tests_that_are_there() -> None:
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:tests|stores|\.ci)/[\w./-]+)`", text)
    assert len(named) > 15
    assert [path for path in named if not (ROOT / path).exists()] == []


SCALE = ROOT / "docs" / "scale.md"


def test_what_was_measured_of_scale_stands_beside_the_command_that_measures_it() -> None:
    parts = re.split(r"^## ", SCALE.read_text("utf-8"), flags=re.MULTILINE)
    measured = [part for part in parts if part.startswith("Measured: ")]
    assert len(measured) == 4
    assert [part.splitlines()[0] for part in measured if "python -m pincite.evals.bench.scale " not in part] == []


def test_calculated_figures_of_the_scale_page_follow_from_the_measured_ones() -> None:
    text = SCALE.read_text("utf-8")
    units = {"": 1.0, "ms": 1 / 3_600_000, "hours": 1.0, "KB": 1e3, "TB": 1e12}
    _, _, document = text.partition("| what | per passage | a thousand million |\n")
    rows = re.findall(r"^\| [^|]+ \| ([\d.]+) ?(\w*) \| ([\d.,]+) ?(\w*) \|$", document, re.MULTILINE)
    assert len(rows) == 6
    for amount, unit, total, in_all in rows:
        wanted = float(amount) * units[unit] * 1e9
        assert float(total.replace(",", "")) * units[in_all] == pytest.approx(wanted, rel=0.02), (amount, total)


def test_the_example_of_what_models_cost_is_reckoned_by_the_formula_above_it() -> None:
    text = SCALE.read_text("utf-8")
    (formula,) = re.findall(r"^n \* .+$", text, re.MULTILINE)
    spaced = re.sub(r"(\d) p_", r"\1 * p_", formula)
    names = {"n": 10_000, "a": 0.8, "p_in": 1.0, "p_cached": 0.1, "p_out": 4.0}
    cost = eval(compile(spaced, str(SCALE), "eval"), {"__builtins__": {}}, names)
    assert f"cost {cost:.2f} an hour" in text


@pytest.mark.parametrize("page", [*PAGES, *sorted((ROOT / "examples").glob("*.py"))], ids=lambda page: page.name)
def test_pages_and_examples_import_only_what_is_public(page: Path) -> None:
    imported = re.findall(
        r"^ *(?:from (pincite[\w.]*) import|import (pincite[\w.]+))", page.read_text("utf-8"), re.MULTILINE
    )
    assert {first or second for first, second in imported} <= {"pincite"}


def test_the_api_page_has_every_public_name_and_no_other() -> None:
    shown = re.findall(r"^::: [\w.]+\.(\w+)$", (ROOT / "docs" / "api.md").read_text("utf-8"), re.MULTILINE)
    assert sorted(shown) == sorted(pincite.__all__)
    assert all(hasattr(pincite, name) for name in pincite.__all__)
