"""Raised claims: what is raised on each axis, what is left alone, and what the evidence forbids."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gaugeblock.perturb import PERTURBATIONS, Example, Relation, Skip, Variant, apply_to_example, perturbation_rng

AXES = ("relation", "modality", "scope", "temporal", "numeric")


def outcomes(axis: str, example: Example, seed: int = 0) -> list[Variant | Skip]:
    name = f"force-{axis}"
    return list(PERTURBATIONS.get(name).variants(example, perturbation_rng(seed, example.id, name)))


def raised(axis: str, response: str, context: str = "", label: float | None = 1) -> dict[int, str]:
    """The raised responses by severity; without a context the response with a word more is its own evidence."""
    example = Example(id="claim", response=response, context=context or f"Reportedly: {response}", label=label)
    return {
        variant.severity or 0: variant.example.response
        for variant in outcomes(axis, example)
        if isinstance(variant, Variant) and variant.base is None
    }


RAISED: list[tuple[str, str, str, list[str]]] = [
    (
        "modality",
        "The drug may reduce pain.",
        "",
        ["The drug is likely to reduce pain.", "The drug reduces pain.", "The drug certainly reduces pain."],
    ),
    (
        "modality",
        "The two drugs might also cause nausea.",
        "",
        [
            "The two drugs are also likely to cause nausea.",
            "The two drugs also cause nausea.",
            "The two drugs certainly also cause nausea.",
        ],
    ),
    (
        "modality",
        "The mayor said that the pool could close.",
        "",
        [
            "The mayor said that the pool was likely to close.",
            "The mayor said that the pool would close.",
            "The mayor said that the pool would certainly close.",
        ],
    ),
    (
        "modality",
        "There may be a link between them.",
        "",
        [
            "There is likely to be a link between them.",
            "There is a link between them.",
            "There is certainly a link between them.",
        ],
    ),
    (
        "modality",
        "The wall may have been damaged by frost.",
        "",
        [
            "The wall is likely to have been damaged by frost.",
            "The wall was damaged by frost.",
            "The wall was certainly damaged by frost.",
        ],
    ),
    (
        "modality",
        "The bridge is expected to open in June.",
        "",
        [
            "The bridge is very likely to open in June.",
            "The bridge is certain to open in June.",
            "The bridge is absolutely certain to open in June.",
        ],
    ),
    (
        "modality",
        "The results suggest that the vaccine works.",
        "",
        [
            "The results show that the vaccine works.",
            "The results prove that the vaccine works.",
            "The results conclusively prove that the vaccine works.",
        ],
    ),
    (
        "modality",
        "The paint appears to slow the decay.",
        "",
        [
            "The paint is very likely to slow the decay.",
            "The paint slows the decay.",
            "The paint certainly slows the decay.",
        ],
    ),
    (
        "modality",
        "The fire was probably caused by a fault.",
        "",
        [
            "The fire was very probably caused by a fault.",
            "The fire was caused by a fault.",
            "The fire was certainly caused by a fault.",
        ],
    ),
    (
        "modality",
        "They point to a possible explanation.",
        "",
        [
            "They point to a probable explanation.",
            "They point to an explanation.",
            "They point to a certain explanation.",
        ],
    ),
    (
        "modality",
        "Both clubs plan to move north.",
        "",
        [
            "Both clubs are very likely to move north.",
            "Both clubs will move north.",
            "Both clubs will certainly move north.",
        ],
    ),
    (
        "relation",
        "Noise is associated with a higher risk of stroke.",
        "",
        [
            "Noise contributes to a higher risk of stroke.",
            "Noise leads to a higher risk of stroke.",
            "Noise directly causes a higher risk of stroke.",
        ],
    ),
    (
        "relation",
        "Short nights were strongly linked to weight gain.",
        "",
        [
            "Short nights contributed to weight gain.",
            "Short nights led to weight gain.",
            "Short nights directly caused weight gain.",
        ],
    ),
    (
        "relation",
        "Screen use has been independently associated with poor sleep.",
        "",
        [
            "Screen use has contributed to poor sleep.",
            "Screen use has led to poor sleep.",
            "Screen use has directly caused poor sleep.",
        ],
    ),
    (
        "relation",
        "The trial found an association between noise and stress.",
        "",
        [
            "The trial found a probable causal association between noise and stress.",
            "The trial found a causal association between noise and stress.",
            "The trial found a direct causal association between noise and stress.",
        ],
    ),
    (
        "relation",
        "Smoking is a risk factor for stroke.",
        "",
        [
            "Smoking is a contributing cause of stroke.",
            "Smoking is a cause of stroke.",
            "Smoking is a direct cause of stroke.",
        ],
    ),
    (
        "scope",
        "Some nurses reported headaches.",
        "",
        ["Most nurses reported headaches.", "Nearly all nurses reported headaches.", "All nurses reported headaches."],
    ),
    (
        "scope",
        "Most of the tenants agreed.",
        "",
        ["Nearly all of the tenants agreed.", "Virtually all of the tenants agreed.", "All of the tenants agreed."],
    ),
    (
        "scope",
        "A small group of voters rejected the plan.",
        "",
        [
            "Most voters rejected the plan.",
            "Nearly all voters rejected the plan.",
            "All voters rejected the plan.",
        ],
    ),
    (
        "scope",
        "The pump often fails in winter.",
        "",
        [
            "The pump usually fails in winter.",
            "The pump nearly always fails in winter.",
            "The pump always fails in winter.",
        ],
    ),
    (
        "temporal",
        "Exports rose by 8% in 2019.",
        "",
        [
            "Exports rose by 8% in recent years.",
            "Exports rose by 8% year after year.",
            "Exports rose by 8% in every single year.",
        ],
    ),
    (
        "temporal",
        "As of March 2024, the fund holds 12% in bonds.",
        "",
        [
            "At present, the fund holds 12% in bonds.",
            "At all times, the fund holds 12% in bonds.",
        ],
    ),
    (
        "temporal",
        "The mill currently employs 40 people.",
        "",
        [
            "",
            "The mill permanently employs 40 people.",
            "",
        ],
    ),
    (
        "temporal",
        "Since 1 May 2021 every driver has needed a permit.",
        "",
        ["At all times every driver has needed a permit."],
    ),
    (
        "temporal",
        "Visits were 18% higher in the summer of 2024.",
        "",
        [
            "Visits were 18% higher in recent summers.",
            "Visits were 18% higher summer after summer.",
            "Visits were 18% higher in every single summer.",
        ],
    ),
    (
        "numeric",
        "The treatment lasts between 3 and 5 weeks.",
        "",
        ["The treatment lasts about 4 weeks.", "The treatment lasts 4 weeks.", "The treatment lasts exactly 4 weeks."],
    ),
    (
        "modality",
        "Ann is planning to sell the boat.",
        "",
        ["Ann is very likely to sell the boat.", "Ann will sell the boat.", "Ann will certainly sell the boat."],
    ),
    (
        "modality",
        "Ann thinks that the boat leaks.",
        "",
        [
            "Ann is quite sure that the boat leaks.",
            "Ann is certain that the boat leaks.",
            "Ann knows that the boat leaks.",
        ],
    ),
    (
        "modality",
        "The clerk is accused of theft.",
        "",
        [
            "The clerk is very probably guilty of theft.",
            "The clerk is guilty of theft.",
            "The clerk is undoubtedly guilty of theft.",
        ],
    ),
    (
        "modality",
        "The firm said it planned to cut jobs.",
        "",
        [
            "The firm said it was very likely to cut jobs.",
            "The firm said it would cut jobs.",
            "The firm said it would certainly cut jobs.",
        ],
    ),
    (
        "modality",
        "The trial showed that green tea reduces stress.",
        "",
        [
            "",
            "",
            "The trial conclusively proved that green tea reduces stress.",
        ],
    ),
    ("modality", "Tom will sell the boat.", "", ["", "", "Tom will certainly sell the boat."]),
    (
        "relation",
        "Tea raises the risk of stroke.",
        "",
        ["", "Tea leads to stroke.", "Tea directly causes stroke."],
    ),
    (
        "relation",
        "Stress plays a key role in depression.",
        "",
        ["", "Stress is the main cause of depression.", "Stress is the sole cause of depression."],
    ),
    (
        "modality",
        "The pump leaked twice, suggesting that the seal leaks.",
        "",
        [
            "The pump leaked twice, showing that the seal leaks.",
            "The pump leaked twice, proving that the seal leaks.",
            "The pump leaked twice, conclusively proving that the seal leaks.",
        ],
    ),
    (
        "modality",
        "A ban would reduce noise.",
        "",
        ["", "A ban will reduce noise.", "A ban will certainly reduce noise."],
    ),
    (
        "modality",
        "The trial found weak evidence of a link.",
        "",
        [
            "The trial found moderate evidence of a link.",
            "The trial found strong evidence of a link.",
            "The trial found conclusive evidence of a link.",
        ],
    ),
    (
        "relation",
        "Damp is a common cause of asthma.",
        "",
        ["", "Damp is the main cause of asthma.", "Damp is the sole cause of asthma."],
    ),
    (
        "scope",
        "The majority of the tenants left.",
        "",
        ["Nearly all of the tenants left.", "Virtually all of the tenants left.", "All of the tenants left."],
    ),
    (
        "scope",
        "The price depends on the harvest.",
        "",
        [
            "The price depends mainly on the harvest.",
            "The price depends almost entirely on the harvest.",
            "The price depends entirely on the harvest.",
        ],
    ),
    (
        "scope",
        "We present a tool to detect faulty valves.",
        "",
        [
            "",
            "We present a tool to detect nearly all faulty valves.",
            "We present a tool to detect all faulty valves.",
        ],
    ),
    (
        "scope",
        "The gene slows growth in mice.",
        "",
        [
            "The gene slows growth in rodents in general.",
            "The gene slows growth in mammals.",
            "The gene slows growth in all mammals.",
        ],
    ),
    (
        "scope",
        "Finnish experts say that rents will rise.",
        "",
        ["", "", "All Finnish experts say that rents will rise."],
    ),
    (
        "scope",
        "Experts say that rents will rise.",
        "",
        ["", "", "All experts say that rents will rise."],
    ),
    (
        "scope",
        "The method improves the quality of texts.",
        "",
        ["", "", "The method always improves the quality of texts."],
    ),
    (
        "scope",
        "The storm flooded parts of the town.",
        "",
        [
            "The storm flooded most of the town.",
            "The storm flooded nearly all of the town.",
            "The storm flooded all of the town.",
        ],
    ),
    (
        "temporal",
        "They will meet for lunch on Friday.",
        "",
        [
            "They will meet for lunch on most Fridays.",
            "They will meet for lunch every Friday.",
            "They will meet for lunch every single Friday.",
        ],
    ),
]


@pytest.mark.parametrize(("axis", "response", "context", "expected"), RAISED)
def test_a_claim_is_raised_by_degrees(axis: str, response: str, context: str, expected: list[str]) -> None:
    assert raised(axis, response, context) == {level: text for level, text in enumerate(expected, 1) if text}


LEFT_ALONE = [
    ("modality", "The drug may not reduce pain.", "a negated hedge"),
    ("modality", "If it rains, the match may be moved.", "a condition"),
    ("modality", "They waited so that the others could join.", "an aim"),
    ("modality", "May the drug help?", "a question"),
    ("modality", "The fair takes place in May.", "the month"),
    ("modality", "As a child she could swim.", "past ability"),
    ("modality", "The tenant may terminate the lease.", "permission"),
    ("modality", "The chair suggested that the board meet again.", "a proposal"),
    ("modality", 'He wrote: "The wall may fall."', "quoted speech"),
    ("modality", "Set `may fail` to false.", "code"),
    ("modality", "She did not say it may rain.", "a claim within a denial"),
    ("modality", "The claim that coffee may cause cancer is false.", "a claim that is called false"),
    ("modality", "He denied that the drug may reduce pain.", "a claim within a denial"),
    ("modality", "No one said that prices may rise next year.", "a claim that no one makes"),
    ("modality", "It is untrue that prices could rise next year.", "a claim that is called untrue"),
    ("modality", "There is no proof that the drug may reduce pain.", "a claim without proof"),
    ("modality", "You may leave now.", "permission"),
    ("modality", "The rules say that guests may enjoy the pool.", "permission"),
    ("scope", "Nobody thinks some birds fly.", "a claim that nobody makes"),
    ("scope", "She doubts that some birds fly.", "a claim that is doubted"),
    ("scope", "The idea that some birds fly is wrong.", "a claim that is called wrong"),
    ("numeric", "He denied that about 40 guests came.", "a claim within a denial"),
    ("temporal", "The statement that exports rose in 2019 is untrue.", "a claim that is called untrue"),
    ("relation", "Some of the birds are associated with wetlands.", "animals and places"),
    ("relation", "Some of the birds are associated with higher water levels.", "animals"),
    ("relation", "The birds are linked to disease.", "animals"),
    ("relation", "Lower rents are associated with the old town.", "no effect behind the association"),
    ("relation", "The trial found an association between nurses and stress.", "people"),
    ("relation", "The study found no link between tea and cancer.", "no association"),
    ("relation", "Noise was not associated with stress.", "a negated association"),
    ("relation", "The station is linked to the airport by rail.", "a link of another kind"),
    ("relation", "Two men were linked to the murder.", "people"),
    ("scope", "Some 200 nurses came.", '"some" before a number'),
    ("scope", "He waited for some years.", "a span of time"),
    ("scope", "The most important guests came.", "a superlative"),
    ("scope", "Most tenants did not agree.", "a negated claim"),
    ("scope", "There are some faults.", "existence"),
    ("scope", "The winner many clouds died.", "a name that opens like a quantity"),
    ("scope", "Some tenants refused, but one of them came.", "others that the sentence goes on to"),
    ("scope", "The effect was seen in control women but not in women with asthma.", "a contrast of two groups"),
    ("scope", "It is a condition which causes fever.", "a definition"),
    ("modality", "They moved in the hope that it will help.", "a hope"),
    ("temporal", "Passenger numbers rose from 18 million in 2003 to 30 million.", "the start of a range"),
    ("scope", "So many guests came.", "a degree"),
    ("scope", "A protein often called spindlin was found.", "a name"),
    ("temporal", "She died in 2019.", "what happens once"),
    ("temporal", "The team lost in 2019.", "what happens once"),
    ("temporal", "The herd has doubled since 2019.", "a change that happened once"),
    ("temporal", "He was arrested in 2019.", "what happens once"),
    ("temporal", "Exports rose in 2019 and fell in 2020.", "a comparison of dates"),
    ("temporal", "Exports did not rise in 2019.", "a negated claim"),
    ("numeric", "The book is about 40 people.", '"about" for "concerning"'),
    ("numeric", "They were told about 40 people.", '"about" for "concerning"'),
    ("numeric", "Adults over 60 were asked.", "an age"),
    ("numeric", "The gap between 3 and 5 is two.", "two numbers that make no range"),
    ("numeric", "They saw a nearly 40-minute film.", "a number within a compound"),
    ("numeric", "Not more than 40 guests came.", "a negated bound"),
    ("numeric", "Exactly 40 guests came.", "an exact number"),
    ("numeric", "Over 10 years, sales of the boat fell.", "a length of time"),
    ("numeric", "The rate fell by 31% (CI 26% to 35%).", "an interval of confidence"),
    ("numeric", "Quite a few guests came.", "a degree"),
    ("modality", "Ann wants to know the price.", "a question in other words"),
    ("modality", "The score tells how long patients are likely to stay.", "an indirect question"),
    ("modality", "People expect Ann to stay.", "a hope about somebody else"),
    ("modality", "They do n't think that the boat leaks.", "a negation in parted words"),
    ("scope", "Children of the town are four times as likely to swim as others.", "a comparison of groups"),
    ("scope", "Employees gathered in the yard.", "what a group does together"),
    ("scope", "Ann got ready for some friends.", "no part of a known group"),
    ("temporal", "Tom will marry Ann on Friday.", "what happens once"),
    ("temporal", "Since 2019, the firm has put about $1 million into boats.", "what came together since then"),
    ("temporal", "The firm has sold boats in the past year and a half.", "a part of a year"),
    ("temporal", "The boat rotted in the harbour over two years.", "what happened once"),
    ("modality", "The mayor is considering where more gates could be put.", "an indirect question"),
    ("modality", "Ann sold it on condition that she could stay.", "what is asked for"),
]


@pytest.mark.parametrize(("axis", "response", "why"), LEFT_ALONE)
def test_what_would_go_wrong_is_left_alone(axis: str, response: str, why: str) -> None:
    assert raised(axis, response) == {}, why


REFUSED = [
    ("modality", "The drug may reduce pain.", "In the trial the drug reduces pain, though it may tire some."),
    ("modality", "The drug may reduce pain.", "The drug was given for pain to 40 adults in Turku."),
    ("relation", "Noise is associated with stress.", "Noise, which is tied to stress, causes stress in mice."),
    ("scope", "Some nurses reported headaches.", "All nurses reported headaches, some of them severe."),
    ("temporal", "Exports rose by 8% in 2019.", "Exports rose by 8%."),
    ("temporal", "Exports rose by 8% in 2019.", "In 2019 exports rose by 8%, as they have every year."),
    ("numeric", "About 40 guests came.", "The hall was full: 40 guests came."),
    ("numeric", "About 40 guests came.", "The hall was full: forty guests came."),
]


@pytest.mark.parametrize(("axis", "response", "context"), REFUSED)
def test_a_claim_that_the_evidence_makes_itself_is_not_raised_to_it(axis: str, response: str, context: str) -> None:
    assert raised(axis, response, context) == {}


@pytest.mark.parametrize("response", ["About 400 guests came.", "Some 400 guests came.", "Up to 400 guests came."])
def test_an_exact_number_is_dropped_in_then_stressed_then_made_up(response: str) -> None:
    variants = raised("numeric", response)
    assert variants[1] == "400 guests came."
    assert variants[2] == "Exactly 400 guests came."
    figure = int(variants[3].removeprefix("Exactly ").removesuffix(" guests came."))
    assert figure != 400
    assert 360 <= figure <= 440


def test_what_somebody_says_may_deny_something_else() -> None:
    """A denial within what is reported leaves the report open."""
    said = "Visiting fans often complain that it is impossible to leave."
    assert raised("scope", said, said)[3] == "Visiting fans always complain that it is impossible to leave."


def test_a_denial_in_another_sentence_leaves_the_claim_open() -> None:
    assert raised("modality", "Nobody came. The drug may reduce pain.") != {}


def test_every_place_of_a_long_response_is_tried_until_one_holds() -> None:
    """The evidence states all figures but the last without reserve."""
    response = " ".join(f"About {count} guests came to hall {count}b." for count in range(41, 100))
    context = " ".join(f"In hall {count}b there were {count} guests." for count in range(41, 99))
    assert (
        "exactly 99 guests" in raised("numeric", response, f"{context} Roughly 99 guests came to hall 99b.")[2].lower()
    )


@pytest.mark.parametrize("bound", ["More than", "At least", "Over", "Just over"])
def test_a_lower_bound_starts_at_exactly(bound: str) -> None:
    """Where 200 is read as "200 or more", "more than 200" entails it, so that no claim is raised."""
    variants = raised("numeric", f"{bound} 200 guests came.")
    assert set(variants) == {2, 3}
    assert variants[2] == "Exactly 200 guests came."


def test_a_claim_in_capitals_is_raised_in_capitals() -> None:
    assert raised("numeric", "ABOUT 40 GUESTS CAME.")[2] == "EXACTLY 40 GUESTS CAME."


def test_a_made_up_figure_keeps_currency_scale_and_grouping() -> None:
    money = raised("numeric", "The sale brought more than $3.5 million.")[3]
    assert money.startswith("The sale brought exactly $3.")
    assert money.endswith(" million.")
    assert "," in raised("numeric", "Nearly 12,000 homes lost power.")[3]


def test_without_a_context_nothing_is_raised() -> None:
    found = outcomes("modality", Example(id="bare", response="The drug may reduce pain."))
    assert {outcome.reason for outcome in found if isinstance(outcome, Skip)} == {"rejected"}
    assert not any(isinstance(outcome, Variant) for outcome in found)


def test_a_response_that_is_labelled_unsupported_is_skipped() -> None:
    assert raised("modality", "The drug may reduce pain.", label=0) == {}


def test_a_raised_claim_is_unsupported_and_must_score_lower() -> None:
    example = Example(id="claim", response="The drug may reduce pain.", context="The drug might reduce pain.", label=1)
    variants = [outcome for outcome in outcomes("modality", example) if isinstance(outcome, Variant)]
    assert len(variants) == 3
    for variant in variants:
        assert variant.example.label == 0
        assert variant.relation["factual-consistency"] is Relation.DECREASE
        assert variant.details["axis"] == "modality"
        assert variant.details["from"] == "may reduce"
        assert variant.details["to"] in variant.example.response


def test_a_second_claim_is_raised_where_the_first_cannot_be() -> None:
    response = "The tenant may terminate the lease. Some neighbours may object later."
    assert raised("scope", response)[3] == "The tenant may terminate the lease. All neighbours may object later."


FRAGMENTS = st.sampled_from(
    [
        "may ", "might also ", "could have been ", "some ", "most of the ", "about 40 ", "between 3 and 5 ", "in 2019 ",
        "as of March ", "linked to ", "is associated with ", "risk factor for ", "often ", "rose ", "the drug ",
        "patients ",
        ". ", "? ", "\n", "“", "`", "possible ", "appears to ", "is likely to ", "as", "currently ", "🚀 ", "e\u0301",
    ]
)  # fmt: skip
TEXTS = st.one_of(st.text(max_size=80), st.lists(FRAGMENTS, max_size=12).map("".join))


@settings(deadline=None, max_examples=120)
@given(response=TEXTS, axis=st.sampled_from(AXES), seed=st.integers(0, 9))
def test_any_text_is_edited_exactly_and_the_same_way_each_time(response: str, axis: str, seed: int) -> None:
    example = Example(id="any", response=response, context=f"maybe {response}", metadata={"language": "en"})

    def run() -> list[Any]:
        return [outcome.to_json() for outcome in outcomes(axis, example, seed)]

    assert run() == run()
    for outcome in outcomes(axis, example, seed):
        if isinstance(outcome, Variant):
            assert apply_to_example(example, outcome.edits).response == outcome.example.response
