"""Rewordings by word list and by form: each is made where it means the same, and refused where it might not."""

from __future__ import annotations

import pytest

from gaugeblock.perturb import PERTURBATIONS, Example, Relation, Variant, perturbation_rng


def first_variant(name: str, example: Example) -> Variant | None:
    """The first variant that a perturbation makes, None where it makes none."""
    outcomes = PERTURBATIONS.get(name).variants(example, perturbation_rng(0, "x", name))
    return next((outcome for outcome in outcomes if isinstance(outcome, Variant)), None)


def reworded(name: str, response: str, *context: str) -> str | None:
    variant = first_variant(name, Example(response=response, context=context))
    return None if variant is None else variant.example.response


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("While Ann slept, it rained.", "Whilst Ann slept, it rained."),
        ("It took Ann a while.", None),
        ("The drug may help treat pain.", "The drug may help to treat pain."),
        ("The drug is of great help.", None),
        ("Bo asked Ann if she had sold it.", "Bo asked Ann whether she had sold it."),
        ("Bo leaves if the shop is shut.", None),
        ("The town wants to buy a boat.", "The town would like to purchase a boat."),
        ("They don ' t want to go .", None),
        ("The side eased to victory over Norville.", "The side eased to a win over Norville."),
        ("It was a victory over Norville.", "It was a win over Norville."),
        ("It is a huge ship.", "It is an enormous ship."),
        ("The Huge Ship sank.", None),
        ("He planned to leave.", "He intended to leave."),
        ("It is linked to the harbour by a road.", None),
        ("Fish is linked to a lower risk of stroke.", "Fish is associated with a lower risk of stroke."),
        ("She came back to life.", None),
        ("He lives in a flat with Ann.", "He lives in an apartment with Ann."),
        ("He had a flat tyre.", None),
        ('He said "everyone left".', None),
        ("Ann is believed to be ill.", "Ann is thought to be ill."),
        ("They believed to the last.", None),
        ("The agreement was designed to protect the lake.", "The agreement was intended to protect the lake."),
        ("The hall was designed to hold 900 men.", None),
        ("A vigil is being held at the college.", "A vigil is taking place at the college."),
        ("Bo is being held at the station.", None),
        ("The two towns ended their feud.", "The two towns put an end to their feud."),
        ("The two towns ended the day with a feast.", None),
        ("The mayor condemned the attack.", "The mayor denounced the attack."),
        ("The mayor condemned the house.", None),
        ("A skeleton found in the bog is on show.", "A skeleton discovered in the bog is on show."),
        ("A man found in the bog is alive.", None),
        ("The club teamed up with a bank.", "The club joined forces with a bank."),
        ("Ann has requested to see the file.", "Ann has asked to see the file."),
        ("The mill was requested to close.", None),
        ("The pilot hid his illness.", "The pilot concealed his illness."),
        ("The pilot hid his car.", None),
        ("The work was done in a matter of hours.", "The work was done within hours."),
        ("It was said in a matter of fact tone.", None),
        ("The shop has ceased trading.", "The shop has gone out of business."),
        ("The club is exclusively male.", "The club is solely male."),
        ("We have learned exclusively that Bo left.", None),
        ("The mayor announced plans for a park.", "The mayor unveiled plans for a park."),
        ("The mayor announced the result.", None),
        ("The school was rated as poor.", "The school was rated poor."),
        ("Ann decided by a coin.", None),
    ],
)
def test_synonyms_keep_to_the_sense_that_they_share(before: str, after: str | None) -> None:
    assert reworded("synonyms", before) == after


def test_no_more_than_three_synonyms_are_exchanged_at_once() -> None:
    before = "Everyone, someone, anyone, Ann and whoever else attempted to come, perhaps rapidly, nonetheless left."
    variant = first_variant("synonyms", Example(response=before))
    assert variant is not None
    assert variant.details["words"] == 3


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("simplification", "It is located in Rome.", "It is in Rome."),
        ("simplification", "They mark the centenary of the rising.", "They mark the 100th anniversary of the rising."),
        ("simplification", "It was their centenary.", None),
        ("simplification", "The port commenced work.", "The port started work."),
        ("simplification", "A new pump is required to drain it.", None),
        ("simplification", "The majority of patients left.", "Most patients left."),
        ("simplification", "He does not have to go.", None),
        ("shortening", "It has a total of 40 boats.", "It has 40 boats."),
        ("shortening", "It has the total of 40 votes.", None),
        ("shortening", "He lost the second half of the match.", None),
        ("shortening", "He died at the age of 40.", "He died at 40."),
        ("shortening", "Schooling starts at the age of 40 months.", None),
        ("shortening", "The house was completely destroyed.", None),
        ("degree-words", "It sold more than 40 boats.", "It sold over 40 boats."),
        ("degree-words", "It sold no more than 40 boats.", None),
        ("degree-words", "It grew over 40 days.", None),
        ("degree-words", "They won over 40 towns.", None),
        ("degree-words", "At least 40 people left.", "No fewer than 40 people left."),
        ("percent-form", "It fell by 5 percent.", "It fell by 5 per cent."),
        ("percent-form", "It fell by 5%.", None),
    ],
)
def test_phrases_change_in_their_right_places_only(name: str, before: str, after: str | None) -> None:
    assert reworded(name, before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("She moved to the EU in May.", "She moved to the European Union in May."),
        ("He told us in May.", None),
        ("The EU fleet left.", None),
        ("The World Health Organization (WHO) met.", None),
        ("An MRI scan is due.", "A magnetic resonance imaging scan is due."),
        ("The fleet of the uk left.", "The fleet of the united kingdom left."),
    ],
)
def test_known_names_name_one_thing_and_keep_their_article(before: str, after: str | None) -> None:
    assert reworded("known-names", before) == after


@pytest.mark.parametrize(
    ("response", "context", "after"),
    [
        ("The WFB met.", "The World Food Body (WFB) met in May.", "The World Food Body met."),
        ("The World Food Body met.", "The World Food Body (WFB) met in May.", "The WFB met."),
        ("The WFB met.", "Ann Ode (WFB) met Bo.", None),
        ("The WFB met.", "The World Food Body (WFB) met. The Wide Fish Bay (WFB) froze.", None),
        ("WFB met.", "The World Food Body (WFB) met in May.", None),
        ("The World Food Body (WFB) met.", "", None),
    ],
)
def test_abbreviations_are_those_that_the_text_spells_out(response: str, context: str, after: str | None) -> None:
    assert reworded("abbreviations", response, context) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The ferry will stop here.", "The ferry is going to stop here."),
        ("The boats will leave.", "The boats are going to leave."),
        ("Ann is going to sell it.", "Ann will sell it."),
        ("They're going to sell it.", "They will sell it."),
        ("Ann is going to Rome.", None),
        ("Ann was going to sell it.", None),
        ("Ann will not sell it.", None),
        ("If it rains, Ann will sell it.", None),
        ("Having new colours will help the firm.", None),
        ("Will Ann sell it?", None),
        ("His will left it to Ann.", None),
    ],
)
def test_the_future_changes_its_form_where_it_is_plain(before: str, after: str | None) -> None:
    assert reworded("future-form", before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("On Friday the mother of Ann Ode left.", "On Friday Ann Ode's mother left."),
        ("Norway's capital is Oslo.", "The capital of Norway is Oslo."),
        ("The death of Ann Ode shocked the town.", "Ann Ode's death shocked the town."),
        ("Norway's young players won.", "The young players of Norway won."),
        ("He was left out of norway's squad for the cup.", "He was left out of the squad of norway for the cup."),
        ("Norway's own players won.", None),
        ("They saw Dr. Ann Ode's brother there.", None),
        ("Ann Ode is the owner of Lind Boats Ltd.", None),
        ("Norway's players of the year won.", None),
        ("The mother of two left.", None),
        ("The king of hearts fell.", None),
        ("The president of France's bank left.", None),
        ("Ann Ode's mother, Eve, left.", None),
        ("Ann and Bo Lind's mother left.", None),
    ],
)
def test_a_genitive_changes_for_plain_owners_only(before: str, after: str | None) -> None:
    assert reworded("possessive", before) == after


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("dashes", "The pier - an old one - shut.", "The pier – an old one – shut."),
        ("dashes", "The pier—an old one—shut.", "The pier – an old one – shut."),
        ("dashes", "It is 5 - 3.", None),
        ("dashes", "A part – about half -- of it was shut.", None),  # one of a pair would be left as it was
        ("dashes", "The XYZ – ferry link is shut.", None),
        ("quotation-style", "They called it `odd' and didn't mind.", None),
        ("quotation-style", "He sat in the bath with' a lot of foam'.", None),
        ("dashes", "- one\n- two", None),
        ("dashes", "The well - known pier shut .", None),
        ("dashes", "Run `a - b` now.", None),
        ("terminal-punctuation", "The pier was shut.", None),  # a sentence without its stop is worse formed
        ("terminal-punctuation", "Forty euros.", "Forty euros"),
        ("terminal-punctuation", "The pier shut", "The pier shut."),
        ("terminal-punctuation", "The pier shut. It froze.", None),
        ("terminal-punctuation", "It left the U.S.", None),
        ("terminal-punctuation", "It shut at 5 p.m.", None),
        ("terminal-punctuation", "It was run by Ode Inc.", None),
        ("terminal-punctuation", "See https://example.org/a", None),
        ("terminal-punctuation", "水は沸騰する。", None),
        ("terminal-punctuation", "水は沸騰する", "水は沸騰する。"),
        ("terminal-punctuation", "น้ำเดือด", None),
    ],
)
def test_layout_changes_touch_no_word(name: str, before: str, after: str | None) -> None:
    assert reworded(name, before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Ann Ode sold it. She was tired.", "Ann Ode sold it. Ann Ode was tired."),
        ("Ann Ode sold it. Her boat was old.", "Ann Ode sold it. Ann Ode's boat was old."),
        (
            "Ann Ode and Bob Lind met in Rome. They had lunch.",
            "Ann Ode and Bob Lind met in Rome. Ann Ode and Bob Lind had lunch.",
        ),
        ("Ann Ode met Bob Lind. He was tired.", None),
        ("Ann is nearly there. He was there at ten.", None),
        ("Lind sold it. She was tired.", None),  # whose name it is cannot be told
        ("Grace did not talk to Ann. She was tired.", None),
        ("Ann Ode met a nurse. She was tired.", None),
        ("Ann Ode left with him. She was tired.", None),
        ("Ann Ode sold it. She told Ann Ode so.", None),
        ("Ann Ode sold it. It was old.", None),
        ("#Person1# met Ann Ode. She was tired.", None),
    ],
)
def test_a_name_is_repeated_only_where_nobody_else_can_be_meant(before: str, after: str | None) -> None:
    assert reworded("less-diverse", before) == after


def test_a_paraphrase_is_made_of_several_rewordings() -> None:
    variant = first_variant(
        "paraphrase", Example(response="They've seen the pier on TV. Everyone attempted to paint it.")
    )
    assert variant is not None
    assert len(variant.details["made of"]) >= 2
    assert len(variant.edits) >= 2


@pytest.mark.parametrize("response", ["They've seen it.", "The harbour has 12 boats."])
def test_one_rewording_or_mere_spelling_is_no_paraphrase(response: str) -> None:
    assert reworded("paraphrase", response) is None


CONTEXT = "The ferry to Norville was cancelled on Monday. Strong winds damaged the pier of Norville overnight."


def test_a_source_sentence_is_added_as_it_stands() -> None:
    variant = first_variant(
        "added-source-sentence", Example(response="The ferry to Norville was cancelled.", context=CONTEXT, label=1)
    )
    assert variant is not None
    assert variant.example.response.endswith("cancelled. Strong winds damaged the pier of Norville overnight.")
    assert variant.details["adds"] == "source sentence"
    assert variant.relation["factual-consistency"] is Relation.INVARIANT
    assert variant.relation["conciseness"] is Relation.DECREASE
    assert variant.example.label == 1


def test_support_may_rise_where_it_was_lacking() -> None:
    variant = first_variant(
        "added-source-sentence", Example(response="The ferry to Norville sank.", context=CONTEXT, label=0)
    )
    assert variant is not None
    assert variant.relation["factual-consistency"] is Relation.NONE


@pytest.mark.parametrize(
    "context",
    [
        "The ferry to Norville was cancelled on Monday.",
        "He left the ferry to Norville with two of the crew.",
        "However, the ferry to Norville had left the pier.",
        "The result is a late ferry for most of the people.",
        "Is the ferry to Norville late again this week?",
        "Ann: the ferry to Norville left the pier early.",
        "No ferry.",
    ],
)
def test_a_sentence_that_leans_on_others_or_repeats_is_not_added(context: str) -> None:
    assert reworded("added-source-sentence", "The ferry to Norville was cancelled on Monday.", context) is None


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("A rise in crime worried the town.", "An increase in crime worried the town."),
        ("Crime is on the rise in cities.", None),
        ("He lost the fall in the final round.", None),
        ("Two men were shot dead in Norville.", "Two men were shot and killed in Norville."),
        ("Two dogs have died in a house fire.", "Two dogs have been killed in a house fire."),
        ("Two dogs have died in peace.", None),
        ("Ann was killed in a crash.", "Ann died in a crash."),
        ("Ann was killed by a boat.", None),
        ("Ode was left out of the squad.", "Ode was omitted from the squad."),
        ("The club left him out of the squad.", None),
        ("The harbour has no plans for June.", "The harbour does not have any plans for June."),
        ("The harbour has no choice but to close.", None),
        ("They have found no evidence of fraud.", "They have not found any evidence of fraud."),
        ("The match will go ahead as planned.", "The match will proceed as planned."),
        ("He won for the third straight day.", "He won for the third consecutive day."),
        ("He drew the third straight line.", None),
        ("It was the wettest May on record.", "It was the wettest May ever recorded."),
        ("She kept it on record.", None),
        ("Singers from across Wales came.", "Singers from all over Wales came."),
        ("People from across the street came.", None),
        ("It closed in the past two weeks.", "It closed in the last two weeks."),
        ("It closed in the past two weeks of May.", None),
        ("It grew in the last two months of 2016.", None),
        ("In the past, he sang.", None),
        ("Oil is likely to have peaked.", "Oil has probably peaked."),
        ("Only 12 boats left.", "Just 12 boats left."),
        ("He owns the only 12 boats.", None),
    ],
)
def test_synonyms_of_the_news_know_their_idioms(before: str, after: str | None) -> None:
    assert reworded("synonyms", before) == after


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("simplification", "Fares are likely to rise in May.", "Fares will probably rise in May."),
        ("simplification", "Fares are more likely to rise in May.", None),
        ("simplification", "They know how far fares are likely to rise.", None),
        ("simplification", "Ann attended the funeral of a friend.", "Ann went to the funeral of a friend."),
        ("simplification", "Ann attended to the funeral.", None),
        ("simplification", "They play sports such as golf.", "They play sports like golf."),
        ("simplification", "It may be a sport such as golf.", None),
        ("simplification", "The risk of myocardial infarction fell.", "The risk of heart attack fell."),
        ("simplification", "They saw less myocardial infarction.", None),
        ("shortening", "He admitted to stealing a boat.", "He admitted stealing a boat."),
        ("shortening", "He was admitted to hospital.", None),
        ("shortening", "Tea raises the risk of developing diabetes.", "Tea raises the risk of diabetes."),
        ("shortening", "It raises the risk of developing a town.", None),
        ("known-names", "The chief executive of the bank left.", "The CEO of the bank left."),
        ("known-names", "The chief executive of the council left.", None),
        ("known-names", "Two u.s. judges met.", None),
        ("known-names", "He works for Harbour Century Television.", None),
        ("known-names", "The dr congo side won.", None),
    ],
)
def test_plain_short_and_full_forms_stand_only_where_they_say_the_same(
    name: str, before: str, after: str | None
) -> None:
    assert reworded(name, before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("It marked its 20th birthday.", "It marked its twentieth birthday."),
        ("He is in the twentieth boat.", "He is in the 20th boat."),
        ("It had a 42nd visitor.", "It had a forty-second visitor."),
        ("It shut on Friday 22nd.", None),
        ("It shut on 8th.", None),
        ("It shut on the 22nd of May.", None),
        ("It lies on 42nd Street.", None),
        ("The 1st and 2nd boats left.", None),
        ("The 12nd boat left.", None),
        ("The first boat left.", None),
        ("The 101st boat left.", None),
    ],
)
def test_ordinals_are_spelled_outside_dates_and_names(before: str, after: str | None) -> None:
    assert reworded("ordinal-words", before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("It got a £10m grant.", "It got a £10 million grant."),
        ("It costs $3 million in all.", "It costs $3m in all."),
        ("A ticket is £45.", "A ticket is 45 pounds."),
        ("It fell from £90 to £45.", "It fell from 90 pounds to 45 pounds."),
        # The comma behind a sum is none of it.
        ("She paid €150, and left.", "She paid 150 euros, and left."),
        ("He got £15,000, which he spent.", "He got 15,000 pounds, which he spent."),
        ("A £45 ticket is dear.", None),
        ("It costs £4.50 a day.", None),
        ("It costs £5-10m a year.", None),
        ("He is owed between £5 and £10m.", None),
        ("He is owed $4 or $5 million.", None),
        ("It cost US$5.", None),
        ("It costs £1.", None),
    ],
)
def test_sums_of_money_change_together_and_where_they_are_complete(before: str, after: str | None) -> None:
    assert reworded("currency-form", before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("It shut on Jan. 18 for work.", "It shut on January 18 for work."),
        ("It shut on 18 January 2019.", "It shut on 18 Jan. 2019."),
        ("It shut on 18 January.", None),
        ("It shut on 5 May 2019 for work.", None),
        ("It shut in January for work.", None),
    ],
)
def test_months_are_abbreviated_in_dates_only(before: str, after: str | None) -> None:
    assert reworded("month-names", before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("An 18-year-old man left.", "A man aged 18 left."),
        ("Two 19-year-old men left.", "Two men aged 19 left."),
        ("A woman aged 80 left.", "An 80-year-old woman left."),
        ("Ann Ode, 44, left.", "Ann Ode, aged 44, left."),
        ("Ann Ode, aged 44, left.", "Ann Ode, 44, left."),
        ("It was Mary green, 17, who left.", "It was Mary green, aged 17, who left."),
        ("In New York, 44, then 50, boats sank.", None),
        ("On 4 April, 44, then 50, boats sank.", None),
        ("The 19-year-old man left.", None),
        ("A five-year-old boy king ruled.", None),
        ("A man aged 20 to 30 left.", None),
        ("A man aged 20 months left.", None),
        ("A ten-year-old boy’s hat fell.", None),
    ],
)
def test_an_age_changes_sides_where_nothing_else_clings_to_the_noun(before: str, after: str | None) -> None:
    assert reworded("age-form", before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("It is the most expensive boat in the world.", "It is the world's most expensive boat."),
        ("It is the tallest tower in New Zealand.", "It is New Zealand's tallest tower."),
        ("Britain's largest port is shut.", "The largest port in Britain is shut."),
        ("It is Britain's largest rival.", None),
        ("It has the most boats in Europe.", None),
        ("It is the largest port in Europe and Asia.", None),
        ("She is the youngest woman in Britain to sail.", None),
        ("It is the oldest fair in London Road.", None),
    ],
)
def test_a_superlative_names_its_place_on_either_side(before: str, after: str | None) -> None:
    assert reworded("superlative-place", before) == after


@pytest.mark.parametrize(
    ("name", "response", "after"),
    [
        # what readers of random variants called broken
        ("abbreviations", "It has a personal service unit ( psu ).", None),
        ("number-words", "He paid £ 85 costs.", None),
        ("number-words", "It got five stars out of 5 stars.", "It got 5 stars out of 5 stars."),
        ("number-words", "In 5 games he made 11 goals.", "In five games he made eleven goals."),
        ("time-format", "They met at 2 am .", None),
        ("time-format", "It is open on Saturday (10am-5pm).", None),
        ("spelling", "A labour rival was banned.", None),
        ("compound-hyphens", "Few women had access to healthcare.", None),
        ("shortening", "They could reject opportunities in order to search.", None),
    ],
)
def test_what_would_read_as_broken_is_not_made(name: str, response: str, after: str | None) -> None:
    assert reworded(name, response) == after


def test_two_abbreviations_of_one_name_are_not_both_exchanged() -> None:
    context = "National Health Service (NHS) and National Health Service Trust (NHST) staff met."
    after = reworded("abbreviations", "The grant went to National Health Service Trust in May.", context)
    assert after == "The grant went to NHST in May."


def test_initials_take_the_article_of_their_first_letters_name() -> None:
    context = "He had a magnetic resonance imaging (MRI) scan."
    assert reworded("abbreviations", "He had a magnetic resonance imaging scan.", context) == "He had an MRI scan."


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The club said it was sorry.", "The club said that it was sorry."),
        ("The firm said demand for boats was low.", "The firm said that demand for boats was low."),
        ("The report shows the harbour was empty.", "The report shows that the harbour was empty."),
        # No claim but a noun with a clause of its own.
        ("The report shows the extent to which the harbour was empty.", None),
        # Without "that", "the harbour" would be what is shown.
        ("The report shows that the harbour was empty.", None),
    ],
)
def test_that_is_put_in_before_a_noun_that_would_be_an_object(before: str, after: str | None) -> None:
    assert reworded("that-clauses", before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Later, Ann and Bo both left.", "Later, Bo and Ann both left."),
        ("The guide and the sailor left.", "The sailor and the guide left."),
        ("She bought a red hat and an old coat.", "She bought an old coat and a red hat."),
        # The place may be the sailor's only, and her mother Ann's.
        ("She met the guide and the sailor from Lisbon.", None),
        ("Ann met a guide and her mother.", None),
        # A list.
        ("He likes Cy, Ann and Bo.", None),
    ],
)
def test_a_pair_takes_its_articles_along(before: str, after: str | None) -> None:
    assert reworded("coordination-order", before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Bo expresses his concern.", "Bo voices his concern."),
        ("The gene is expressed in the liver.", None),
        ("Ann asks for advice on boats.", "Ann requests advice on boats."),
        ("Ann asks for Bo.", None),
    ],
)
def test_feelings_and_requests_have_two_verbs(before: str, after: str | None) -> None:
    assert reworded("synonyms", before) == after
