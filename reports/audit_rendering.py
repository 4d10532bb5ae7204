"""An audit as a table for a terminal, and as JUnit XML for a build server."""

import re
import textwrap
from xml.etree import ElementTree

from ..evidence.audit_report import AuditReport

_WIDTH = 100
_NOT_XML = re.compile(r"[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def audit_table(report: AuditReport) -> str:
    """The verdict, then each claim with its verdict, its chunks and what is to be said of it, then the suggested fix."""
    held = sum(claim.verdict == "supported" for claim in report.claims)
    lines = [f"{report.verdict.upper()}  {held} of {len(report.claims)} claims supported", ""]
    chunks = max(len(_shown(", ".join(claim.supported_by))) for claim in report.claims)
    column = min(max(chunks, 6), 30)
    indent = " " * (16 + column)
    for claim in report.claims:
        ids = _shown(", ".join(claim.supported_by)) or "–"
        said = textwrap.wrap(_shown(claim.span), _WIDTH - len(indent)) or [""]
        lines.append(f"{claim.verdict:<12}  {ids:<{column}}  {said[0]}")
        lines += [f"{indent}{line}" for line in said[1:]]
        if claim.note:
            lines += textwrap.wrap(
                _shown(claim.note), _WIDTH, initial_indent=f"{indent}↳ ", subsequent_indent=f"{indent}  "
            )
    if report.suggested_fix:
        lines += [
            "",
            "Suggested fix",
            *textwrap.wrap(_shown(report.suggested_fix), _WIDTH, initial_indent="  ", subsequent_indent="  "),
        ]
    return "\n".join(lines)


def _shown(text: str) -> str:
    """On one line, with no character that would do something to a terminal."""
    return "".join(letter if letter.isprintable() else "�" for letter in " ".join(text.split()))


def audit_junit(report: AuditReport) -> str:
    """One test case for each claim; a claim that is not supported is a failure of that kind, with its note."""
    failed = len(report.unsupported)
    suite = ElementTree.Element(
        "testsuite", name="pincite audit", tests=str(len(report.claims)), failures=str(failed), errors="0", skipped="0"
    )
    for number, claim in enumerate(report.claims, 1):
        name = f"{number}. {' '.join(_xml(claim.span).split())}"
        case = ElementTree.SubElement(suite, "testcase", classname="pincite.audit", name=name)
        if claim.verdict != "supported":
            message = _xml(claim.note or claim.verdict)
            failure = ElementTree.SubElement(case, "failure", type=claim.verdict, message=message)
            failure.text = _xml(claim.span)
        elif claim.supported_by:
            ElementTree.SubElement(case, "system-out").text = _xml(", ".join(claim.supported_by))
    root = ElementTree.Element("testsuites")
    root.append(suite)
    if report.suggested_fix:
        ElementTree.SubElement(suite, "system-out").text = _xml(f"Suggested fix: {report.suggested_fix}")
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=False)


def _xml(text: str) -> str:
    return _NOT_XML.sub("�", text)
