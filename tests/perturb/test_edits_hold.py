"""What every benign and corrupting perturbation keeps on any text at all."""

from __future__ import annotations

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
)
from gaugeblock.perturb.spans import touched
from gaugeblock.perturb.text import Text

OURS = [name for name in PERTURBATIONS if PERTURBATIONS.get(name).family in ("benign", "corruption")]

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
    for name in OURS:
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
    protected = Text(example.response).protected
    assert not any(touched(protected, edit.start, edit.end) for edit in variant.edits)


@pytest.mark.parametrize("response", KNOWN_HARD)
def test_odd_texts_give_skips_or_sound_variants(response: str) -> None:
    check(Example(response=response, context="On 5 January 2019 Bo Lind paid 30 people in Rome."))


@settings(deadline=None, max_examples=40)
@given(TEXTS, TEXTS)
def test_edits_rebuild_the_variant_and_the_same_seed_gives_the_same(response: str, context: str) -> None:
    check(Example(response=response, context=context))
