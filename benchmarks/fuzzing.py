"""Does fuzzing find the planted flaws, leave the oracle alone, shrink to little, and draw fast?

    python benchmarks/fuzzing.py [--seeds 20] [--oracle-examples 1000]      # some twenty minutes on one core

Prints, for each control with a flaw, in how many seeds 200 examples find it, and how small the texts are: the words of
the response and the edits of the smallest counterexample; for the oracle, how many laws it broke in as many runs; and
for each family of rules, how many examples a second Hypothesis draws and tests on a metric of one millisecond.
"""

from __future__ import annotations

import argparse
import time
from statistics import median

from hypothesis import given, settings

from gaugeblock.fuzz import fuzz
from gaugeblock.perturb import variant
from gaugeblock.perturb.strategies import (
    benign_variants,
    corrupted_variants,
    examples,
    force_pairs,
    gamed_variants,
    ladders,
)

FLAWS = {
    "control-constant": "decreases-under",
    "control-context-blind": "decreases-under[family=context]",
    "control-length-lover": "never-rewards",
    "control-nan-maker": "bounded",
    "control-order-dependent": "order-independent",
    "control-out-of-range": "bounded",
    "control-overlap": "decreases-under",
    "control-phrase-lover": "never-rewards",
    "control-random": "decreases-under",
}
"""The law by which each planted flaw has to be found."""
EXAMPLES = 200
DRAWN = 400
FAMILIES = {
    "examples": examples,
    "benign": benign_variants,
    "corruption": corrupted_variants,
    "gaming": gamed_variants,
    "force": force_pairs,
    "verbosity": ladders,
}
MILLISECOND = 0.001


def main() -> None:
    """Measure, and print a line as soon as it is known."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--oracle-examples", type=int, default=1000)
    options = parser.parse_args()
    print(f"a metric of 1 ms, {DRAWN} examples with Hypothesis' own checks of health, one core:")
    for family in FAMILIES:
        print(f"  {family:<12}{rate(family):>8.0f} examples/s", flush=True)
    words, edits = [], []
    print(f"\nplanted flaws, {EXAMPLES} examples for all laws together, {options.seeds} seeds:")
    for control, law in FLAWS.items():
        found = 0
        for seed in range(options.seeds):
            report = fuzz(control, max_examples=EXAMPLES, seed=seed, database=None)
            cases = [each.case for each in report.counterexamples if each.law.spec.startswith(law)]
            found += bool(cases)
            for case in cases:
                words.append(len(case.examples[-1].response.split()))
                edits.append(_edits(case.examples[0].response, case.examples[-1].response))
        print(f"  {control:<26}{law:<34}found in {found} of {options.seeds}", flush=True)
    print(f"  shrunk counterexamples: {len(words)}, median {median(words):g} words, {median(edits):g} edits")
    broken = sum(
        len(fuzz("control-oracle", max_examples=options.oracle_examples, seed=seed, database=None).counterexamples)
        for seed in range(options.seeds)
    )
    print(f"\nthe oracle broke {broken} laws in {options.seeds} runs of {options.oracle_examples} examples")


def rate(family: str) -> float:
    """Examples a second that are drawn and scored."""
    strategy = FAMILIES[family]()

    @settings(max_examples=DRAWN, database=None, deadline=None)
    @given(strategy)
    def scored(_: object) -> None:
        time.sleep(MILLISECOND)

    scored()  # what is read once is read
    start = time.process_time()  # so that other work on the machine does not count, nor does what the metric sleeps
    scored()
    return DRAWN / (time.process_time() - start + DRAWN * MILLISECOND)


def _edits(before: str, after: str) -> int:
    """How many stretches of a response were changed; one where only the context was."""
    return max(1, len(variant.diff_edits(before, after)))


if __name__ == "__main__":
    main()
