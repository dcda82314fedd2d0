"""Benign rewordings of single forms: tense, modal, article, agreement, gerund, purpose; and their traps."""

from __future__ import annotations

import pytest
from rewordings import perturbation, reworded

from gaugeblock.perturb import Variant, perturbation_rng

NAMES = (
    "change-amount",
    "collective-agreement",
    "compound-hyphens",
    "false-titles",
    "gerund-forms",
    "modal-forms",
    "perfect-past",
    "purpose-clause",
)


@pytest.mark.parametrize("name", NAMES)
def test_the_illustration_shows_what_the_perturbation_does(name: str) -> None:
    found = perturbation(name)
    assert found.name == name
    assert found.limits
    shown = found.illustration
    assert shown is not None
    first = next(iter(found.variants(shown.example, perturbation_rng(0, "illustration", name))))
    assert isinstance(first, Variant)
    assert first.example.text(shown.shows) == shown.after


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "response", ["", "Yes.", "?!", "水は沸騰する。", "a\u200bb", "{name} has `it`.", "- one\n- two"]
)
def test_odd_texts_are_left_alone(name: str, response: str) -> None:
    assert reworded(name, response) is None


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The club has sacked its coach.", "The club sacked its coach."),
        ("Two divers have been given a medal.", "Two divers were given a medal."),
        ("The mayor has taken the train to Lisbon.", "The mayor took the train to Lisbon."),
        ("The bridge will close, the mayor has said.", "The bridge will close, the mayor said."),
        ("The firm says it has signed the contract.", "The firm says it signed the contract."),
        # In lower case the number of a name cannot be told, but that of "have" can.
        ("otter rovers have been relegated to the second league.", "otter rovers were relegated to the second league."),
        # It lasts, it may come again, or it came just now.
        ("The family has lived in the house for years.", None),
        ("The club has sacked three coaches since May.", None),
        ("The mayor has already signed the bill.", None),
        ("She has won three medals.", None),
        ("The lake has been frozen.", None),
        # Denied, asked or under a condition.
        ("The club has not sacked its coach.", None),
        ("Has the club sacked its coach?", None),
        ("If the club has sacked its coach, the fans will sing.", None),
        # What was said earlier would be told as if it came at the same time.
        ("The mayor said that the firm has signed the contract.", None),
        # "Has been singing" is no passive, and a second participle would lose its auxiliary.
        ("The choir has been singing at the harbour.", None),
        ("The clerk has signed the form and gone to lunch.", None),
        ('"The club has sacked its coach", he wrote.', None),
    ],
)
def test_one_event_in_the_perfect_is_told_in_the_past(before: str, after: str | None) -> None:
    assert reworded("perfect-past", before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The firm must repair the pier.", "The firm has to repair the pier."),
        ("The fees must be paid by June.", "The fees have to be paid by June."),
        ("The firm has to repair the pier.", "The firm must repair the pier."),
        ("Dogs should be kept on a lead.", "Dogs ought to be kept on a lead."),
        ("Dogs ought to be kept on a lead.", "Dogs should be kept on a lead."),
        ("The old school is to be closed in May.", "The old school will be closed in May."),
        # A conclusion is no duty.
        ("The man must be ill.", None),
        ("The man must have left early.", None),
        # "Must not" forbids, "does not have to" allows.
        ("The firm must not repair the pier.", None),
        ("The firm does not have to repair the pier.", None),
        ("The firm will have to repair the pier.", None),
        # A subjunctive, and a question.
        ("The jury recommended that the man should be freed.", None),
        ("Should the firm repair the pier?", None),
        # What the plan consists in.
        ("The aim is to win the cup.", None),
        ("Each guest must sign the book.", None),
    ],
)
def test_duties_and_settled_plans_change_their_modal(before: str, after: str | None) -> None:
    assert reworded("modal-forms", before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The film is about novelist Ann Ode.", "The film is about the novelist Ann Ode."),
        ("The prize was won by novelist Ann Ode.", "The prize was won by the novelist Ann Ode."),
        ("The prize was won by the novelist Ann Ode.", "The prize was won by novelist Ann Ode."),
        ("Former striker Bo Lind has bought a farm.", "The former striker Bo Lind has bought a farm."),
        # A title is a part of the name, and so is one with a capital.
        ("The prize was won by captain Ann Ode.", None),
        ("The prize was won by Party Leader Ann Ode.", None),
        # Somebody's, or one of several.
        ("The prize was won by her lawyer Ann Ode.", None),
        ("The prize was won by novelist and poet Ann Ode.", None),
        ("The prize was won by novelist Ann Ode and her brother.", None),
        # No name follows.
        ("The manager role was filled.", None),
    ],
)
def test_the_article_comes_before_a_role_and_a_name(before: str, after: str | None) -> None:
    assert reworded("false-titles", before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The council were asked to explain the delay.", "The council was asked to explain the delay."),
        # The members are meant.
        ("The club have signed a goalkeeper for their second team.", None),
        # These have no singular.
        ("The police have arrested a man.", None),
        ("The men of the club have left.", None),
        ("The club and the council have agreed.", None),
        ("A number of clubs have signed the letter.", None),
        # American readers take the plural for a mistake.
        ("The club has signed a goalkeeper.", None),
    ],
)
def test_a_group_takes_the_singular(before: str, after: str | None) -> None:
    assert reworded("collective-agreement", before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("We use sonar to detect whales.", "We use sonar in order to detect whales."),
        ("Nets were used to protect the turtles.", "Nets were used in order to protect the turtles."),
        # The infinitive completes a noun, or tells what somebody else is to do.
        ("The council published a plan to reduce noise.", None),
        ("The club trained a dog to find bombs.", None),
        ("The mayor wants to protect the turtles.", None),
        # What came of it.
        ("The team beat Otter Rovers to win the cup.", None),
        # "To" may stand before a place.
        ("They used a boat to Lisbon.", None),
        ("We use sonar in order to detect whales.", None),
    ],
)
def test_a_purpose_is_written_out(before: str, after: str | None) -> None:
    assert reworded("purpose-clause", before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The baker started selling bread.", "The baker started to sell bread."),
        ("The town gave advice on how to save water.", "The town gave advice on saving water."),
        ("We present a method for finding leaks.", "We present a method to find leaks."),
        ("We present a method to find leaks.", "We present a method for finding leaks."),
        ("The man died after being hit by a tram.", "The man died after having been hit by a tram."),
        ("She retired after winning the cup.", "She retired after having won the cup."),
        # The two forms say different things.
        ("He stopped to smoke.", None),
        ("She remembered locking the door.", None),
        # States do not begin in the gerund, and two forms in "-ing" clash.
        ("They began to know the town.", None),
        ("They are starting to sell bread.", None),
        # "After training" is a noun, and the order of "soon after" is its own.
        ("He went home after training.", None),
        ("He looked after being told.", None),
    ],
)
def test_gerunds_and_infinitives_that_say_the_same(before: str, after: str | None) -> None:
    assert reworded("gerund-forms", before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("A 12% fall in sales followed.", "A fall of 12% in sales followed."),
        ("An increase of 8% in rents followed.", "An 8% increase in rents followed."),
        ("A 12% fall followed.", None),
        ("The 12% fall in sales followed.", None),
    ],
)
def test_an_amount_stands_before_or_after_what_changed(before: str, after: str | None) -> None:
    assert reworded("change-amount", before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("They lost the semifinal.", "They lost the semi-final."),
        ("She was accused of match-fixing.", "She was accused of match fixing."),
        ("He wrote an e-mail.", "He wrote an email."),
        # The hyphen has gone out of use; it is not put back.
        ("He wrote an email.", None),
        # Before a noun it shows what belongs together.
        ("It is a decision-making body.", None),
        # Names keep theirs, and so do longer compounds.
        ("She works for the Non-Profit Fund.", None),
        ("It is a non-profit-making body.", None),
        # Another word without its hyphen.
        ("The player re-signed on Monday.", None),
    ],
)
def test_compounds_lose_or_gain_their_hyphen(before: str, after: str | None) -> None:
    assert reworded("compound-hyphens", before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The man who sold the boat left.", "The man that sold the boat left."),
        ("The man that sold the boat left.", "The man who sold the boat left."),
        ("Ann Lind, a pianist from Lisbon, sings too.", "Ann Lind, who is a pianist from Lisbon, sings too."),
        ("Ann Lind, who is a pianist from Lisbon, sings too.", "Ann Lind, a pianist from Lisbon, sings too."),
        # Whether she still is one, nobody can tell; the second is a guest of her own.
        ("Ann Lind, a pianist from Lisbon, died in 1960.", None),
        ("They like Ann Lind, a pianist and a dog.", None),
        # Extra information, a name, and a sentence that "that" would begin.
        ("The man, who sold the boat, left.", None),
        ("They told the man who sold the boat.", None),
        ("Ann tells Bo that Aunt Ode bought a boat.", None),
    ],
)
def test_a_person_is_who_or_that(before: str, after: str | None) -> None:
    assert reworded("relative-clause", before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # After a long agent the place would be taken for the agent's.
        (
            "A man armed with a hook robbed a sailor outside a shop in Lisbon.",
            "A sailor was robbed outside a shop in Lisbon by a man armed with a hook.",
        ),
    ],
)
def test_the_passive_puts_a_long_agent_last(before: str, after: str | None) -> None:
    assert reworded("voice", before) == after


def test_an_adverb_moves_past_a_clause_that_only_trails() -> None:
    before = "Previously, the ferries sailed around the island, adding hours to the journey."
    assert reworded("adverb-place", before) == (
        "The ferries previously sailed around the island, adding hours to the journey."
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Scottish rower bo lind met ann ode in lisbon.", "The scottish rower bo lind met ann ode in lisbon."),
        ("scottish rower bo lind met ann ode in lisbon.", "the scottish rower bo lind met ann ode in lisbon."),
        ("Olympic medallist Ann Ode met Bo Lind.", "The Olympic medallist Ann Ode met Bo Lind."),
        ("Scottish rower Bo Lind met Ann Ode in Lisbon.", "The Scottish rower Bo Lind met Ann Ode in Lisbon."),
    ],
)
def test_a_first_name_is_written_as_the_text_writes_its_names(before: str, after: str) -> None:
    assert reworded("false-titles", before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The mayor has called for a new bridge.", "The mayor called for a new bridge."),
        # What somebody is called, and a phone call, are no event of the list.
        ("The mayor has called Ann a hero.", None),
        ("Two cats have died in a fire in Lisbon.", "Two cats died in a fire in Lisbon."),
        # All the deaths so far.
        ("Two cats have died in the town.", None),
        ("A sailor has been badly injured.", "A sailor was badly injured."),
        (
            "The two clubs have agreed to end their long-running feud.",
            "The two clubs agreed to end their long-running feud.",
        ),
        ("The two clubs have long agreed to meet.", None),
        ("The mayor has condemned the attack over the letter.", "The mayor condemned the attack over the letter."),
        # A stretch of time, and a count.
        ("The firm has sold boats over the past year.", None),
        ("The firm has sold over 100 boats.", None),
    ],
)
def test_an_event_is_told_in_the_past_by_what_goes_with_it(before: str, after: str | None) -> None:
    assert reworded("perfect-past", before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("A man armed with a hook robbed a sailor.", "A man who was armed with a hook robbed a sailor."),
        # Whether he still is armed, the perfect does not tell.
        ("A man armed with a hook has robbed a sailor.", None),
        (
            "Officers arrested ten people protesting against the dam.",
            "Officers arrested ten people who were protesting against the dam.",
        ),
        # What people do as a rule.
        ("Guides met people waiting for the ferry.", None),
    ],
)
def test_what_people_were_is_written_out(before: str, after: str | None) -> None:
    assert reworded("relative-clause", before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "They asked the way without the intention of going there.",
            "They asked the way without intending to go there.",
        ),
        ("We propose Ode for training a guide.", "We propose Ode to train a guide."),
        # A reason is a reason for something.
        ("We present evidence for changing the rule.", None),
        # Only those who put forward something of their own.
        ("The teachers thank Ode for training a guide.", None),
    ],
)
def test_a_use_or_an_intention_takes_the_infinitive(before: str, after: str | None) -> None:
    assert reworded("gerund-forms", before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Pupils are to sing in the harbour.", "Pupils will sing in the harbour."),
        ("The next steps are to close the road.", None),
    ],
)
def test_people_who_are_to_do_something_will(before: str, after: str | None) -> None:
    assert reworded("modal-forms", before) == after


def test_a_compound_before_a_modal_loses_its_hyphen() -> None:
    assert reworded("compound-hyphens", "Match-fixing should be banned.") == "Match fixing should be banned."
