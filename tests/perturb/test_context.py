"""The perturbations of the context: what each changes, what it states of the scores, and what it must refuse."""

from __future__ import annotations

import pytest
import regex

from gaugeblock.perturb import PERTURBATIONS, Example, Relation, Skip, Variant, apply_to_example, perturbation_rng
from gaugeblock.perturb.context import _values as values
from gaugeblock.perturb.context._counts import counted
from gaugeblock.perturb.context._naming import may_be_word, stands_within
from gaugeblock.perturb.context._openings import is_scrap, leans_back
from gaugeblock.perturb.context._sites import is_no_name
from gaugeblock.perturb.context._standing import has_lost_capitals, is_balanced, is_introduced_in, is_whole, takes_up
from gaugeblock.perturb.context._support import claims_of, is_kept, is_lost
from gaugeblock.perturb.context._verdicts import flips
from gaugeblock.perturb.documents import prose
from gaugeblock.perturb.text import analyse

NAMES = [name for name in PERTURBATIONS.names() if PERTURBATIONS.get(name).family == "context"]
FACTS = "factual-consistency"


def outcomes(name: str, example: Example) -> list[Variant | Skip]:
    perturbation = PERTURBATIONS.get(name)
    return list(perturbation.variants(example, perturbation_rng(0, example.id, name)))


def variants(name: str, example: Example) -> list[Variant]:
    return [outcome for outcome in outcomes(name, example) if isinstance(outcome, Variant)]


def example(response: str, *context: str, question: str | None = None, label: float | None = 1) -> Example:
    return Example(id="x", response=response, context=context, question=question, label=label)


def four(made: Example) -> dict[str, Example]:
    """The counterfactual's conditions, the original among them."""
    return {"a": made, **{one.details["condition"]: one.example for one in variants("counterfactual", made)}}


POOL = example(
    "The pool in Harwell opens at seven.",
    "Tickets are sold at the gate. The pool in Harwell opens at seven. Dogs must stay outside.",
    "Lockers cost one euro.",
)


@pytest.mark.parametrize("name", NAMES)
def test_the_illustration_shows_the_first_variant(name: str) -> None:
    perturbation = PERTURBATIONS.get(name)
    shown = perturbation.illustration  # type: ignore[attr-defined]
    first = next(
        made
        for made in perturbation.variants(shown.example, perturbation_rng(0, "illustration", name))
        if isinstance(made, Variant)
    )
    assert first.example.text(shown.shows) == shown.after


@pytest.mark.parametrize("name", NAMES)
def test_edits_rebuild_the_variant_and_the_rest_of_the_example_stays(name: str) -> None:
    made = variants(name, POOL)
    assert made or name in ("counterfactual", "evidence-position", "truncated-context", "context-paraphrase")
    for variant in made:
        rebuilt = apply_to_example(POOL, variant.edits)
        assert (rebuilt.response, rebuilt.context) == (variant.example.response, variant.example.context)
        assert variant.example.metadata == POOL.metadata


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("response", ["", " ", "?!", "…", "水は百度で沸騰する。", "\ud7ff 𝒂𝒏𝒅 {x} `c`", "yes"])
@pytest.mark.parametrize("context", [(), ("",), ("  ", "?"), ("水は百度で沸騰する。", "`a b` c. d")])
def test_odd_texts_give_an_outcome(name: str, response: str, context: tuple[str, ...]) -> None:
    assert outcomes(name, Example(response=response, context=context, label=1))


def test_an_unsupported_response_is_no_case_for_what_takes_support_away() -> None:
    wrong = example(POOL.response, *POOL.context, label=0)
    for name in ("random-context", "topical-filler", "critical-sentence", "truncated-context", "counterfactual"):
        assert not variants(name, wrong)


def test_leaving_a_document_out_says_nothing_of_the_score_and_keeps_the_label_only_where_nothing_is_shared() -> None:
    made = variants("leave-one-out", POOL)
    assert [one.details["document"] for one in made] == [0, 1]
    assert made[0].example.context == ("", "Lockers cost one euro.")
    assert {relation for one in made for relation in one.relation.values()} == {Relation.NONE}
    assert [one.example.label for one in made] == [None, 1]


def test_documents_are_shuffled_unless_the_response_cites_them_by_number() -> None:
    assert variants("shuffled-documents", POOL)[0].example.context == POOL.context[::-1]
    assert not variants("shuffled-documents", example("It opens at seven [1].", *POOL.context))
    assert not variants("shuffled-documents", example("Document 2 gives the price.", *POOL.context))


def test_distractors_stand_behind_the_documents_and_share_nothing_with_the_response() -> None:
    made = variants("distractors", POOL)
    assert [len(one.example.context) for one in made] == [3, 5, 10]
    assert all(one.example.context[:2] == POOL.context and one.example.label == 1 for one in made)
    about_bells = example("A bell that cools too quickly will crack.", "A bell that cools too quickly will crack.")
    assert not any(
        "bell foundry" in text for one in variants("distractors", about_bells) for text in one.example.context
    )


def test_a_random_context_and_topical_filler_leave_nothing_that_answers() -> None:
    answer = example("Harwell", "The fair was held in Harwell.", question="Where was the fair held?")
    unrelated, filler = variants("random-context", answer)[0], variants("topical-filler", answer)[0]
    assert "Harwell" not in unrelated.example.context_text
    assert "Harwell" in filler.example.context_text
    assert "held" not in filler.example.context_text
    assert {one.relation[FACTS] for one in (unrelated, filler)} == {Relation.DECREASE}
    assert {one.example.label for one in (unrelated, filler)} == {0}


def test_the_critical_sentence_goes_with_its_blank() -> None:
    made = variants("critical-sentence", POOL)[0]
    assert made.example.context == ("Tickets are sold at the gate. Dogs must stay outside.", "Lockers cost one euro.")
    assert made.relation[FACTS] is Relation.DECREASE


@pytest.mark.parametrize(
    ("trap", "context"),
    [
        (
            "the next sentence refers back",
            "Dogs stay outside. The pool in Harwell opens at seven. It is heated.",
        ),
        ("the rest still says it", " ".join(["The pool in Harwell opens at seven."] * 4 + ["Dogs must stay outside."])),
        ("nothing would be left", "The pool in Harwell opens at seven."),
        (
            "what follows begins with a connective",
            "Dogs stay outside. The pool in Harwell opens at seven. Even so, few come.",
        ),
        (
            "the next sentence takes the pool as known",
            "Dogs stay outside. The pool in Harwell opens at seven. Now the pool is red.",
        ),
        (
            "an age stands for somebody who is gone",
            "Dogs stay outside. The pool in Harwell opens at seven, says Bo Lind. The 26-year-old swims.",
        ),
        (
            "a surname was introduced in full there",
            "Dogs stay outside. The pool in Harwell opens at seven, says Bo Lind. Later on Lind locks the gate.",
        ),
        (
            "a quotation mark would lose its partner",
            "Dogs bark. “The pool in Harwell opens at seven. Dogs stay outside,” said Bo.",
        ),
        ("a document would open with a pronoun", "The pool in Harwell opens at seven. She swims there. Dogs bark."),
    ],
)
def test_the_critical_sentence_stays_where(trap: str, context: str) -> None:
    assert not variants("critical-sentence", example("The pool in Harwell opens at seven.", context)), trap


def test_a_turn_that_the_next_one_answers_is_not_taken_out() -> None:
    talk = "Ann: hi Bo\nBo: hello Ann\nAnn: the rehearsal moved to Friday evening\nBo: that is a pity, really"
    assert not variants("critical-sentence", example("The rehearsal moved to Friday evening.", talk))


def test_a_turn_that_nobody_answers_goes_with_its_speaker() -> None:
    talk = "Ann: hi Bo\nBo: hello Ann\nAnn: the rehearsal moved to Friday evening\nBo: my car needs four new tyres"
    made = variants("critical-sentence", example("The rehearsal moved to Friday evening.", talk))
    assert made[0].example.context_text == "Ann: hi Bo\nBo: hello Ann\nBo: my car needs four new tyres"


@pytest.mark.parametrize(
    ("sentence", "whole"),
    [
        ("The pool is cold today.", True),
        ("He lives near St.", False),
        ("It rose in the U.S.", False),
        ("Opening hours and prices", False),
        ("She ran about 26.", False),
    ],
)
def test_a_whole_sentence_begins_and_ends_as_one(sentence: str, whole: bool) -> None:
    assert is_whole(sentence) is whole


def test_quotation_marks_and_brackets_must_have_their_partners() -> None:
    assert is_balanced("“It rained,” she said (twice).")
    assert is_balanced("It's Bo's boat.")
    assert not is_balanced("“It rained.")
    assert not is_balanced("It rained (twice.")


def test_names_and_things_that_a_sentence_introduces() -> None:
    assert is_introduced_in("Yes, Bo Lind swam.", "It rained in May.", "Then Lind slept.")
    assert not is_introduced_in("Yes, Bo Lind swam.", "Here comes Bo Lind.", "Then Lind slept.")
    assert takes_up("Then the boat sank.", "Ann built a boat.", "")
    assert not takes_up("Then the boat sank.", "Ann built a boat.", "Here is a boat.")


def test_a_text_without_capitals_is_seen() -> None:
    assert has_lost_capitals("Then ann ode left.")
    assert not has_lost_capitals("Then Ann Ode left.")


def test_no_cut_within_a_quotation() -> None:
    quoted = (
        "The pool opens at seven in the summer. Ann said: “It rains. It pours. It never ends. It is cold.” "
        "Dogs bark at the gate. Cats sleep all day long. The mill closed in May. The shop opened in June. "
        "The band played in July."
    )
    made = variants("truncated-context", example("The pool opens at seven in the summer.", quoted))
    assert [one.severity for one in made] == [1, 2, 3]
    assert all(is_balanced(one.example.context_text) for one in made)


def test_a_list_of_headings_is_not_cut() -> None:
    menu = "Tickets\nOpening hours\nDogs\nLockers\nThe pool opens at seven in the summer.\nPrices\nContact"
    assert not variants("truncated-context", example("The pool opens at seven in the summer.", menu))


def test_truncation_says_whether_the_evidence_is_kept() -> None:
    rest = "Tickets are sold at the gate. Dogs must stay outside. Lockers cost one euro."
    early = variants("truncated-context", example("The pool opens at seven.", f"The pool opens at seven. {rest}"))
    late = variants("truncated-context", example("The pool opens at seven.", f"{rest} The pool opens at seven."))
    assert [(one.severity, one.relation[FACTS], one.example.label) for one in early] == [
        (severity, Relation.INVARIANT, 1) for severity in (1, 2, 3)
    ]
    assert [(one.severity, one.relation[FACTS], one.example.label) for one in late] == [
        (severity, Relation.DECREASE, 0) for severity in (1, 2, 3)
    ]


def test_a_cut_conversation_is_never_called_sound() -> None:
    talk = "Ann: we open at seven\nBo: fine with me\nAnn: who brings the key?\nBo: actually I would rather open at ten"
    assert all(
        not one.details["evidence_kept"] for one in variants("truncated-context", example("Ann opens at seven.", talk))
    )


def test_a_claim_is_lost_and_kept_by_its_rare_words() -> None:
    claim = claims_of(example("Ann Ode won the Harwell regatta in June.", ""))[0]
    before = ["Ann Ode won the Harwell regatta in June.", "It rained.", "The June meeting was long."]
    assert is_lost(claim, before, before[1:])
    assert not is_lost(claim, before, before[:2])
    assert is_kept(claim, before, before[:1])
    assert not is_kept(claim, before, before[1:])


def test_evidence_is_moved_only_where_it_stands_on_its_own() -> None:
    lines = "Tickets are sold at the gate. Dogs must stay outside. Lifeguards are on duty. {} Lockers cost one euro."
    claim = "Swimmers enter Harwell Pool from seven."
    made = variants("evidence-position", example(claim, lines.format("Swimmers may enter Harwell Pool from seven.")))
    assert {one.details["position"] for one in made} >= {"middle", "end"}
    for one in made:
        assert one.relation[FACTS] is Relation.INVARIANT
        assert one.example.context_text.count("Swimmers may enter Harwell Pool from seven.") == 1
    for leaning in (
        "They may enter Harwell Pool from seven.",
        "However, swimmers enter Harwell Pool from seven.",
        "Swimmers may enter Harwell Pool from seven (above).",
    ):
        assert not variants("evidence-position", example(claim, lines.format(leaning)))


def test_evidence_stays_where_the_next_sentence_reacts_to_it() -> None:
    lines = "Tickets are sold at the gate. Dogs must stay outside. {} Bo reacted to that. Lockers cost one euro."
    claim = "Swimmers enter Harwell Pool from seven."
    assert not variants(
        "evidence-position", example(claim, lines.format("Swimmers may enter Harwell Pool from seven."))
    )


@pytest.mark.parametrize(
    ("sentence", "leans"),
    [("As a result, prices rose.", True), ("She left.", True), ("and left.", True), ("Prices rose.", False)],
)
def test_what_leans_back(sentence: str, leans: bool) -> None:
    assert leans_back(sentence) is leans


def test_scraps_of_a_cut_sentence_are_seen() -> None:
    assert is_scrap(". Ann: hello")
    assert is_scrap("He ran the 26.")
    assert not is_scrap("He ran in 2019.")


def test_the_context_is_reworded_and_the_response_stays() -> None:
    made = variants(
        "context-paraphrase", example("The pool is closed.", "The pool isn't open. Tickets cost 12 euros.")
    )[0]
    assert made.example.context_text != "The pool isn't open. Tickets cost 12 euros."
    assert "is not open" in made.example.context_text
    assert made.example.response == "The pool is closed."
    assert made.relation[FACTS] is Relation.INVARIANT


def test_a_reworded_context_keeps_commas_spelling_and_quotations() -> None:
    context = (
        "Tickets, towels and lockers aren't free. The theatre's colour is grey. Bo said: ` it isn't so', and left."
    )
    made = variants("context-paraphrase", example("Tickets, towels and lockers are not free.", context))[0]
    assert "Tickets, towels and lockers are not free." in made.example.context_text
    assert "theatre's colour" in made.example.context_text
    assert "` it isn't so'" in made.example.context_text


def test_filler_names_each_subject_once_and_no_scraps() -> None:
    made = variants("topical-filler", example("Ann Ode rows; Ode paid 25 Euros to Bo.", "Ann Ode rows for Bo."))[0]
    assert made.details["subjects"] == ("Ann Ode",)


@pytest.mark.parametrize(
    ("trap", "response", "subjects"),
    [
        ("a placeholder", "UNK opened the pool in Harwell.", ["Harwell"]),
        ("capitals and digits", "XYZ sent Ann Lind and R2D2 to Harwell.", ["Ann Lind", "Harwell"]),
        ("a plural is no name", "Ferries cross the strait.", None),
        ("two people of one surname", "Ann Ode met Piet Ode in Harwell.", ["Ann Ode", "Harwell"]),
        ("a currency", "Ann Lind paid in Euros.", ["Ann Lind"]),
        ("no name, one thing", "The ferry was late.", ["the ferry"]),
        ("no name, and the thing is described behind it", "The ferry to the island was late.", None),
        ("no name, many things", "The ferries were late.", None),
    ],
)
def test_filler_is_about_names_or_else_one_thing(trap: str, response: str, subjects: list[str] | None) -> None:
    made = variants("topical-filler", example(response, f"{response} It rained."))
    assert [list(one.details["subjects"]) for one in made] == ([subjects] if subjects else []), trap


def test_filler_for_an_answer_is_about_what_its_question_names() -> None:
    asked = example("in spring", "The Harwell fair is held in spring.", question="When is the ferry painted?")
    assert variants("topical-filler", asked)[0].details["subjects"] == ("the ferry",)


def test_evidence_stays_where_it_speaks_of_what_was_said_before_or_reports() -> None:
    lines = "Tickets for a boat are sold at the gate. Dogs must stay outside. Bo is on duty. {} Lockers cost one euro."
    claim = "Swimmers enter Harwell Pool by boat from seven."
    free = "Swimmers may enter Harwell Pool by boat from seven."
    assert variants("evidence-position", example(claim, lines.format(free)))
    for tied in (
        "Swimmers may enter Harwell Pool by the boat from seven.",
        "Swimmers may enter Harwell Pool by these new boats from seven.",
        "According to Bo Lind, swimmers may enter Harwell Pool by boat from seven.",
    ):
        assert not variants("evidence-position", example(claim, lines.format(tied)))


def test_the_document_with_the_evidence_comes_first_in_the_middle_and_last() -> None:
    held, others = (
        "The pool in Harwell opens at seven.",
        ["Dogs stay outside.", "Lockers cost a euro.", "Bo sells tea."],
    )
    documents = (others[0], held, others[1], others[2])
    made = variants("evidence-position", example(held, *documents))
    assert {one.details["position"]: one.example.context for one in made} == {
        "first-document": (held, others[0], others[1], others[2]),
        "middle-document": (others[0], others[1], held, others[2]),
        "last-document": (others[0], others[2], others[1], held),
    }
    assert all(one.example.label == 1 and one.relation[FACTS] is Relation.INVARIANT for one in made)
    cited = example("The pool in Harwell opens at seven [2].", *documents)
    assert not variants("evidence-position", cited)


def test_backticks_that_quote_are_no_code() -> None:
    assert prose("Then ` yes' was said.") == "Then ' yes' was said."
    assert prose("Call `f` now.") == "Call `f` now."


def test_currencies_and_languages_are_no_names() -> None:
    assert is_no_name("Euros")
    assert is_no_name("Portuguese")
    assert not is_no_name("Harwell")


class TestCounterfactual:
    """The four conditions."""

    made = example(
        "Ann Ode founded the club.",
        "The club was founded by Ann Ode in May. Members say that Ode's boat never sank; Ann denies it.",
        question="Who founded the club?",
    )

    def test_all_conditions_use_one_substitution_for_every_part_of_the_name(self) -> None:
        got = four(self.made)
        new = got["c"].response.removesuffix(" founded the club.")
        first, last = new.split()
        changed = f"The club was founded by {new} in May. Members say that {last}'s boat never sank; {first} denies it."
        assert got["b"].context == got["d"].context == (changed,)
        assert got["b"].response == got["c"].response
        assert got["c"].context == self.made.context
        assert got["d"].response == self.made.response

    def test_labels_and_relations_follow_the_context(self) -> None:
        made = {one.details["condition"]: one for one in variants("counterfactual", self.made)}
        assert [made[one].example.label for one in "bcd"] == [1, 0, 0]
        assert [made[one].relation[FACTS] for one in "bcd"] == [
            Relation.INVARIANT,
            Relation.DECREASE,
            Relation.DECREASE,
        ]

    def test_a_question_that_names_the_value_goes_with_the_context(self) -> None:
        asked = example("Ann Ode", "Ann Ode rows. Bo Lind sings.", question="Who rows, Ann Ode or Bo Lind?")
        got = four(asked)
        assert got["b"].question == got["d"].question == f"Who rows, {got['b'].response} or Bo Lind?"
        assert got["c"].question == asked.question

    @pytest.mark.parametrize(
        ("trap", "response", "context"),
        [
            ("a title holds the name", "Bo sang of Annika.", 'Bo sang "Walks Annika" in May. Then Annika left.'),
            ("other marks on the surname", "Ann Ode rows.", "Ann Ode (born Ann Odé) rows."),
            ("a nickname is left behind", "Ann Ode rows.", 'Ann "Rocket" Ode rows. Everybody calls her Rocket.'),
            ("the surname is also a word", "Ann Price rows.", "Ann Price rows for a price."),
            ("the number is a sum", "It has 40 boats.", "It has 40 boats: 25 old and 15 new."),
            ("the number is a bound", "It has 40 boats.", "It has more than 40 boats."),
            ("the number is worked out from", "It has 40 boats.", "It has 40 boats, twice as many as before."),
            ("the year gives an age", "It opened in 1950.", "It opened in 1950 and closed in 1962, after 12 years."),
            ("the year is in a range", "It opened in 1950.", "It opened in 1950. The 1950-51 winter was mild."),
            ("the weekday fixes the date", "It met on 5 May.", "It met on Monday, 5 May."),
            ("the country's towns stay", "Bo moved to France.", "Bo moved to France and lives in Lyon, near Paris."),
            ("the state is part of a name", "Bo likes Ohio.", "Bo likes Ohio. He went to the University of Ohio."),
            ("a user's name holds the surname", "Ann Sorde rows.", "Ann Sorde rows. She writes as @RowAnnSorde."),
            ("a pair is two", "The 2 men row.", "The 2 men row. The pair never rest."),
            ("the number is within a title", "It is called two five oars.", "A boat is called two five oars."),
            ("the number is part of a term", "It is type 4 rust.", "It is type 4 rust."),
            ("the number is part of an address", "It is 21 Oak Lane.", "It stands at 21 Oak Lane."),
            ("what is counted is listed", "It has 4 boats.", "It has 4 boats, including Heron and Egret."),
            ("the weekend is near", "It met on Friday.", "It met on Friday, and all rested at the weekend."),
            ("the day is part of a name", "It met on Friday.", "It met on Black Friday."),
            ("a verb opens the sentence", "Insult me again.", "Insult me again. Insult me, said the crew."),
            ("an adverb stands before it", "Obviously Qorl's boat sank.", "Obviously Qorl's boat sank in May."),
            ("a firm has an article", "Zorvex sells boats.", "Zorvex sells boats. The boats of the Zorvex are red."),
            ("what has an article is no person", "Ann Ode sank.", "Ann Ode sank. The wreck of the Ann Ode is rusty."),
            ("men are named", "Three men were jailed.", "Three men were jailed: Bo Lind, Piet Ode and Al Sorde."),
            ("people are counted in digits", "It hired 9 teachers.", "It hired 9 teachers last May."),
            ("no noun says what", "The storm drowned three.", "The storm drowned three at sea."),
            ("more victims", "The storm hurt 40 sailors.", "The storm hurt 40 sailors. It killed 15 passengers."),
            ("more of the same", "It has 40 boats.", "It has 40 boats. Its rival has 90 boats."),
        ],
    )
    def test_nothing_is_changed_where(self, trap: str, response: str, context: str) -> None:
        assert not variants("counterfactual", example(response, context)), trap

    def test_a_number_changes_in_digits_and_in_words(self) -> None:
        got = four(example("The club owns 14 boats.", "The club owns fourteen boats. All 14 boats are red."))
        new = got["b"].response.split()[3]
        assert got["b"].context_text == got["d"].context_text
        assert "fourteen" not in got["b"].context_text
        assert f"All {new} boats" in got["b"].context_text

    def test_a_small_count_of_people_changes_only_as_the_answer_that_stands_once(self) -> None:
        asked = "How many teachers did it hire?"
        once, twice = "It hired 9 teachers last May.", "It hired 9 teachers. All 9 left."
        assert len(four(example("9", once, question=asked))) == 4
        assert len(four(example("9", twice, question=asked))) == 1

    def test_what_a_number_counts(self) -> None:
        for sentence, noun in (
            ("It owns 14 large red boats.", "boat"),
            ("Some 14 of the sailors drowned.", "sailor"),
            ("A 14-seat boat sank.", "seat"),
            ("Bo, a 14-year-old boy, rows.", "year-old"),
            ("The storm drowned 14.", None),
        ):
            text = analyse(sentence)
            assert counted(text, text.numbers[0]) == noun, sentence

    def test_a_person_who_opens_a_sentence_has_a_known_first_name_or_no_ordinary_one(self) -> None:
        assert may_be_word("Insult")
        assert not may_be_word("Ann Ode")
        assert stands_within("Grace", "Then Grace left.")
        assert not stands_within("Grace", "Grace left.")
        assert len(four(example("Ann Ode rows.", "Ann Ode rows in May."))) == 4

    def test_a_date_changes_in_every_form(self) -> None:
        got = four(example("It opened on 5 May.", "It opened on May 5, 1950. The 5th May is a holiday."))
        day = got["b"].response.split()[3]
        assert f"May {day}, 1950" in got["b"].context_text
        assert "5th" not in got["b"].context_text

    def test_a_country_takes_its_adjective_along(self) -> None:
        got = four(
            example("France", "Bo moved to France. French trains are fast.", question="Which country did Bo move to?")
        )
        assert "Fr" not in got["b"].context_text
        assert got["b"].response in got["b"].context_text

    def test_the_word_of_kind_stays(self) -> None:
        got = four(example("Harwell County", "The barn is in Harwell County.", question="In which county is the barn?"))
        assert got["b"].response.endswith(" County")
        assert "Harwell" not in got["b"].context_text

    def test_the_article_follows_the_sound(self) -> None:
        got = four(example("architect", "Bo is an architect.", question="What is Bo's profession?"))
        word = got["b"].response
        assert got["b"].context_text == f"Bo is {'an' if word[0] in 'aeiou' else 'a'} {word}."

    def test_a_weekday_and_an_hour_change_at_every_mention(self) -> None:
        got = four(example("It met on Tuesday.", "It met on Tuesday. On Tuesday it rained."))
        day = got["b"].response.removeprefix("It met on ").removesuffix(".")
        assert got["b"].context_text == f"It met on {day}. On {day} it rained."
        got = four(example("It opens at 7pm.", "It opens at 7pm. Bo comes at 7pm."))
        hour = got["b"].response.removeprefix("It opens at ").removesuffix(".")
        assert got["b"].context_text == f"It opens at {hour}. Bo comes at {hour}."

    def test_people_in_a_text_without_capitals(self) -> None:
        got = four(example("It was built by john oxworth.", "The boat was built by john oxworth. Then oxworth left."))
        assert "oxworth" not in got["b"].context_text
        assert got["b"].response.removeprefix("It was built by ") in got["b"].context_text

    def test_a_college_is_renamed_and_its_town_is_not(self) -> None:
        got = four(
            example("Harwell College", "Bo went to Harwell College in Harwell, a town.", question="Where did Bo study?")
        )
        assert got["b"].context_text.endswith(" College in Harwell, a town.")
        assert got["b"].response in got["b"].context_text

    def test_a_town_keeps_its_region(self) -> None:
        got = four(example("Granport, Ohio", "The band is from Granport, Ohio.", question="Where is the band from?"))
        assert got["b"].response.endswith(", Ohio")
        assert got["b"].context_text == f"The band is from {got['b'].response}."

    def test_a_man_stays_a_man(self) -> None:
        from gaugeblock.perturb.context._people import gender

        assert gender("Xun", "Xun Ode rowed. He won.", "Ode") == "male"
        assert gender("Xuna", "Xuna Ode rowed.", "Ode") == "female"

    def test_awards_and_doses_are_counted(self) -> None:
        asked = "How many awards did Bo win?"
        assert len(four(example("six", "Bo won six Sorde Awards.", question=asked))) == 4
        assert len(four(example("six", "Bo rowed past six Sisters Island.", question=asked))) == 1
        assert len(four(example("Bo rows three times a day.", "Bo rows three times a day."))) == 4

    def test_relatives_change_their_surname_together(self) -> None:
        got = four(example("Ann Ode rows.", "Ann Ode rows. Her brother is Piet Ode."))
        new = got["b"].response.removesuffix(" rows.").split()[1]
        assert got["b"].context_text.endswith(f"Her brother is Piet {new}.")

    def test_short_forms_of_a_first_name_go_along(self) -> None:
        got = four(example("Then Gregory Sorde rows.", 'Greg Sorde rows. Gregory "Greg" Sorde never sails.'))
        new = got["b"].response.removeprefix("Then ").removesuffix(" rows.")
        assert got["b"].context_text == f"{new} rows. {new} never sails."

    def test_two_people_near_by_leave_the_gender_open(self) -> None:
        from gaugeblock.perturb.context._people import gender

        assert gender("Xun", "He rows with Xun Ode. She won.", "Ode") is None
        assert gender("Xun", "He met his wife Xun Ode.", "Ode") == "female"

    def test_a_speaker_of_whom_the_response_tells(self) -> None:
        talk = "Xurra: I sold the boat\nBo: good\nXurra: it leaked"
        got = four(example("Xurra sold the boat.", talk))
        assert got["b"].context_text.startswith(f"{got['b'].response.split()[0]}: I sold")
        assert "Xurra" not in got["b"].context_text

    def test_a_country_goes_with_the_town_before_it(self) -> None:
        asked = "In which country is the mill?"
        got = four(example("Peru", "The mill stands in Qorbel, Peru. Qorbel Airport is near.", question=asked))
        town, country = got["b"].context_text.removeprefix("The mill stands in ").split(". ")[0].split(", ")
        assert got["b"].response == country != "Peru"
        assert got["b"].context_text == f"The mill stands in {town}, {country}. {town} Airport is near."

    def test_a_nationality_is_an_answer_where_only_its_adjective_tells_it(self) -> None:
        asked = "What nationality is Bo Lind?"
        got = four(example("American", "Bo Lind is an American sailor.", question=asked))
        article = "an" if got["b"].response[0] in "AEIO" else "a"
        assert got["b"].context_text == f"Bo Lind is {article} {got['b'].response} sailor."
        assert len(four(example("American", "Bo Lind is an American sailor in the US.", question=asked))) == 1


class TestComparisons:
    """Answers that do not stand in the context: it is a definition that changes."""

    def test_a_shared_nationality_is_shared_no_more_and_the_other_way(self) -> None:
        asked = "Are Bo Lind and Ann Ode of the same nationality?"
        got = four(example("yes", "Bo Lind is a Danish sailor. Ann Ode is a Danish baker.", question=asked))
        assert [got[one].response for one in "bcd"] == ["no", "no", "yes"]
        assert got["d"].context_text.count("Danish") == 1
        got = four(example("No", "Bo Lind is a Danish sailor. Ann Ode is an Irish baker.", question=asked))
        assert got["b"].response == "Yes"
        assert len(set(regex.findall("Danish|Irish", got["d"].context_text))) == 1

    def test_a_profession_makes_two_alike(self) -> None:
        asked = "Are Bo Lind and Ann Ode both painters?"
        got = four(example("no", "Bo Lind is a Danish dentist. Ann Ode is an Irish painter.", question=asked))
        assert got["b"].context_text == "Bo Lind is a Danish painter. Ann Ode is an Irish painter."
        assert got["b"].response == "yes"

    @pytest.mark.parametrize(
        ("trap", "answer", "question", "context"),
        [
            (
                "the birthplace tells it",
                "yes",
                "Are Bo Lind and Ann Ode of the same nationality?",
                "Bo Lind (born in Denmark) is a Danish sailor. Ann Ode (born in Denmark) is a Danish baker.",
            ),
            (
                "a double nationality",
                "no",
                "Are Bo Lind and Ann Ode of the same nationality?",
                "Bo Lind is a Danish-American sailor. Ann Ode is an Irish-American baker.",
            ),
            (
                "a second profession keeps the answer",
                "yes",
                "Are Bo Lind and Ann Ode both painters?",
                "Bo Lind is a painter and dentist who painted boats. Ann Ode is a painter and poet.",
            ),
            (
                "three things are defined",
                "yes",
                "Are Bo Lind, Al Sorde and Ann Ode of the same nationality?",
                "Bo Lind is a Danish cook. Ann Ode is a Danish baker. Al Sorde is a Danish boxer.",
            ),
        ],
    )
    def test_the_answer_stays_where(self, trap: str, answer: str, question: str, context: str) -> None:
        assert not variants("counterfactual", example(answer, context, question=question)), trap

    def test_two_years_change_places(self) -> None:
        asked = "Which was published first, Aa Boats or Bb Boats?"
        context = "Aa Boats was published in 1961. Bb Boats was published in 1972."
        made = [*flips(example("Aa Boats", context, question=asked), perturbation_rng(0, "x", "y"))]
        assert [[edit.after for edit in one.in_context] for one in made] == [["1972", "1961"]]
        assert made[0].new == "Bb Boats"
        dated = f"{context} It closed in 1980."
        assert not [*flips(example("Aa Boats", dated, question=asked), perturbation_rng(0, "x", "y"))]


class TestCodeInContext:
    """What no renaming touches."""

    def test_code_and_addresses_are_left_alone(self) -> None:
        assert not variants("counterfactual", example("Ann Ode rows.", "Ann Ode rows. See `Ode` in the source."))


def test_a_table_of_numbers_is_searched_at_a_few_places_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every number is held against all others, and the same one again would come to the same."""
    asked: list[float | None] = []
    monkeypatch.setattr(values, "number", lambda found, *_, **__: asked.append(found.value))
    rows = " ".join(f"{count} {count}" for count in range(20, 900))
    list(PERTURBATIONS.get("counterfactual").variants(example(rows, rows), perturbation_rng(0, "x", "c")))
    assert 0 < len(asked) <= 40
    assert len(set(asked)) == len(asked)
