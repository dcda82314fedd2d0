"""Corruptions make a supported claim false, grammatically and in one place."""

from __future__ import annotations

import pytest

from gaugeblock.perturb import PERTURBATIONS, Example, Skip, Variant, perturbation_rng
from gaugeblock.perturb.dates import month_number
from gaugeblock.perturb.numbers import Number
from gaugeblock.perturb.text import Text

NAMES = ("number", "entity", "negation", "date", "antonym", "pronoun")
SEEDS = range(8)


def outcome_of(
    name: str, response: str, context: str = "", *, seed: int = 0, label: float | None = None
) -> Variant | Skip:
    example = Example(response=response, context=context, label=label)
    outcomes = PERTURBATIONS.get(name).variants(example, perturbation_rng(seed, "x", name))
    return next(iter(outcomes))  # a variant where there is one: the skips come last


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
@pytest.mark.parametrize(
    ("response", "way"),
    [
        ("No less than 40 guests came.", 1),
        ("The price rose above $ 40.", 1),
        ("No fewer than 40 guests came.", 1),
        ("Not less than 40 guests came.", 1),
        ("40 or more guests came.", 1),
        ("40 guests or more came.", 1),
        ("The tower is taller than 40 metres.", 1),
        ("No more than 40 guests came.", -1),
        ("40 or fewer guests came.", -1),
        ("40 guests or less came.", -1),
        ("They must pay within 40 days.", -1),
        ("The trip is no longer than 40 miles.", -1),
    ],
)
def test_a_bound_is_read_whole_on_either_side_of_the_number(response: str, way: int, seed: int) -> None:
    """ "Less than" stands in "no less than", which means its opposite."""
    value = number_after(response, seed).value or 0
    assert (value > 40) is (way > 0)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    "response",
    [
        "The firm did not hire 40 people.",
        "The firm never paid 40 euros.",
        "Nobody saw 40 cows.",
        "Between 3.5 and 40 guests came.",
        "It costs between 20 and 30 euros.",
        "It costs 20 euros to 30 euros.",
        "The walk takes ten to fifteen minutes.",
        "The walk is 10 km to about 15 km long.",
        "Three or four guests came.",
        "Between 30 and 40 guests came.",
        "The trip takes 30 to 40 days.",
    ],
)
def test_a_number_stays_where_another_may_follow_from_it(response: str, seed: int) -> None:
    """Who did not hire 40 people did not hire 120; between 30 and 40 is between 12 and 40."""
    assert corrupted("number", response, seed=seed) is None


def test_a_denial_elsewhere_in_the_sentence_leaves_the_number_open() -> None:
    assert corrupted("number", "The firm did not close, but it lost 40 people.") is not None
    assert corrupted("number", "Sales rose from 30 to 40 euros.") is not None


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


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    ("response", "way"),
    [
        ("He left before 2015.", -1),
        ("He left by the end of 2015.", -1),
        ("He left no later than 2015.", -1),
        ("The pool has been shut since early 2015.", -1),
        ("The pool was shut from 2015 onwards.", -1),
        ("He moved to Rome by 2015.", -1),
        ("He left in 2015 at the latest.", -1),
        ("He left after 2015.", 1),
        ("He left no earlier than 2015.", 1),
        ("The pool was open until 2015.", 1),
        ("He left in 2015 or later.", 1),
    ],
)
def test_a_year_beside_a_bound_moves_only_to_where_the_claim_is_false(response: str, way: int, seed: int) -> None:
    """Who left before 2015 left before 2017; what has been shut since 2015 has been shut since 2017."""
    changed = corrupted("date", response, seed=seed)
    assert changed is not None
    year = next(int(number.text) for number in Text(changed).numbers if number.kind == "year")
    assert (year > 2015) is (way > 0)


@pytest.mark.parametrize("seed", SEEDS)
def test_day_and_month_beside_a_bound_move_the_same_way(seed: int) -> None:
    early = corrupted("date", "The pool has been shut since 15 June 2015.", seed=seed)
    assert early is not None
    (date,) = Text(early).dates
    assert date.day is not None
    assert date.month is not None
    assert date.year is not None
    day, month, year = date.day.of(early), month_number(date.month.of(early)) or 0, date.year.of(early)
    assert (int(year), month, int(day)) < (2015, 6, 15)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    "response",
    [
        "He had not left before 2015.",
        "It fell between 2015 and 2018.",
        "The shop will open by Friday.",
        "The shop has been shut since March.",
    ],
)
def test_a_date_stays_where_another_may_follow_from_it(response: str, seed: int) -> None:
    """Weekdays, and months without a year, have no order; within a denial the bound turns round."""
    assert corrupted("date", response, seed=seed) is None


def test_weekdays_keep_their_case() -> None:
    changed = corrupted("date", "he left on monday.")
    assert changed is not None
    assert changed == changed.lower()


def test_the_verb_may_is_no_month() -> None:
    assert corrupted("date", "He may leave in summer.") is None


def test_a_name_is_replaced_by_one_of_its_type_from_the_context() -> None:
    context = "Maria Okafor of Lisbon paid the fine. Later Juan Perez met the press."
    assert corrupted("entity", "Maria Okafor paid the fine.", context) == "Juan Perez paid the fine."


def test_a_name_by_birth_is_no_other_name() -> None:
    """The context says that both are one person's."""
    context = "Ann Okafor (born Mary Ferro, 1908) was a writer."
    for seed in SEEDS:
        changed = corrupted("entity", "Ann Okafor was a writer.", context, seed=seed)
        assert changed is None or "Mary Ferro" not in changed


def test_the_number_of_a_battalion_is_no_amount() -> None:
    """ "3,410 civil affairs battalion" would read as a count."""
    assert corrupted("number", "She serves in 426 civil affairs battalion.") is None


def test_a_currency_is_no_name() -> None:
    assert corrupted("entity", "The remote costs 25 Euros.", "Ivo: it costs 25 Euros") is None


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    "response", ["TAXES WILL RISE.", "NASA AND THE EU AGREED.", "A Boeing 737 crashed.", "The Airbus A320 crashed."]
)
def test_capitals_and_models_are_no_names(response: str, seed: int) -> None:
    assert corrupted("entity", response, "Maria Okafor of Castlebay left. Norwell Group grew.", seed=seed) is None


def test_every_mention_of_the_name_is_replaced() -> None:
    changed = corrupted("entity", "He moved to Germany in May. He likes Germany.", "He moved to Germany.")
    assert changed is not None
    assert "Germany" not in changed


@pytest.mark.parametrize("seed", range(20))
def test_no_mention_of_a_name_is_left_with_the_wrong_article(seed: int) -> None:
    """A name that opens with a vowel is not put behind the "a" of a later mention."""
    response = "Russian soldiers came to the port. Ann met a Russian soldier there."
    changed = corrupted("entity", response, f"{response} Indian ships came too, and Greek ones.", seed=seed) or ""
    assert not any(f" a {vowel}" in changed for vowel in "AEIO")


def test_a_name_stays_where_a_part_of_it_stands_alone() -> None:
    """Else "Ann Ode said Ann left" would speak of two people."""
    context = "Ann Ode of Lisbon left. Later Juan Perez met the press."
    assert corrupted("entity", "Ann Ode said Ann left.", context) is None
    assert corrupted("entity", "Ann Ode said a word and left.", context) is not None


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
    assert corrupted("pronoun", before, before) == after


@pytest.mark.parametrize("context", ["", "The mayor left.", "He left when she came.", "She left."])
def test_pronouns_stay_unless_the_context_has_their_gender_and_no_other(context: str) -> None:
    assert corrupted("pronoun", "He left.", context) is None
    assert corrupted("pronoun", "He left.", "His car is gone.") == "She left."


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
        ("The two mayors were late.", "The two mayors were not late."),
        ("It's closed.", None),
        ("He's late.", None),
        ("They've two dogs.", None),
        ("3 of them were children.", None),
        ("1,000 of 10,000 seats were empty.", None),
        ("One of the dogs was late.", None),
        ("Three mayors were late.", None),
        ("A number of mayors were late.", None),
        ("A majority of the mayors signed the bill.", None),
        ("In some cases, patients died.", None),
        ("In many towns the mayor was late.", None),
        ("The mayor sometimes signed the bill.", None),
        ("The mayor signed some bills.", None),
        ("Prices might rise.", None),
        ("Prices may rise.", None),
        ("Prices could rise.", None),
        ("Prices might not rise.", None),
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
        ("The rain began to fade.", None),
        ("The house was sold by John to Peter.", None),
        ("The house was bought from Peter.", None),
        ("John sold the house to Peter.", None),
        ("John sold the house.", "John bought the house."),
        ("The mother gave birth.", None),
        ("The pregnant woman left early.", None),
        ("Rain is more likely.", None),
        ("Rain is likely.", "Rain is unlikely."),
        ("They are less likely to stay.", None),
        ("They opened fire.", None),
        ("He is the best known of them.", None),
        ("They found a lost kingdom.", None),
        ("Ann was arrested on suspicion of theft.", None),
        ("The fees have more than doubled.", "The fees have less than doubled."),
        ("She gave more than they asked.", "She gave less than they asked."),
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
