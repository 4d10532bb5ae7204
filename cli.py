"""The terminal. `--json` prints one JSON document on standard output and nothing else there; progress goes to standard error.

Exit codes: 0 answered, faithful or done; 1 not; 2 broken, which includes a run without an answer whose model failed.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .errors import PinciteError, StoreError
from .reports.visible import visible, visible_json

DEFAULT_KB = "kb"
DEMO = Path(__file__).parent / "examples"
_COLOURS = ("fill:#f2f0ff,stroke:#8678c9,color:#1f1b2e", "fill:#bfb6fc", "fill:#bfb6fc")
"""Of a drawn node, of the first and of the last: to be read on light and on dark pages."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; gives its exit code."""
    given = list(sys.argv[1:] if argv is None else argv)
    if given[:1] == ["eval"] and len(given) > 1 and Path(given[1]).suffix == ".jsonl":
        given.insert(1, "set")
    arguments = _parser().parse_args(given)
    try:
        return int(arguments.run(arguments))
    except PinciteError as error:
        print(visible(f"pincite: {error}"), file=sys.stderr)
        return 2
    except BrokenPipeError:
        return 2
    except KeyboardInterrupt:
        print("pincite: stopped; what was finished is kept", file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="pincite", description="Answers from your own documents, with exact quotes.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    ingest = _command(commands, "ingest", _ingest, "take documents in", kb=True)
    ingest.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="files and folders")
    ingest.add_argument("--manifest", type=Path, help="a sources.yaml; default: the one in an ingested folder")
    ingest.add_argument("--prune", action="store_true", help="remove documents whose files are gone")
    ingest.add_argument("--ocr", action="store_true", help="read scanned pages of PDFs (extra ocr; some 7 s a page)")

    ask = _command(commands, "ask", _ask, "answer a question", kb=True)
    ask.add_argument("question", nargs="?", help="may be left out with --replay of one recorded run")
    ask.add_argument("--as-of", metavar="DATE", help="the day the answer is for (ISO); default: today")
    ask.add_argument(
        "--document", action="append", default=[], metavar="GLOB", help="read only documents whose path matches"
    )
    ask.add_argument("--collection", action="append", default=[], metavar="NAME", help="read only this top folder")
    ask.add_argument("--follow-ups", type=int, choices=(0, 1, 2), help="follow-up retrievals allowed")
    tape = ask.add_mutually_exclusive_group()
    tape.add_argument("--record", type=Path, metavar="FILE", help="keep every model call of this run in a file")
    tape.add_argument("--replay", type=Path, metavar="FILE", help="the recorded run again, without key or network")

    from .reports import audit_command, report_command, verify_command

    audit = _command(commands, "audit", audit_command.run, "judge each claim of an answer against its chunks")
    audit_command.add_arguments(audit)

    report_command.add_forms(ask)
    report_command.add_arguments(_command(commands, "report", report_command.run, "show a kept report again"))
    verify = _command(commands, "verify", verify_command.run, "check a report's citations and sums again", kb=True)
    verify_command.add_arguments(verify)

    from .serving import mcp_command

    mcp = _command(commands, "mcp", mcp_command.run, "serve the documents to MCP clients", kb=True, json=False)
    mcp_command.add_arguments(mcp)

    alias = commands.add_parser("alias", help="other names of entities", description="other names of entities")
    actions = alias.add_subparsers(required=True, metavar="ACTION")
    add = _command(actions, "add", _alias_add, "declare another name of an entity", kb=True)
    add.add_argument("name")
    add.add_argument("of", help="the entity it is a name of")
    _command(actions, "list", _alias_list, "the names that were declared", kb=True)
    remove = _command(actions, "remove", _alias_remove, "take a declared name out", kb=True)
    remove.add_argument("name")
    remove.add_argument("of", nargs="?", help="of this entity only")

    from .serving.web import command as serve_command

    serve = _command(commands, "serve", serve_command.run, "ask, read and add documents in a web page", kb=True)
    serve_command.add_arguments(serve)

    graph = _command(commands, "graph", _graph, "draw the graph")
    graph.add_argument("--mermaid", action="store_true", help="as Mermaid text instead of a list of edges")
    graph.add_argument("--follow-ups", type=int, choices=(0, 1, 2), default=1)

    doctor = _command(commands, "doctor", _doctor, "check the environment and the knowledge base", kb=True)
    doctor.add_argument(
        "--calibrate",
        action="store_true",
        help="measure first whether the auditor's model may judge meaning, and keep it",
    )

    demo = _command(commands, "demo", _demo, "ingest the demo documents and ask six questions")
    demo.add_argument(
        "--corpus", type=Path, default=DEMO, help="a folder with corpus/ and questions.yaml (default: the demo's own)"
    )
    demo.add_argument("--questions", type=Path, metavar="FILE", help="other questions on the same corpus")

    evaluate = commands.add_parser("eval", help="measure")
    suites = evaluate.add_subparsers(required=True, metavar="SUITE")
    from .evals import golden_command
    from .evals.guards import measure_guards as guards
    from .evals.rules import measure_rules as rules
    from .evals.sets import question_set

    for name, suite, text in (
        ("golden", golden_command, "the golden questions in four arms, with the verdict and a regression gate"),
        ("guards", guards, "mutations and paraphrases against the guards"),
        ("rules", rules, "each rule of the trusted core, on claims and in asking"),
        ("set", question_set, "the questions of a set in JSON lines; `pincite eval PATH` is short for it"),
    ):
        one = suites.add_parser(name, help=text, description=text)
        suite.add_arguments(one)
        one.set_defaults(run=suite.run)
    return parser


def _command(
    commands: Any, name: str, run: Any, text: str, *, kb: bool = False, json: bool = True
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(name, help=text, description=text)
    if kb:
        parser.add_argument(
            "--kb",
            default=DEFAULT_KB,
            metavar="DIR",
            help=f"the knowledge base: a folder, or the address of a served one (default: {DEFAULT_KB})",
        )
        parser.add_argument("--tenant", default="default")
    if json:
        parser.add_argument("--json", action="store_true", help="one JSON document on standard output")
    parser.set_defaults(run=run)
    return parser


def _open(arguments: argparse.Namespace, *, must_exist: bool = False) -> Any:
    from .stores.kb.existing import open_existing
    from .stores.kb.knowledge_base import KnowledgeBase

    if must_exist:
        return open_existing(arguments.kb, arguments.tenant)
    return KnowledgeBase.open(arguments.kb, tenant=arguments.tenant)


def _ingest(arguments: argparse.Namespace) -> int:
    from .settings import Settings
    from .terminal import ingest_table, show_progress

    with _open(arguments) as kb:
        report = kb.ingest(
            arguments.paths,
            manifest=arguments.manifest,
            prune=arguments.prune,
            ocr=arguments.ocr or Settings().ingest.ocr,
            progress=show_progress,
        )
    print(visible_json(report.model_dump_json(indent=2)) if arguments.json else visible(ingest_table(report)))
    if report.nothing_taken:
        why = "none of the files could be read" if report.failed or report.skipped else "there is no file to read"
        print(
            visible(f"pincite: nothing was ingested: {why} in {', '.join(map(str, arguments.paths))}"), file=sys.stderr
        )
    return 2 if report.nothing_taken else 0 if report.ok else 1


def _ask(arguments: argparse.Namespace) -> int:
    from .reports.footer import exit_code, footer
    from .reports.shown import show

    with _open(arguments, must_exist=True) as kb:
        report = _asked(arguments, kb)
        try:
            kb.record_run(report.run_id, report.question, report.digest)
        except StoreError as error:  # the answer holds all the same
            print(visible(f"pincite: the run journal does not hold this report: {error}"), file=sys.stderr)
        show(report, kb, arguments)
    print(visible(footer(report)), file=sys.stderr)
    return exit_code(report)


def _asked(arguments: argparse.Namespace, kb: Any) -> Any:
    """The run that `pincite ask` makes, or makes again from a recording."""
    from .errors import SettingsError
    from .graph.build import build_graph
    from .graph.recorded import record, replay
    from .nodes.runtime.state import RunInput
    from .settings import Settings

    if arguments.replay and arguments.follow_ups is not None:
        raise SettingsError("--follow-ups: a replay runs under the settings it was recorded with; leave it out")
    if arguments.replay and arguments.question is None:
        return replay(kb, arguments.replay)
    if arguments.question is None:
        raise SettingsError("question: it is missing; give it after `ask`")
    given: RunInput = {"question": arguments.question}
    if arguments.as_of:
        given["as_of"] = arguments.as_of
    if arguments.document:
        given["documents"] = arguments.document
    if arguments.collection:
        given["collections"] = arguments.collection
    if arguments.replay:
        return replay(kb, arguments.replay, given)
    settings = Settings() if arguments.follow_ups is None else Settings(follow_ups=arguments.follow_ups)
    if arguments.record:
        return record(kb, given, arguments.record, settings)
    return build_graph(kb, settings).invoke(given)["report"]


def _alias_add(arguments: argparse.Namespace) -> int:
    with _open(arguments, must_exist=True) as kb:
        kb.add_alias(arguments.name, arguments.of)
    done = {"name": arguments.name, "of": arguments.of}
    told = f"“{arguments.name}” is now another name of {arguments.of}"
    print(json.dumps(done) if arguments.json else visible(told))
    return 0


def _alias_list(arguments: argparse.Namespace) -> int:
    with _open(arguments, must_exist=True) as kb:
        declared = kb.declared_aliases()
    if arguments.json:
        print(json.dumps([{"name": one.name, "of": one.of} for one in declared]))
    else:
        told = "\n".join(f"“{one.name}” is another name of {one.of}" for one in declared)
        print(visible(told) or "no alias was declared")
    return 0


def _alias_remove(arguments: argparse.Namespace) -> int:
    with _open(arguments, must_exist=True) as kb:
        gone = kb.remove_alias(arguments.name, arguments.of)
    if arguments.json:
        print(json.dumps([{"name": name, "of": of} for name, of in gone]))
    else:
        print(visible("\n".join(f"alias removed: “{name}” for {of}" for name, of in gone)))
    return 0


def _graph(arguments: argparse.Namespace) -> int:
    import tempfile

    from langchain_core.runnables.graph import NodeStyles

    from .graph.build import build_graph
    from .settings import Settings
    from .stores.kb.knowledge_base import KnowledgeBase

    with tempfile.TemporaryDirectory() as folder, KnowledgeBase.open(folder) as kb:
        drawn = build_graph(kb, Settings(follow_ups=arguments.follow_ups)).get_graph(xray=True)
    order = {name: place for place, name in enumerate(drawn.nodes)}
    drawn.edges.sort(key=lambda edge: (order[edge.source], order[edge.target]))  # as a run walks them
    edges = [(edge.source, edge.target) for edge in drawn.edges]
    if arguments.json:
        print(json.dumps({"nodes": list(drawn.nodes), "edges": edges}))
    elif arguments.mermaid:
        print(drawn.draw_mermaid(node_colors=NodeStyles(*_COLOURS)))
    else:
        print("\n".join(f"{a} → {b}" for a, b in edges))
    return 0


def _doctor(arguments: argparse.Namespace) -> int:
    from .doctor import calibrate_auditor, examine
    from .terminal import doctor_table, show_claims

    calibrated = calibrate_auditor(show_claims) if arguments.calibrate else []
    findings = [*examine(arguments.kb, arguments.tenant), *calibrated]
    print(json.dumps([one._asdict() for one in findings]) if arguments.json else visible(doctor_table(findings)))
    return 0 if all(one.ok for one in findings) else 1


def _demo(arguments: argparse.Namespace) -> int:
    from .demo import run_demo

    return run_demo(arguments.corpus, questions=arguments.questions, as_json=arguments.json)


if __name__ == "__main__":
    sys.exit(main())
