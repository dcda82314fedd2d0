"""FacEval, GenAudit, FIB and SummaC: summaries with a judgement of people."""

import json

import pandas as pd
import pytest

from gaugeblock.harness.data import load
from gaugeblock.perturb.errors import DataError

DIALOGUE = "Ada: When do we sail?\nBen: At nine, from Orm."


def write(path, value):
    """Write JSON, or a list of objects as JSON Lines where the name asks for it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = value if path.suffix == ".jsonl" else [value]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def write_csv(path, rows):
    """Write rows as CSV with a column of numbers in front, as pandas does."""
    pd.DataFrame(rows).to_csv(path)
    return path


# FacEval


def faceval_row(model, summary, *errors, **more):
    """A row of FacEval with these types of error."""
    types = dict.fromkeys(["SubObjE", "ProE", "NegE", "ParE", "HalE", "OtherE"], "no") | dict.fromkeys(errors, "yes")
    verdict = {"w/ Error": "yes" if errors else "no"}
    return {"DocID": "17", "Dialogue": DIALOGUE, "Model": model, "Summary": summary, **types, **verdict, **more}


def test_faceval_labels_a_summary_by_its_errors(tmp_path):
    """A summary with an error is unsupported, and its metadata say of which type the error is."""
    rows = [
        faceval_row("human_ref", "They sail at nine."),
        faceval_row("bart", "Ben sails at ten, from Ulm.", "ParE", "HalE"),
        faceval_row("bart", "All is well.", DocID="18", Dialogue="Ada: All is well."),
    ]
    data = load(f"faceval:{write_csv(tmp_path / 'FacEval_human_result.csv', rows)}")
    right, wrong, other = data
    assert [example.id for example in data] == ["17-human_ref", "17-bart", "18-bart"]
    assert [example.label for example in data] == [1.0, 0.0, 1.0]
    assert wrong.metadata["error_types"] == ("ParE", "HalE")
    assert right.metadata["error_types"] == ()
    assert (right.context, right.response) == ((DIALOGUE,), "They sail at nine.")
    assert (right.metadata["model_name"], right.metadata["domain"]) == ("human_ref", "dialogue")
    assert right.metadata["document"] == wrong.metadata["document"] != other.metadata["document"]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"w/ Error": "maybe"}, "'w/ Error' is yes or no, not 'maybe'"),
        ({"HalE": ""}, "'HalE' is yes or no, not ''"),
        ({"Summary": " "}, "'Summary' is blank"),
        ({"DocID": ""}, "'DocID' is blank"),
    ],
)
def test_a_bad_row_of_faceval_is_named(tmp_path, change, reason):
    """The message names the line of the file, even after a cell with line breaks."""
    rows = [faceval_row("a", "They sail."), faceval_row("b", "They sail.", **change)]
    path = write_csv(tmp_path / "FacEval_human_result.csv", rows)
    with pytest.raises(DataError, match=rf"FacEval_human_result.csv, line 4: not in the FacEval format: {reason}"):
        load(f"faceval:{path}")


def test_the_real_faceval_has_an_error_type_wherever_it_has_an_error(shared_data):
    """Label and types of error agree, and each of 150 dialogues has five summaries."""
    data = load(f"faceval:{shared_data / 'faceval'}")
    assert all((example.label == 0) == bool(example.metadata["error_types"]) for example in data)
    assert len({example.metadata["document"] for example in data}) == 150


# GenAudit


def genaudit_row(name, spans, **more):
    """A row of GenAudit."""
    return {
        "id": name,
        "source": "The ferry leaves at nine.",
        "summary": "It leaves at ten, from Ulm.",
        "annotated_spans": spans,
        "model": "m7b",
        "origin": "XSUM",
        **more,
    }


def test_genaudit_labels_a_summary_by_its_spans(tmp_path):
    """A summary with a marked span is unsupported; the spans are told apart by their separator."""
    rows = [genaudit_row("a", ""), genaudit_row("b", "at ten<sep>from Ulm"), genaudit_row("c", " ", source="Other.")]
    data = load(f"genaudit:{write_csv(tmp_path / 'Genaudit_annotations.csv', rows)}")
    right, wrong, other = data
    assert [(example.id, example.label) for example in data] == [("a", 1.0), ("b", 0.0), ("c", 1.0)]
    assert wrong.metadata["unsupported_spans"] == ("at ten", "from Ulm")
    assert (wrong.metadata["domain"], wrong.metadata["model_name"]) == ("xsum", "m7b")
    assert (wrong.context, wrong.response) == (("The ferry leaves at nine.",), "It leaves at ten, from Ulm.")
    assert right.metadata["document"] == wrong.metadata["document"] != other.metadata["document"]


def test_a_row_of_genaudit_without_its_texts_is_a_bad_row(tmp_path):
    """There is nothing to judge in a row whose source and summary are empty."""
    rows = [genaudit_row("a", ""), genaudit_row("b", "", source="", summary="")]
    path = write_csv(tmp_path / "Genaudit_annotations.csv", rows)
    with pytest.raises(DataError, match=r"Genaudit_annotations.csv, line 3: .*'source' is blank"):
        load(f"genaudit:{path}")


def test_the_real_genaudit_is_read_but_for_one_empty_row(shared_data):
    """Of 150 records one has neither source nor summary; 57 of the others have unsupported spans."""
    data = load(f"genaudit:{shared_data / 'genaudit'}", on_bad_row="skip")
    assert (len(data), sum(example.label == 0 for example in data), len(data.skipped)) == (149, 57, 1)
    assert {example.metadata["domain"] for example in data} == {"reddit", "xsum", "acibench"}


# FIB


def fib_row(place=1, **more):
    """A line of FIB with the consistent summary at a place."""
    choices = ["It leaves at ten.", "It leaves at ten."]
    choices[place] = "It leaves at nine."
    row = {"id": "7", "input": "The ferry leaves at nine.", "correct_choice": "It leaves at nine."}
    return {**row, "list_choices": choices, "lbl": place, **more}


@pytest.mark.parametrize("place", [0, 1])
def test_fib_makes_two_examples_of_a_pair(tmp_path, place):
    """Wherever the consistent summary stands, it is the supported one and the correction of the other."""
    path = tmp_path / "xsum" / "factcc" / "binary_choice-using_negation.jsonl"
    right, wrong = load(f"fib:{write(path, [fib_row(place)])}")
    assert (right.response, right.label, right.corrected) == ("It leaves at nine.", 1.0, None)
    assert (wrong.response, wrong.label, wrong.corrected) == ("It leaves at ten.", 0.0, "It leaves at nine.")
    assert right.context == wrong.context == ("The ferry leaves at nine.",)
    assert right.metadata == wrong.metadata
    assert (right.metadata["domain"], right.metadata["kind"]) == ("xsum", "factcc")
    assert (right.metadata["article_id"], right.metadata["distractors"]) == ("7", "negation")


def test_the_parts_of_a_file_of_fib_may_stand_in_its_name(tmp_path):
    """A file that was taken out of its folders says by its name which it is."""
    write(tmp_path / "cnn_dm__fib__binary_choice-using_bloom-560m_distractors.jsonl", [fib_row()])
    metadata = load(f"fib:{tmp_path}").examples[0].metadata
    assert (metadata["domain"], metadata["kind"], metadata["distractors"]) == ("cnn_dm", "fib", "bloom-560m")


def test_the_other_summary_of_a_control_set_has_no_label(tmp_path):
    """Where both summaries may be consistent, nothing is said of the second."""
    path = tmp_path / "xsum" / "factually_consistent-model_generated" / "binary_choice-using_a_distractors.jsonl"
    right, other = load(f"fib:{write(path, [fib_row()])}")
    assert (right.label, other.label, other.corrected) == (1.0, None, None)


def test_one_summary_in_several_pairs_has_an_id_in_each(tmp_path):
    """The consistent summary stands beside several others; its examples are told apart."""
    for kind in ("negation", "numswp"):
        write(tmp_path / f"xsum__factcc__binary_choice-using_{kind}.jsonl", [fib_row()])
    data = load(f"fib:{tmp_path}")
    assert len({example.id for example in data}) == len(data) == 4


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"lbl": 0}, "'correct_choice' is not the one of two choices that 'lbl' names"),
        ({"lbl": 2}, "'lbl' is 0 or 1, not 2"),
        ({"list_choices": ["It leaves at nine."] * 3}, "'correct_choice' is not the one of two choices"),
        ({"input": ""}, "'input' is blank"),
    ],
)
def test_a_bad_line_of_fib_is_named(tmp_path, change, reason):
    """The message names the line and the field."""
    path = write(tmp_path / "binary_choice-using_a.jsonl", [fib_row(), fib_row(**change)])
    with pytest.raises(DataError, match=rf"binary_choice-using_a.jsonl, line 2: not in the FIB format: {reason}"):
        load(f"fib:{path}")


def test_every_real_pair_of_fib_is_read(shared_data):
    """Each record makes one supported example, and one that is not, or has no label in the control set."""
    files = sorted((shared_data / "fib").glob("*.jsonl"))
    records = sum(len(file.read_text().splitlines()) for file in files)
    data = load(f"fib:{shared_data / 'fib'}")
    assert len(data) == 2 * records
    assert sum(example.label == 1 for example in data) == records
    unlabelled = {example.metadata["kind"] for example in data if example.label is None}
    assert unlabelled == {"factually_consistent-model_generated"}


# SummaC


def summac_row(claim="It leaves at nine.", label=1, **more):
    """An object of the SummaC benchmark."""
    row = {"document": "The ferry leaves at nine.", "claim": claim, "label": label, "annotations": [label]}
    return {**row, "dataset": "summeval", "origin": "cnndm", "cut": "val", "model_name": "M11", **more}


def test_summac_takes_ids_from_the_keys_of_a_file(tmp_path):
    """Objects by id keep their ids, and a list of objects gets ids of its own."""
    rows = {"summeval_0": summac_row(), "summeval_7": summac_row("At ten.", 0)}
    keyed = load(f"summac:{write(tmp_path / 'summeval.json', rows)}")
    listed = load(f"summac:{write(tmp_path / 'list.json', list(rows.values()))}")
    assert [(example.id, example.label) for example in keyed] == [("summeval_0", 1.0), ("summeval_7", 0.0)]
    assert [example.label for example in listed] == [1.0, 0.0]
    first = keyed.examples[0]
    assert (first.context, first.response) == (("The ferry leaves at nine.",), "It leaves at nine.")
    assert first.metadata["dataset"] == "summeval"
    assert (first.metadata["origin"], first.metadata["cut"], first.metadata["model_name"]) == ("cnndm", "val", "M11")
    assert len({example.metadata["document"] for example in keyed}) == 1


@pytest.mark.parametrize("inaccuracy", [0, 1])
def test_polytope_is_judged_by_its_inaccuracies_alone(tmp_path, inaccuracy):
    """A summary that leaves something out is consistent, though PolyTope's own label calls it wrong."""
    row = summac_row(label=0, inaccuracy_label=inaccuracy, omission_label=0, errors=["Omission"])
    example = load(f"summac:{write(tmp_path / 'polytope.json', [row])}").examples[0]
    assert (example.label, example.metadata["published_label"]) == (float(inaccuracy), 0.0)
    assert example.metadata["errors"] == ("Omission",)


@pytest.mark.parametrize(
    ("change", "reason"),
    [({"label": 2}, "'label' is 0 or 1, not 2"), ({"document": ""}, "'document' is blank")],
)
def test_a_bad_object_of_summac_is_named(tmp_path, change, reason):
    """The message names the object by its key."""
    path = write(tmp_path / "a.json", {"a_0": summac_row(), "a_1": summac_row(**change)})
    with pytest.raises(DataError, match=rf"a.json, item 'a_1': not in the SummaC format: {reason}"):
        load(f"summac:{path}")
