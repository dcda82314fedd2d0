"""Benign perturbations change the wording where only one reading is possible, and nothing else."""

from __future__ import annotations

import pytest

from gaugeblock.perturb import PERTURBATIONS, Example, Skip, Variant, perturbation_rng


def reworded(name: str, response: str) -> str | None:
    """The response after the perturbation, None where it makes no variant."""
    outcome = outcome_of(name, response)
    return outcome.example.response if isinstance(outcome, Variant) else None


def outcome_of(name: str, response: str) -> Variant | Skip:
    (outcome,) = PERTURBATIONS.get(name).variants(Example(response=response), perturbation_rng(0, "x", name))
    return outcome


CONTRACTIONS = [
    (
        "She'd already left when he's been told. He's got a cold. THE BOARD CAN'T MEET.",
        "She had already left when he has been told. He's got a cold. THE BOARD CANNOT MEET.",
    ),
    ("They'd leave at once.", "They would leave at once."),
    ("You'd better go.", "You had better go."),
    ("It won't rain, and we've packed.", "It will not rain, and we have packed."),
    ("It’s raining and I’m late.", "It is raining and I am late."),
    ("Ann's dog is hers.", None),
    ("He's gone.", None),
    ("They'd put it there.", None),
    ("Don't you know it?", None),
    ("Let's go.", None),
    ('He said "I can\'t go".', None),
    ("They do not agree.", "They don't agree."),
    ("It cannot be.", "It can't be."),
    ("It is not only late.", None),
    ("I am not sure.", None),
    ("They may not enter.", None),
]


@pytest.mark.parametrize(("before", "after"), CONTRACTIONS)
def test_contractions_are_changed_only_where_they_are_certain(before: str, after: str | None) -> None:
    assert reworded("contractions", before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The school has 12 teachers.", "The school has twelve teachers."),
        ("12 teachers left.", "Twelve teachers left."),
        ("The school has twelve teachers.", "The school has 12 teachers."),
        ("Twelve teachers left.", None),
        ("It fell 12%.", None),
        ("It cost $12.", None),
        ("It opened on 12 May 2019.", None),
        ("It has 5 m people.", None),
        ("It has 5 bn people.", None),
        ("It has 5 k readers.", None),
        ("It is 12 km away.", None),
        ("They won by 12 points to 10 points.", None),
        ("It was 3.5 times as big.", None),
        ("A 12-year-old ran.", None),
        ("In chapter 12 heroes meet.", None),
        ('She said "12 dogs ran".', None),
        ("It took 120 days.", None),
    ],
)
def test_only_plain_small_counts_change_between_words_and_digits(before: str, after: str | None) -> None:
    assert reworded("number-words", before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("It sold 10000 cars.", "It sold 10,000 cars."),
        ("It cost $1,250,000.50 in all.", "It cost $1250000.50 in all."),
        ("It was in 2019.", None),
        ("Code 0123456 is void.", None),
        ("It has 4000 seats.", None),
        ("He lives in Norville, CA 90210.", None),
        ("He lives in Norville, California 90210.", None),
        ("About 10000 people came.", "About 10,000 people came."),
    ],
)
def test_separators_change_in_quantities_only(before: str, after: str | None) -> None:
    assert reworded("number-grouping", before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("It shut on 5 January 2019 for good.", "It shut on January 5, 2019, for good."),
        ("It shut on 5 January 2019.", "It shut on January 5, 2019."),
        ("On January 5, 2019, it shut.", "On 5 January 2019, it shut."),
        ("It shut on the 12th of May.", "It shut on May 12."),
        ("The 12th of May was cold.", "May 12 was cold."),
        ("It shut on the 12th of May 2019.", "It shut on May 12, 2019."),
        ("It missed the 12 May deadline.", "It missed the May 12 deadline."),
        ("It missed an 8 May deadline.", None),
        ("It missed the 12th of May deadline.", None),
        ("It shuts every 12th of May.", None),
        ("It shut on May 5.", "It shut on 5 May."),
        ("It ran from 5 to 7 January 2019.", None),
        ("It ran from 5 March to 6 April.", "It ran from March 5 to April 6."),
        ("It ran from March 5 to April 6.", "It ran from 5 March to 6 April."),
        ("It ran from 5 March 2018 to 6 April 2019.", "It ran from March 5, 2018, to April 6, 2019."),
        ("It ran from 5 Jan. to 6 April.", None),
        ("It met on 5 March, 6 April and 7 May.", "It met on March 5, April 6 and May 7."),
        ("It met on 4 and 5 March and 6 April.", None),
        ("It shut on Monday 5 January 2019.", None),
        ("It shut on Jan. 5.", None),
        ("It shut on 05/01/2019.", None),
    ],
)
def test_dates_are_reordered_with_the_right_comma(before: str, after: str | None) -> None:
    assert reworded("date-format", before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('He said "it\'s over" then.', "He said “it’s over” then."),
        ("He said “it’s over” then.", 'He said "it\'s over" then.'),
        ('Run `echo "a"` now.', None),
        ("It is 6'2\" tall.", None),
        ('An odd " mark.', None),
        ("他说“好”。", '他说"好"。'),
    ],
)
def test_quotation_marks_change_as_a_whole_or_not_at_all(before: str, after: str | None) -> None:
    assert reworded("quotation-style", before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("It rained. It stopped.", "It rained.  It stopped."),
        ("It rained.", "It rained.\n"),
        ("It rained.\n", "It rained."),
        ("水は沸騰する。", "水は沸騰する。\n"),
        ("", None),
    ],
)
def test_white_space_changes_between_sentences_or_at_the_end(before: str, after: str | None) -> None:
    assert reworded("whitespace", before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The organisation painted the centre grey.", "The organization painted the center gray."),
        ("The color of the theater is odd.", "The colour of the theatre is odd."),
        ("The trial was randomised and optimised.", "The trial was randomized and optimized."),
        ("The Labour Party met.", None),
        ("She will check the program.", None),
        ('She said "the colour is odd".', None),
    ],
)
def test_spelling_changes_outside_names_and_quotations(before: str, after: str | None) -> None:
    assert reworded("spelling", before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Approximately 50 guests came.", "About 50 guests came."),
        ("He purchased an old boat.", "He bought an old boat."),
        ("They talked about 50 guests.", None),
        ("It was an entire week.", "It was a whole week."),
        ("The purchase failed.", None),
        ("The movie was long.", "The film was long."),
        ("They met at the movie theater.", None),
    ],
)
def test_synonyms_need_the_right_tag_and_neighbours(before: str, after: str | None) -> None:
    assert reworded("synonyms", before) == after


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("that-clauses", "The mayor said he would resign.", "The mayor said that he would resign."),
        ("that-clauses", "The mayor said that the road was shut.", "The mayor said the road was shut."),
        ("that-clauses", "The mayor said so.", None),
        ("serial-comma", "The shop sells apples, pears and plums.", "The shop sells apples, pears, and plums."),
        ("serial-comma", "The shop sells apples and pears.", None),
        ("coordination-order", "The firm left France and Spain.", "The firm left Spain and France."),
        ("coordination-order", "Romeo and Juliet is a play.", None),
        ("coordination-order", "She earns more at Garrick and Lowe.", None),  # a firm
        ("coordination-order", "He likes salt and pepper.", None),
        ("coordination-order", "They sell bread and butter.", None),
        ("coordination-order", "They spend on research and development.", None),
        ("coordination-order", "They weighed the pros and cons.", None),
        ("coordination-order", "Mr and Mrs Ode left.", None),
        ("coordination-order", "Old men and women left.", None),
        ("coordination-order", "Ann and Bo came first and second respectively.", None),
        ("unit-names", "It grew by 50% over 10 km.", "It grew by 50 percent over 10 kilometres."),
        ("unit-names", "It grew by 50 per cent.", "It grew by 50%."),
        ("unit-names", "It ran at 10 km/h.", None),
        ("unit-names", "It cost $5 mm last year.", None),
        ("unit-names", "She won a 10 km race.", None),
        ("unit-names", "She won a 10 km charity race.", None),
        ("unit-names", "It is 10 km long.", "It is 10 kilometres long."),
        ("unit-names", "It saw a 50% rise.", "It saw a 50 percent rise."),
        ("time-format", "It shut at 3:30pm on Sunday.", "It shut at 3:30 p.m. on Sunday."),
        ("time-format", "It shut at 5 p.m.", None),
        ("time-format", "It shuts at 5 p.m. today.", "It shuts at 5pm today."),
    ],
)
def test_small_rewordings(name: str, before: str, after: str | None) -> None:
    assert reworded(name, before) == after


def test_layout_outside_the_edits_stays_as_it_was() -> None:
    """Line breaks, tabs, table marks and code survive."""
    before = "My IP is 192.168.1.1.\n\n- it won't\tA | B |\n    indented()"
    assert reworded("contractions", before) == "My IP is 192.168.1.1.\n\n- it will not\tA | B |\n    indented()"


def test_other_languages_are_skipped_with_that_reason() -> None:
    outcome = outcome_of("spelling", "水は百度で沸騰する。")
    assert isinstance(outcome, Skip)
    assert outcome.reason == "language"


def test_a_number_of_thousands_of_digits_is_left_alone() -> None:
    """Where something else is reworded, the digits stay; a number that long is neither read nor written in words."""
    numbers = ("9" * 5000, f"{'8' * 400}/{'7' * 400}")
    example = Example(response=f"He didn't pay {numbers[0]} euros, and {numbers[1]} of it.", context="He paid.")
    variants = [
        outcome
        for name in PERTURBATIONS
        if PERTURBATIONS.get(name).family == "benign"
        for outcome in PERTURBATIONS.get(name).variants(example, perturbation_rng(0, "x", name))
        if isinstance(outcome, Variant)
    ]
    assert variants, "the contraction is written out at least"
    for variant in variants:
        assert all(number in variant.example.response for number in numbers), variant.perturbation
