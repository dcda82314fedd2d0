"""Run folders made by hand, so that a report is tested without the harness that writes them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pandas as pd
import pytest

from gaugeblock.perturb.variant import diff_edits
from gaugeblock.reports import Run, load_run

CONTEXT = (
    "The Ardley ferry office raised its fares on 4 March 2023. A single crossing now costs 40 euros, up from 35. "
    "About 120 people use the line on a weekday, and the office said that the money pays for a second boat."
)
AT_35 = CONTEXT.index("35")
ORIGINAL = "The Ardley ferry raised its single fare to 40 euros in March 2023."


def statistic(
    name: str, group: str, value: float | None, low: float | None = None, high: float | None = None, **more: Any
) -> dict[str, Any]:
    """One statistic as the harness writes it."""
    row = {"name": name, "group": group, "value": value, "low": low, "high": high, "n": 181, "clusters": 90}
    return {**row, "rule": None, "verdict": None, **more}


def pair(new: str, old: str = ORIGINAL, **more: Any) -> dict[str, Any]:
    """One worst pair whose response changed from `old` to `new`."""
    edits = [edit.to_json() for edit in diff_edits(old, new)]
    row = {
        "parent": "ferry-1",
        "variant": "ferry-1/number/1a2b3c4d",
        "perturbation": "number",
        "family": "corruption",
        "severity": None,
        "relation": "decrease",
        "score_before": 0.75,
        "score_after": 0.75,
        "change": 0.0,
        "note": "",
        "edits": edits,
        "question": "What does the ferry cost?",
        "label": 1.0,
        "context": [CONTEXT],
        "before": {"response": old},
        "after": {"response": new},
    }
    return {**row, **more}


def stress(verdict: str, reason: str, statistics: list[Any], examples: list[Any] | None = None) -> dict[str, Any]:
    """One stress test as the harness writes it."""
    coverage = {"applied": 181, "not_applicable": 40, "unchanged": 2, "rejected": 9, "language": 0, "unscored": 7}
    return {
        "verdict": verdict,
        "reason": reason,
        "statistics": statistics,
        "coverage": coverage,
        "examples": examples or [],
    }


def good_metric() -> dict[str, Any]:
    """A metric that holds up, except for one test with too few pairs."""
    return {
        "verdict": "inconclusive",
        "reason": "One of four stress tests has too few pairs to tell.",
        "construct": "factual-consistency",
        "items": 9000,
        "unscored": {"count": 0, "share": 0.0, "reasons": {}},
        "stress": {
            "sensitivity": stress(
                "pass",
                "Wrong facts move the score 4.1 times as far as harmless edits.",
                [
                    statistic("auc-corruption", "all", 0.912, 0.881, 0.94, rule="at least 0.6", verdict="pass"),
                    statistic("auc-correction", "all", 0.874, 0.83, 0.91, rule="at least 0.6", verdict="pass"),
                    statistic("mean-change", "number", -0.312, -0.36, -0.27),
                    statistic("mean-change", "entity", -0.287, -0.33, -0.25),
                    statistic("mean-change", "contractions", -0.011, -0.02, 0.004),
                    statistic("benign-shift", "all", 0.021, 0.012, 0.03, rule="at most 0.05", verdict="pass"),
                    statistic("contrast", "all", 4.1, 3.2, 5.4, rule="above 0", verdict="pass"),
                ],
            ),
            "gaming": stress(
                "inconclusive",
                "The interval of the gain lies on both sides of the limit.",
                [
                    statistic(
                        "mean-gain",
                        "assertion/appended",
                        0.018,
                        -0.004,
                        0.041,
                        n=24,
                        clusters=12,
                        rule="at most 0.02",
                        verdict="inconclusive",
                    ),
                    statistic(
                        "mean-gain",
                        "mined/appended",
                        0.002,
                        -0.01,
                        0.012,
                        n=24,
                        clusters=12,
                        rule="at most 0.02",
                        verdict="pass",
                    ),
                    statistic("share-gained", "all", 0.125, 0.03, 0.28, n=48, clusters=12),
                    statistic("auc-phrase-alone", "all", None, n=0, clusters=0),
                ],
            ),
            "force": stress(
                "pass",
                "Overstated claims score lower in 93% of the pairs.",
                [
                    statistic("mvr", "all", 0.07, 0.03, 0.12, rule="at most 0.25", verdict="pass"),
                    statistic("mvr", "hedge", 0.05, 0.01, 0.1),
                    statistic("mvr", "severity-1", 0.11, 0.05, 0.19),
                    statistic("force-sensitivity", "all", 0.22, 0.18, 0.26, rule="above 0", verdict="pass"),
                ],
            ),
            "laws": stress(
                "pass",
                "All laws hold.",
                [
                    statistic(f"{law}-violations", "all", 0.0, 0.0, 0.02, rule="at most 0", verdict="pass")
                    for law in ("order", "batch", "duplicate", "repeat", "bounds", "identity", "degenerate", "constant")
                ],
            ),
        },
    }


def bad_metric() -> dict[str, Any]:
    """A metric that fails most tests, with pairs of every shape."""
    long_context = " ".join(
        f"Paragraph {n} of the harbour minutes deals with berth {n} and its dues." for n in range(200)
    )
    return {
        "verdict": "fail",
        "reason": "Three of four stress tests fail: sensitivity, gaming and force.",
        "construct": "factual-consistency",
        "items": 9000,
        "unscored": {"count": 612, "share": 0.068, "reasons": {"timeout": 2, "declined": 610}},
        "stress": {
            "sensitivity": stress(
                "fail",
                "A wrong fact moves the score no further than a harmless edit of the same size.",
                [
                    statistic("auc-corruption", "all", 0.534, 0.49, 0.58, rule="at least 0.6", verdict="fail"),
                    statistic("auc-correction", "all", 0.511, 0.46, 0.57, rule="at least 0.6", verdict="fail"),
                    statistic("mean-change", "number", -0.012, -0.02, -0.004),
                    statistic("mean-change", "entity", -0.022, -0.04, -0.01),
                    statistic("mean-change", "contractions", -0.031, -0.04, -0.02),
                    statistic("benign-shift", "all", 0.045, 0.032, 0.06, rule="at most 0.05", verdict="inconclusive"),
                    statistic("contrast", "all", -0.71, -0.96, -0.5, rule="above 0", verdict="fail"),
                ],
                [
                    pair(
                        "The Ardley ferry raised its single fare to 45 euros in March 2023.",
                        score_before=0.8125,
                        score_after=0.8125,
                        change=0.0,
                    ),
                    pair(
                        ORIGINAL,
                        perturbation="document-swap",
                        family="context",
                        relation="decrease",
                        edits=[
                            {"field": "context[0]", "start": AT_35, "end": AT_35 + 2, "before": "35", "after": "53"}
                        ],
                        before={"context[0]": CONTEXT},
                        after={"context[0]": CONTEXT[:AT_35] + "53" + CONTEXT[AT_35 + 2 :]},
                        note="The context was changed, the response was not.",
                    ),
                ],
            ),
            "gaming": stress(
                "fail",
                "An empty assertion at the end raises the score by 0.27.",
                [
                    statistic(
                        "mean-gain", "assertion/appended", 0.271, 0.25, 0.29, rule="at most 0.02", verdict="fail"
                    ),
                    statistic(
                        "mean-gain", "assertion/prepended", 0.114, 0.09, 0.14, rule="at most 0.02", verdict="fail"
                    ),
                    statistic("mean-gain", "mined/appended", 0.062, 0.04, 0.08, rule="at most 0.02", verdict="fail"),
                    statistic("share-gained", "all", 0.83, 0.77, 0.88),
                    statistic("auc-phrase-alone", "all", 0.62, 0.55, 0.69),
                ],
                [
                    pair(
                        f"{ORIGINAL} This summary is accurate and complete.",
                        perturbation="assertion",
                        family="gaming",
                        relation="not-increase",
                        score_before=0.61,
                        score_after=0.88,
                        change=0.27,
                        severity=None,
                    )
                ]
                * 2,
            ),
            "force": stress(
                "fail",
                "Overstated claims score at least as high as careful ones in 47% of the pairs.",
                [
                    statistic("mvr", "all", 0.472, 0.4, 0.54, rule="at most 0.25", verdict="fail"),
                    statistic("mvr", "hedge", 0.45, 0.31, 0.58),
                    statistic("mvr", "severity-1", 0.51, 0.42, 0.6),
                    statistic("force-sensitivity", "all", 0.004, -0.01, 0.02, rule="above 0", verdict="inconclusive"),
                ],
                [
                    pair(
                        "The new boat will cut the queue at every hour of the day, the harbour board says.",
                        old="The new boat may cut the queue at some hours of the day, the harbour board says.",
                        edits=[
                            {"field": "response", "start": 13, "end": 16, "before": "may", "after": "will"},
                            {
                                "field": "response",
                                "start": 34,
                                "end": 44,
                                "before": "some hours",
                                "after": "every hour",
                            },
                        ],
                        perturbation="hedge",
                        family="force",
                        severity=2,
                        score_after=None,
                        change=None,
                        note="The overstated claim has no score, so the pair counts as violated.",
                        context=[CONTEXT, long_context, ""],
                    )
                ],
            ),
            "laws": stress(
                "pass",
                "All laws hold.",
                [statistic("order-violations", "all", 0.0, 0.0, 0.02, rule="at most 0", verdict="pass")],
            ),
        },
    }


def manifest(results: Mapping[str, Any]) -> dict[str, Any]:
    """The manifest that goes with some results."""
    facts = {
        "version": "1",
        "construct": "factual-consistency",
        "higher_is_better": True,
        "bounds": [0, 1],
        "deterministic": True,
        "reads": ["context", "response"],
        "long_input": "whole",
        "fingerprint": "0f" * 32,
    }
    return {
        "gaugeblock": "0.1.0",
        "signature": results["signature"],
        "command": "gaugeblock audit overlap steady --data ferry.jsonl --seed 0",
        "created": "2026-03-04T10:20:30+00:00",
        "seconds": 83.5,
        "seed": 0,
        "dataset": {
            "name": "ferry",
            "source": "ferry.jsonl",
            "digest": "ab" * 32,
            "examples": 239,
            "documents": 90,
            "labels": {"supported": 116, "unsupported": 120, "unknown": 3},
            "skipped_rows": [{"file": "ferry.jsonl", "line": 7, "reason": "no response"}],
            "mapping": {"response": "summary"},
        },
        "metrics": {name: {**facts, "spec": f"{name}[stem=true]"} for name in results["metrics"]},
        "stress": ["sensitivity", "gaming", "force", "laws"],
        "policy": {"gate": {"fail_on": ["fail"], "metrics": "all", "max_unscored": 0.05}},
        "versions": {"python": "3.11.9", "numpy": "2.4.6"},
        "counts": {
            "variants": 4100,
            "skips": 230,
            "scores": 17388,
            "unscored": 612,
            "scored_now": 17000,
            "from_store": 388,
        },
    }


def results_of(metrics: Mapping[str, Any]) -> dict[str, Any]:
    """A ``results.json`` of these metrics."""
    return {
        "schema": 1,
        "signature": "5e" * 32,
        "dataset": {"name": "ferry", "examples": 239},
        "seed": 0,
        "metrics": dict(metrics),
    }


def write_run(folder: Path, results: Mapping[str, Any], /, **changes: Any) -> Path:
    """Write a run folder; `changes` replace entries of its manifest."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "manifest.json").write_text(json.dumps({**manifest(results), **changes}), encoding="utf-8")
    (folder / "results.json").write_text(json.dumps(results), encoding="utf-8")
    (folder / "variants").mkdir(exist_ok=True)
    (folder / "scores").mkdir(exist_ok=True)
    row = {
        "variant_id": "ferry-1",
        "parent": "ferry-1",
        "perturbation": "original",
        "family": "original",
        "severity": None,
        "outcome": "original",
        "reason": None,
        "detail": "",
        "response": ORIGINAL,
        "context": [CONTEXT],
        "question": None,
        "label": 1.0,
        "corrected": None,
        "metadata": "{}",
        "edits": "[]",
        "relation": "{}",
        "details": "{}",
    }
    pd.DataFrame([row]).to_parquet(folder / "variants" / "part-00000.parquet")
    score = {"metric": "overlap", "variant_id": "ferry-1", "input": "00", "arrangement": "plain", "repeat": 0}
    score |= {"score": 0.75, "unscored": None, "detail": ""}
    pd.DataFrame([score]).to_parquet(folder / "scores" / "overlap.parquet")
    return folder


HOSTILE = (
    "<script>alert(1)</script>{context} {{ 7*7 }} </s> \" onload='x' [bold]red[/bold] **67**|`x` ]]> &amp; "
    "\u202etxet \x00\x1b[31m \u0645\u0631\u062d\u0628\u0627 \U0001f680"
)


def hostile_metric() -> dict[str, Any]:
    """A metric whose every text is an attack on the page."""
    row = pair(f"{HOSTILE} y", f"{HOSTILE} x")
    row |= dict.fromkeys(("perturbation", "family", "relation", "parent", "variant", "note", "question"), HOSTILE)
    row["context"] = [HOSTILE, "", HOSTILE * 30]
    rows = [statistic(HOSTILE, HOSTILE, 0.5, 0.4, 0.6, rule=HOSTILE, verdict="fail")]
    return {
        "verdict": "fail",
        "reason": HOSTILE,
        "construct": HOSTILE,
        "items": 10,
        "unscored": {"count": 1, "share": 0.1, "reasons": {HOSTILE: 1}},
        "stress": {HOSTILE: stress("fail", HOSTILE, rows, [row])},
    }


MakeRun = Callable[..., Run]


@pytest.fixture
def make_run(tmp_path: Path) -> MakeRun:
    """Writes and opens a run folder of the metrics that it is given."""

    def make(results: Mapping[str, Any], /, name: str = "run", **changes: Any) -> Run:
        return load_run(write_run(tmp_path / name, results_of(results), **changes))

    return make


@pytest.fixture
def run(make_run: MakeRun) -> Run:
    """A run of one good and one bad metric."""
    return make_run({"overlap": bad_metric(), "steady": good_metric()})


@pytest.fixture
def hostile_run(make_run: MakeRun) -> Run:
    """A run whose every text is an attack on the page."""
    dataset = {"name": HOSTILE, "source": HOSTILE, "digest": HOSTILE, "labels": {HOSTILE: 3}, "examples": 3}
    dataset |= {"skipped_rows": [{"file": HOSTILE, "line": HOSTILE, "reason": HOSTILE}], "mapping": {HOSTILE: HOSTILE}}
    return make_run(
        {HOSTILE: hostile_metric()},
        command=HOSTILE,
        created=HOSTILE,
        dataset=dataset,
        policy={HOSTILE: HOSTILE},
        versions={HOSTILE: HOSTILE},
        counts={HOSTILE: 3},
    )


@pytest.fixture
def build() -> SimpleNamespace:
    """What run folders are made of, for tests that need one of their own shape."""
    return SimpleNamespace(
        bad_metric=bad_metric,
        good_metric=good_metric,
        hostile=HOSTILE,
        pair=pair,
        results_of=results_of,
        statistic=statistic,
        stress=stress,
        write_run=write_run,
    )
