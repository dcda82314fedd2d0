"""What every registered perturbation keeps on any text at all."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gaugeblock.perturb import (
    CONSTRUCTS,
    PERTURBATIONS,
    Edit,
    Example,
    Perturbation,
    Skip,
    Variant,
    apply_to_example,
    perturbation_rng,
    variants_of,
)
from gaugeblock.perturb.example import document_position
from gaugeblock.perturb.text import Text, analyse, parse

NAMES = PERTURBATIONS.names()

SENTENCES = (
    "The fee is 40 euros. ",
    "She'd left on 5 January 2019, he said. ",
    "Ann Ode won't pay $3.5bn in Lisbon. ",
    "The council of Lisbon may close the old bridge in 2019. ",
    "A trial of 120 patients found that the drug was linked to a lower risk of stroke, but it was small. ",
    "“We did not see it coming,” said Bo Lind, who runs the centre. ",
    "Boats, nets and ropes were bought by Ann Ode before the ferry left at 3:30 pm on Monday. ",
    "Prices rose by 50% because fewer ships came. ",
    "If it rains, most of the visitors usually stay at home. ",
)
PIECES = (
    "12 people ",
    "did not ",
    "more than ",
    "“so it is” ",
    '"',
    "'",
    "’",
    "`code 10` ",
    "```\nfee = 40\n``` ",
    "\n\n- ",
    "\n1. ",
    "\t",
    "\r\n",
    "\r",
    "\u2028",
    "\u00a0",
    "... ",
    "🚀 ",
    "👩‍👩‍👧 ",
    "e\u0301 ",
    "𝒂𝒏𝒅 ",
    "ﬁne ",
    "\u200b",
    "\u00ad",
    "\ufeff",
    "\x00",
    "水は沸騰する。",
    "שלום ",
    "\u202eabc\u202c ",
    "\u0661\u0662 ",
    "</s> ",
    "<b>Ann</b> ",
    "&amp; ",
    "{context} ",
    "[1] ",
    "https://example.org/a?b=1 ",
    "| year | fee |\n|---|---|\n| 2019 | 40 |\n",
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
    "STOP ",
)
ANYTHING = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
TEXTS = st.one_of(
    st.lists(st.one_of(st.sampled_from(SENTENCES), st.sampled_from(PIECES)), max_size=8).map("".join),
    st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=4).map("".join),
    ANYTHING,
)
EXAMPLES = st.builds(
    Example,
    response=TEXTS,
    context=st.lists(TEXTS, max_size=3).map(tuple),
    question=st.sampled_from([None, "", "Why did prices rise?", "Who paid </s>?", "🚀"]),
    label=st.sampled_from([None, 0.0, 0.5, 1.0]),
    metadata=st.sampled_from([{}, {}, {"language": "en"}, {"nested": [1, {"a": None}]}]),
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
    "The fee is 40 euros.\r\nAnn Ode paid it.\r\n",
    "| year | fee |\n|---|---|\n| 2019 | 40 |",
]


def outcomes(perturbation: Perturbation, example: Example) -> list[Variant | Skip]:
    return list(perturbation.variants(example, perturbation_rng(0, example.id, perturbation.name)))


def check(example: Example) -> int:
    """Hold every perturbation to the contract on one example; how many variants there were."""
    made = {name: outcomes(PERTURBATIONS.get(name), example) for name in NAMES}
    count = 0
    for name, found in made.items():
        assert found, f"{name} says nothing"
        variants = [outcome for outcome in found if isinstance(outcome, Variant)]
        assert len({variant.id for variant in variants}) == len(variants), name
        for outcome in found:
            assert (outcome.parent, outcome.perturbation) == (example.id, name)
        for variant in variants:
            _check_variant(example, variant)
        count += len(variants)
    for name in random.Random(len(example.response)).sample(NAMES, len(NAMES)):
        assert made[name] == outcomes(PERTURBATIONS.get(name), example), f"{name} depends on what was asked before"
    return count


def _check_variant(example: Example, variant: Variant) -> None:
    origin = variant.base or example
    _check_edits(origin, variant)
    _check_what_stays(origin, variant)
    _check_json(variant)
    assert set(variant.relation) == set(CONSTRUCTS)
    if example.supported is False:
        assert variant.base is not None or variant.example.label in (0.0, None, example.label)


def _check_edits(origin: Example, variant: Variant) -> None:
    """The edits rebuild the variant, undo it, and cut no protected span in two."""
    assert variant.edits
    rebuilt = apply_to_example(origin, variant.edits)
    assert (rebuilt.response, rebuilt.context, rebuilt.question) == (
        variant.example.response,
        variant.example.context,
        variant.example.question,
    )
    for name in {edit.field for edit in variant.edits}:
        edits = [edit for edit in variant.edits if edit.field == name]
        before = _text(origin, name)
        assert all(edit.before != edit.after for edit in edits)
        assert undone(variant.example.text(name), edits) == before
        for edit in edits:
            assert before[edit.start : edit.end] == edit.before
            whole = (edit.start, edit.end) == (0, len(before))
            for span in Text(before).protected:
                kept = whole or not span.overlaps(edit.start, edit.end)
                gone = name.startswith("context") and edit.start <= span.start and span.end <= edit.end
                assert kept or gone, f"{variant.perturbation} edits {span.of(before)!r}"


def _check_what_stays(origin: Example, variant: Variant) -> None:
    """What no edit names is as it was: fields, documents, metadata."""
    changed = {edit.field for edit in variant.edits}
    for position, document in enumerate(origin.context):
        assert f"context[{position}]" in changed or variant.example.context[position] == document
    assert "response" in changed or variant.example.response == origin.response
    assert "question" in changed or variant.example.question == origin.question
    assert variant.example.metadata == origin.metadata
    assert variant.example.id.startswith(f"{origin.id}/{variant.perturbation}")
    assert variant.example.digest != origin.digest


def _check_json(variant: Variant) -> None:
    """A line of JSON, in UTF-8, gives the same example, edits and base again."""
    row = json.loads(json.dumps(variant.to_json(), ensure_ascii=False).encode("utf-8"))
    assert Example.from_json(row["example"]) == variant.example
    assert tuple(Edit(**edit) for edit in row["edits"]) == variant.edits
    assert (Example.from_json(row["base"]) if "base" in row else None) == variant.base


def _text(example: Example, name: str) -> str:
    """A field of an example; empty for a document that an edit adds."""
    position = document_position(name)
    added = position is not None and position >= len(example.context)
    return "" if added else example.text(name)


def undone(after: str, edits: list[Edit]) -> str:
    """The text before the edits, from the text after them: they are taken back from left to right."""
    text, shift = after, 0
    for edit in sorted(edits):
        start = edit.start
        assert text[start : start + len(edit.after)] == edit.after, f"{edit} at {shift}"
        text = text[:start] + edit.before + text[start + len(edit.after) :]
        shift += len(edit.after) - len(edit.before)
    assert len(after) - shift == len(text)
    return text


@pytest.mark.parametrize("response", KNOWN_HARD)
def test_odd_texts_give_skips_or_sound_variants(response: str) -> None:
    check(Example(response=response, context="On 5 January 2019 Bo Lind paid 30 people in Rome."))


@pytest.mark.parametrize("context", [(), ("",), ("", "Ann Ode paid 40 euros.", ""), ("\r\n", "🚀", "</s>")])
def test_odd_documents_give_skips_or_sound_variants(context: tuple[str, ...]) -> None:
    check(Example(response="Ann Ode paid 40 euros in Lisbon.", context=context, question="Who paid?", label=1))


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
        "Bo Lind of Rome paid 75 euros; prices rose by half in 2019, it is thought.",
        "The mayor of Lisbon signed the bill in March. Some nurses often leave the theatre early.",
    ),
    question="Who bought boats in Lisbon?",
    label=1,
)
HOSTILE = Example(
    id="hostile",
    response=(
        "- 🚀 Ann Ode paid **40** euros\u200b in `Rome`.\r\n- e\u0301 She didn't, \u202esaid\u202c Bo Lind </s> | 1 |"
    ),
    context=("Ann Ode may have paid 40 euros in Rome.\r\n" * 3, "", "水は沸騰する。 Bo Lind said so in 2019."),
    label=None,
)


def test_a_text_that_all_find_something_in() -> None:
    assert check(EVERYTHING) >= 30
    check(HOSTILE)


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece", ['"', "(", "`", "'", "[1]", "1,", "a-", "http://", "a", "\n", "3 May 2019, ", "U.S. "]
)
def test_one_thing_said_thousands_of_times_is_changed_as_ever(piece: str) -> None:
    """Such a line took minutes where each place in it looked at all the others."""
    check(Example(response=piece * 1_000, context=(f"Ann Ode paid 40 euros. {piece * 1_000}",), label=1))


def every_outcome(order: int = 1) -> str:
    found = [
        outcome.to_json()
        for example in (EVERYTHING, HOSTILE)[::order]
        for name in NAMES[::order]
        for outcome in variants_of(example, name, seed=3)
    ]
    found.sort(key=lambda row: (row["parent"], row["perturbation"]))
    return json.dumps(found, ensure_ascii=True, sort_keys=True)


@pytest.mark.slow
def test_another_process_with_another_hash_seed_makes_the_same_variants() -> None:
    """Python shuffles sets of strings anew in each process; no variant may depend on it, nor on the order of work."""
    script = (
        f"import runpy, sys; sys.path.insert(0, {str(Path(__file__).parents[1])!r}); "
        f"print(runpy.run_path({__file__!r})['every_outcome'](-1))"
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


@pytest.mark.slow
def test_what_was_parsed_before_changes_nothing() -> None:
    first = every_outcome()
    parse.cache_clear()
    analyse.cache_clear()
    assert every_outcome(-1) == first


@settings(deadline=None, max_examples=25)
@given(EXAMPLES)
def test_edits_rebuild_the_variant_and_the_same_seed_gives_the_same(example: Example) -> None:
    check(example)


@pytest.mark.slow
@settings(deadline=None, max_examples=400)
@given(EXAMPLES)
def test_they_do_on_many_more_texts(example: Example) -> None:
    check(example)
