"""The lists and the catalogue of perturbations: complete, readable at any width, and true to the registry."""

from __future__ import annotations

import inspect

import pytest

from gaugeblock.catalogue import brief, entries, levels, symbols
from gaugeblock.harness.properties import PROPERTIES
from gaugeblock.harness.stress_test import STRESS
from gaugeblock.listing import listing
from gaugeblock.metrics import METRICS
from gaugeblock.perturb import PERTURBATIONS
from gaugeblock.perturb.base import Illustration, RuleBased
from gaugeblock.perturb.errors import UnknownNameError, UsageError
from gaugeblock.perturb.relations import FAMILIES, relations
from gaugeblock.perturb.select import select


@pytest.mark.parametrize("width", [80, 110, 160])
def test_every_perturbation_has_its_line_and_none_is_too_wide(width: int) -> None:
    lines = listing("perturbations", width=width).splitlines()
    assert max(map(len, lines)) <= width
    first_words = [line.split()[0] for line in lines if line.startswith("   ") and line[3] != " "]
    assert first_words == [item.name for item in entries()]


def test_families_stand_in_the_order_of_the_relation_table() -> None:
    shown = [word.strip().lower() for word in listing("perturbations").splitlines() if word.strip().isupper()]
    assert shown == [family for family in FAMILIES if any(item.family == family for item in entries())]


def test_one_perturbation_is_shown_whole() -> None:
    item = PERTURBATIONS.get("contractions")
    assert isinstance(item, RuleBased)
    text = " ".join(listing("perturbations", "contractions").split())
    assert item.summary in text
    assert item.limits in text
    assert "factual-consistency must stay" in text


@pytest.mark.parametrize("name", PERTURBATIONS.names())
def test_each_can_be_shown_in_eighty_columns(name: str) -> None:
    assert max(map(len, listing("perturbations", name, 80).splitlines())) <= 80 + len(name)


def test_a_wrong_name_is_told_and_other_lists_have_no_closer_view() -> None:
    with pytest.raises(UnknownNameError, match="contractions"):
        listing("perturbations", "contraction")
    with pytest.raises(UsageError, match="only metrics and perturbations"):
        listing("stress", "force")
    with pytest.raises(UnknownNameError, match="rouge2"):
        listing("metrics", "roug2")


@pytest.mark.parametrize("name", METRICS.names())
def test_each_metric_is_shown_whole_in_eighty_columns(name: str) -> None:
    """With its options, their defaults and what they mean."""
    shown = listing("metrics", name, 80)
    assert max(map(len, shown.splitlines())) <= 80
    text = " ".join(shown.split())
    assert text.startswith(f"metric {name} measures")
    assert METRICS.get(name).long_input in text
    assert "``" not in shown
    assert "Args:" not in shown
    for option in inspect.signature(METRICS.get(name)).parameters.values():
        assert f"{option.name}={option.default}" in text


def test_an_option_of_a_metric_is_explained() -> None:
    """In the words of its docstring, over several lines too."""
    text = " ".join(listing("metrics", "consens", 100).split())
    assert "scores -1 to 1, higher is better; the same text again gets the same score" in text
    assert "perplexity=arithmetic: `arithmetic`, as the paper prints it, or `geometric`, the standard one." in text


def test_what_to_perturb_for_a_stress_test_is_listed() -> None:
    """Whoever scores elsewhere needs it for `perturb --with`, which takes all of it."""
    lines = listing("stress", width=160).splitlines()
    shown = {line.split()[0]: line.split()[1] for line in lines if line.strip() and line.split()[0] in STRESS}
    assert shown["gaming"] == "gaming"
    assert shown["sensitivity"] == "benign,corruption"
    assert shown["laws"] == "-"
    for families in shown.values():
        assert families == "-" or select(families)


def test_every_property_is_listed_with_its_options_and_what_must_hold() -> None:
    """So a law can be named without reading the code."""
    text = " ".join(listing("properties", width=160).split())
    for name in PROPERTIES:
        assert f"{name} {', '.join(PROPERTIES.get(name)().options)}" in text
    assert "the order of a batch must change no score" in text


def shown(before: str, after: str, shows: str = "response", context: tuple[str, ...] = ()) -> str:
    return brief(Illustration(response=before, after=after, shows=shows, context=context))


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("He did not pay.", "He didn't pay.", "He [did not → didn't] pay."),
        ("It is so.", "It is so. This is true.", "It is so. [→ This is true.]"),
        ("In fact, it is so.", "It is so.", "[In fact, it → It] is so."),
        ("It is so.", "", "[It is so. →]"),
        ("She won't say it's so.", "She will not say it is so.", "She [won't → will not] say it['s → is] so."),
        ("He turned off the lamp.", "He turned the lamp off.", "He turned [off →] the lamp [→ off]."),
        ("So. Then so.", "So.  Then so.", "So.[␣ → ␣␣]Then so."),
        ("One.\nTwo.", "One.\r\n\nTwo.", "One.⏎[→ ⏎]Two."),
        (
            "The board of the old harbour met in May and then closed the long pier for the whole year.",
            "The board of the old harbour met in June and then closed the long pier for the whole year.",
            "…harbour met in [May → June] and then closed…",
        ),
    ],
)
def test_a_change_is_shown_with_a_little_of_what_stands_around_it(before: str, after: str, expected: str) -> None:
    assert shown(before, after) == expected


def test_a_long_change_is_shortened_and_another_field_is_named() -> None:
    text = shown("It is so.", "word " * 40, shows="context[0]", context=("The fee is 40 euros.",))
    assert text.startswith("context[0]: [The fee")
    assert len(text) < 120
    assert shown("It is so.", "Added.", shows="context[0]") == "context[0]: [→ Added.]"


def test_relations_and_levels_are_written_in_a_few_characters() -> None:
    def entry(family: str, severities: tuple[int, ...]) -> RuleBased:
        return RuleBased(
            name="x",
            family=family,
            summary="",
            propose=lambda *_: (),
            relation=relations(family),
            severities=severities,
        )

    assert [symbols(entry(family, ())) for family in ("benign", "corruption", "verbosity")] == ["====", "<<<-", "≤≤≤<"]
    assert [levels(entry("force", known)) for known in ((), (1,), (1, 2, 3))] == ["-", "1", "1-3"]
