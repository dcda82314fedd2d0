"""Checks let sound proposals pass and say what is wrong with the others."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gaugeblock.perturb import checks
from gaugeblock.perturb.base import Check, Proposal
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.variant import apply_to_example, replace_span


def verdict(check: Check, response: str, old: str, new: str, context: str = "") -> str | None:
    example = Example(response=response, context=context)
    start = response.index(old)
    edit = replace_span(response, start, start + len(old), new)
    proposal = Proposal((edit,), details={"from": old, "to": new})
    return check(example, apply_to_example(example, [edit]), proposal)


def test_the_same_number_in_words_is_the_same_number() -> None:
    assert verdict(checks.same_numbers, "It has 12 doors.", "12", "twelve") is None


def test_another_number_is_named() -> None:
    assert verdict(checks.same_numbers, "It has 12 doors.", "12", "13") == "the numbers changed: 12 became 13"


def test_a_lost_name_is_named() -> None:
    assert verdict(checks.same_entities, "Then Ode left.", "Ode", "he") == "a name changed: ode"
    assert verdict(checks.same_entities, "Then Ode left.", "left", "went") is None


def test_a_changed_number_of_negations_is_seen() -> None:
    assert verdict(checks.same_polarity, "It is not open.", "not ", "") is not None
    assert verdict(checks.same_polarity, "It is not open.", "is not", "isn't") is None


def test_edits_of_code_and_quotations_are_refused() -> None:
    assert verdict(checks.outside_protected, "Run `sleep 10` now.", "10", "20") is not None
    assert verdict(checks.outside_quotations, 'He said "it is ten".', "ten", "10") is not None
    assert verdict(checks.outside_quotations, 'He said "it is ten".', "said", "says") is None


def test_a_changed_claim_that_the_context_states_is_refused() -> None:
    context = "The crash injured 30 people. The crash killed 12 people."
    assert verdict(checks.not_in_context, "The crash killed 12 people.", "12", "45", context) is None
    assert verdict(checks.not_in_context, "The crash hurt 12 or 30 people.", "12", "30", context) is not None


def test_a_number_that_the_context_spells_out_is_recognised() -> None:
    context = "The school has twelve teachers for its pupils."
    assert verdict(checks.not_in_context, "The school has 9 teachers.", "9", "12", context) is not None


def test_a_value_said_of_something_else_may_be_used() -> None:
    context = "The farm keeps 40 cows near the river. In town the library lends 75 films."
    assert verdict(checks.not_in_context, "The farm keeps 40 cows.", "40", "75", context) is None


def test_a_doubled_word_is_refused() -> None:
    assert verdict(checks.not_doubled, "He said that they left.", "they", "that") is not None


PIECES = st.lists(
    st.sampled_from(
        [
            *(
                "Ode",
                "ode",
                "Ann's",
                "left",
                "two",
                "a half",
                "12",
                "$3.5bn",
                "in May 2019",
                ".",
                ". ",
                " ",
                "\n",
                "`",
                "(",
            ),
            *("U.S.", "NO", "no", "twenty", "-five", "million", "said: ", "\u2028", "é", "水", "’", '"', "1.", "x"),
            "http://a.b/3",
        ]
    ),
    max_size=12,
).map("".join)


@given(PIECES, PIECES, PIECES, PIECES)
def test_the_short_cuts_say_what_the_whole_analysis_says(head: str, old: str, tail: str, new: str) -> None:
    example = Example(response=head + old + tail)
    edit = replace_span(example.response, len(head), len(head + old), new)
    changed = apply_to_example(example, [edit])
    proposal = Proposal((edit,))
    before, after = checks._values(example.response), checks._values(changed.response)
    assert (checks.same_numbers(example, changed, proposal) is None) == (before == after)
    lost = checks._names(example.response) - checks._words(changed.response)
    gained = checks._names(changed.response) - checks._words(example.response)
    assert (checks.same_entities(example, changed, proposal) is None) == (not lost | gained)
