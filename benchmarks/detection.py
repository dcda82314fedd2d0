"""Is the tester itself sound? Simulated audits of controls with planted flaws, and of controls without one.

A pool of examples (the shipped sample, and the scenes of the fuzzing strategies with every filling) is planned once by
the real perturbations and scored once by the real controls. Each simulated audit then judges some documents of the
pool, drawn at random; what is random in a control (its scores, its noise) is drawn anew in each audit.

    python benchmarks/detection.py [--audits 200]       # writes docs/detection.md; about ten minutes on two cores
"""

from __future__ import annotations

import argparse
import gc
import multiprocessing
import os
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd

import gaugeblock as gb
from gaugeblock.harness.judging import make_trial, spread_of
from gaugeblock.harness.planning import stress_tests
from gaugeblock.harness.policy import default_policy
from gaugeblock.harness.statistics import Documents, documents
from gaugeblock.harness.stress.laws import LAW_EXAMPLES
from gaugeblock.harness.stress_test import STRESS
from gaugeblock.harness.tables import read_frame, read_prepared, read_variants
from gaugeblock.harness.trial import Trial
from gaugeblock.metrics import METRICS
from gaugeblock.metrics.controls._control import Control
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.strategies.scenes import build, scenes

PAGE = Path(__file__).resolve().parents[1] / "docs" / "detection.md"

LAWS_DRAWN = 25  # of the 40 examples that have the extra arrangements
OTHERS_DRAWN = 75
RESAMPLES = 1000  # plenty to tell a verdict by, and many audits to make
NOISE = 0.02

CONTROLS = [name for name in METRICS.names() if name.startswith("control-")]
NOISY_ORACLE = f"control-oracle[noise={NOISE}]"
SOUND = ("control-oracle", NOISY_ORACLE)

Fresh = Callable[[np.random.Generator, np.ndarray], np.ndarray]
FRESH: dict[str, Fresh] = {
    "control-random": lambda rng, scores: rng.random(len(scores)),
    NOISY_ORACLE: lambda rng, scores: scores + rng.normal(0, NOISE, len(scores)),
}
"""How the scores of a control come about anew in each audit; the noisy oracle starts from the oracle's."""


def pool() -> list[Example]:
    """The sample, then every scene with every filling; of the scenes, one in four responses is unsupported."""
    made = list(gb.load("sample").examples)
    for filling in range(8):
        for at, scene in enumerate(scenes()):
            supported = (at + filling) % 4 > 0
            example = build(scene, supported, scene.forms(supported) - 1, filling, (at + filling) % 2)
            name = f"scene-{at}-{filling}"
            made.append(replace(example, id=name, metadata={**example.metadata, "document": name}))
    return made


def audited(folder: Path) -> dict[str, Trial]:
    """One audit of all controls on the whole pool: the trial of each by its name, and that of the noisy oracle."""
    audit = gb.audit(CONTROLS, pool(), out=folder)
    variants, prepared = read_variants(folder), read_prepared(folder)
    scores = dict(list(read_frame(folder / "scores").groupby("metric")))
    trials = {
        name: make_trial(audit.manifest["metrics"][name], variants, scores[name], default_policy(), 0, prepared)
        for name in CONTROLS
    }
    return trials | {NOISY_ORACLE: replace(trials["control-oracle"], metric=NOISY_ORACLE, bounds=(None, None))}


def simulated(trial: Trial, audit: int) -> Trial:
    """One simulated audit: some documents of the pool, and fresh scores where the control draws them.

    Args:
        trial: of the whole pool.
        audit: its number, which settles all that is drawn.
    """
    rng = np.random.default_rng([audit, 17])
    originals = trial.rows.loc[trial.rows["outcome"] == "original", "variant_id"].to_numpy()
    drawn = {
        *rng.choice(originals[:LAW_EXAMPLES], LAWS_DRAWN, replace=False),
        *rng.choice(originals[LAW_EXAMPLES:], OTHERS_DRAWN, replace=False),
    }
    rows = trial.rows[trial.rows["parent"].isin(drawn)].copy()
    laws = trial.laws[trial.laws["variant_id"].isin(drawn)].copy()
    if trial.metric in FRESH:
        ids = rows.loc[rows["outcome"] != "skip", ["variant_id", "score"]].drop_duplicates("variant_id")
        fresh = pd.Series(FRESH[trial.metric](rng, ids["score"].to_numpy()), index=ids["variant_id"])
        rows["score"] = rows["variant_id"].map(fresh).where(rows["score"].notna())
        rows["score_parent"] = rows["base"].map(fresh).where(rows["score_parent"].notna())
        rows["change"] = rows["score"] - rows["score_parent"]
        laws["score"] = laws["variant_id"].map(fresh).where(laws["score"].notna())
    kept = rows[rows["outcome"] == "original"]
    prepared = {name: table[table["variant_id"].isin(drawn)] for name, table in trial.prepared.items()}
    return replace(
        trial,
        rows=rows,
        laws=laws,
        documents=Documents(kept["cluster"]),
        spread=spread_of(kept["score"].dropna()),
        prepared=prepared,
    )


def verdicts(trial: Trial, tests: Sequence[str], audits: int) -> dict[str, Counter[str]]:
    """How often each test gave each verdict over so many simulated audits, shared out among all cores.

    The entry ``any`` counts an audit as ``fail`` where any of the tests failed it.
    """
    workers = os.cpu_count() or 1
    counts: dict[str, Counter[str]] = {name: Counter() for name in (*tests, "any")}
    with ProcessPoolExecutor(workers, multiprocessing.get_context("fork"), _begin, (trial, tuple(tests))) as crew:
        for found in crew.map(_judge, range(audits), chunksize=max(1, audits // (4 * workers))):
            for name, verdict in found.items():
                counts[name][verdict] += 1
    return counts


_WORK: list[tuple[Trial, tuple[str, ...]]] = []


def _begin(trial: Trial, tests: tuple[str, ...]) -> None:
    documents.RESAMPLES = RESAMPLES
    gc.collect = lambda *generation: 0  # type: ignore[assignment]  # statsmodels asks for it in each correction
    _WORK[:] = [(trial, tests)]


def _judge(audit: int) -> dict[str, str]:
    whole, tests = _WORK[0]
    trial = simulated(whole, audit)
    outcomes = {test.name: test.judge(trial) for test in stress_tests(tests)}
    found = {name: outcome.verdict if outcome.applies else "does not apply" for name, outcome in outcomes.items()}
    return found | {"any": "fail" if "fail" in found.values() else "no fail"}


def flaw_of(name: str) -> tuple[str, tuple[str, ...]]:
    """The flaw of a control in words, and the tests that must fail it; nothing for one without."""
    control = METRICS.get(name.partition("[")[0])
    assert issubclass(control, Control)  # type: ignore[arg-type]
    return control.flaw, control.caught_by


def page(matrix: dict[str, dict[str, Counter[str]]], audits: int) -> str:
    """The page: for each control and test, in how many of the audits the test failed it."""
    tests = STRESS.names()
    lines = [
        "# Does the tester catch what it claims to catch?",
        "",
        f"<!-- written by benchmarks/detection.py over {audits} simulated audits a control; change that, not this -->",
        "",
        "Each control is a metric whose flaw is known. A cell says in what share of the simulated audits, each of 100",
        "documents drawn at random from a pool, the stress test failed the control; **bold** where it must, which is",
        "held to at least 95 %. The oracle, and the oracle with a little noise, must be failed in at most 5 % of the",
        "audits by all tests together. What is not `fail` (`pass`, `inconclusive`, `does not apply`) flags nothing.",
        "",
        "| control | flaw | " + " | ".join(tests) + " | any test |",
        "| --- | --- | " + " | ".join("---:" for _ in tests) + " | ---: |",
    ]
    for name, counts in matrix.items():
        flaw, caught_by = flaw_of(name)
        cells = []
        for test in tests:
            share = f"{counts[test]['fail'] / audits:.1%}"
            cells.append(f"**{share}**" if test in caught_by else share)
        lines.append(
            f"| `{name}` | {flaw or 'none'} | " + " | ".join(cells) + f" | {counts['any']['fail'] / audits:.1%} |"
        )
    return "\n".join(lines) + "\n"


def main() -> None:
    """Simulate and write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--audits", type=int, default=200)
    audits = parser.parse_args().audits
    with tempfile.TemporaryDirectory() as folder:
        trials = audited(Path(folder) / "run")
        matrix = {}
        for name, trial in trials.items():
            matrix[name] = verdicts(trial, STRESS.names(), audits)
            print(name, {test: dict(counts) for test, counts in matrix[name].items()}, flush=True)
    PAGE.write_text(page(matrix, audits), "utf-8")


if __name__ == "__main__":
    main()
