"""Asks the questions of the golden sets in every arm (compared system), and computes the figures (SPEC EVA-2..5)."""

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version

from ...evidence.report.evidence_report import EvidenceReport
from ...settings import Settings
from ...stores.kb.knowledge_base import KnowledgeBase
from .arms import ARMS, GUARDS, Graph, Variant, built, with_approving_roles
from .documents import fingerprint, ingested, places
from .golden_figures import PENALTY, RESAMPLES, SEED, figures, funnel, precision, risk_coverage
from .grade import graded
from .result import Answered, ArmName, ArmResult, Corpus, Credulous, GoldenReport, GuardName
from .set import GoldenQuestion, GoldenSet
from .tapes import Tapes
from .verdict import ablation, comparisons, credulous

PRODUCT: ArmName = "grounded_follow_up"
CRITIC_GUARDS: frozenset[GuardName] = frozenset({"stating"})
"""The guards inside the critic. A critic that approves everything already has them off."""
OnProgress = Callable[[str], None]
"""A callback that gets one line of progress."""
Seen = Callable[[Answered, EvidenceReport, KnowledgeBase], None]
"""A callback that gets each result of the last arm while its knowledge base is open."""


def evaluate(
    sets: Sequence[GoldenSet],
    *,
    arms: Sequence[ArmName],
    guards: Sequence[GuardName],
    settings: Settings,
    tapes: Tapes,
    at_once: int,
    on_progress: OnProgress,
    seen: Seen | None = None,
    credulous_too: bool = False,
) -> GoldenReport:
    """Ask every question of the sets in every arm, and in the product with each of the guards off.

    `at_once`: the number of parallel questions. `credulous_too`: whether to repeat the product and the ablations with a
    critic and an auditor that approve everything.
    """
    asked_of: tuple[ArmName, ...] = tuple(arm for arm in ARMS if arm in arms or (guards and arm == PRODUCT))
    wanted: dict[str, Variant] = {name: ARMS[name] for name in asked_of}
    wanted |= {name: GUARDS[name] for name in guards}
    behind = tuple(guard for guard in guards if guard not in CRITIC_GUARDS) if credulous_too else ()
    if credulous_too:
        wanted[credulous_name(PRODUCT)] = with_approving_roles(ARMS[PRODUCT])
        wanted |= {credulous_name(name): with_approving_roles(GUARDS[name]) for name in behind}
    answers: dict[str, list[Answered]] = {name: [] for name in wanted}
    models: dict[str, dict[str, str]] = {}
    corpora = []
    for golden in sets:
        for declared in dict.fromkeys(variant.declared for variant in wanted.values()):
            with ingested(golden, declared) as kb:
                documents, stands_in = len(kb.snapshot().documents()), places(golden, kb)
                for name in (name for name, variant in wanted.items() if variant.declared == declared):
                    on_progress(f"{golden.name}: {name}, {len(golden.questions)} questions")
                    with tapes.of(golden.name, name) as tape:
                        for question, report, seconds in _asked(
                            built(wanted[name], kb, settings, tape), golden, at_once
                        ):
                            took = tapes.took(golden.name, name, question.id, seconds)
                            answer = graded(
                                question,
                                report,
                                golden.name,
                                took,
                                judges_itself=wanted[name].judges_itself,
                                stands_in=stands_in,
                            )
                            answers[name].append(answer)
                            models[name] = report.provenance.models
                            if seen and name == asked_of[-1]:
                                seen(answer, report, kb)
        corpora.append(
            Corpus(
                name=golden.name,
                questions=len(golden.questions),
                documents=documents,
                as_of=golden.as_of.isoformat(),
                sha256=fingerprint(golden),
            )
        )
    results = tuple(_result(name, ARMS[name].about, models[name], answers[name]) for name in asked_of)
    return GoldenReport(
        pincite=version("pincite"),
        seed=SEED,
        resamples=RESAMPLES,
        penalty=PENALTY,
        replayed=tapes.replaying,
        corpora=tuple(corpora),
        arms=results,
        comparisons=comparisons(results),
        ablations=tuple(ablation(name, GUARDS[name].about, answers[name], answers[PRODUCT]) for name in guards),
        credulous=_behind(answers, behind) if credulous_too else None,
    )


def credulous_name(name: ArmName | GuardName) -> str:
    """Return the name of the recording of a variant with roles that approve everything.

    Example: `credulous_name("product")` gives `"credulous_product"`.
    """
    return f"credulous_{name}"


def _behind(answers: Mapping[str, Sequence[Answered]], guards: Sequence[GuardName]) -> Credulous:
    base = answers[credulous_name(PRODUCT)]
    found = [ablation(guard, GUARDS[guard].about, answers[credulous_name(guard)], base) for guard in guards]
    return credulous(base, answers[PRODUCT], found)


def _asked(graph: Graph, golden: GoldenSet, at_once: int) -> list[tuple[GoldenQuestion, EvidenceReport, float]]:
    def ask(question: GoldenQuestion) -> tuple[GoldenQuestion, EvidenceReport, float]:
        began = time.perf_counter()
        report = graph.invoke({"question": question.question, "as_of": golden.as_of.isoformat()})["report"]
        return question, report, time.perf_counter() - began

    if at_once == 1:
        return [ask(question) for question in golden.questions]
    with ThreadPoolExecutor(at_once) as pool:
        return list(pool.map(ask, golden.questions))


def _result(name: ArmName, about: str, models: Mapping[str, str], answers: Sequence[Answered]) -> ArmResult:
    kinds = dict.fromkeys(answer.kind for answer in answers)
    names = dict.fromkeys(answer.corpus for answer in answers)
    return ArmResult(
        arm=name,
        about=about,
        models=dict(models),
        overall=figures("all", answers),
        by_kind=tuple(figures(kind, [answer for answer in answers if answer.kind == kind]) for kind in kinds),
        by_corpus=tuple(figures(corpus, [each for each in answers if each.corpus == corpus]) for corpus in names),
        precision=precision(answers),
        risk_coverage=risk_coverage(answers),
        answers=tuple(answers),
        funnel=funnel(answers),
    )
