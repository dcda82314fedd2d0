"""HaluEval, Q², VitaminC, WiCE, science exaggeration and wiki conciseness: answers, turns, claims and sentences."""

import json

import pandas as pd
import pytest

from gaugeblock.harness.data import load
from gaugeblock.perturb.errors import DataError


def write(path, rows):
    """Write JSON Lines, whatever the file is called."""
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


# HaluEval


def halueval_row(right="At nine", wrong="At ten, from Ulm", **more):
    """An object of HaluEval's question answering."""
    question = "When does the ferry leave?"
    texts = {"knowledge": "The ferry leaves at nine.", "question": question, "right_answer": right}
    return {**texts, "hallucinated_answer": wrong, **more}


def test_halueval_makes_two_examples_of_a_question(tmp_path):
    """The right answer is supported, the hallucinated one is not and has the right one as its correction."""
    rows = [halueval_row(), halueval_row(knowledge="The ferry to Velm leaves at nine.")]
    data = load(f"halueval:{write(tmp_path / 'qa_data.json', rows)}")
    right, wrong, other, _ = data
    assert (right.response, right.label, right.corrected) == ("At nine", 1.0, None)
    assert (wrong.response, wrong.label, wrong.corrected) == ("At ten, from Ulm", 0.0, "At nine")
    assert right.question == wrong.question == "When does the ferry leave?"
    assert right.context == wrong.context == ("The ferry leaves at nine.",)
    assert right.metadata["document"] == wrong.metadata["document"] != other.metadata["document"]
    assert len({example.id for example in data}) == 4


def test_a_folder_of_halueval_is_read_without_what_has_no_source(tmp_path):
    """General responses have nothing to be judged against, and are no part of it."""
    write(tmp_path / "qa_one-turn_data.json", [halueval_row()] * 2)
    write(tmp_path / "general_data.json", [{"ID": "1", "user_query": "?", "chatgpt_response": "!"}] * 2)
    assert len(load(f"halueval:{tmp_path}")) == 4
    with pytest.raises(DataError, match=r"general_data.json, line 1: not in the HaluEval format: there is no 'know"):
        load(f"halueval:{tmp_path / 'general_data.json'}")


def test_a_hallucination_that_is_the_right_answer_is_a_bad_row(tmp_path):
    """The same text cannot be right and wrong."""
    path = write(tmp_path / "qa_data.json", [halueval_row(), halueval_row(wrong="At nine")])
    with pytest.raises(DataError, match=r"line 2: .*the right and the hallucinated answer are the same"):
        load(f"halueval:{path}")


# Q²


def q2_row(**more):
    """A row of Q²."""
    row = {"episode_idx": 3, "round": 1, "topic": "Orm", "message": "When does it leave?"}
    return {**row, "knowledge": "The ferry leaves at nine.", "gold": "At nine.", **more}


def write_csv(path, rows):
    """Write rows as CSV with a column of numbers in front, as pandas does."""
    pd.DataFrame(rows).to_csv(path)
    return path


def test_q2_takes_the_judgement_from_the_name_of_a_file(tmp_path):
    """The four files of a folder are read, and tell system and label by their names."""
    for system in ("dodeca", "memnet"):
        write_csv(tmp_path / f"{system}_consistent.csv", [q2_row(response="it leaves at nine .")])
        write_csv(tmp_path / f"{system}_inconsistent.csv", [q2_row(response="it leaves at ten .", round=2)])
    write_csv(tmp_path / "cross_annotation.csv", [q2_row()])
    data = load(f"q2:{tmp_path}")
    assert [(example.id, example.label) for example in data] == [
        ("dodeca-3-1", 1.0),
        ("dodeca-3-2", 0.0),
        ("memnet-3-1", 1.0),
        ("memnet-3-2", 0.0),
    ]
    first = data.examples[0]
    assert (first.context, first.response) == (("The ferry leaves at nine.",), "it leaves at nine .")
    assert (first.metadata["model_name"], first.metadata["domain"]) == ("dodeca", "dialogue")
    assert (first.metadata["topic"], first.metadata["message"]) == ("Orm", "When does it leave?")
    assert len({example.metadata["document"] for example in data}) == 1


def test_q2_reads_one_as_inconsistent_in_the_annotation_of_both_systems(tmp_path):
    """In the file of both systems 1 is the label of what is wrong."""
    row = q2_row(dodeca_response="at nine", memnet_response="at ten", dodeca_label=0, memnet_label=1, message=None)
    data = load(f"q2:{write_csv(tmp_path / 'cross_annotation.csv', [row])}")
    assert [(example.id, example.response, example.label) for example in data] == [
        ("dodeca-3-1", "at nine", 1.0),
        ("memnet-3-1", "at ten", 0.0),
    ]
    assert "message" not in data.examples[0].metadata


@pytest.mark.parametrize(
    ("name", "row", "reason"),
    [
        ("turns.csv", {"response": "at nine"}, "the name of the file, 'turns.csv', tells no judgement"),
        ("dodeca_consistent.csv", {"response": ""}, "'response' is blank"),
        ("cross_annotation.csv", {"dodeca_response": "a", "dodeca_label": 2}, "'dodeca_label' is 0 or 1, not '2'"),
        ("cross_annotation.csv", {}, "there is no 'dodeca_label'"),
    ],
)
def test_a_bad_row_of_q2_is_named(tmp_path, name, row, reason):
    """The message names the line and what is wrong."""
    path = write_csv(tmp_path / name, [q2_row(**row)])
    with pytest.raises(DataError, match=rf"{name}, line 2: not in the Q² format: {reason}"):
        load(f"q2:{path}")


def test_the_real_files_of_q2_agree_with_the_annotation_of_both_systems(shared_data):
    """The label that a file's name gives a turn is the one that its annotation gives it."""
    named = {example.id: example for example in load(f"q2:{shared_data / 'q2'}")}
    both = [
        (example, named[example.id])
        for example in load(f"q2:{shared_data / 'q2' / 'cross_annotation.csv'}")
        if example.id in named
    ]
    assert len(both) > 200
    assert all((one.response, one.label) == (other.response, other.label) for one, other in both)


# VitaminC


@pytest.mark.parametrize(
    ("label", "verdict", "supported"),
    [
        ("SUPPORTS", "supports", 1.0),
        ("REFUTES", "refutes", 0.0),
        ("NOT ENOUGH INFO", "not enough info", 0.0),
        ("supports", "supports", 1.0),
        ("not enough info", "not enough info", 0.0),
    ],
)
def test_vitaminc_supports_only_what_is_supported(tmp_path, label, verdict, supported):
    """A claim that is refuted or left open is unsupported; the verdict stays in the metadata."""
    row = {"unique_id": "c7_2", "case_id": "c7", "claim": "It leaves at nine.", "evidence": "The ferry leaves at nine."}
    row |= {"label": label, "page": "Orm", "revision_type": "real", "FEVER_id": None}
    example = load(f"vitaminc:{write(tmp_path / 'test.jsonl', [row])}").examples[0]
    assert (example.id, example.label, example.metadata["verdict"]) == ("c7_2", supported, verdict)
    assert (example.response, example.context) == ("It leaves at nine.", ("The ferry leaves at nine.",))
    assert (example.metadata["page"], example.metadata["revision_type"]) == ("Orm", "real")


def test_the_pairs_of_a_case_of_vitaminc_share_their_document(tmp_path):
    """The case is known by its own field, or by the id's beginning in copies without that field."""
    rows = [
        {"unique_id": "c7_1", "case_id": "c7", "claim": "A.", "evidence": "B.", "label": "SUPPORTS"},
        {"id": "c7_2", "claim": "A.", "evidence": "C.", "label": "refutes"},
        {"id": "c8_1", "claim": "A.", "evidence": "C.", "label": "refutes"},
        {"id": "9", "claim": "A.", "evidence": "C.", "label": "refutes"},
    ]
    keys = [e.metadata["document"] for e in load(f"vitaminc:{write(tmp_path / 'a.jsonl', rows)}")]
    assert keys[0] == keys[1]
    assert len(set(keys)) == 3


def test_a_label_that_is_none_of_vitaminc_s_is_a_bad_row(tmp_path):
    """The message lists the labels that there are."""
    rows = [{"id": "c_1", "claim": "A.", "evidence": "B.", "label": "entailment"}]
    with pytest.raises(DataError, match="'label' is supports, refutes or not enough info, not 'entailment'"):
        load(f"vitaminc:{write(tmp_path / 'a.jsonl', rows)}")


# WiCE


def wice_row(label="supported", **more):
    """An object of WiCE for a claim and its page."""
    meta = {"id": "test7", "claim_title": "Orm", "claim_section": "Port.", "claim_context": "Orm has a port."}
    lines = ["Menu", "The ferry leaves at nine.", "It goes to Orm."]
    sentences = {"supporting_sentences": [[1], [1, 2]]}
    return {"label": label, **sentences, "claim": "The ferry leaves at nine.", "evidence": lines, "meta": meta, **more}


def wice_chunk(**more):
    """An object of WiCE for a claim and an excerpt."""
    meta = {"id": "test7", "claim_title": "Orm", "claim_section": "Port.", "chunk_idx": [1], "oracle_idx": [1]}
    row = wice_row("partially_supported", evidence=["The ferry leaves at nine."], meta=meta, **more)
    del row["supporting_sentences"]
    return row


@pytest.mark.parametrize(
    ("label", "number"), [("supported", 1.0), ("partially_supported", 0.5), ("not_supported", 0.0)]
)
def test_wice_keeps_partial_support_between_the_others(tmp_path, label, number):
    """The lines of a page are the lines of one document, and the supporting ones are known by their numbers."""
    example = load(f"wice:{write(tmp_path / 'claim_test.jsonl', [wice_row(label)])}").examples[0]
    assert (example.id, example.label, example.response) == ("test7", number, "The ferry leaves at nine.")
    assert example.context == ("Menu\nThe ferry leaves at nine.\nIt goes to Orm.",)
    assert example.metadata["supporting_sentences"] == ((1,), (1, 2))
    assert (example.metadata["claim_title"], example.metadata["claim_section"]) == ("Orm", "Port.")
    assert (example.metadata["unit"], example.metadata["claim_id"]) == ("page", "test7")


def test_the_numbers_of_lines_hold_where_a_line_has_a_break_in_it(tmp_path):
    """A line break inside a line becomes a space, so that each number still names its line."""
    row = wice_row(evidence=["Menu", "The ferry\nleaves\u2028at nine.", "It goes."])
    example = load(f"wice:{write(tmp_path / 'a.jsonl', [row])}").examples[0]
    assert example.context[0].split("\n")[1] == "The ferry leaves at nine."


def test_the_excerpts_for_a_claim_share_its_document_and_have_ids_of_their_own(tmp_path):
    """Several excerpts carry one claim's label; they are clustered with it, whatever the ids."""
    rows = [wice_row(), wice_chunk(), wice_chunk(), wice_chunk(claim="The ferry goes to Orm.")]
    data = load(f"wice:{write(tmp_path / 'a.jsonl', rows)}")
    assert [example.metadata["unit"] for example in data] == ["page", "chunk", "chunk", "chunk"]
    assert len({example.id for example in data}) == 4
    assert len({example.metadata["document"] for example in data}) == 1
    assert data.examples[1].metadata["supporting_sentences"] == ()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"label": "unsure"}, "'label' is supported, partially_supported or not_supported, not 'unsure'"),
        ({"evidence": "The ferry."}, "'evidence' must be a list of texts, not 'The ferry.'"),
        ({"evidence": ["", " "]}, "'evidence' is blank"),
        ({"evidence": []}, "'evidence' is blank"),
        ({"supporting_sentences": [[3]]}, "'supporting_sentences' names line 3 of an evidence of 3"),
        ({"supporting_sentences": [1]}, "'supporting_sentences' must be a list of lists"),
        ({"meta": []}, "'meta' must be an object"),
    ],
)
def test_a_bad_row_of_wice_is_named(tmp_path, change, reason):
    """The message names the line and the field."""
    path = write(tmp_path / "a.jsonl", [wice_row(), wice_row(**change)])
    with pytest.raises(DataError, match=rf"a.jsonl, line 2: not in the WiCE format: {reason}"):
        load(f"wice:{path}")


# Science exaggeration


def exaggeration_row(comparison, press=3, abstract=1):
    """A line of the science-exaggeration data."""
    row = {"original_file_id": f"01-{comparison}", "press_release_conclusion": "Tea lengthens life."}
    row |= {"press_release_strength": press, "abstract_conclusion": "Tea was associated with a longer life."}
    return {**row, "abstract_strength": abstract, "exaggeration_label": comparison}


def test_only_an_exaggerating_press_release_is_unsupported(tmp_path):
    """To say the same as the abstract, or less, is to say what it supports."""
    rows = [exaggeration_row("exaggerates"), exaggeration_row("same", 1), exaggeration_row("downplays", 0)]
    data = load(f"science-exaggeration:{write(tmp_path / 'insciout_test.jsonl', rows)}")
    assert [example.label for example in data] == [0.0, 1.0, 1.0]
    first = data.examples[0]
    assert (first.id, first.response) == ("01-exaggerates", "Tea lengthens life.")
    assert first.context == ("Tea was associated with a longer life.",)
    assert (first.metadata["press_release_strength"], first.metadata["abstract_strength"]) == (3, 1)
    assert first.metadata["comparison"] == "exaggerates"
    assert data.name == "science-exaggeration"


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (exaggeration_row("agrees"), "'exaggeration_label' is same, exaggerates or downplays, not 'agrees'"),
        (exaggeration_row("same", 4), "'press_release_strength' is 0, 1, 2 or 3, not 4"),
    ],
)
def test_a_bad_row_of_science_exaggeration_is_named(tmp_path, row, reason):
    """The message lists what there is to choose from."""
    with pytest.raises(DataError, match=rf"insciout_a.jsonl, line 1: .*{reason}"):
        load(f"science-exaggeration:{write(tmp_path / 'insciout_a.jsonl', [row])}")


def test_the_real_press_releases_exaggerate_where_they_are_stronger(shared_data):
    """Label and strengths agree in every record."""
    for example in load(f"science-exaggeration:{shared_data / 'science_exaggeration'}"):
        stronger = example.metadata["press_release_strength"] > example.metadata["abstract_strength"]
        assert (example.label == 0) == stronger


# Wiki conciseness

PAGE = "http://en.wikipedia.org/wiki/Orm"


def test_wiki_conciseness_keeps_the_rewrites_that_differ(tmp_path):
    """The wordy sentence is judged against itself; rewrites that repeat it or each other are left out."""
    wordy, concise = "In the year 1890, Orm was founded.", "Orm was founded in 1890."
    lines = [[wordy, concise, concise, PAGE], [concise, concise, concise, PAGE], ["Other.", "O.", "Oh.", PAGE + "x"]]
    path = tmp_path / "concise_lite.tsv"
    path.write_text("\n".join("\t".join(line) for line in lines) + "\n\n", encoding="utf-8")
    data = load(f"wiki-conciseness:{path}")
    assert [example.metadata["concise"] for example in data] == [(concise,), (), ("O.", "Oh.")]
    first = data.examples[0]
    assert (first.response, first.context, first.label) == (wordy, (wordy,), 1.0)
    assert (first.metadata["document"], first.metadata["subset"]) == (PAGE, "lite")
    assert first.metadata["document"] == data.examples[1].metadata["document"]


def test_quotes_in_wiki_conciseness_are_plain_characters(tmp_path):
    """The format has no quoting, so that a quote that opens a cell takes nothing with it."""
    path = tmp_path / "concise_full.tsv"
    text = f'"Orm" was founded.\t"Orm" is founded.\t{PAGE}\r\nTea "was" drunk.\t"Tea.\t{PAGE}\r\n'
    path.write_bytes("\ufeff".encode() + text.encode())
    first, second = load(f"wiki-conciseness:{path}")
    assert (first.response, first.metadata["concise"]) == ('"Orm" was founded.', ('"Orm" is founded.',))
    assert (second.response, second.metadata["concise"]) == ('Tea "was" drunk.', ('"Tea.',))
    assert second.metadata["document"] == PAGE


def test_the_lines_of_both_files_of_wiki_conciseness_have_ids_of_their_own(tmp_path):
    """Both files rewrite the same sentences; a folder of them has each twice."""
    for name in ("concise_lite.tsv", "concise_full.tsv"):
        (tmp_path / name).write_text(f"Orm was founded.\tOrm began.\t{PAGE}\n")
    data = load(f"wiki-conciseness:{tmp_path}")
    assert [example.metadata["subset"] for example in data] == ["full", "lite"]
    assert len({example.id for example in data}) == 2


def test_bad_lines_of_wiki_conciseness_are_named(tmp_path):
    """Lines that are short, blank in a cell or no UTF-8 are set aside with their number."""
    path = tmp_path / "concise_lite.tsv"
    good = f"Orm was founded.\tOrm began.\t{PAGE}\n".encode()
    path.write_bytes(good + b"Orm.\tOrm.\n" + b"Orm.\n" + b"\xff\tOrm.\tx\n" + b"Orm.\t \tx\n" + b" \tOrm.\tx\n")
    data = load(f"wiki-conciseness:{path}", on_bad_row="skip")
    assert len(data) == 1
    assert [(bad.line_or_item, bad.reason.split(": ")[-1][:30]) for bad in data.skipped] == [
        ("line 2", "a sentence, rewrites and an ad"),
        ("line 3", "a sentence, rewrites and an ad"),
        ("line 4", "save the file as UTF-8"),
        ("line 5", "fill it in or remove the row"),
        ("line 6", "fill it in or remove the row"),
    ]
    assert "'rewrites[0]' is blank" in data.skipped[3].reason
    assert "not 1 cell" in data.skipped[1].reason


def test_the_real_rewrites_are_mostly_shorter(shared_data):
    """Rewrites differ from their sentence, and nine out of ten have fewer characters."""
    data = load(f"wiki-conciseness:{shared_data / 'wiki_conciseness'}")
    pairs = [(example.response, rewrite) for example in data for rewrite in example.metadata["concise"]]
    assert len(pairs) > 1500
    assert all(rewrite != sentence for sentence, rewrite in pairs)
    assert sum(len(rewrite) < len(sentence) for sentence, rewrite in pairs) > 0.9 * len(pairs)
    assert sum(not example.metadata["concise"] for example in data) == 4
