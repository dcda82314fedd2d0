"""Wordings of part, purpose, appearance and plan that a claim is raised from, and their traps."""

from __future__ import annotations

import pytest

from gaugeblock.perturb import PERTURBATIONS, Example, Variant, perturbation_rng


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
