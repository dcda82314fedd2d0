"""Corruptions of units, roles, quantifiers, links, tenses, speakers and citations: what is made and what is refused."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from gaugeblock.perturb import PERTURBATIONS, Example, Skip, Variant, perturbation_rng
from gaugeblock.perturb.corruption._error_types import ERROR_TYPES, origin, scheme
from gaugeblock.perturb.evidence import content_stems
from gaugeblock.perturb.relations import Relation

NAMES = (
    "antonym",
    "citation-swap",
    "date",
    "entity",
    "negation",
    "number",
    "out-of-context",
    "pronoun",
    "quantifier",
    "relation-reversal",
    "role-swap",
    "tense-shift",
    "unit",
    "wrong-attribution",
)


def variants_of(name: str, response: str, context: str | Sequence[str] = "", *, seed: int = 0) -> list[Variant]:
    documents = (context,) if isinstance(context, str) else tuple(context)
    example = Example(response=response, context=documents, label=1)
    found = PERTURBATIONS.get(name).variants(example, perturbation_rng(seed, "x", name))
    return [outcome for outcome in found if isinstance(outcome, Variant)]


def corrupted(name: str, response: str, context: str | Sequence[str] = "", *, seed: int = 0) -> str | None:
    """The first variant's response, None where there is none."""
    found = variants_of(name, response, context, seed=seed)
    return found[0].example.response if found else None


@pytest.mark.parametrize("name", NAMES)
def test_every_corruption_makes_its_illustration_and_says_what_kind_of_error_it_is(name: str) -> None:
    perturbation = PERTURBATIONS.get(name)
    shown = perturbation.illustration
    assert perturbation.limits
    outcomes = perturbation.variants(shown.example, perturbation_rng(0, "illustration", name))
    first = next(outcome for outcome in outcomes if isinstance(outcome, Variant))
    assert first.example.response == shown.after
    assert first.details["error_type"] in ERROR_TYPES
    assert first.details["origin"] == origin(first.details["source"])
    assert first.details["scheme"] == scheme(first.details["error_type"])
    assert first.example.label == (None if name == "citation-swap" else 0)


def test_the_error_types_are_those_of_frank_and_have_other_names() -> None:
    assert set(ERROR_TYPES) == {"PredE", "EntE", "CircE", "CorefE", "LinkE", "OutE", "GramE"}
    assert scheme("EntE")["factcc"] == ["entity-swap"]
    assert scheme("OutE")["summedits"] == ["hallucinated-fact-insertion"]
    assert origin("response") == origin("context") == "intrinsic"
    with pytest.raises(KeyError):
        scheme("Typo")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The lake is 12 km long.", {"The lake is 12 miles long."}),
        ("The fine is $5.", {"The fine is £5.", "The fine is €5."}),
        ("A 3-hour delay followed.", {"A 3-minute delay followed.", "A 3-day delay followed."}),
        ("More than 12 miles of road are shut.", None),  # more than 12 miles is more than 12 km
        ("The trip takes 3 to 4 hours.", None),  # a range
        ("The boy is 7 years old.", None),
        ("It is open 24 hours a day.", None),
        ("The mast uses 5G.", None),
        ("The fine is US$5.", None),
        ("The tax rose by 5 percent.", None),
    ],
)
def test_a_unit_changes_only_where_the_claim_becomes_false(before: str, after: set[str] | None) -> None:
    changed = corrupted("unit", before)
    assert changed in after if after else changed is None


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Anna Lind hired Peter Ode.", "Peter Ode hired Anna Lind."),
        ("The company sued the council.", "The council sued the company."),
        ("The teacher was arrested by the officer.", "The officer was arrested by the teacher."),
        ("Anna asked Peter to come over.", "Peter asked Anna to come over."),
        ("Brazil beat Spain 3-1.", "Spain beat Brazil 3-1."),
        ("The ferry sailed from Oslo to Hamburg.", "The ferry sailed from Hamburg to Oslo."),
        ("Anna Lind married Peter Ode.", None),  # holds both ways
        ("Anna met Peter at the pier.", None),
        ("Anna and Peter hired Ivo.", None),  # the verb would not agree with every tense of it
        ("The road runs from Oslo to Hamburg.", None),  # the same road
        ("Anna did not hire Peter.", None),  # nor did Peter hire Anna
        ("If Anna hires Peter, the work is done.", None),
        ("The teachers were arrested by the officer.", None),  # "was arrested"
    ],
)
def test_roles_are_exchanged_where_the_verb_holds_one_way(before: str, after: str | None) -> None:
    assert corrupted("role-swap", before) == after


def test_roles_that_the_context_has_the_other_way_round_stay() -> None:
    context = "Spain hit back and Brazil lost. In the return match Spain beat Brazil."
    assert corrupted("role-swap", "Brazil beat Spain.", context) is None


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("All guests left early.", "No guests left early."),
        ("All of the guests left early.", "None of the guests left early."),
        ("All the guests left early.", "None of the guests left early."),
        ("Every guest paid the fee.", "No guest paid the fee."),
        ("Everyone left early.", "No one left early."),
        ("Most people left early.", "Few people left early."),
        ("Both teams missed the train.", "Neither of the teams missed the train."),
        ("Few guests came.", "Many guests came."),
        ("At least 40 guests came.", "Fewer than 40 guests came."),
        ("It lasted at least 3 hours.", "It lasted less than 3 hours."),
        ("Up to 40 guests came.", "More than 40 guests came."),
        ("She is often late.", "She is rarely late."),
        ("She won for the first time.", "She won for the second time."),
        ("Not all guests left early.", None),
        ("Some 40 guests left.", None),  # about forty
        ("A few guests left.", None),
        ("The most expensive ticket sold.", None),
        ("All guests also got cake.", None),  # "no guests also got cake"
        ("She works all day.", None),
        ("It rained over two weeks.", None),  # throughout
        ("The first lady left early.", None),
        ("Did all guests leave?", None),
    ],
)
def test_a_quantifier_becomes_one_that_excludes_it(before: str, after: str | None) -> None:
    assert corrupted("quantifier", before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("She left because of the rain.", "She left despite the rain."),
        ("The flood caused the fire.", "The fire caused the flood."),
        ("The flood was caused by the fire.", "The fire was caused by the flood."),
        ("The old tower is taller than the new bridge.", "The new bridge is taller than the old tower."),
        ("She chose tea instead of coffee.", "She chose coffee instead of tea."),
        ("He left after the match ended.", "He left before the match ended."),
        ("They trained in order to win the cup.", "They trained without winning the cup."),
        ("The tower is taller than 40 metres.", None),
        ("He was named after his uncle.", None),
        ("She looked after the child.", None),
        ("He did not leave because of the rain.", None),
        ("Flood and wind caused the fire.", None),
    ],
)
def test_a_link_is_turned_round(before: str, after: str | None) -> None:
    assert corrupted("relation-reversal", before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The man has been fined.", "The man will be fined."),
        ("The club has signed a new keeper.", "The club will sign a new keeper."),
        ("The mayor opened the hall.", "The mayor has yet to open the hall."),
        ("The hall will open in May.", "The hall opened in May."),
        ("Ann Ode is a teacher.", "Ann Ode is no longer a teacher."),
        ("The mayor opened the hall in 2012.", None),  # "has yet to open in 2012"
        ("The mayor opened the hall yesterday.", None),
        ("The hall will open tomorrow.", None),
        ("The man has already been fined.", None),
        ("If it rains, the hall will open.", None),
        ("He'll come home.", None),  # hangs on its subject
        ("The tower is the oldest one.", None),
    ],
)
def test_tense_shifts_where_nothing_fixes_the_time(before: str, after: str | None) -> None:
    assert corrupted("tense-shift", before) == after


def test_a_shifted_tense_that_the_context_has_too_is_refused() -> None:
    context = "The judge will be fined next, as the clerk was."
    assert corrupted("tense-shift", "The clerk has been fined.", context) is None


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    "response",
    ["The bakery reopened in spring with a new oven.", "the bakery reopened in spring with a new oven ."],
)
def test_an_added_claim_shares_no_key_word_with_the_context(response: str, seed: int) -> None:
    context = "A librarian heard of an anonymous letter on the radio: the bakery reopened in spring with a new oven."
    changed = corrupted("out-of-context", response, context, seed=seed)
    assert changed is not None
    assert changed.startswith(response)
    assert not content_stems(changed[len(response) :]) & content_stems("librarian anonymous letter radio")
    assert changed.endswith(" .") == response.endswith(" .")
    assert any(char.isupper() for char in changed) == any(char.isupper() for char in response)


@pytest.mark.parametrize(
    "response", ["", "Yes.", "Did the bakery reopen in spring?", "- The bakery reopened in spring.", "`a b c d.`"]
)
def test_no_claim_is_added_behind_what_is_no_statement(response: str) -> None:
    assert corrupted("out-of-context", response, "The bakery is on the quay.") is None


def test_a_claim_does_not_come_between_a_sentence_and_its_pronoun() -> None:
    response = "The bakery reopened in spring. It has a new oven now."
    assert all((corrupted("out-of-context", response, seed=seed) or "").startswith(response) for seed in range(6))


def test_a_statement_is_put_into_the_mouth_of_another_person_of_the_context() -> None:
    context = "Maria Okafor said that the mill would close. A week later Juan Perez met the press."
    assert corrupted("wrong-attribution", "Maria Okafor said the mill would close.", context) == (
        "Juan Perez said the mill would close."
    )


def test_one_who_may_have_said_it_too_is_not_made_to_say_it() -> None:
    context = "Maria Okafor and Juan Perez said that the mill would close."
    changed = corrupted("wrong-attribution", "Maria Okafor said the mill would close.", context)
    assert changed is None or "Perez" not in changed


def test_speakers_of_a_dialogue_change_places_only_where_their_lines_differ() -> None:
    context = "Ann: I will come to the pier at nine\nBo: great\nIda: the pier at nine is where I will come"
    for seed in range(6):
        changed = corrupted("wrong-attribution", "Ann says she will come to the pier at nine.", context, seed=seed)
        assert changed is not None
        assert "Ida" not in changed


@pytest.mark.parametrize(
    "response", ["The mill said nothing.", "The mayor denies that the mill will close.", "The mill is shut."]
)
def test_only_what_is_said_has_another_speaker(response: str) -> None:
    assert corrupted("wrong-attribution", response) is None


TRAMS = ("The tram line along the shore was closed in March.", "The old depot is now a theatre with 90 seats.")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The tram line was closed in March [1].", "The tram line was closed in March [2]."),
        ("The tram line was closed in March.[1]", "The tram line was closed in March.[2]"),
        ("The tram line was closed in March (source 1).", "The tram line was closed in March (source 2)."),
        ("The tram line was closed in March [1,2].", None),  # the other one is cited already
        ("The tram line was closed in March [1-2].", None),
        ("The tram line was closed in March [2].", None),  # the other one supports it better
        ("The value of a[1] is a[2].", None),
        ("The line closed in March [1](http://example.org).", None),
        ("The line closed in March.", None),
    ],
)
def test_a_citation_is_exchanged_for_a_document_that_says_less_of_it(before: str, after: str | None) -> None:
    assert corrupted("citation-swap", before, TRAMS) == after


def test_authors_are_exchanged_within_the_response() -> None:
    response = "The line closed in March (Ode et al., 2019). The depot is a theatre (Lind, 2020)."
    changed = corrupted("citation-swap", response)
    assert changed is not None
    assert changed.count("(Ode et al., 2019)") + changed.count("(Lind, 2020)") == 2
    assert changed != response


def test_a_citation_swap_asks_nothing_of_a_score_that_does_not_read_citations() -> None:
    relation = PERTURBATIONS.get("citation-swap").relation
    assert relation["citation-support"] is Relation.DECREASE
    assert relation["factual-consistency"] is Relation.NONE


@pytest.mark.parametrize("name", NAMES)
def test_an_unsupported_response_is_not_made_wronger(name: str) -> None:
    example = Example(response="Anna Lind hired Peter Ode in May 2019 [1].", context=TRAMS, label=0)
    outcomes = list(PERTURBATIONS.get(name).variants(example, perturbation_rng(0, "x", name)))
    assert all(isinstance(outcome, Skip) and outcome.reason == "not-applicable" for outcome in outcomes)


@pytest.mark.parametrize(
    ("name", "response"),
    [("number", "The orchard lost 40 trees."), ("date", "The lighthouse was sold in 1987.")],
)
def test_a_higher_severity_is_farther_off(name: str, response: str) -> None:
    def off(variant: Variant) -> float:
        old, new = (float(variant.details[key]) for key in ("from", "to"))
        return abs(new - old) if name == "date" else max(new / old, old / new)

    found = {variant.severity: off(variant) for variant in variants_of(name, response)}
    assert sorted(found) == [1, 2, 3]
    assert found[1] < found[2] < found[3]


@pytest.mark.parametrize(
    ("name", "response"),
    [
        ("number", "She has type 2 diabetes."),
        ("number", "The interval is a 95% confidence interval."),
        ("number", "6) The tower is tall."),
        ("date", "The tower was built in the 1990s."),
        ("antonym", "Fresh bread is not always better than old bread."),
        ("antonym", "The girl was found by his parents and he wept."),
    ],
)
def test_what_readers_found_wrong_is_refused(name: str, response: str) -> None:
    assert corrupted(name, response) is None


@pytest.mark.parametrize(
    ("name", "response"),
    [
        # what a reader of random variants called broken
        ("antonym", "Nora Lind is in hospital after she slid down the roof of the mill."),
        ("antonym", "If the market days fall on a weekend, the stalls open on a Monday."),
        ("relation-reversal", "The director has said he will resign after an engineer lost her way on the moor."),
        ("role-swap", "Karl tells Peter Anna has been ill since she came back."),
        ("role-swap", "Karl asks Anna to call him when she arrives."),
        ("tense-shift", "They then started running down the lane."),
    ],
)
def test_what_would_read_as_broken_is_not_made(name: str, response: str) -> None:
    example = Example(response=response, context=(response,), label=1)
    made = [
        v for v in PERTURBATIONS.get(name).variants(example, perturbation_rng(0, "x", name)) if isinstance(v, Variant)
    ]
    assert not [variant.example.response for variant in made]


@pytest.mark.parametrize(
    ("name", "response", "context"),
    [
        ("negation", "The mayor signed the harbour agreement.", "The mayor did not sign the harbour agreement in May."),
        (
            "relation-reversal",
            "The harbour flood led to a long blackout.",
            "A long blackout led to the harbour flood, the report says.",
        ),
        (
            "relation-reversal",
            "The old pier was closed because the harbour board met.",
            "The old pier was closed although the harbour board met.",
        ),
    ],
)
def test_a_corruption_that_the_context_states_is_refused(name: str, response: str, context: str) -> None:
    perturbation = PERTURBATIONS.get(name)

    def made(document: str) -> list[Variant]:
        example = Example(response=response, context=(document,), label=1)
        outcomes = perturbation.variants(example, perturbation_rng(0, "x", name))
        return [outcome for outcome in outcomes if isinstance(outcome, Variant)]

    assert made(response)
    assert not made(context)


def test_a_response_without_letters_does_not_take_the_capitals_of_what_is_added() -> None:
    """Only a text that writes its letters small has the new sentence so."""
    for seed in range(8):
        for variant in variants_of("out-of-context", "1999.", "It was 1999.", seed=seed):
            assert variant.edits[0].after.strip()[0].isupper()
