"""Corruptions make a supported claim false, grammatically and in one place."""

from __future__ import annotations

import pytest

from gaugeblock.perturb import PERTURBATIONS, Example, Skip, Variant, perturbation_rng
from gaugeblock.perturb.numbers import Number
from gaugeblock.perturb.text import Text

NAMES = ("number", "entity", "negation", "date", "antonym", "pronoun")
SEEDS = range(8)


def outcome_of(
    name: str, response: str, context: str = "", *, seed: int = 0, label: float | None = None
) -> Variant | Skip:
    example = Example(response=response, context=context, label=label)
    (outcome,) = PERTURBATIONS.get(name).variants(example, perturbation_rng(seed, "x", name))
    return outcome


def corrupted(name: str, response: str, context: str = "", *, seed: int = 0) -> str | None:
    """The response after the perturbation, None where it makes no variant."""
    outcome = outcome_of(name, response, context, seed=seed)
    return outcome.example.response if isinstance(outcome, Variant) else None


def number_after(response: str, seed: int, context: str = "") -> Number:
    changed = corrupted("number", response, context, seed=seed)
    assert changed is not None
    return Text(changed).numbers[0]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    ("response", "kind"),
    [
        ("The bridge cost $3.5 million.", "money"),
        ("Profit fell 12.5 per cent.", "percent"),
        ("The hall has 1,250 seats.", "count"),
        ("He finished 3rd.", "ordinal"),
        ("Twelve teachers left.", "count"),
        ("The lake is 10km long.", "measure"),
    ],
)
def test_a_number_keeps_its_kind_and_format(response: str, kind: str, seed: int) -> None:
    before, after = Text(response).numbers[0], number_after(response, seed)
    assert (after.kind, after.in_words) == (kind, before.in_words)
    assert after.value != before.value
    assert len(after.text.partition(".")[2]) == len(before.text.partition(".")[2])
    assert after.text[0].isupper() == before.text[0].isupper()


@pytest.mark.parametrize("seed", SEEDS)
def test_a_bound_moves_only_to_where_the_claim_is_false(seed: int) -> None:
    """What is more than 100 is more than 50 as well."""
    assert (number_after("More than 100 guests came.", seed).value or 0) > 100
    assert (number_after("Up to 100 guests came.", seed).value or 0) < 100


@pytest.mark.parametrize("seed", SEEDS)
def test_a_share_stays_within_one_hundred_percent(seed: int) -> None:
    assert (number_after("Some 80% of guests came.", seed).value or 0) <= 100


def test_a_number_of_the_same_kind_from_the_context_is_preferred() -> None:
    context = "The farm keeps 40 cows near the river. In town the library lends 75 films. The roof cost $50."
    assert corrupted("number", "The farm keeps 40 cows.", context) == "The farm keeps 75 cows."


@pytest.mark.parametrize(
    "response", ["My IP is 192.168.1.1.", "It has COVID-19.", "Run `sleep 10`.", "See page 4.", "Is it 12?"]
)
def test_identifiers_code_and_questions_keep_their_numbers(response: str) -> None:
    assert corrupted("number", response) is None


@pytest.mark.parametrize("seed", SEEDS)
def test_a_date_stays_a_date_of_the_same_form(seed: int) -> None:
    response = "The shop shut on 30 January 2019."
    changed = corrupted("date", response, seed=seed)
    assert changed is not None
    (date,) = Text(changed).dates
    assert date.form == "day-month"
    assert changed.startswith("The shop shut on ")


def test_weekdays_keep_their_case() -> None:
    changed = corrupted("date", "he left on monday.")
    assert changed is not None
    assert changed == changed.lower()


def test_the_verb_may_is_no_month() -> None:
    assert corrupted("date", "He may leave in summer.") is None


def test_a_name_is_replaced_by_one_of_its_type_from_the_context() -> None:
    context = "Maria Okafor of Lisbon paid the fine. Later Juan Perez met the press."
    assert corrupted("entity", "Maria Okafor paid the fine.", context) == "Juan Perez paid the fine."


def test_a_currency_is_no_name() -> None:
    assert corrupted("entity", "The remote costs 25 Euros.", "Ivo: it costs 25 Euros") is None


def test_every_mention_of_the_name_is_replaced() -> None:
    changed = corrupted("entity", "He moved to Germany in May. He likes Germany.", "He moved to Germany.")
    assert changed is not None
    assert "Germany" not in changed


@pytest.mark.parametrize("response", ["edinburgh is cold.", "It is cold here.", "Edinburgh is cold."])
def test_text_that_has_lost_its_capitals_is_left_alone(response: str) -> None:
    assert corrupted("entity", response, "The castle in edinburgh is cold.") is None


def test_first_names_beside_decapitalised_surnames_are_left_alone() -> None:
    context = "the striker peter marsh said on monday that he will leave the club in leeds. " * 3
    assert corrupted("entity", "Peter marsh will leave the club.", context) is None


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("His mother says she saw him.", None),
        ("The mayor said he hurt himself.", "The mayor said she hurt herself."),
        ("She took her hat and left her.", "He took his hat and left him."),
        ("They took their hats.", None),
    ],
)
def test_pronouns_change_gender_together(before: str, after: str | None) -> None:
    assert corrupted("pronoun", before) == after


def test_pronouns_stay_where_the_context_has_both_genders() -> None:
    assert corrupted("pronoun", "He left.", "He left when she came.") is None


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The mayor signed the bill.", "The mayor did not sign the bill."),
        ("The mayor signs the bill.", "The mayor does not sign the bill."),
        ("The mayor was late.", "The mayor was not late."),
        ("The mayor has signed the bill.", "The mayor has not signed the bill."),
        ("The mayor can sign the bill.", "The mayor cannot sign the bill."),
        ("The mayor will not sign the bill.", "The mayor will sign the bill."),
        ("The mayor isn't late.", "The mayor is late."),
        ("The mayor cannot sign the bill.", "The mayor can sign the bill."),
        ("Some mayors signed the bill.", None),
        ("The mayor did not sign any bill.", None),
        ("The mayor never signed the bill.", None),
        ("Did the mayor sign the bill?", None),
        ("Sign the bill.", None),
        ("The mayor signed the bill and left.", None),
        ("The mayor only signed the bill.", None),
    ],
)
def test_denial_is_put_in_or_taken_away_where_the_grammar_is_certain(before: str, after: str | None) -> None:
    assert corrupted("negation", before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Prices rose in spring.", "Prices fell in spring."),
        ("More than 40 guests came.", "Fewer than 40 guests came."),
        ("His wife left early.", "His husband left early."),
        ("The board agreed to meet.", "The board refused to meet."),
        ("The board agreed to the plan.", None),
        ("They opened fire.", None),
        ("He is the best known of them.", None),
        ("They found a lost kingdom.", None),
    ],
)
def test_opposites_fit_the_place(before: str, after: str | None) -> None:
    assert corrupted("antonym", before) == after


def test_an_opposite_that_the_context_states_too_is_refused() -> None:
    outcome = outcome_of(
        "antonym", "Prices rose sharply.", "Prices rose sharply in May and fell sharply in June: prices fell."
    )
    assert isinstance(outcome, Skip)
    assert outcome.reason == "rejected"


@pytest.mark.parametrize("name", NAMES)
def test_an_unsupported_response_is_not_corrupted(name: str) -> None:
    outcome = outcome_of(name, "Ann Ode paid 12 euros in May 2019, and prices rose as she said.", label=0)
    assert isinstance(outcome, Skip)
    assert outcome.reason == "not-applicable"


def test_a_corruption_of_a_supported_response_is_labelled_unsupported() -> None:
    outcome = outcome_of("negation", "The mayor signed the bill.", label=1)
    assert isinstance(outcome, Variant)
    assert outcome.example.label == 0
    assert outcome.details["error_type"] == "PredE"
