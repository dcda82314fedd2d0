"""Wordings of part, purpose, appearance and plan that a claim is raised from, and their traps."""

from __future__ import annotations

import pytest

from gaugeblock.perturb import PERTURBATIONS, Example, Variant, perturbation_rng
from gaugeblock.perturb.force import validate_pair
from gaugeblock.perturb.force._clock import says_exactly


def made(axis: str, example: Example) -> dict[int, Variant]:
    name = f"force-{axis}"
    found = PERTURBATIONS.get(name).variants(example, perturbation_rng(0, example.id, name))
    return {one.severity or 0: one for one in found if isinstance(one, Variant)}


def raised(axis: str, response: str) -> dict[int, str]:
    """The raised responses by severity; the response with a word before it is its own evidence."""
    example = Example(id="claim", response=response, context=f"Reportedly: {response}", label=1)
    return {level: one.example.response for level, one in made(axis, example).items() if one.base is None}


def spoken(axis: str, turn: str) -> dict[int, str]:
    """The raised turns of a dialogue in which Bob says one thing that may be raised."""
    context = f"Ann: Hello there.\nBob: {turn}\nAnn: Fine.\nBob: See you."
    example = Example(id="pair", response="The mayor opened the old harbour.", context=context, label=0)
    return {level: one.example.response for level, one in made(axis, example).items()}


@pytest.mark.parametrize(
    ("axis", "response", "severity", "expected"),
    [
        ("modality", "The mill is unlikely to reopen.", 2, "The mill is certain not to reopen."),
        ("modality", "The new glaze appears durable.", 2, "The new glaze is durable."),
        ("modality", "The mayor appeared to reject the plan.", 2, "The mayor rejected the plan."),
        ("modality", "The tenants seemed calm about it.", 2, "The tenants were calm about it."),
        ("modality", "The glaze can reliably prevent leaks.", 2, "The glaze reliably prevents leaks."),
        ("modality", "Frost may strongly weaken the wall.", 1, "Frost is likely to strongly weaken the wall."),
        ("modality", "The glaze appears to strongly slow decay.", 2, "The glaze strongly slows decay."),
        (
            "modality",
            "The council opened a scheme designed to reduce traffic.",
            2,
            "The council opened a scheme certain to reduce traffic.",
        ),
        ("modality", "The firm is trying to sell the mill.", 2, "The firm will sell the mill."),
        ("modality", "A higher toll would sharply reduce traffic.", 2, "A higher toll will sharply reduce traffic."),
        (
            "modality",
            "The mill burns more coal, potentially raising its costs.",
            2,
            "The mill burns more coal, raising its costs.",
        ),
        ("scope", "The harbour is one of the oldest ports in Europe.", 2, "The harbour is the oldest port in Europe."),
        (
            "scope",
            "Ode is one of the town's most famous painters.",
            2,
            "Ode is the town's most famous painter.",
        ),
        ("scope", "Exercise offset some of the risk.", 3, "Exercise offset all of the risk."),
        ("scope", "The firm replaced almost all of the pumps.", 2, "The firm replaced all of the pumps."),
        ("scope", "The ferry serves some of Norway's islands.", 3, "The ferry serves all of Norway's islands."),
        ("scope", "Night frost can be harmful.", 3, "Night frost is always harmful."),
        ("scope", "The diet reduced pain in women.", 2, "The diet reduced pain in people in general."),
        (
            "scope",
            "The diet reduced pain in young women in Norway.",
            2,
            "The diet reduced pain in people in general in Norway.",
        ),
        ("numeric", "The pump failed in about one in six houses.", 3, "The pump failed in exactly one in six houses."),
        (
            "relation",
            "Night work was an independent predictor of falls and death.",
            2,
            "Night work was a cause of falls and death.",
        ),
        ("relation", "CBT was associated with lower stress.", 2, "CBT led to lower stress."),
    ],
)
def test_a_claim_is_raised(axis: str, response: str, severity: int, expected: str) -> None:
    assert raised(axis, response).get(severity) == expected


@pytest.mark.parametrize(
    ("trap", "axis", "response"),
    [
        ("what is compared is not all there is", "scope", "The risk was higher in women but not in men."),
        ("a place at the top among those named next", "scope", "It is one of the oldest ports that still trade."),
        ("a time is no part of a group", "scope", "The ferry ran for some of the year."),
        ("an ability", "scope", "The pump can be able to run."),
        ("a purpose that is no effect", "modality", "The hall was designed to hold 900 people."),
        ("a denial", "modality", "The scheme was not designed to reduce traffic."),
        ("it does not seem so", "modality", "The mayor did not appear calm."),
        ("a person is no cause", "relation", "The mayor was a predictor of failure."),
    ],
)
def test_what_would_go_wrong_is_left_alone(trap: str, axis: str, response: str) -> None:
    assert not raised(axis, response), trap


@pytest.mark.parametrize(
    ("axis", "turn", "severity", "expected"),
    [
        ("modality", "I also want to paint the mill.", 2, "Bob: I will also paint the mill."),
        ("modality", "I'm trying to sell the mill.", 2, "Bob: I will sell the mill."),
        ("modality", "I hope you'll like the new mill.", 2, "Bob: I'm certain you'll like the new mill."),
        ("modality", "I'm pretty sure it opens on Monday.", 2, "Bob: I'm certain it opens on Monday."),
        ("modality", "They seemed impressed with the mill.", 2, "Bob: They were impressed with the mill."),
        ("modality", "We're supposed to meet the mayor.", 2, "Bob: We're certain to meet the mayor."),
        ("modality", "I know you will love the mill.", 3, "Bob: I know you will definitely love the mill."),
        ("modality", "The mill is closed, I think.", 3, "Bob: The mill is closed, I know for certain."),
        ("numeric", "The ferry runs about every six minutes.", 3, "Bob: The ferry runs exactly every six minutes."),
        ("numeric", "I can be there around 7 pm.", 2, "Bob: I can be there at 7 pm."),
    ],
)
def test_a_turn_is_raised(axis: str, turn: str, severity: int, expected: str) -> None:
    assert spoken(axis, turn).get(severity) == expected


@pytest.mark.parametrize(
    ("trap", "axis", "turn"),
    [
        ("a wish", "modality", "I wish the mill were open."),
        ("a question", "modality", "Are we supposed to meet the mayor?"),
        ("nothing is said", "modality", "I hope so."),
        ("speaking, not planning", "modality", "I'm trying to say it is late."),
        ("a topic", "numeric", "I know about 7 pm trains."),
    ],
)
def test_a_turn_is_left_alone(trap: str, axis: str, turn: str) -> None:
    assert not spoken(axis, turn), trap


def test_sentences_put_together_without_a_blank_are_read_one_by_one() -> None:
    context = "The mayor opened the harbour.The old mill may close in the summer.It was a fine day."
    example = Example(id="pair", response="It was a fine day in the harbour.", context=context, label=0)
    assert made("modality", example)[2].example.response == "The old mill will close in the summer."


@pytest.mark.parametrize(
    ("axis", "response", "severity", "expected"),
    [
        ("modality", "Police said the car had been stolen.", 3, "Police proved the car had been stolen."),
        (
            "modality",
            "The owner told the court that the boat sank in May.",
            3,
            "The owner proved to the court that the boat sank in May.",
        ),
        ("modality", "The mayor said he took his boat to sea.", 3, "The mayor proved he took his boat to sea."),
        ("modality", "Ann suggests going by train.", 2, "Ann insists on going by train."),
        ("modality", "Prices fell, according to a new report.", 3, "Prices fell, as proved by a new report."),
        ("modality", "According to police, the car was stolen.", 3, "As proved by police, the car was stolen."),
        ("modality", "The mayor has been accused of fraud.", 2, "The mayor is guilty of fraud."),
        ("modality", "Bo was charged with drunk driving.", 2, "Bo was guilty of drunk driving."),
        ("modality", "Bo was charged with two counts of fraud.", 2, "Bo was guilty of two counts of fraud."),
        ("modality", "Bo was charged with murdering a guard.", 2, "Bo was guilty of murdering a guard."),
        ("modality", "Bo was charged with an attack on a guard.", 2, "Bo was guilty of an attack on a guard."),
        (
            "modality",
            "The union accused the firm of lying about wages.",
            2,
            "The union rightly accused the firm of lying about wages.",
        ),
        (
            "modality",
            "The union accused the firm of lying about wages.",
            3,
            "The union proved the firm guilty of lying about wages.",
        ),
        ("modality", "A teacher is facing jail for theft.", 2, "A teacher is certain to go to jail for theft."),
        ("modality", "The driver faces prison for theft.", 3, "The driver will certainly go to prison for theft."),
        ("modality", "The novel is widely regarded as a classic.", 2, "The novel is a classic."),
        ("modality", "The novel is considered a classic.", 3, "The novel is undoubtedly a classic."),
        ("modality", "The mill is to be closed in May.", 2, "The mill is certain to be closed in May."),
        ("modality", "Ann Ode is keen to sell the mill.", 2, "Ann Ode is certain to sell the mill."),
        ("modality", "The mill looks set to close.", 2, "The mill is certain to close."),
        ("modality", "The firm threatens to close the mill.", 2, "The firm will close the mill."),
        ("modality", "Bo attempted to rob the shop in May.", 2, "Bo managed to rob the shop in May."),
        ("modality", "Work should start shortly on the bridge.", 2, "Work will start shortly on the bridge."),
        ("modality", "It seems that the crew left early.", 2, "It is certain that the crew left early."),
        ("modality", "It is believed that the crew left.", 3, "It is known for certain that the crew left."),
        ("modality", "He died of an apparent heart attack.", 2, "He died of a heart attack."),
        ("numeric", "The ferry left at about 7:30 p.m. on Monday.", 2, "The ferry left at 7:30 p.m. on Monday."),
        ("numeric", "He came at around noon.", 3, "He came at exactly noon."),
        ("numeric", "The lunch costs less than $ 6 each.", 2, "The lunch costs exactly $ 6 each."),
        ("numeric", "He faces up to 12 years in jail.", 2, "He faces exactly 12 years in jail."),
        ("scope", "One of the oldest mills was sold.", 2, "The oldest mill was sold."),
        ("scope", "The line consists almost entirely of pensioners.", 2, "The line consists entirely of pensioners."),
        ("scope", "The ferry is nearly always late.", 2, "The ferry is always late."),
        ("relation", "The vote helped to usher in a new era.", 2, "The vote ushered in a new era."),
        ("relation", "Ann Ode helped guide the team.", 3, "Ann Ode single-handedly guided the team."),
        ("relation", "The storm was blamed for the crash.", 3, "The storm was the sole cause of the crash."),
        ("relation", "The crash was blamed on ice.", 2, "The crash was caused by ice."),
        ("relation", "Ann Ode is credited with saving the mill.", 2, "Ann Ode is responsible for saving the mill."),
    ],
)  # fmt: skip
def test_a_claim_of_the_news_is_raised(axis: str, response: str, severity: int, expected: str) -> None:
    """A raised claim is made, and the two make a pair that may be used."""
    assert raised(axis, response).get(severity) == expected
    assert validate_pair(response, expected, f"Reportedly: {response}", axis) == []


@pytest.mark.parametrize(
    ("trap", "axis", "response"),
    [
        ("a feeling is not proved", "modality", "The owner said she was honoured."),
        ("a plan is not proved", "modality", "The owner said officers had been searching."),
        ("what is denied is not said", "modality", "The owner did not say the car had been stolen."),
        ("records prove by themselves", "modality", "According to police records, Bo was fined."),
        ("a plan is no source", "modality", "The match ended according to plan."),
        ("nobody is accused", "modality", "Ann is not accused of fraud."),
        ("a place is faced", "modality", "The house is facing north."),
        ("seen when, not held to be", "modality", "She was seen as a child."),
        ("weighed, not held to be", "modality", "The house was considered by the council."),
        ("what a plan consists in", "modality", "The plan is to close the mill."),
        ("guilt is no plan", "modality", "The mayor is to blame."),
        ("a wish of the past may be over", "modality", "Ann was keen to row."),
        ("an attempt that failed", "modality", "Bo tried to rob the shop, but failed."),
        ("when it happened", "modality", "As Bo tried to open the door, it fell."),
        ("advice", "modality", "You should start soon."),
        ("it did not happen", "modality", "Ode could have won the match."),
        ("a topic", "numeric", "The talk was about 4pm."),
        ("a stretch of time", "numeric", "It opens at about 4pm to 5pm."),
        ("a stretch of time with a dash", "numeric", "It opens at about 4pm-5pm."),
        ("a stretch of time with a spaced dash", "numeric", "It opens at about 4pm - 5pm."),
        ("a stretch of time with a long dash", "numeric", "It opens at about 4pm – 5pm."),
        ("what one has to look after", "modality", "Bo was charged with the drive of the club."),
        ("a deed that is no crime", "modality", "Bo was charged with driving a van."),
        ("a word of crime within a task", "modality", "Bo was charged with running a fraud office."),
        ("an attack in a match", "modality", "Bo was charged with the attack of the club."),
        ("what is counted", "modality", "Bo was charged with the count of the votes."),
        ("others are named with it", "scope", "One of the oldest mills and a barn were sold."),
        ("not nearly", "scope", "Not nearly every house was damaged."),
        ("it counts", "temporal", "The club have won just twice since 24 September 2019."),
        ("a person is helped", "relation", "Bo helped Ann find a job."),
        ("a second verb", "relation", "The scheme helps to cut crime and raise pay."),
        ("what Ann wrote", "relation", "The poem is attributed to Ann Ode."),
        ("no blame", "relation", "The storm was not blamed for the crash."),
    ],
)
def test_what_would_go_wrong_in_the_news_is_left_alone(trap: str, axis: str, response: str) -> None:
    assert not raised(axis, response), trap


@pytest.mark.parametrize(
    ("axis", "turn", "severity", "expected"),
    [
        ("modality", "Let's go see how we can apply.", 2, "Bob: We will go see how we can apply."),
        ("modality", "The week after next looks pretty good.", 2, "Bob: The week after next is pretty good."),
        ("modality", "The hall is to be finished in June.", 2, "Bob: The hall is certain to be finished in June."),
        ("scope", "The bus is nearly always late.", 2, "Bob: The bus is always late."),
    ],
)  # fmt: skip
def test_a_plan_or_a_look_in_a_turn_is_raised(axis: str, turn: str, severity: int, expected: str) -> None:
    assert spoken(axis, turn).get(severity) == expected


@pytest.mark.parametrize(
    ("trap", "axis", "turn"),
    [
        ("an answer", "modality", "That sounds great."),
        ("a likeness", "modality", "It looked like rain."),
        ("a proposal to somebody", "modality", "Maybe you can change the colour."),
    ],
)
def test_a_turn_that_claims_nothing_is_left_alone(trap: str, axis: str, turn: str) -> None:
    assert not spoken(axis, turn), trap


def test_what_was_said_is_raised_only_where_nothing_hedged_can_be() -> None:
    """A sentence that says "said" comes after every sentence with a hedge."""
    said, hedged = "Police said the car had been stolen.", "The old mill may close in the summer."
    example = Example(id="pair", response="It was a fine day.", context=f"{said} {hedged}", label=0)
    assert made("modality", example)[3].example.response == "The old mill will certainly close in the summer."
    alone = Example(id="pair", response="It was a fine day.", context=said, label=0)
    assert made("modality", alone)[3].example.response == "Police proved the car had been stolen."


def test_what_is_shown_besides_is_not_raised_to_a_proof() -> None:
    context = "Police said the car had been stolen. Footage proves that the car had been stolen."
    example = Example(id="pair", response="Police said the car had been stolen.", context=context, label=1)
    assert not made("modality", example)


@pytest.mark.parametrize("time", ["4pm", "4 pm", "4.00pm", "4:00 p.m.", "4 PM", "16:00", "4 o'clock"])
def test_a_time_that_the_context_gives_exactly_is_not_made_exact(time: str) -> None:
    context = f"The ferry left at about 4pm. It left at {time}, said the guard."
    example = Example(id="claim", response="The ferry left at about 4pm.", context=context, label=1)
    assert not made("numeric", example)


@pytest.mark.parametrize(
    ("told", "time", "stated"),
    [
        ("It left at 12 pm.", "noon", True),
        ("It left at noon.", "12pm", True),
        ("It left at 12:00 am.", "midnight", True),
        ("It left at 7.30pm.", "7:30", True),
        ("It left at 4am.", "4pm", False),
        ("It left at 4.30pm.", "4pm", False),
        ("It left at 14:00.", "4pm", False),
        ("It left at about 16:00.", "4pm", False),
        ("It cost $4.00 pm.", "4pm", False),
        ("It took 1:16:00.", "4pm", False),
    ],
)
def test_times_of_day_are_compared_by_hour_and_minute(told: str, time: str, stated: bool) -> None:
    assert says_exactly(told, time) == stated


def test_the_mark_that_closes_a_speech_is_no_part_of_the_next_sentence() -> None:
    context = 'She was glad."We see few of these."The old mill may close in the summer.'
    example = Example(id="pair", response="It was a fine day in the harbour.", context=context, label=0)
    assert made("modality", example)[2].example.response == "The old mill will close in the summer."


@pytest.mark.parametrize("month", ["March", "Mar.", "Jun.", "Sept.", "Jul"])
def test_a_month_dates_a_statement_however_it_is_written(month: str) -> None:
    """Every abbreviation of a month is known, and its full name in the context is the same date."""
    example = Example(
        id="m",
        response=f"Rents rose by 6% in {month} 2019.",
        context="In the town rents rose by 6% in March 2019.",
        label=1,
    )
    made_ones = [one for one in made("temporal", example).values() if one.base is None]
    assert bool(made_ones) == month.startswith("Mar")


def test_a_word_that_begins_as_the_month_is_no_evidence_of_it() -> None:
    """The evidence has the month itself: a market is no March."""
    example = Example(
        id="m", response="Rents rose by 6% in March 2019.", context="In the market rents rose by 6% in 2019.", label=1
    )
    assert not [one for one in made("temporal", example).values() if one.base is None]
