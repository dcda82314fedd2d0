"""The counterfactual's kinds of value beside names and numbers: speakers, currencies, terms, names without capitals."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from gaugeblock.perturb import Example, Variant
from gaugeblock.perturb.context import _nouns
from gaugeblock.perturb.context._lowered import is_word
from gaugeblock.perturb.context._people import gender
from gaugeblock.perturb.context._recased import recased, recased_names
from gaugeblock.perturb.documents import prose
from gaugeblock.perturb.select import made

ODD = "abc ABC.,'\"-é\nİıßﬁŉſǰǆµ"
"""Letters, some of which have no capital, or no small letter, that is one letter and leads back."""


def example(response: str, *context: str, question: str | None = None) -> Example:
    return Example(id="x", response=response, context=context, question=question, label=1.0)


def conditions(one: Example) -> dict[str, Variant]:
    """The variants by their condition."""
    found = [variant for variant in made("counterfactual", one, 0) if isinstance(variant, Variant)]
    return {str(variant.details["condition"]): variant for variant in found}


def kind_of(one: Example) -> str | None:
    """The kind of value that is changed; None where none is."""
    found = conditions(one)
    return str(found["b"].details["kind"]) if found else None


class TestSpeakers:
    TALK = "Project Manager : It costs little .\nSound Engineer : No , project manager , it does not .\n"

    def test_a_role_is_changed_in_every_turn_and_address(self) -> None:
        """The heads of the turns and a mention in small letters go along with the response."""
        got = conditions(example("The Project Manager said that it costs little.", self.TALK))
        new = str(got["b"].details["to"])
        assert got["b"].example.response == f"The {new} said that it costs little."
        assert got["b"].example.context_text.startswith(f"{new} : It costs")
        assert "project manager" not in got["b"].example.context_text.lower()
        assert got["c"].example.context == (self.TALK,)

    def test_a_short_form_of_the_role_in_the_response_forbids_the_change(self) -> None:
        """ "The manager" would name nobody any more."""
        assert kind_of(example("The Project Manager said yes, and the manager left.", self.TALK)) != "speaker"

    def test_a_speaker_with_a_number_gets_one_that_nobody_has(self) -> None:
        """The new number is free, and the other speakers keep theirs."""
        talk = "#Person1#: May I row?\n#Person2#: You may."
        got = conditions(example("#Person1# asks #Person2# whether rowing is allowed there.", talk))["b"]
        numbers = regex.findall(r"#Person(\d)#", got.example.context_text)
        assert len(set(numbers)) == 2
        assert set(numbers) != {"1", "2"}
        assert set(regex.findall(r"#Person(\d)#", got.example.response)) == set(numbers)

    def test_a_broken_spelling_of_the_number_is_left_alone(self) -> None:
        """With "#Person 1#" and "#2#" in the response, neither speaker can be renamed as a whole."""
        talk = "#Person1#: May I row?\n#Person2#: You may."
        assert kind_of(example("#Person 1# asks #2# whether rowing is allowed there.", talk)) is None


class TestCurrencies:
    def test_the_only_currency_is_changed_everywhere(self) -> None:
        """Singular, plural and capitals stay as they were."""
        got = conditions(
            example("It may cost 12.50 Euros.", "It must not cost more than twelve Euros . One euro is a lot .")
        )
        new = str(got["b"].details["to"])
        assert got["b"].details["kind"] == "currency"
        assert got["b"].example.response == f"It may cost 12.50 {new}."
        assert got["b"].example.context_text.endswith(f"One {new.lower().removesuffix('s')} is a lot .")

    def test_centimes_belong_to_francs(self) -> None:
        """What divides the old currency divides the new one."""
        got = conditions(example("It may cost 12.50 Euros.", "It may cost twelve Euros and fifty centimes ."))
        assert got["b"].details["to"] == "Francs"

    @pytest.mark.parametrize(
        "context",
        [
            "It may cost 12.50 Euros (14 dollars).",
            "It may cost 12.50 Euros and 20 cents.",
            "It may cost 12.50 Euros in the eurozone.",
            "It may cost 12.50 Euros, that is $14.",
        ],
    )
    def test_a_currency_with_something_that_depends_on_it_stays(self, context: str) -> None:
        """Another currency for the same sum, cents, the eurozone, a sign."""
        assert kind_of(example("It may cost 12.50 Euros.", context)) != "currency"

    def test_a_verb_is_no_currency(self) -> None:
        """ "Won't" is not the money of Korea."""
        assert kind_of(example("It may cost 12.50 Euros.", "It won't be over twelve Euros .")) == "currency"

    def test_signs_are_changed_where_no_word_names_the_money(self) -> None:
        """Every sum gets the other sign."""
        got = conditions(example("The loan was for £5m at most.", "The loan, some £5m, or £4.5m by now, was a secret."))
        assert got["b"].example.context_text == "The loan, some €5m, or €4.5m by now, was a secret."
        assert kind_of(example("The loan was for £5m at most.", "Some £5m, a lot of pounds, was a secret.")) is None


class TestTerms:
    def test_a_method_takes_its_initials_along(self) -> None:
        """The defined name, its initials and the name in small letters."""
        context = "We propose a Lattice Node Pruning (LNP) framework. The gain of LNP is large."
        got = conditions(example("We propose a lattice node pruning framework.", context))["b"]
        new = regex.fullmatch(r"We propose an? (\p{Lu}\w+) node pruning framework\.", got.example.response)
        assert new is not None
        first = new[1]
        assert f"{first} Node Pruning ({first[0]}NP)" in got.example.context_text
        assert got.example.context_text.endswith(f"The gain of {first[0]}NP is large.")

    def test_an_acronym_that_nothing_explains_is_changed(self) -> None:
        """Also before the hyphen of a compound."""
        got = conditions(
            example("The gain shows in QXR-based power.", "We measure QXR power. The QXR-based gain is small.")
        )
        assert got["b"].details["kind"] == "acronym"
        assert "QXR" not in got["b"].example.context_text

    @pytest.mark.parametrize(
        "context",
        [
            "Quiet xenon rays (QXR) are measured.",
            "The QXR (quiet xenon rays) is measured.",
            "Quiet xenon rays, or QXR.",
        ],
    )
    def test_an_acronym_that_is_explained_stays(self, context: str) -> None:
        """What it stands for would contradict another."""
        assert kind_of(example("The gain shows in QXR.", f"{context} The gain shows in QXR.")) != "acronym"

    def test_an_organisation_with_initials_is_no_method(self) -> None:
        """Only what ends as a method does gets the name of an author."""
        told = "The Lattice Rowing Front (LRF) was founded. The LRF left."
        assert kind_of(example("The lattice rowing front was founded.", told)) != "method"

    def test_acronyms_that_are_words_of_their_own_stay(self) -> None:
        """Nobody would take "KTR" for DNA."""
        assert kind_of(example("The gain shows in DNA.", "It is seen that the gain shows in DNA.")) is None

    def test_the_end_of_a_method_is_no_firm(self) -> None:
        """ "Tide-aware Many-boat Oxworth Rowing" is one name."""
        context = "We train it with Tide-aware Many-boat Oxworth Rowing (M^2OR)."
        assert kind_of(example("We propose Tide-aware Many-boat Oxworth Rowing (M^2OR).", context)) != "firm"


class TestLostCapitals:
    TEXT = (
        "rowing coach alviro oxworth has won the race. Oxworth said he was glad of it. The club gave oxworth a boat, "
        "and the town was proud of the man. Nobody knew what he would do with it in the end."
    )

    def test_a_person_is_renamed_in_small_letters(self) -> None:
        """Full name, surname, and the capital that opens a sentence."""
        got = conditions(example("Alviro oxworth has won the race for the club.", self.TEXT))["b"]
        first, last = str(got.example.response).split()[:2]
        assert first.istitle()
        assert last.islower()
        assert got.example.context_text.startswith(
            f"rowing coach {first.lower()} {last} has won the race. {last.title()} said"
        )
        assert "oxworth" not in got.example.context_text.lower()

    def test_an_ordinary_word_behind_a_first_name_is_a_surname_where_it_is_nothing_else(self) -> None:
        """ "Flood" is renamed where all floods are people, and is left alone beside a real one."""
        told = "captain steven flood won the race. Flood said he was glad. The club is proud of steven flood today."
        assert kind_of(example("Steven flood won the race for the club.", told)) == "person"
        assert kind_of(example("Steven flood won the race for the club.", f"{told} There was a flood in town.")) is None

    def test_a_name_within_another_word_forbids_the_change(self) -> None:
        """A tag with the old name would be left."""
        assert kind_of(example("Alviro oxworth has won the race.", f"{self.TEXT} See stayoxworth for more.")) is None

    def test_firms_and_towns_need_the_text_to_call_them_so(self) -> None:
        """ "The retailer quelvo", "the town of sevro"."""
        shop = "the retailer quelvo is being sold. It sold coats for years, and so quelvo was known to many of them."
        assert kind_of(example("The retailer quelvo is being sold at last.", shop)) == "firm"
        town = "a fire was seen in the town of sevro today. The people of sevro were told to leave it by the men."
        assert kind_of(example("A fire was seen in the town of sevro.", town)) == "town"
        assert (
            kind_of(example("Then quelvo was seen by many people.", "then quelvo was seen by many of the people."))
            is None
        )

    def test_a_school_behind_a_particle_is_part_of_a_longer_name(self) -> None:
        """ "De la sorvel college" must not lose half of its name."""
        told = "a panel looks into de la sorvel college. The men of the panel were told to be fair to all of them."
        assert kind_of(example("A panel looks into de la sorvel college.", told)) is None

    def test_the_same_word_twice_is_no_first_name_and_surname(self) -> None:
        """ "Kun kun" may be the end of a longer name."""
        told = "the boy luo xun xun was ill. Xun xun said he was alone, and that no man came to see him in the village."
        assert kind_of(example("Xun xun was ill for a long time.", told)) is None

    @settings(max_examples=40, deadline=None)
    @given(st.text(ODD, max_size=60), st.text(ODD, max_size=120))
    def test_putting_capitals_back_keeps_every_place(self, response: str, context: str) -> None:
        """A recased text differs in its capitals only, so that edits fit both."""
        one = example(response, context)
        cased = recased(one)
        if cased is not None:
            assert len(cased.response) == len(response)
            assert cased.response.lower() == response.lower()
            assert [document.lower() for document in cased.context] == [document.lower() for document in one.context]

    @pytest.mark.parametrize("word", ["ﬁxra", "ßxra", "ŉxra", "ǰxra", "ıxra"])
    def test_a_letter_without_a_capital_of_its_own_stays(self, word: str) -> None:
        """The capital of "ﬁ" is two letters, that of "ı" is another letter's."""
        text = f"the {word} club met with alviro oxworth, and all of the men said that it was a good day for the town."
        cased = recased(example(text, text))
        assert cased is not None
        assert cased.response == text.replace("alviro oxworth", "Alviro Oxworth").replace("club", "Club")

    def test_a_text_whose_small_letters_have_other_places_is_left_alone(self) -> None:
        """In small letters, "İ" is two code points."""
        text = "the İxra club met with alviro oxworth, and all of the men said that it was a good day for the town."
        assert recased(example(text, text)) is None
        assert recased(example(text.replace("İ", "i"), text.replace("İ", "i"))) is not None

    def test_forms_of_words_are_words(self) -> None:
        """Plurals, doubled consonants, irregular and function words are in the dictionary."""
        assert all(map(is_word, ("cities", "denied", "dragged", "gave", "children", "the", "was", "highest")))
        assert not any(map(is_word, ("oxworth", "quelvo", "sevro")))

    def test_nothing_is_renamed_that_is_no_person(self) -> None:
        """A group has its members, and is no he or she."""
        told = "the quelvo sorvel is a group. Quelvo sorvel said their men had fled, and they told the town of it."
        cased = recased(example("Quelvo sorvel said their men had fled.", told))
        assert cased is not None
        assert not list(recased_names(cased, random.Random(0)))


class TestNames:
    def test_a_name_with_a_capital_inside_is_a_name_wherever_it_stands(self) -> None:
        """Also with an owner's office behind it, or a country."""
        told = (
            "MicroSorve's CEO Ann Ode spoke. They must delete MicroSorve from their devices. MicroSorve Norway agreed."
        )
        got = conditions(example("They must delete MicroSorve from their devices.", told))["b"]
        assert got.details["kind"] == "firm"
        assert "MicroSorve" not in got.example.context_text
        assert kind_of(example("They must delete MicroSorve from it.", f"{told} The MicroSorve Sorde is new.")) is None

    def test_where_people_live_is_no_firm(self) -> None:
        """ "Those living on Quelvoside" are not customers."""
        told = "Rats were seen by five per cent of those living on Quelvoside. Quelvoside residents complained."
        assert kind_of(example("Many of those living on Quelvoside saw rats.", told)) != "firm"

    def test_who_is_called_by_a_first_name_is_no_firm(self) -> None:
        """ "Nathan" is a person, whatever the parse says."""
        assert kind_of(example("Person thinks Nathan will do well.", "You must be happy, Nathan, to go.")) != "firm"

    def test_a_town_may_be_made_up_beside_its_country(self) -> None:
        """A made-up town in a real country contradicts nothing; a real landmark of the town would."""
        told = "The flu came after an outbreak in Qorbel, in Norway. It was not deemed to be a threat."
        assert kind_of(example("The flu was no threat before an outbreak in Qorbel.", told)) == "town"

    def test_the_ending_of_a_first_name_gives_way_to_a_pronoun(self) -> None:
        """ "Ilira's boat leaks and he is sad" tells of a man."""
        assert gender("Ilira", "Ilira's boat leaks and he is sad.", "Ilira") is None
        assert gender("Ilira", "Ilira's boat leaks.", "Ilira") == "female"

    def test_a_span_of_years_with_a_yearly_count_stays(self) -> None:
        """So many in all, between two years, are so many a year."""
        told = "Some 56,000 boats sank between 2010 and 2014. More than 10,000 boats sink a year."
        assert kind_of(example("Boats sank between 2010 and 2014.", told)) != "year"


class TestAnswers:
    def test_the_family_that_two_things_share(self) -> None:
        """ "No" becomes "yes" where one family is changed to the other's."""
        told = "Sorvel is a genus in the family Quelvaceae. Oxwort is a genus of plants in the family Sevraceae."
        got = conditions(example("no", told, question="Are Sorvel and Oxwort in the same family?"))["b"]
        assert got.example.response == "yes"
        assert len(set(regex.findall(r"\w+aceae", got.example.context_text))) == 1

    def test_one_of_several_nouns(self) -> None:
        """A noun of a list is changed wherever it stands; the others stay."""
        told = "Bo is a painter, actor and baker. Ann is an actor, painter and mayor."
        got = conditions(example("painter, actor", told, question="What do Bo and Ann have in common?"))["b"]
        changed = str(got.details["from"])
        assert changed in ("painter", "actor")
        assert changed not in got.example.context_text
        assert got.example.context_text.count(str(got.details["to"])) == 2

    def test_the_head_of_a_compound(self) -> None:
        """ "Director" alone goes along with "film director"."""
        told = "Bo was a film actor, director and baker. Ann was a film director."
        got = conditions(example("film director", told, question="Which job did Bo and Ann both have?"))["b"]
        assert "director" not in got.example.context_text
        assert got.example.response.startswith("film ")

    def test_a_state_that_a_town_tells(self) -> None:
        """ "Conworth, Ohio" says that Ohio is a place, and the town goes along."""
        asked = "In which state did he die?"
        got = conditions(example("Ohio", "He died at a ranch in Conworth, Ohio, at 24.", question=asked))["b"]
        assert got.example.response in got.example.context_text
        assert "Conworth" not in got.example.context_text

    def test_an_office_is_renamed_with_its_state(self) -> None:
        """ "Attorney General of Ohio", "the Ohio United States Senate seat"."""
        told = "Bo ran for the open Ohio United States Senate seat. She was Attorney General of Ohio from 2007."
        got = conditions(example("Ohio", told, question="Of what state was she Attorney General?"))["b"]
        assert "Ohio" not in got.example.context_text

    def test_a_character_with_a_title(self) -> None:
        """A first name that is also a word is one behind "Dr."."""
        told = "Grace is a novel by Bo Lind. Dr. Grace Sorvel is a character of several novels by Bo Lind."
        got = conditions(example("Grace Sorvel", told, question="Which character did Bo Lind create?"))["b"]
        assert "Sorvel" not in got.example.context_text


def test_marks_around_speakers_and_quotations_are_no_code() -> None:
    """Code stays code."""
    assert prose("#Person1#: a `bomb', he said") == "\"Person1\": a 'bomb', he said"
    assert prose("`f('a', 2)` and #tag") == "`f('a', 2)` and #tag"


def test_one_person_with_two_first_names_is_not_made_two_people() -> None:
    """ "Ted Hale" and "Sir Edward Hale" are one, so neither first name is changed alone."""
    context = "Ted Hale sold the boat in May. Sir Edward Hale kept the nets."
    assert kind_of(example("Ted Hale sold the boat.", context)) != "person"


def test_relatives_of_one_surname_are_renamed_together() -> None:
    context = "John Hale sold the boat in May. His brother Edward Hale kept the nets."
    made = conditions(example("John Hale sold the boat.", context))
    assert "Hale" not in made["b"].example.response + made["b"].example.context_text


def test_a_date_that_also_stands_in_digits_is_left_alone() -> None:
    """The header "1/25/2019" would contradict another day in the dateline."""
    context = "Boats and nets, 1/25/2019. LEEDS (January 25, 2019): the company has announced a new ferry."
    made = example("The ferry was announced on January 25, 2019.", context)
    assert kind_of(made) != "date"


class TestClosedKinds:
    @pytest.mark.parametrize(
        ("kind", "question", "answer", "context"),
        [
            ("party", "Of which party was Ann Ode?", "Liberal", "Ann Ode was a Liberal politician from Harwell."),
            ("genre", "What genre is Red Oar?", "action", "Red Oar is an action-comedy film of the nineties."),
            ("roles", "What roles did Ann Ode play?", "comic roles", "Ann Ode often played sad or comic roles."),
            (
                "people",
                "Who built the canal?",
                "the Minoans",
                "The canal was built by the Minoans. Minoan boats used it.",
            ),
            ("office", "What is Ann Ode?", "CEO of Oxworth", "Ann Ode is CEO of Oxworth and rows every day."),
            ("nickname", "What is Ann Ode known as?", "the Wooden Spoon", "Ann Ode, known as the Wooden Spoon, rows."),
            ("pigments", "What colours the weed?", "Carotene", "Carotene colours the weed. It has much carotene."),
            ("groups", "What are Oxo and Sorvel?", "band", "Oxo is a punk band. Sorvel was a folk band."),
            ("food", "What kind of product is Oxo?", "snack", "Oxo is a sweet snack sold in Norway."),
        ],
    )
    def test_is_changed_for_another(self, kind: str, question: str, answer: str, context: str) -> None:
        """In all forms, so that the old value is gone."""
        got = conditions(example(answer, context, question=question))["b"]
        assert got.details["kind"] == kind
        assert answer.removeprefix("the ").lower() not in got.example.context_text.lower()
        assert got.example.response in got.example.context_text

    @pytest.mark.parametrize(
        ("question", "answer", "context"),
        [
            ("Of which party was Ann Ode?", "Conservative", "Ann Ode was a Conservative politician. The Tories won."),
            ("What genre is Red Oar?", "action", "Red Oar is an action film. The court took action against it."),
            ("Who built the canal?", "the Sumerians", "The canal was built by the Sumerians, in Sumer."),
            ("What is Ann Ode?", "CEO of Oxworth", "Ann Ode is CEO of Oxworth. Its CEO before her was Bo Ode."),
            ("What is Ann Ode?", "President of Oxland", "Ann Ode is President of Oxland and rows every day."),
            ("What is Ann Ode?", "CEO of Oxworth", "Ann Ode is CEO of Oxworth. She has led it since May."),
            ("What was he known as?", "Iron Mike", "The boxer Mike Ode, known as Iron Mike, won the belt."),
            ("What are they known as?", "the Red Oars", "The rowers are known as the Red Oars. They row a lot."),
            ("What kind of product is Oxo?", "drink", "Oxo is a sweet drink. Many people drink it at home."),
        ],
    )
    def test_stays_where_something_tells_the_old_value(self, question: str, answer: str, context: str) -> None:
        """A nickname of the party, another sense of the word, the land of a people, a second holder of the office."""
        assert kind_of(example(answer, context, question=question)) not in (
            "party",
            "genre",
            "people",
            "office",
            "nickname",
            "food",
            "person",
        )


class TestPartsOfAnswers:
    @pytest.mark.parametrize(
        ("kind", "question", "answer", "context", "kept"),
        [
            (
                "band",
                "Whose song is it?",
                "indie band Quelvo",
                "It is a song by indie band Quelvo, written at sea.",
                "indie band ",
            ),
            (
                "model",
                "Which car does Ann drive?",
                "Sorvel Tempest",
                "Ann drives a Sorvel Tempest. The Tempest is built at Sorvel's works in Norway.",
                "Sorvel ",
            ),
            (
                "modifier",
                "Which was sold first?",
                "Quelvo card",
                "The Quelvo card is a ticket. Buses take the Quelvo card.",
                " card",
            ),
        ],
    )
    def test_the_name_is_changed_and_the_rest_stays(
        self, kind: str, question: str, answer: str, context: str, kept: str
    ) -> None:
        """What describes the name, its maker, or the common noun behind it."""
        got = conditions(example(answer, context, question=question))["b"]
        assert got.details["kind"] == kind
        assert kept in got.example.response
        assert not regex.search("Quelvo|Tempest", got.example.context_text)

    @pytest.mark.parametrize(
        ("question", "answer", "context"),
        [
            ("What dims the day?", "Solar eclipse", "Solar eclipse is a shadow on the sea."),
            ("Which was sold first?", "Quelvo card", "The Quelvo card is a ticket. Ann Quelvo made it."),
            ("Which car does Ann drive?", "Sorvel Tempest", "Ann drives a Sorvel Tempest, fast as a tempest."),
        ],
    )
    def test_no_name_is_read_into_ordinary_words(self, question: str, answer: str, context: str) -> None:
        """A capital from the sentence, an inventor of the same name, a word of the text."""
        assert kind_of(example(answer, context, question=question)) not in ("modifier", "model")


class TestNamesOfAnswers:
    @pytest.mark.parametrize(
        ("kind", "question", "answer", "context"),
        [
            ("region", "In which county was she born?", "Qorbelshire", "Qorbelshire is a county by the sea."),
            ("person", "The song is about which singer?", "Zovanna", 'Its best song is "Walks Like Zovanna", of 1990.'),
            ("person", "Who is her husband?", "Bo Oxworth", "He owns the Bo Oxworth Rowing Academy with his wife."),
            ("person", "Who came first, Stu Oxworth or Bo?", 'Ari "Stu" Oxworth', 'Ari "Stu" Oxworth came in 1990.'),
            ("work", "Which women's magazine is it?", "QUILT", 'It reads like "Quilt". QUILT is a magazine.'),
            (
                "firm",
                "Which brand is it?",
                "Swift",
                'It sells Swift boats.\nswift (stylized as "swift") is a brand. Its boats float.',
            ),
            (
                "named-thing",
                "Which company is it?",
                "Quelvo Company",
                "It owns Quelvos. The Quelvo Company is a retailer.",
            ),
            (
                "work",
                "Which series is it?",
                "Salt Park",
                '"Salt Park" is a series by Trey Parker. Ann saw all of "Salt Park".',
            ),
            (
                "named-thing",
                "Which library is it?",
                "Sorvel Town Quelvo Library",
                "The Sorvel Town Quelvo Library is a Quelvo library in Sorvel, Ohio. The county seat is Sorvel.",
            ),
            (
                "state",
                "In which state does she teach?",
                "Oregon",
                "Ann teaches rowing at the State University of Oregon. It is the largest school in Oregon.",
            ),
        ],
    )
    def test_is_changed_with_all_that_is_called_so(self, kind: str, question: str, answer: str, context: str) -> None:
        """Within longer names, in the plural, in small letters; what only begins alike is something else."""
        got = conditions(example(answer, context, question=question))
        assert got["b"].details["kind"] == kind
        assert answer not in got["b"].example.context_text
        assert got["d"].example.response == answer

    @pytest.mark.parametrize(
        ("question", "answer", "context"),
        [
            ("In which county was she born?", "Qorbelshire", "Qorbelshire is a county. North Qorbelshire is poor."),
            ("Who won the final?", "Zovanna", "The final of 1990 was won by Zovanna, and the crowd sang."),
            ("Which series is it?", "Salt Park", '"Salt Park" is a series. The park of the series is called Parkland.'),
            (
                "Which club is it?",
                "Quelvo Boat Club",
                "The Quelvo Boat Club won. Quelvo Captain Ann Ode cheered. A Quelvo spokesman sang.",
            ),
            ("Which brand is it?", "Swift", 'It sells Swift boats. swift (stylized as "swift") is a swift brand.'),
            ("In which state is it?", "Oregon", "It is at the University of Oregon, Harwell. Oregon is green."),
        ],
    )
    def test_stays_where_a_form_of_it_would_be_left(self, question: str, answer: str, context: str) -> None:
        """A part of the county, a club that won, a derived name, a word, one of several universities."""
        assert kind_of(example(answer, context, question=question)) is None


class TestComparisons:
    @pytest.mark.parametrize(
        ("question", "answer", "context", "after"),
        [
            (
                "Do both Quelvos and Sorvia belong to the family Oraceae?",
                "no",
                "Quelvos are tall plants of the family Oraceae. Sorvia is a genus of herbs of the family Rivaceae.",
                "yes",
            ),
            (
                "Do Ann Oxworth and Bo Sorvel have the same nationality?",
                "no",
                "Ann Oxworth is a Norwegian rower. Bo Sorvel is a Welsh-Canadian rower.",
                "yes",
            ),
            (
                "Are Quelvo and Sorvel fizz both types of drinks?",
                "yes",
                "A quelvo is a sweet, green drink. The sorvel fizz is a cocktail made with ice.",
                "no",
            ),
            (
                "Which has more boats, Oars or Sorvia?",
                "Oars",
                "Oars are a club with 40-50 boats in Norway. Sorvia is a club with four boats by the sea.",
                "Sorvia",
            ),
        ],
    )
    def test_is_answered_the_other_way(self, question: str, answer: str, context: str, after: str) -> None:
        """The family, two nationalities as one, the kind of a thing, the counts in each other's place."""
        got = conditions(example(answer, context, question=question))
        assert got["b"].example.response == after
        assert got["c"].example.context == (context,)

    @pytest.mark.parametrize(
        ("question", "answer", "context"),
        [
            (
                "Do both Quelvo and Sorvia belong to the family Oraceae?",
                "no",
                "Quelvo is a plant of the family Oraceae. Sorvia is a herb of the family Rivaceae. Rivaceae are small.",
            ),
            (
                "Are Quelvo and Sorvel fizz both types of drinks?",
                "yes",
                "A quelvo is a sweet drink. It is a drink of the poor. The sorvel fizz is a cocktail made with ice.",
            ),
            (
                "Which has more boats, Oars or Sorvia?",
                "Oars",
                "Oars are a club with 40 boats. Sorvia is a club with four boats, the smallest in Norway.",
            ),
        ],
    )
    def test_stays_where_more_is_said_of_it(self, question: str, answer: str, context: str) -> None:
        """A second mention of the family or the kind, a word that compares."""
        assert kind_of(example(answer, context, question=question)) is None


def test_a_noun_of_its_own_kind_has_a_counterpart_for_every_other_of_its_category() -> None:
    """One without would stop the perturbation on the first text that names it."""
    lexicon = tomllib.loads((Path(_nouns.__file__).with_name("counterfactual.toml")).read_text("utf-8"))
    for noun, own in lexicon["nouns"].items():
        assert set(own) == {"kinds", "tells", "instead_of"}
        (members,) = [members for members in lexicon["categories"].values() if noun in members]
        others = {member for member in members if member[:4] != noun[:4]} - set(own["kinds"])
        for adjective, instead in own["instead_of"].items():
            assert others <= set(instead), adjective


def test_plants_that_only_flower_become_animals_and_others_stay() -> None:
    """ "Flowering reptiles with pea-like flowers" would be nonsense, and shrubs are plants too."""
    asked = "What are Odea and Lindia?"
    plain = example("plants", "Odea is a genus of flowering plants. Lindia is one of flowering plants.", question=asked)
    got = conditions(plain)["b"].example
    assert "flowering" not in got.context_text
    assert got.response in {"insects", "mammals", "reptiles"}
    told = example("plants", "Odea is a genus of plants with blue flowers. So is Lindia.", question=asked)
    assert kind_of(told) != "living"


def test_a_name_with_a_title_or_initials_is_a_persons() -> None:
    """It gets no title of a work, whatever else the question speaks of."""
    family = "Two members of the family, Sir C. V. Odeson and his nephew, Subra Lind, were poets."
    got = conditions(example("Sir C. V. Odeson", family, question="What is the name of the uncle, a novel writer?"))
    assert got["b"].details["kind"] == "person"
    assert got["b"].example.response.startswith("Sir C. V. ")


def test_two_places_joined_by_and_get_no_single_new_name() -> None:
    """ "Harwell and Times Square" are two."""
    asked = example(
        "Harwell and Times Square", "Ann painted scenes from places like Harwell and Times Square.", question="Where?"
    )
    assert kind_of(asked) != "named-thing"
