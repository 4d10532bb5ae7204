"""`pincite ask` without a question: one question after another, on a terminal or from a pipe.

It works like the chat graph: earlier turns resolve references ("its", "that company"), and the chat asks for a detail
that a question lacks.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from ..errors import PinciteError, SettingsError
from ..reports.terminal_escapes import visible

if TYPE_CHECKING:
    from langchain_core.messages import AnyMessage

    from ..evidence.report.evidence_report import EvidenceReport

PROMPT = "ask> "
HELP = """\
Type a question and press Enter. “its” and “that company” refer to the subject of the last question.
  :sources   show the sources of the last answer, with the text around each quote
  :help      show this
  :quit      end (or Ctrl-D)
Ctrl-C stops a question that is being answered."""


class Conversation:
    """Asks each line as a question. `ask`: takes the question and the earlier turns, oldest first. `show`: prints the
    report. `sources`: returns the sources of a report in full."""

    def __init__(
        self,
        ask: "Callable[[str, list[str]], EvidenceReport]",
        show: "Callable[[EvidenceReport], None]",
        sources: "Callable[[EvidenceReport], str]",
    ) -> None:
        self._ask, self._show, self._sources = ask, show, sources
        self._turns: list[AnyMessage] = []
        self._last: EvidenceReport | None = None
        self.answered: list[bool] = []
        """Whether the answer is sufficient, for each question with a report."""
        self.failed = 0
        """The number of questions that could not be asked."""

    def run(self, lines: Iterator[str]) -> None:
        """Ask each line, until there are no more or a line is `:quit`."""
        for line in lines:
            text = line.strip()
            if text in (":quit", ":q", ":exit"):
                return
            if text.startswith(":"):
                print(self._command(text))
            elif text:
                self._question(text)

    def _command(self, text: str) -> str:
        if text == ":help":
            return HELP
        if text == ":sources":
            return visible(self._sources(self._last)) if self._last else "No question has been answered yet."
        return visible(f"{text}: unknown command\n{HELP}")

    def _question(self, question: str) -> None:
        from langchain_core.messages import HumanMessage

        from ..graph.chat import ChatState, read_messages, reply

        turns = [*self._turns, HumanMessage(question)]
        state = read_messages(ChatState(messages=turns))
        try:
            if not state["question"]:
                raise SettingsError(state["unasked"])
            report = self._ask(state["question"], state["earlier_turns"])
        except PinciteError as error:
            print(visible(f"pincite: {error}"), file=sys.stderr)
            self.failed += 1
            return
        except KeyboardInterrupt:
            if not sys.stdin.isatty():
                raise
            print("\npincite: stopped; ask again, or end with :quit", file=sys.stderr)
            return
        said = reply(ChatState(**{**state, "messages": turns, "report": report}))["messages"]
        self._last, self._turns = report, [*turns, *said]
        self.answered.append(report.sufficient)
        self._show(report)
        if report.clarification is not None:
            print(visible(f"{said[0].text}\n"))


def typed_lines() -> Iterator[str]:
    """Yield the lines typed at the prompt, until Ctrl-D. Ctrl-C clears the line. The arrow keys recall earlier lines."""
    with suppress(ImportError):  # Windows has no readline; its terminal keeps a history of its own
        import readline  # noqa: F401  # gives `input` a history, which is not saved
    while True:
        try:
            yield input(PROMPT)
        except EOFError:
            print()
            return
        except KeyboardInterrupt:
            print()
