"""What every registered perturbation keeps on any text at all."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gaugeblock.perturb import (
    PERTURBATIONS,
    Example,
    Perturbation,
    Skip,
    Variant,
    apply_to_example,
    perturbation_rng,
    variants_of,
)
from gaugeblock.perturb.spans import touched
from gaugeblock.perturb.text import Text

NAMES = PERTURBATIONS.names()

PIECES = st.sampled_from(
    [
        "The fee is 40 euros. ",
        "She'd left on 5 January 2019, he said. ",
        "Ann Ode won't pay $3.5bn in Lisbon. ",
        "12 people ",
        "did not ",
        "more than ",
        "“so it is” ",
        '"',
        "'",
        "`code 10` ",
        "\n\n- ",
        "\t",
        "... ",
        "🚀 ",
        "e\u0301 ",
        "𝒂𝒏𝒅 ",
        "\u200b",
        "水は沸騰する。",
        "שלום ",
        "</s> ",
        "{context} ",
        "Paris and Rome ",
        "a, b and c ",
        "50% ",
        "3:30 pm ",
        "Monday ",
        "rose ",
        "centre ",
        "approximately ",
        "said he ",
        "who's ",
        ">>> ",
        "U.S. ",
        "in 2019 ",
        "1,000 ",
    ]
)
TEXTS = st.one_of(
    st.lists(PIECES, max_size=8).map("".join), st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
)
KNOWN_HARD = [
    "",
    " ",
    "Yes.",
    "? I had none since 2007.",
    "GDP: 3.1%",
    ">>>>> >>>",
    "Some text yeah 🚀 rocket",
    "𝒂𝒏𝒅",
    "e\u0301",
    "שלום 12 and",
    "a\u200bb",
    "水は百度で沸騰する。空は青い。",
    "</s>",
    "<script>alert(1)</script>",
    "It is **67** million {context}.",
]


def outcomes(perturbation: Perturbation, example: Example) -> list[Variant | Skip]:
    return list(perturbation.variants(example, perturbation_rng(0, example.id, perturbation.name)))


def check(example: Example) -> None:
    for name in NAMES:
        perturbation = PERTURBATIONS.get(name)
        made = outcomes(perturbation, example)
        assert made
        assert made == outcomes(perturbation, example)
        for outcome in made:
            if isinstance(outcome, Variant):
                _check_variant(example, outcome)


def _check_variant(example: Example, variant: Variant) -> None:
    rebuilt = apply_to_example(example, variant.edits)
    assert (rebuilt.response, rebuilt.context, rebuilt.question) == (
        variant.example.response,
        variant.example.context,
        variant.example.question,
    )
    assert variant.example.response != example.response
    assert variant.example.context == example.context
    protected = () if variant.details.get("position") == "alone" else Text(example.response).protected
    assert not any(touched(protected, edit.start, edit.end) for edit in variant.edits)


@pytest.mark.parametrize("response", KNOWN_HARD)
def test_odd_texts_give_skips_or_sound_variants(response: str) -> None:
    check(Example(response=response, context="On 5 January 2019 Bo Lind paid 30 people in Rome."))


def test_the_perturbations_of_every_family_are_among_them() -> None:
    assert {PERTURBATIONS.get(name).family for name in NAMES} >= {
        "benign",
        "corruption",
        "gaming",
        "force",
        "verbosity",
    }


EVERYTHING = Example(
    id="everything",
    response=(
        "On 5 January 2019 Ann Ode said she'd bought about 40 boats, nets and ropes for $3.5bn in Lisbon. "
        "The theatre may reduce its costs, and some nurses often left at 3:30 pm. It is linked to a higher risk. "
        "Prices rose by 50% in 2019. The mayor signed the bill."
    ),
    context=(
        "On 5 January 2019 Ann Ode might have bought some 40 boats in Lisbon. She may be linked to a risk. "
        "Bo Lind of Rome paid 75 euros; prices rose by half in 2019, it is thought."
    ),
    label=1,
)


def every_outcome() -> str:
    found = [outcome.to_json() for outcome in variants_of(EVERYTHING, seed=3)]
    return json.dumps(found, ensure_ascii=True, sort_keys=True)


@pytest.mark.slow
def test_another_process_with_another_hash_seed_makes_the_same_variants() -> None:
    """Python shuffles sets of strings anew in each process; no variant may depend on it."""
    script = (
        f"import runpy, sys; sys.path.insert(0, {str(Path(__file__).parents[1])!r}); "
        f"print(runpy.run_path({__file__!r})['every_outcome']())"
    )
    expected = every_outcome()
    assert '"outcome": "variant"' in expected
    hash_seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    run = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == expected


@settings(deadline=None, max_examples=40)
@given(TEXTS, TEXTS)
def test_edits_rebuild_the_variant_and_the_same_seed_gives_the_same(response: str, context: str) -> None:
    check(Example(response=response, context=context))
