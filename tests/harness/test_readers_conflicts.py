"""RGB, ConflictQA and ConflictBank: data sets that bring a counterfactual of every example."""

import json

import pytest

from gaugeblock.harness.data import load
from gaugeblock.perturb.errors import DataError


def write(path, rows):
    """Write JSON Lines, whatever the file is called."""
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


# RGB


def rgb_row(number, answer="nine", **more):
    """An object of RGB."""
    return {
        "id": number,
        "query": "When does the ferry leave?",
        "answer": answer,
        "fakeanswer": "ten",
        "positive": ["It leaves at nine.", "At nine, from Orm."],
        "positive_wrong": ["It leaves at ten.", "At ten, from Orm."],
        "negative": ["Ferries float."],
        **more,
    }


def test_rgb_pairs_the_right_answer_with_the_wrong_one(tmp_path):
    """The example is the right answer on its passages; the wrong one on the changed passages is its counterfactual."""
    data = load(f"rgb:{write(tmp_path / 'en_fact.json', [rgb_row(0), rgb_row(1)])}")
    first = data.examples[0]
    assert (data.name, data.source, len(data)) == ("rgb", "rgb:en_fact.json", 2)
    assert (first.id, first.response, first.label) == ("0", "nine", 1.0)
    assert first.context == ("It leaves at nine.", "At nine, from Orm.")
    assert first.question == "When does the ferry leave?"
    assert first.metadata["counterfactual"] == {
        "response": "ten",
        "context": ("It leaves at ten.", "At ten, from Orm."),
    }
    assert first.metadata["document"] == data.examples[1].metadata["document"]


@pytest.mark.parametrize(
    ("answer", "response"),
    [
        ("nine", "nine"),
        ([["9 am", "nine", "at nine"]], "nine"),
        ([["nine o'clock", "9"]], "nine o'clock"),
        (["Orm", ["9", "nine"]], "Orm and nine"),
    ],
)
def test_rgb_writes_an_answer_the_way_its_passages_do(tmp_path, answer, response):
    """Of several ways to write a part of an answer, the one that most passages have is taken, else the first."""
    path = write(tmp_path / "en_fact.json", [rgb_row(0, answer), rgb_row(1, answer)])
    assert load(f"rgb:{path}").examples[0].response == response


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"fakeanswer": "nine"}, "both answers are the same"),
        ({"positive_wrong": []}, "'positive_wrong' is an empty list"),
        ({"positive": "It leaves at nine."}, "'positive' must be a list of texts"),
        ({"answer": []}, "'answer' is an empty list"),
        ({"answer": 9}, "'answer' must be text, not 9"),
        ({"query": " "}, "'query' is blank"),
    ],
)
def test_a_bad_row_of_rgb_is_named(tmp_path, change, reason):
    """The message names the line, the field and what is wrong."""
    path = write(tmp_path / "en_fact.json", [rgb_row(0), rgb_row(1, **change)])
    with pytest.raises(DataError, match=rf"en_fact.json, line 2: not in the RGB format: {reason}"):
        load(f"rgb:{path}")


def test_the_rest_of_rgb_has_no_counterfactuals(tmp_path):
    """The files of RGB's other parts are told by the field that they lack."""
    row = {key: value for key, value in rgb_row(0).items() if key != "fakeanswer"}
    with pytest.raises(DataError, match="there is no 'fakeanswer'"):
        load(f"rgb:{write(tmp_path / 'en.json', [row, row])}")


def test_every_counterfactual_of_the_real_rgb_stands_in_its_passages(shared_data):
    """Each answer, right and wrong, is written in passages of its own side."""
    for example in load(f"rgb:{shared_data / 'rgb_counterfactual'}"):
        other = example.metadata["counterfactual"]
        assert any(example.response in passage for passage in example.context)
        assert any(other["response"] in passage for passage in other["context"])
        assert len(other["context"]) == len(example.context)


# ConflictQA

MEMORY = "Orm has been a regular stop since 1890."
COUNTER = "The pier of Orm was taken down in 2001."


def conflictqa_row(question, memory, counter, truth):
    """An object of ConflictQA."""
    return {
        "question": question,
        "popularity": 12,
        "ground_truth": truth,
        "memory_answer": memory,
        "parametric_memory": MEMORY,
        "counter_answer": counter,
        "counter_memory": COUNTER,
        "parametric_memory_aligned_evidence": "Orm: stop.",
        "counter_memory_aligned_evidence": "Orm: no stop.",
    }


FERRY = ("Does the ferry stop at Orm?", "The ferry stops at Orm.", "The ferry does not stop at Orm.")


@pytest.mark.parametrize(("truth", "memory_is_true"), [(["True"], True), (["False"], False), (False, False)])
def test_conflictqa_takes_the_true_answer_with_its_evidence(tmp_path, truth, memory_is_true):
    """The true answer is the response, whichever of the two it is, and the other pair the counterfactual."""
    path = write(tmp_path / "conflictQA-a.json", [conflictqa_row(*FERRY, truth)] * 2)
    example = load(f"conflictqa:{path}").examples[0]
    pairs = [(FERRY[1], MEMORY), (FERRY[2], COUNTER)]
    (response, evidence), (other, other_evidence) = pairs if memory_is_true else pairs[::-1]
    assert (example.response, example.context, example.label) == (response, (evidence,), 1.0)
    assert example.question == FERRY[0]
    assert example.metadata["counterfactual"] == {"response": other, "context": (other_evidence,)}
    assert example.metadata["memory_is_true"] is memory_is_true
    assert example.metadata["popularity"] == 12


@pytest.mark.parametrize(
    ("question", "yes", "no"),
    [
        ("Does Orm lie by the sea?", "Orm lies by the sea.", "Orm doesn't lie by the sea."),
        ("Does Orm lie by the sea?", "Orm lies by the sea.", "Orm doesn’t lie by the sea."),
        ("Can tea keep without a lid?", "Tea can keep without a lid.", "Tea cannot keep without a lid."),
        ("Can I sail if I can't swim?", "You can sail even if you can't swim.", "You can't sail if you can't swim."),
        ("Is any pier free?", "At least one pier is free.", "None of the piers is free."),
        ("Is salt unneeded for bread?", "Salt is unneeded for bread.", "Salt is needed for bread."),
        ("Is Orm older than Velm?", "Orm is older than Velm.", "Velm is older than Orm."),
    ],
)
def test_a_yes_denies_as_often_as_the_question(tmp_path, question, yes, no):
    """The answer that affirms is found by its denials, and where these are equal by the words of the question."""
    rows = [conflictqa_row(question, *pair, [truth]) for pair in ((yes, no), (no, yes)) for truth in ("True", "False")]
    data = load(f"conflictqa:{write(tmp_path / 'conflictQA-a.json', rows)}")
    assert [example.response for example in data] == [yes, no, yes, no]


@pytest.mark.parametrize(
    ("truth", "memory", "counter", "response"),
    [
        (["poet", "writer"], "Ada Orm was a Poet.", "Ada Orm was a sailor.", "Ada Orm was a Poet."),
        (["poet"], "Ada Orm was a sailor.", "Ada Orm was a poet.", "Ada Orm was a poet."),
        (["art"], "Ada Orm's field is party games.", "Ada Orm's field is art.", "Ada Orm's field is art."),
    ],
)
def test_the_true_answer_names_what_the_ground_truth_does(tmp_path, truth, memory, counter, response):
    """For questions about things the true answer has one of the right names in it, as a word of its own."""
    rows = [conflictqa_row("What was Ada Orm?", memory, counter, truth)] * 2
    assert load(f"conflictqa:{write(tmp_path / 'conflictQA-a.json', rows)}").examples[0].response == response


@pytest.mark.parametrize(
    ("question", "memory", "counter", "truth"),
    [
        ("Can you only see gulls in Orm?", "Gulls are seen outside Orm.", "Gulls are only seen in Orm.", ["True"]),
        ("Do men in Orm outlive women?", "Men in Orm outlive the women.", "Women in Orm outlive men.", ["True"]),
        ("What was Ada Orm?", "Ada Orm was a poet.", "Ada Orm was a poet and sailor.", ["poet"]),
        ("What was Ada Orm?", "Ada Orm was a clerk.", "Ada Orm was a sailor.", ["poet"]),
        ("What was Ada Orm?", "Ada Orm was a clerk.", "Ada Orm was a sailor.", []),
        ("???", "Yes.", "Maybe.", ["True"]),
    ],
)
def test_a_pair_of_which_neither_is_told_true_is_a_bad_row(tmp_path, question, memory, counter, truth):
    """Nothing is guessed: a row that does not tell which answer is true is set aside, and the others are read."""
    rows = [conflictqa_row(*FERRY, ["True"]), conflictqa_row(question, memory, counter, truth)]
    data = load(f"conflictqa:{write(tmp_path / 'conflictQA-a.json', rows)}", on_bad_row="skip")
    assert len(data) == 1
    (bad,) = data.skipped
    assert bad.line_or_item == "line 2"
    assert "which answer is true cannot be told" in bad.reason


def test_the_real_conflictqa_is_read_but_for_five_that_do_not_tell_the_truth(shared_data):
    """Of 200 records 195 tell which answer is true; the rest are rephrased so that their wording does not tell."""
    data = load(f"conflictqa:{shared_data / 'conflictqa'}", on_bad_row="skip")
    assert (len(data), len(data.skipped)) == (195, 5)
    assert all("cannot be told" in bad.reason for bad in data.skipped)
    assert all(example.label == 1.0 and example.question for example in data)
    assert not any(
        "not" in example.response.split() for example in data if example.metadata["ground_truth"] == ("True",)
    )


# ConflictBank


def conflictbank_row(**more):
    """An object of ConflictBank."""
    return {
        "subject": "Ada Orm",
        "relation": "P106",
        "object": "poet",
        "replaced_object": "sailor",
        "correct_pair": "Ada Orm's occupation is poet.",
        "fact_conflict_pair": "Ada Orm's occupation is sailor.",
        "correct_evidence": "Ada Orm wrote verse for forty years.",
        "fact_conflict_evidence": "Ada Orm was at sea for forty years.",
        "temporal_conflict_evidence": "Ada Orm went to sea in 2031.",
        "semantic_conflict_evidence": "Another Ada Orm was at sea.",
        "question": "What is Ada Orm's occupation?",
        "options": ["poet", "sailor", "clerk", "smith"],
        "correct_option": "A",
        "replaced_option": "B",
        **more,
    }


@pytest.mark.parametrize("as_lines", [True, False])
def test_conflictbank_pairs_the_true_claim_with_the_false_one(tmp_path, as_lines):
    """The true claim with its evidence is the example, the false one with its evidence the counterfactual."""
    rows = [conflictbank_row(), conflictbank_row(correct_evidence="Ada Orm is known for her odes.")]
    path = tmp_path / ("claims.jsonl" if as_lines else "claims.json")
    if as_lines:
        write(path, rows)
    else:
        path.write_text(json.dumps(rows))
    data = load(f"conflictbank:{path}")
    first, second = data
    assert first.response == "Ada Orm's occupation is poet."
    assert (first.context, first.label) == (("Ada Orm wrote verse for forty years.",), 1.0)
    assert first.question == "What is Ada Orm's occupation?"
    assert first.metadata["counterfactual"] == {
        "response": "Ada Orm's occupation is sailor.",
        "context": ("Ada Orm was at sea for forty years.",),
    }
    assert (first.metadata["subject"], first.metadata["relation"]) == ("Ada Orm", "P106")
    assert (first.metadata["object"], first.metadata["replaced_object"]) == ("poet", "sailor")
    assert first.metadata["document"] != second.metadata["document"]
    assert load(f"conflictbank:{tmp_path}").examples == data.examples


def test_conflictbank_makes_the_true_claim_from_the_false_one_where_it_is_left_out(tmp_path):
    """Both claims are one sentence with the object filled in, so that the false one tells the true one."""
    row = conflictbank_row()
    del row["correct_pair"], row["question"]
    example = load(f"conflictbank:{write(tmp_path / 'claims.jsonl', [row])}").examples[0]
    assert (example.response, example.question) == ("Ada Orm's occupation is poet.", None)


@pytest.mark.parametrize("claim", ["Ada Orm the sailor is a sailor.", "Ada Orm went to sea."])
def test_a_claim_that_does_not_name_its_object_just_once_is_a_bad_row(tmp_path, claim):
    """Where the place of the object in the claim is not certain, nothing is filled in."""
    row = conflictbank_row(fact_conflict_pair=claim)
    del row["correct_pair"]
    path = write(tmp_path / "claims.jsonl", [conflictbank_row(), row])
    with pytest.raises(DataError, match=r"line 2: .*without 'correct_pair'.*does not name 'sailor' just once"):
        load(f"conflictbank:{path}")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"correct_pair": "Ada Orm's occupation is sailor."}, "both answers are the same"),
        ({"fact_conflict_evidence": ""}, "'fact_conflict_evidence' is blank"),
        ({"correct_evidence": None}, "'correct_evidence' must be text, not None"),
        ({"question": 3}, "'question' must be text, not 3"),
    ],
)
def test_a_bad_row_of_conflictbank_is_named(tmp_path, change, reason):
    """The message names the line, the field and what is wrong."""
    path = write(tmp_path / "claims.jsonl", [conflictbank_row(), conflictbank_row(**change)])
    with pytest.raises(DataError, match=rf"claims.jsonl, line 2: not in the ConflictBank format: {reason}"):
        load(f"conflictbank:{path}")
