"""Edits that blind readers found wrong are not made again."""

from __future__ import annotations

import pytest

import gaugeblock as gb


def made(response: str, context: str, name: str) -> list[str]:
    example = gb.Example(response=response, context=context)
    return [v.example.response for v in gb.perturb(example, with_=name) if isinstance(v, gb.Variant)]


@pytest.mark.parametrize(
    ("name", "response", "context"),
    [
        ("coordination-order", "Shortages may limit milling between August and October.", "Milling may slow."),
        ("antonym", "The prosecutor said that the story fell apart.", "The story came to pieces."),
        ("pronoun", "Sam voices his dislike for pop music.", "Ann: I like pop.\nSam: I do not.\nAnn: Ask his mother!"),
        (
            "entity",
            "Dr Imani Castell said that smoke was linked to asthma in her study.",
            "Dr Imani Castell spoke in Lagos. Robert Anquelin of the council listened.",
        ),
    ],
)
def test_where_an_edit_would_be_wrong_none_is_made(name: str, response: str, context: str) -> None:
    assert made(response, context, name) == []


def test_a_date_from_which_something_holds_is_not_turned_into_a_habit() -> None:
    raised = made(
        "As of 1 January 2023, an employer must give 4 weeks of notice.",
        "As of 1 January 2023 an employer must give 4 weeks of notice.",
        "force-temporal",
    )
    assert not any("As a rule" in text for text in raised)


def test_the_opposite_of_more_than_a_sum_is_less_than_it() -> None:
    (text,) = made("The owner paid more than £400 for it.", "It cost the owner over £400.", "antonym")
    assert text == "The owner paid less than £400 for it."


class TestForceOfReportsPlansAndDates:
    """Claims of reports, plans and dates are raised only where the raised claim says more."""

    @staticmethod
    def raised(axis: str, response: str, context: str) -> list[str]:
        example = gb.Example(response=response, context=context, label=1.0)
        return [
            one.example.response for one in gb.perturb(example, with_=f"force-{axis}") if isinstance(one, gb.Variant)
        ]

    def test_a_wish_is_not_made_a_probability(self) -> None:
        found = self.raised("modality", "The firm is keen to open a shop.", "The firm is keen to open a shop in Leeds.")
        assert "The firm is sure to open a shop." in found
        assert not any("likely" in one for one in found)

    def test_a_reward_is_no_surer_without_potential(self) -> None:
        text = "Older people take fewer risks for potential rewards."
        assert not any(one == text.replace("potential ", "") for one in self.raised("modality", text, text))

    def test_what_may_come_at_any_time_is_not_made_certain(self) -> None:
        text = "The old bridge could collapse any time, Ann Ode warned."
        assert not self.raised("modality", text, text)

    def test_adjectives_are_not_piled_up(self) -> None:
        text = "The study found a significant correlation between smoking and lung disease."
        assert not any("probable causal" in one for one in self.raised("relation", text, text))

    def test_a_counted_event_is_not_spread_over_all_months(self) -> None:
        text = "The fire service visited the hall nine times in the last 12 months."
        assert not self.raised("temporal", text, text)

    def test_a_date_with_a_gloss_stays(self) -> None:
        text = "Exports rose by 4% in 1992 (the year of the strike)."
        assert not self.raised("temporal", text, text)

    def test_where_somebody_has_been_since_a_date_is_not_at_all_times(self) -> None:
        text = "The painting has been in storage since 1987."
        assert not self.raised("temporal", text, text)


class TestPassives:
    """A clause is turned as a whole, or not at all."""

    @staticmethod
    def passives(text: str) -> list[str]:
        made = gb.perturb(gb.Example(response=text, context=text), with_="voice")
        return [one.example.response for one in made if isinstance(one, gb.Variant)]

    @pytest.mark.parametrize(
        "text",
        [
            "She cleaned the cupboards in the dining room.",
            "The survey showed five fold to tenfold differences in the rates.",
            "The survey showed large differences in the rates, but less variation in the deaths.",
            "mr gray gives mrs . ode a lift home and mrs . ode holds the umbrella .",
        ],
    )
    def test_a_clause_that_would_be_torn_apart_stays(self, text: str) -> None:
        assert self.passives(text) == []

    def test_what_belongs_to_the_object_goes_with_it(self) -> None:
        (found,) = self.passives("The drug influenced the effects of alcohol on memory.")
        assert found == "The effects of alcohol on memory were influenced by the drug."

    def test_a_plain_clause_is_still_turned(self) -> None:
        assert self.passives("The mayor signed the bill.") == ["The bill was signed by the mayor."]


def test_a_participle_far_from_its_has_is_not_taken_for_a_past_tense() -> None:
    text = "Research in Leeds has for the first time successfully demonstrated the use of the device."
    made = gb.perturb(gb.Example(response=text, context=text), with_="simplification")
    assert not any("showed" in one.example.response for one in made if isinstance(one, gb.Variant))


class TestTheLastReading:
    """What the last sheet found: quotation marks of old corpora, short forms of names, amounts of a year."""

    @pytest.mark.parametrize(
        ("name", "response"),
        [
            ("synonyms", "A couple were left `` completely penniless'' in May."),
            ("contractions", "Maria will not fetch Ben and not call his friends."),
            ("negation", "The new approach primes cells."),
            ("relative-clause", "He has to finish a report that's due tomorrow."),
            ("relative-clause", "She took a train that’ll be late."),
            ("synonyms", "The cathedral was begun under his father."),
            ("antonym", "Sales rose, but costs fell."),
            ("quantifier", "This brings the risk up to 1 in 10."),
            ("antonym", "Her hair started to fall out."),
            ("antonym", "The chances were told both before and after the treatment."),
            ("relation-reversal", "Tony Ode led his side to victory over Leeds."),
            ("negation", "Concept revealed at the fair in Hamburg."),
            ("negation", "The farther people live from the sea, the bigger their ovens are."),
            ("force-temporal", "Ode went unpaid in June after playing for Leeds."),
        ],
    )
    def test_where_an_edit_would_be_wrong_none_is_made(self, name: str, response: str) -> None:
        assert made(response, response, name) == []

    def test_a_regular_verb_is_still_denied(self) -> None:
        assert made("The mayor travelled to Rome.", "Ann Ode met the mayor.", "negation") == [
            "The mayor did not travel to Rome."
        ]

    def test_an_amount_of_a_year_is_not_given_to_some_years_together(self) -> None:
        text = "The firm recorded a deficit of £2.5bn in 2013."
        found = made(text, text, "force-temporal")
        assert "The firm recorded a deficit of £2.5bn year after year." in found
        assert not any("recent years" in one for one in found)

    def test_what_has_lasted_since_a_year_is_not_said_to_be_so_at_present(self) -> None:
        text = "Active since 1979, the band is best known for one song."
        assert not any("at present" in one for one in made(text, text, "force-temporal"))

    def test_no_sentence_opens_with_all_the_time(self) -> None:
        text = "At present, the nurses at the desk are kind."
        assert not any(one.startswith(("All", "Most", "At all")) for one in made(text, text, "force-temporal"))

    def test_a_name_whose_long_form_is_left_is_not_changed(self) -> None:
        context = "Pam: You are in trouble, Stuart\nStu: What did I do?\nPam: You bought it.\nStu: I am unhappy."
        example = gb.Example(response="Pam bought it but Stu is unhappy.", context=context, label=1.0)
        for one in gb.perturb(example, with_="counterfactual"):
            if isinstance(one, gb.Variant):
                assert one.details["from"] != "Stu"

    def test_a_verb_is_no_firm_where_capitals_are_lost(self) -> None:
        from gaugeblock.perturb.context._lowered import is_word

        assert is_word("Went")
        assert not is_word("oxworth")

    def test_a_name_without_its_capital_gets_one_where_it_opens_a_sentence(self) -> None:
        text = "The club of Leeds want ode, who admitted the talks."
        for found in made(text, text, "sentence-split"):
            assert ". ode" not in found

    def test_a_multiple_is_less_than_a_number_of_times(self) -> None:
        (found,) = made("Injuries were more than two and a half times higher.", "Injuries rose.", "quantifier")
        assert found == "Injuries were less than two and a half times higher."

    @pytest.mark.parametrize(
        ("name", "after"),
        [
            ("false-titles", "It rained on Saturday. The striker Leo Banda scored twice."),
            ("sentence-join", "It rained on Saturday, and striker Leo Banda scored twice."),
        ],
    )
    def test_what_somebody_does_loses_its_capital_within_a_sentence(self, name: str, after: str) -> None:
        assert after in made("It rained on Saturday. Striker Leo Banda scored twice.", "It was wet.", name)

    def test_the_opposite_has_the_capitals_of_the_wording(self) -> None:
        found = made("Sales rose in the North by 11%.", "Sales changed.", "antonym")
        assert all("South" in one for one in found if "North" not in one)
        assert found
