"""Benign rewordings of the sentence's build: each is made where it says the same, and refused at its traps."""

from __future__ import annotations

import pytest
from rewordings import perturbation, reworded

from gaugeblock.perturb import Variant, perturbation_rng

NAMES = (
    "adverb-place",
    "attribution",
    "clause-fronting",
    "dative-shift",
    "equivalent-negation",
    "particle-shift",
    "relative-clause",
    "sentence-join",
    "sentence-order",
    "sentence-split",
    "subject-raising",
    "voice",
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
    "response", ["", "Yes.", "?!", "水は沸騰する。", "a\u200bb", "{name} said `it` was.", "- one\n- two"]
)
def test_odd_texts_are_left_alone(name: str, response: str) -> None:
    assert reworded(name, response) is None


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The council has approved the new bridge.", "The new bridge has been approved by the council."),
        ("The report was published by the ministry.", "The ministry published the report."),
        ("They will close the old school.", "The old school will be closed by them."),
        ("The old school was closed by them.", "They closed the old school."),
        ("In May, the court rejected the appeal.", "In May, the appeal was rejected by the court."),
        # Who is meant by "he" would change.
        ("The guard attacked the singer. He was arrested.", None),
        # "No" and "every" reach over what follows them.
        ("No judge has approved the plan.", None),
        ("Every student signed a letter.", None),
        ("The council has not approved the new bridge.", None),
        # Habits: all dams are not built by beavers.
        ("Beavers build dams.", None),
        # A pronoun would come before its name.
        ("Ann sold her boat.", None),
        # States and idioms have no passive, or another one.
        ("The house has a garden.", None),
        ("The trip cost forty euros.", None),
        # "By Friday" and "by the river" did nothing.
        ("The bridge was closed by Friday.", None),
        # The second verb would lose its subject.
        ("The council approved the bridge and left.", None),
        ('He said: "The council approved the bridge".', None),
    ],
)
def test_voice_turns_only_what_is_done_by_somebody_to_something(before: str, after: str | None) -> None:
    assert reworded("voice", before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The museum lost its roof in March 2018.", "In March 2018, the museum lost its roof."),
        ("In March 2018, the museum lost its roof.", "The museum lost its roof in March 2018."),
        (
            "The hall will stay open although the heating has failed.",
            "Although the heating has failed, the hall will stay open.",
        ),
        ("although the rain fell , the band played .", "the band played , although the rain fell ."),
        # The date is that of the attack, not of the criticism.
        ("Ann criticised the attack on Monday.", None),
        # The date may be that of either verb.
        ("Ann agreed to leave in 2019.", None),
        ("In 2019, he said he would leave.", None),
        # "Not because" is not "because ... not".
        ("Ann did not leave because the train was late.", None),
        # "He" would come to stand before Bob.
        ("After Bob resigned, he moved to Lisbon.", None),
        # A fraction is no year.
        ("The clinic treats one patient in five.", None),
        # What is asked is no condition.
        ("Ann will ask if the shop is open.", None),
        ("Ann left the U.S. in 2019.", None),
    ],
)
def test_adverbials_move_where_they_have_one_verb_to_belong_to(before: str, after: str | None) -> None:
    assert reworded("clause-fronting", before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The mayor said that the pier had opened.", "The pier had opened, the mayor said."),
        ("The pier had opened, the mayor said.", "The mayor said that the pier had opened."),
        ("According to the mayor, the pier is open.", "The pier is open, according to the mayor."),
        ("The pier is open, according to the mayor.", "According to the mayor, the pier is open."),
        ("The pier is open, suggests a new report.", "A new report suggests that the pier is open."),
        # What is shown is a thing, not a claim.
        ("The report shows the extent to which prices fell.", None),
        # A denial of saying denies nothing once it trails.
        ("The mayor did not say that the pier had opened.", None),
        ("The mayor may say that the pier has opened.", None),
        # "She" would stand before the name.
        ("Ann Ode said that she would leave.", None),
        ("The us says it is leaving.", None),
        ("Did the mayor say that the pier had opened?", None),
        ("Ann said whether the pier was open.", None),
        ('The mayor said that "the pier" had opened.', None),
    ],
)
def test_the_source_moves_and_the_claim_stays(before: str, after: str | None) -> None:
    assert reworded("attribution", before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The ferry is unable to sail.", "The ferry is not able to sail."),
        ("The result is not clear.", "The result is unclear."),
        ("The town lacks a library.", "The town does not have a library."),
        ("They do not have permission to build.", "They lack permission to build."),
        ("He drove without a licence.", "He drove with no licence."),
        ("Nobody came to the fair.", "No one came to the fair."),
        # Contraries: who is not happy need not be unhappy.
        ("Ann is not happy.", None),
        ("Ann is unhappy.", None),
        # "Very unlikely" is more than "not very likely".
        ("Rain is very unlikely.", None),
        ("It is not only possible but certain.", None),
        # A double denial.
        ("It is not impossible.", None),
        # An adjective before its noun has no such denial.
        ("An unknown man called.", None),
        ("The rule would be unlikely to help.", None),
        ("He said it was “not clear”.", None),
    ],
)
def test_a_denial_is_reworded_only_by_its_exact_equal(before: str, after: str | None) -> None:
    assert reworded("equivalent-negation", before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The shop closed, and the owner moved to Porto.", "The shop closed. The owner moved to Porto."),
        ("The shop closed, but the café stayed.", "The shop closed. But the café stayed."),
        (
            "The board thanked Ann Ode, who runs the museum.",
            "The board thanked Ann Ode. Ann Ode runs the museum.",
        ),
        # What is said reaches over "and".
        ("Ann said the shop closed, and the owner moved.", None),
        ("If the shop closes, the owner moves, and the street dies.", None),
        # The date holds for both.
        ("On Monday, the shop closed, and the owner moved.", None),
        ("The shop closed and the owner moved in May.", None),
        # One subject for both verbs.
        ("The owner closed the shop and moved to Porto.", None),
    ],
)
def test_full_clauses_that_nothing_spans_are_parted(before: str, after: str | None) -> None:
    assert reworded("sentence-split", before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "The library opens on Monday. The café stays closed.",
            "The library opens on Monday, and the café stays closed.",
        ),
        ("the shop closed . it reopens in may .", "the shop closed , and it reopens in may ."),
        # The second would become part of what she said.
        ("Ann said the shop had closed. The owner moved.", None),
        ("The shop closed. However, the café stayed.", None),
        ("If it rains, the fair is off. The hall is open.", None),
        ("Is the shop closed? The owner moved.", None),
        ("The shop closed.\n\nThe owner moved.", None),
        ("- The shop closed.\n- The owner moved.", None),
    ],
)
def test_neighbours_are_joined_where_and_adds_nothing(before: str, after: str | None) -> None:
    assert reworded("sentence-join", before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "Lisbon has two airports. Porto will open a bridge.",
            "Porto will open a bridge. Lisbon has two airports.",
        ),
        ("Ann has a boat. She will sell it.", None),
        # A story tells what came first.
        ("Ann sold a boat. Bo bought a house.", None),
        # A dialogue has turns.
        ("Ann asks for a lift. Bo has a car.", None),
        ("Lisbon has two airports. However, Porto has one.", None),
        # "The" leans back on "a".
        ("Ann has a boat and a car. Guests can rent the boat.", None),
    ],
)
def test_sentences_change_places_only_where_neither_leans(before: str, after: str | None) -> None:
    assert reworded("sentence-order", before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Police freed the men who were arrested in May.", "Police freed the men arrested in May."),
        ("Police freed the men arrested in May.", "Police freed the men who were arrested in May."),
        ("Ann read the book that he wrote.", "Ann read the book he wrote."),
        ("Ann read the book he wrote.", "Ann read the book that he wrote."),
        # With a comma it tells more, not which.
        ("Ann freed Bo, who was arrested in May.", None),
        # "That" opens what the fact is.
        ("Ann knew the fact that he left.", None),
        # "The horse raced fell" would be hard to read; its relative is exchanged instead.
        ("The horse that was raced fell.", "The horse which was raced fell."),
        ("Ann sold the boat which had sunk.", "Ann sold the boat that had sunk."),
        ("They chose a plan based on trust.", "They chose a plan that was based on trust."),
        # A person is no "which", and "the only" wants "that".
        ("Ann met the teacher that won.", None),
        ("It is the only plan that works.", None),
    ],
)
def test_relative_clauses_lose_or_gain_only_their_empty_words(before: str, after: str | None) -> None:
    assert reworded("relative-clause", before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The mayor gave the school a piano.", "The mayor gave a piano to the school."),
        ("The mayor lent her boat to Bo.", None),
        ("The mayor gave it to Bo.", None),
        # A set phrase.
        ("Ann gave the police a call.", None),
        # A place takes no gift.
        ("Ann sent a letter to Lisbon.", None),
    ],
)
def test_gifts_change_places_with_those_who_get_them(before: str, after: str | None) -> None:
    assert reworded("dative-shift", before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The keeper turned off the lamp.", "The keeper turned the lamp off."),
        ("The keeper turned the lamp off.", "The keeper turned off the lamp."),
        ("The keeper turned it off.", None),
        ("Ann looked after the dog.", None),
        ("The keeper turned down every offer.", None),
    ],
)
def test_particles_pass_short_objects_only(before: str, after: str | None) -> None:
    assert reworded("particle-shift", before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Recently, the theatre has opened a stage.", "The theatre has recently opened a stage."),
        ("The theatre has also opened a stage.", "The theatre also has opened a stage."),
        ("Ann also has opened a shop.", "Ann has also opened a shop."),
        # A denial, and a question.
        ("The theatre has not recently opened a stage.", None),
        ("Has the theatre recently opened a stage?", None),
        # "Only" belongs to its neighbour.
        ("The theatre has only opened a stage.", None),
    ],
)
def test_adverbs_of_the_whole_clause_have_two_places(before: str, after: str | None) -> None:
    assert reworded("adverb-place", before) == after


def test_a_name_that_opens_a_sentence_keeps_its_capital_within_one() -> None:
    assert reworded("voice", "Ann Ode opened the gallery.") == "The gallery was opened by Ann Ode."


def test_a_first_word_of_two_readings_is_not_moved() -> None:
    """The context writes both "play" and "Play": nobody can tell which this is."""
    context = "We play here. He praised Play last year."
    assert reworded("sentence-join", "Ann left. Play resumed.", context) is None


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The pier is safe, the mayor has said.", "The mayor has said that the pier is safe."),
        # Quotations and brackets stay as they are.
        ('The pier is "quite safe", a report has found.', 'A report has found that the pier is "quite safe".'),
        ("The pier (1902) is safe, according to the mayor.", "According to the mayor, the pier (1902) is safe."),
        ("A sailor was killed, an inquest has heard.", "An inquest has heard that a sailor was killed."),
        # Somebody heard it by chance; "that" cannot go before a quotation.
        ("The pier is safe, the mayor has heard.", None),
        ('Ode, which sells "nice boats, is', None),
        # A name of two readings stays where it is, and its source turns.
        ("Play should resume, says the head of the club.", "The head of the club says that play should resume."),
        ("He will leave, he says.", None),
    ],
)
def test_a_source_at_the_end_passes_quotations(before: str, after: str | None) -> None:
    assert reworded("attribution", before) == after


def test_a_source_turns_where_its_sentence_cannot() -> None:
    """The context writes both "play" and "Play", so that the first word keeps its place."""
    context = "We play here. He praised Play last year."
    after = "Play should resume, the head of the club says."
    assert reworded("attribution", "Play should resume, says the head of the club.", context) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Ann Ode is said to have sold the mill.", "It is said that Ann Ode has sold the mill."),
        ("The ferries are expected to stop at noon.", "It is expected that the ferries will stop at noon."),
        ("The bridge is likely to open in May.", "It is likely that the bridge will open in May."),
        ("The mill was thought to be empty.", "It was thought that the mill was empty."),
        ("The mill is said to attract visitors.", "It is said that the mill attracts visitors."),
        ("It is believed that the old mill is haunted.", "The old mill is believed to be haunted."),
        ("It is thought that the men have left.", "The men are thought to have left."),
        # "No" and "every" reach over the belief.
        ("No ferry is expected to stop.", None),
        ("Every ferry is said to be late.", None),
        ("It is believed that no mill is haunted.", None),
        ("Ann is not believed to be ill.", None),
        ("Is Ann believed to be ill?", None),
        # "Likely to be" may tell of now or of later, and a second verb would need its ending too.
        ("The bridge is likely to be closed.", None),
        ("The mill is said to attract visitors and please them.", None),
        # "Has suffered when she fell" does not go together.
        ("Ann is believed to have hurt her arm when she fell.", None),
        # "It" twice would be read as one.
        ("It is said to be late.", None),
        # What persons are expected to do may be a duty.
        ("Ann is expected to know the rule.", None),
        ("Visitors are expected to pay at the gate.", None),
        ("The staff are expected to know the rule.", None),
        ("Ann is said to know the rule.", "It is said that Ann knows the rule."),
    ],
)
def test_a_subject_is_raised_out_of_what_is_believed(before: str, after: str | None) -> None:
    assert reworded("subject-raising", before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Bo told the council he would leave.", "Bo told the council that he would leave."),
        ("Bo told Ann that she had won.", "Bo told Ann she had won."),
        ("The news the firm is closing the mill spread.", "The news that the firm is closing the mill spread."),
        ("The news the BBC reported was wrong.", "The news that the BBC reported was wrong."),
        ("Bo discovered she had left.", "Bo discovered that she had left."),
        # What is told, not that it is so; a clause with its "that".
        ("Bo told them where he lived.", None),
        ("Bo told the man who left the truth.", None),
        ("The news that he left spread.", None),
        # Without "that", the listener would be taken for the subject.
        ("Bo told Ann that the mill had closed.", None),
    ],
)
def test_that_goes_before_what_is_told(before: str, after: str | None) -> None:
    assert reworded("that-clauses", before) == after


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        (
            "relative-clause",
            "It is the sixth time the queen has given a medal.",
            "It is the sixth time that the queen has given a medal.",
        ),
        ("relative-clause", "Each time the bell rings, they run.", None),
        (
            "purpose-clause",
            "The diver used a lamp and a rope to inspect the reef.",
            "The diver used a lamp and a rope in order to inspect the reef.",
        ),
        ("purpose-clause", "The diver used a lamp and left to study.", None),
        (
            "purpose-clause",
            "Wreaths will be laid on Monday to mark the rising.",
            "Wreaths will be laid on Monday in order to mark the rising.",
        ),
        ("voice", "The mill is being repaired by the firm.", "The firm is repairing the mill."),
        ("voice", "The mill is not being repaired by the firm.", None),
        ("gerund-forms", "The boat can be steered using a lamp.", "The boat can be steered by using a lamp."),
        ("gerund-forms", "Bo steered the boat using a lamp.", None),
        ("modal-forms", "Visitors are now required to pay a fee.", "Visitors now have to pay a fee."),
        ("modal-forms", "Employees are not required to pay a fee.", "Employees do not have to pay a fee."),
        ("modal-forms", "Money is required to run the mill.", None),
        ("modal-forms", "Visitors were required to pay a fee.", None),
        ("coordination-order", "Palms like tropical and coastal climates.", None),
        ("coordination-order", "The social and political order changed.", "The political and social order changed."),
        ("coordination-order", "The third and final test is over.", None),
        ("coordination-order", "Bo sold gold and silver, but kept one.", "Bo sold silver and gold, but kept one."),
        ("false-titles", "The match was won by club legend Ann Ode.", "The match was won by the club legend Ann Ode."),
    ],
)
def test_builds_of_news_sentences(name: str, before: str, after: str | None) -> None:
    assert reworded(name, before) == after
