"""An audit as a table for a terminal, and as JUnit XML for CI."""

import re
import textwrap
from xml.etree import ElementTree

from ..evidence.audit.audit_report import AuditedClaim, AuditReport

_WIDTH = 100
_NOT_XML = re.compile(r"[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def audit_table(report: AuditReport) -> str:
    """Return an audit as text: the verdict, the claims in three groups (supported, differing, for a judge), and the
    suggested fix. Each claim has its chunks and its note."""
    groups = [(title, [claim for claim in report.claims if _group(claim) == title]) for title in _GROUPS]
    supported, differing, unsettled = (len(claims) for _, claims in groups)
    counts = f"{supported} of {len(report.claims)} claims supported, {differing} differing, {unsettled} unsettled"
    is_unproven = report.verdict != "faithful" and not differing
    lines = [f"{'UNPROVEN' if is_unproven else report.verdict.upper()}  {counts}"]
    chunks = max(len(_shown(", ".join(claim.supported_by))) for claim in report.claims)
    column = min(max(chunks, 6), 30)
    for title, claims in groups:
        if claims:
            lines += ["", title]
        for claim in claims:
            lines += _claim_lines(claim, column)
    if report.suggested_fix:
        lines += [
            "",
            "Suggested fix",
            *textwrap.wrap(_shown(report.suggested_fix), _WIDTH, initial_indent="  ", subsequent_indent="  "),
        ]
    return "\n".join(lines)


_GROUPS = ("Supported", "Differing", "Needs a judge")


def _group(claim: AuditedClaim) -> str:
    """Return the group of a claim. A claim that its cited chunk refutes is differing, even if another chunk supports
    it."""
    if claim.verdict == "supported":
        return "Supported"
    return "Needs a judge" if claim.needs_judge else "Differing"


def _claim_lines(claim: AuditedClaim, column: int) -> list[str]:
    ids = _shown(", ".join(claim.supported_by)) or "–"
    verdict = "unsettled" if claim.needs_judge else claim.verdict
    indent = " " * (18 + column)
    said = textwrap.wrap(_shown(claim.span), _WIDTH - len(indent)) or [""]
    lines = [f"  {verdict:<12}  {ids:<{column}}  {said[0]}", *(f"{indent}{line}" for line in said[1:])]
    if claim.note:
        lines += textwrap.wrap(
            _shown(claim.note), _WIDTH, initial_indent=f"{indent}↳ ", subsequent_indent=f"{indent}  "
        )
    return lines


def _shown(text: str) -> str:
    """Return the text on one line, without control characters."""
    return "".join(letter if letter.isprintable() else "�" for letter in " ".join(text.split()))


def audit_junit(report: AuditReport) -> str:
    """Return JUnit XML with one test case for each claim. A claim that is not supported is a failure with its note. The
    failure's type is the verdict, or `unsettled`."""
    failed = len(report.unsupported)
    suite = ElementTree.Element(
        "testsuite", name="pincite audit", tests=str(len(report.claims)), failures=str(failed), errors="0", skipped="0"
    )
    for number, claim in enumerate(report.claims, 1):
        name = f"{number}. {' '.join(_xml(claim.span).split())}"
        case = ElementTree.SubElement(suite, "testcase", classname="pincite.audit", name=name)
        if claim.verdict != "supported":
            message = _xml(claim.note or claim.verdict)
            kind = "unsettled" if claim.needs_judge else claim.verdict
            failure = ElementTree.SubElement(case, "failure", type=kind, message=message)
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
