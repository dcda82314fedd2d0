"""Pairs of calibrated and raised claims: taken from the context, held to the rules of a fair pair, and repaired."""

from __future__ import annotations

from typing import Any

import pytest

from gaugeblock.perturb import PERTURBATIONS, Example, Variant, apply_to_example, perturbation_rng
from gaugeblock.perturb.base import Proposal
from gaugeblock.perturb.force import AXES, PAIR_RULES, repair, validate_pair
from gaugeblock.perturb.force.force_modality import _same_names
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.variant import diff_edits

SENTENCES = {
    "modality": "The new pump may reduce leaks in old mills.",
    "relation": "Night work is associated with a higher risk of falls.",
    "scope": "Some tenants of the mill rejected the plan.",
    "temporal": "Rents in the harbour rose by 6% in 2019.",
    "numeric": "The fair drew about 600 guests to the harbour.",
}
PLAIN = "The mayor opened the old harbour."


def variants(axis: str, example: Example, seed: int = 0) -> list[Variant]:
    name = f"force-{axis}"
    found = PERTURBATIONS.get(name).variants(example, perturbation_rng(seed, example.id, name))
    return [outcome for outcome in found if isinstance(outcome, Variant)]


def of_context(axis: str, context: str, response: str = PLAIN, label: float | None = 1) -> list[Variant]:
    return variants(axis, Example(id="pair", response=response, context=context, label=label))


@pytest.mark.parametrize("axis", AXES)
def test_a_response_without_a_place_gives_way_to_a_sentence_of_the_context(axis: str) -> None:
    context = f"{PLAIN} {SENTENCES[axis]} It was a fine day."
    made = of_context(axis, context)
    assert made
    for variant in made:
        assert variant.base is not None
        assert variant.base.response == SENTENCES[axis]
        assert variant.base.context == (context,)
        assert variant.base.label == 1
        assert variant.example.label == 0
        assert variant.parent == "pair"
        start, end = variant.details["span"]
        assert variant.details["source"] == "context[0]"
        assert context[start:end] == SENTENCES[axis]
        assert apply_to_example(variant.base, variant.edits).response == variant.example.response


@pytest.mark.parametrize("axis", AXES)
def test_a_place_in_the_response_comes_before_the_context(axis: str) -> None:
    made = of_context(axis, f"{SENTENCES[axis]} {PLAIN} It was said of the mill too.", SENTENCES[axis])
    assert {variant.details["source"] for variant in made} == {"response"}
    assert all(variant.base is None for variant in made)


def test_an_unsupported_response_is_left_alone_but_its_context_is_not() -> None:
    made = of_context("modality", f"{PLAIN} {SENTENCES['modality']}", SENTENCES["modality"], label=0)
    assert {variant.details["source"] for variant in made} == {"context[0]"}


@pytest.mark.parametrize(
    ("sentence", "why"),
    [
        ("He may sell the old mill by the harbour.", "a pronoun without a name"),
        ("However, the new pump may reduce leaks.", "a connective"),
        ("This pump may reduce leaks in old mills.", "a demonstrative"),
        ("Ann: The new pump may reduce leaks.", "a turn of a dialogue"),
        ("Could the new pump reduce leaks in old mills?", "a question"),
        ("“The new pump may reduce leaks in old mills.”", "direct speech"),
        ("The pump may leak.", "too short"),
        ("The new pump, which may reduce leaks", "no end"),
        ("I think the new pump may reduce leaks.", "somebody speaking"),
        ("New pump that may reduce leaks in mills.", "no finite verb of its own"),
    ],
)
def test_a_sentence_that_cannot_stand_alone_is_no_claim(sentence: str, why: str) -> None:
    assert of_context("modality", f"{PLAIN}\n{sentence}\n{PLAIN}") == [], why


def test_a_sentence_that_leans_on_the_one_before_is_taken_with_it() -> None:
    pair = "The mayor visited the old mill. She may close it in spring."
    (first, *_) = of_context("modality", f"{PLAIN}\n{pair}\nIt was a fine day.")
    assert first.base is not None
    assert first.base.response == pair
    assert first.example.response == "The mayor visited the old mill. She is likely to close it in spring."


@pytest.mark.parametrize(
    ("context", "claim"),
    [
        (
            'The mayor opened the harbour. Some tenants called the new plan "a strong threat".',
            'Some tenants called the new plan "a strong threat".',
        ),
        (
            'The mayor opened the harbour. Some tenants called the new plan "a strong threat."',
            'Some tenants called the new plan "a strong threat."',
        ),
        (
            "The mayor opened the harbour. Some tenants saw a `strong threat' in the new plan.",
            "Some tenants saw a `strong threat' in the new plan.",
        ),
        ("( cnn ) some tenants of the mill rejected the plan.", "( cnn ) some tenants of the mill rejected the plan."),
        ("The mayor spoke. Some of the old boats sank in the harbour.", "Some of the old boats sank in the harbour."),
        (
            "It rained. The former mayor says some tenants rejected the plan.",
            "The former mayor says some tenants rejected the plan.",
        ),
        (
            "The mayor opened the old harbour. And some tenants of the mill rejected the plan.",
            "The mayor opened the old harbour. And some tenants of the mill rejected the plan.",
        ),
    ],
)
def test_a_sentence_with_a_short_quotation_or_a_dateline_is_a_claim(context: str, claim: str) -> None:
    """Neither what is quoted in passing, nor an agency's name, nor "some of" keeps a sentence from standing alone."""
    made = of_context("scope", context)
    assert {variant.base.response for variant in made if variant.base} == {claim}


def test_what_somebody_looks_for_is_no_possibility() -> None:
    """ "A boxer who could beat him" is sought, not said to be able to."""
    context = "The mayor opened the harbour. The town went out to find a boxer who could beat the champion."
    assert not of_context("modality", context)


def test_speech_beside_the_claim_is_no_obstacle() -> None:
    sentence = 'The mayor, who called the mill "a bit of a ruin", may lose the site to a builder.'
    (first, *_) = of_context("modality", f"{PLAIN} {sentence}")
    assert first.base is not None
    assert first.base.response == sentence


def test_a_page_without_line_breaks_is_no_dialogue() -> None:
    page = f"TITLE: The old mill. {'The town lies by the harbour and has a long pier. ' * 20}{SENTENCES['modality']}"
    (first, *_) = of_context("modality", page)
    assert first.base is not None
    assert first.base.response == SENTENCES["modality"]


DIALOGUE = "Ann: Hello there.\nBob: {}\nAnn: Fine.\nBob: See you."


@pytest.mark.parametrize(
    ("axis", "said", "raised"),
    [
        ("modality", "I might come on Friday.", ["will probably come", "will come", "will certainly come"]),
        (
            "modality",
            "I think the mill is closed.",
            ["I'm quite sure the", "I'm certain the", "I know for certain the"],
        ),
        ("modality", "maybe the mill is closed.", ["probably the mill", "Bob: the mill"]),
        ("modality", "I want to sell the boat.", ["I will probably sell", "I will sell", "I will certainly sell"]),
        ("modality", "I'll paint the boat.", ["I'll definitely paint"]),
        ("scope", "We usually meet at the mill.", ["nearly always", "virtually always", "We always meet"]),
        ("numeric", "The boat cost about 600 euros.", ["cost 600 euros", "cost exactly 600 euros"]),
    ],
)
def test_a_turn_of_a_dialogue_is_a_claim_with_its_speaker(axis: str, said: str, raised: list[str]) -> None:
    made = of_context(axis, DIALOGUE.format(said))
    assert {variant.base and variant.base.response for variant in made} == {f"Bob: {said}"}
    assert all(repair(variant) == variant.base for variant in made)
    texts = [variant.example.response for variant in made]
    assert all(any(wording in text for text in texts) for wording in raised)


@pytest.mark.parametrize(
    ("axis", "said", "why"),
    [
        ("modality", "I might come if it rains.", "a condition"),
        ("modality", "I might not come on Friday.", "a denial"),
        ("modality", "Do you think I might come on Friday?", "a question"),
        ("modality", "I don't think the mill is closed.", "a denied opinion"),
        ("modality", "I want to know the time.", "an idiom"),
        ("scope", "We usually don't meet there.", "a denial"),
        ("numeric", "It won't cost more than 600 euros.", "a denial"),
        ("numeric", "I get tired when I lift more than 60 boxes.", "a condition"),
        ("temporal", "I'm signing up right now.", "an act that is done once"),
    ],
)
def test_a_turn_that_could_be_raised_only_wrongly_is_left(axis: str, said: str, why: str) -> None:
    assert of_context(axis, DIALOGUE.format(said)) == [], why


@pytest.mark.parametrize("axis", AXES)
def test_what_is_raised_is_repaired_to_what_it_was(axis: str) -> None:
    context = f"{PLAIN} {SENTENCES[axis]}"
    for response in (SENTENCES[axis], PLAIN):
        example = Example(id="pair", response=response, context=context, label=1)
        made = variants(axis, example)
        assert made
        for variant in made:
            assert repair(variant) == (variant.base or example)
            assert variant.details["repair"] == SENTENCES[axis]


@pytest.mark.parametrize("axis", AXES)
def test_what_is_raised_breaks_no_rule_of_a_pair(axis: str) -> None:
    example = Example(id="pair", response=SENTENCES[axis], context=f"{PLAIN} {SENTENCES[axis]}", label=1)
    for variant in variants(axis, example):
        assert validate_pair(example.response, variant.example.response, example.context, axis, label=1) == []
        field, span = variant.details["evidence"]["field"], variant.details["evidence"]["span"]
        assert example.text(field)[span[0] : span[1]] == SENTENCES[axis]


CONTEXT = "The new pump may reduce leaks in old mills. Some tenants of the mill rejected the plan."
CALIBRATED = "The new pump may reduce leaks in old mills."


@pytest.mark.parametrize(
    ("raised", "axis", "rule", "label"),
    [
        (CALIBRATED, "modality", "changed", None),
        ("The new pump will reduce leaks in old mills.", "modality", "calibrated-supported", 0.0),
        ("The new pump may cut leaks in old mills.", "modality", "raised-on-axis", None),
        ("The new pump may possibly reduce leaks in old mills.", "modality", "not-softened", None),
        ("The new pump will always reduce leaks in all old mills.", "modality", "one-axis", None),
        ("The new pump will reduce 40 leaks in old mills.", "modality", "same-numbers", None),
        ("The new pump will reduce leaks in old Turku mills.", "modality", "same-names", None),
        (
            "Nobody who has ever seen how the machine works in practice doubts that it certainly stops all of them.",
            "modality",
            "local",
            None,
        ),
        (
            "The new pump will reduce leaks, noise, costs and accidents in old mills.",
            "modality",
            "nothing-added",
            None,
        ),
    ],
)
def test_a_pair_that_is_not_fair_breaks_a_rule(raised: str, axis: str, rule: str, label: float | None) -> None:
    broken = validate_pair(CALIBRATED, raised, CONTEXT, axis, label=label)
    assert rule in broken
    assert set(broken) <= set(PAIR_RULES)


def test_a_raised_claim_that_the_context_states_is_refused() -> None:
    context = f"{CALIBRATED} The tests are over: the new pump will reduce leaks in old mills."
    assert validate_pair(CALIBRATED, "The new pump will reduce leaks in old mills.", context, "modality") == [
        "not-stated"
    ]


def test_a_pair_on_which_no_evidence_bears_is_refused() -> None:
    broken = validate_pair(CALIBRATED, "The new pump will reduce leaks in old mills.", "It rained.", "modality")
    assert broken == ["decisive-evidence"]


def test_a_fair_pair_of_a_users_own_breaks_no_rule() -> None:
    assert validate_pair(CALIBRATED, "The new pump will reduce leaks in old mills.", CONTEXT, "modality") == []
    assert validate_pair("Some tenants left.", "All tenants left.", "Some tenants left.", "scope") == []


def test_an_unknown_axis_is_named() -> None:
    with pytest.raises(ValueError, match="not 'tone'"):
        validate_pair("a", "b", "c", "tone")


ORDER = [
    "some", "many", "most", "nearly all", "virtually all", "all",
    "often", "usually", "nearly always", "virtually always", "always",
]  # fmt: skip
PROOF = ["suggest", "indicate", "show", "confirm", "prove", "conclusively prove"]


def is_rising(words: list[Any], order: list[str]) -> bool:
    places = [order.index(word) for word in words if word in order]
    return places == sorted(set(places))


def test_the_ladders_rise() -> None:
    """Each wording is stronger than the one before it, and the first stronger than the word that it replaces."""
    quantifiers: dict[str, list[str]] = lexicon(_file("_quantities"))["quantifier"]
    adverbs: dict[str, list[str]] = lexicon(_file("_frequencies"))["adverb"]
    for word, levels in {**quantifiers, **adverbs}.items():
        assert is_rising([word, *levels], ORDER), word
    reports: dict[str, dict[str, dict[str, list[str]]]] = lexicon(_file("_reports"))
    for verb, forms in {**reports["report"], **reports["claim"]}.items():
        assert is_rising([verb, *forms["VBP"]], PROOF), verb


def _file(module: str) -> str:
    import importlib

    return str(importlib.import_module(f"gaugeblock.perturb.force.{module}").__file__)


@pytest.mark.parametrize("axis", AXES)
def test_the_illustration_shows_the_first_variant(axis: str) -> None:
    perturbation: Any = PERTURBATIONS.get(f"force-{axis}")
    illustration = perturbation.illustration
    name = f"force-{axis}"
    made = perturbation.variants(illustration.example, perturbation_rng(0, "illustration", name))
    first = next(outcome for outcome in made if isinstance(outcome, Variant))
    assert first.example.text(illustration.shows) == illustration.after
    assert perturbation.limits


@pytest.mark.parametrize(
    ("calibrated", "raised"),
    [
        ("Winner: Ann may leave soon.", "Winner: Bob will leave soon."),
        ("Ann may leave soon.", "Bob will leave soon."),
        ("Bob: Oxworth may leave soon.", "Bob: Sorvel will leave soon."),
    ],
)
def test_another_name_is_no_stronger_claim_wherever_it_stands(calibrated: str, raised: str) -> None:
    """The word behind "Winner:" or at the start of a sentence may be a name as well."""
    assert validate_pair(calibrated, raised, calibrated, "modality") == ["same-names"]


@pytest.mark.parametrize(
    ("calibrated", "raised"),
    [
        ("Bob: Let's leave soon.", "Bob: We will leave soon."),
        ("Bob: Let’s leave soon.", "Bob: We will leave soon."),
        ("Bob: Maybe the mill is closed.", "Bob: Certainly the mill is closed."),
    ],
)
def test_the_first_word_of_a_turn_may_change_where_it_is_no_name(calibrated: str, raised: str) -> None:
    assert validate_pair(calibrated, raised, calibrated, "modality") == []


@pytest.mark.parametrize(
    ("before", "after", "refused"),
    [("Let's", "We will", False), ("Ann may", "Bob will", True), ("Ann may", "We will", True)],
)
def test_a_perturbation_refuses_another_name_behind_a_speaker(before: str, after: str, refused: bool) -> None:
    original = Example(id="turn", response=f"Bob: {before} leave soon.")
    changed = Example(id="turn", response=f"Bob: {after} leave soon.")
    proposal = Proposal(diff_edits(original.response, changed.response))
    assert (_same_names(original, changed, proposal) is not None) == refused
