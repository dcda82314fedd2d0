"""What all readers of published data sets have in common, and the real slices where they lie beside the checkout."""

import copy
import json
import re
from collections import Counter

import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gaugeblock.harness.data import DATASETS, load
from gaugeblock.perturb.errors import DataError
from gaugeblock.perturb.example import Example

NEW = (
    "conflictbank",
    "conflictqa",
    "faceval",
    "fib",
    "genaudit",
    "halueval",
    "q2",
    "rgb",
    "science-exaggeration",
    "summac",
    "vitaminc",
    "wice",
    "wiki-conciseness",
)

# One good row of every format that is a table, under the name of a file that has it.
ROWS = {
    ("conflictbank", "claims.jsonl"): {
        "subject": "Orm",
        "relation": "P17",
        "object": "Tarn",
        "replaced_object": "Velm",
        "correct_pair": "Orm lies in Tarn.",
        "fact_conflict_pair": "Orm lies in Velm.",
        "correct_evidence": "The town of Orm has belonged to Tarn since 1890.",
        "fact_conflict_evidence": "The town of Orm has belonged to Velm since 1890.",
        "question": "In which country does Orm lie?",
    },
    ("conflictqa", "conflictQA-a.json"): {
        "question": "Does the ferry stop at Orm?",
        "popularity": 12,
        "ground_truth": ["True"],
        "memory_answer": "The ferry stops at Orm.",
        "parametric_memory": "Orm is a regular stop.",
        "counter_answer": "The ferry does not stop at Orm.",
        "counter_memory": "The pier of Orm was taken down.",
    },
    ("faceval", "FacEval_human_result.csv"): {
        "DocID": "7",
        "Dialogue": "A: Nine?",
        "Model": "bart",
        "Summary": "At ten.",
        "SubObjE": "no",
        "ProE": "no",
        "NegE": "no",
        "ParE": "yes",
        "HalE": "no",
        "OtherE": "no",
        "w/ Error": "yes",
    },
    ("fib", "xsum__fib__binary_choice-using_a_distractors.jsonl"): {
        "id": "7",
        "input": "The ferry to Orm leaves at nine.",
        "correct_choice": "The ferry leaves at nine.",
        "list_choices": ["The ferry leaves at ten.", "The ferry leaves at nine."],
        "lbl": 1,
    },
    ("genaudit", "Genaudit_annotations.csv"): {
        "id": "A#XSUM-7:m",
        "source": "The ferry leaves at nine.",
        "summary": "It leaves at ten.",
        "annotated_spans": "at ten",
        "model": "m",
        "origin": "XSUM",
    },
    ("halueval", "qa_a.json"): {
        "knowledge": "The ferry to Orm leaves at nine.",
        "question": "When does the ferry leave?",
        "right_answer": "At nine",
        "hallucinated_answer": "At ten",
    },
    ("q2", "dodeca_consistent.csv"): {
        "episode_idx": "1",
        "round": "2",
        "topic": "Orm",
        "message": "When does it leave?",
        "response": "it leaves at nine .",
        "knowledge": "The ferry leaves at nine.",
    },
    ("qags", "mturk_a.jsonl"): {
        "article": "The ferry to Orm leaves at nine.",
        "summary_sentences": [{"sentence": "It leaves at nine.", "responses": [{"worker_id": 0, "response": "yes"}]}],
    },
    ("refmatters", "SAMSum_test.json"): {
        "id": "7",
        "dialogue": "A: Nine?",
        "model_summaries": {
            "BART": {
                "original_summary": "At ten.",
                "consistency": False,
                "modified": "At nine.",
                "error_categories": [],
            }
        },
    },
    ("rgb", "en_fact.json"): {
        "id": 0,
        "query": "When does the ferry leave?",
        "answer": "nine",
        "fakeanswer": "ten",
        "positive": ["It leaves at nine."],
        "positive_wrong": ["It leaves at ten."],
        "negative": [],
    },
    ("science-exaggeration", "insciout_a.jsonl"): {
        "original_file_id": "01-1",
        "press_release_conclusion": "Tea lengthens life.",
        "press_release_strength": 3,
        "abstract_conclusion": "Tea was associated with a longer life.",
        "abstract_strength": 1,
        "exaggeration_label": "exaggerates",
    },
    ("summac", "a.json"): {
        "document": "The ferry to Orm leaves at nine.",
        "claim": "It leaves at nine.",
        "label": 1,
        "dataset": "a",
        "origin": "cnndm",
        "cut": "val",
    },
    ("summedits", "summedits_a.json"): {
        "id": "a",
        "doc": "Ferry: 9.",
        "summary": "At ten.",
        "label": 0,
        "original_summary": "At nine.",
        "edit_types": ["number"],
    },
    ("vitaminc", "test.jsonl"): {
        "unique_id": "c_1",
        "case_id": "c",
        "claim": "It leaves at nine.",
        "evidence": "The ferry to Orm leaves at nine.",
        "label": "SUPPORTS",
        "page": "Orm",
        "revision_type": "real",
    },
    ("wice", "test.jsonl"): {
        "label": "supported",
        "supporting_sentences": [[0]],
        "claim": "It leaves at nine.",
        "evidence": ["The ferry leaves at nine."],
        "meta": {"id": "t1", "claim_title": "Orm", "claim_section": "Port."},
    },
}

RUBBISH = st.sampled_from(
    [None, True, False, 0, 7, -1, 1.5, "", " ", "x", "\0", "\ud800", [], [None], ["x", 3], [[]], [[9]], {}, {"id": 3}]
)


def written(folder, file_name, rows):
    """A file of rows, as the ending of its name says."""
    path = folder / file_name
    if path.suffix == ".csv":
        pd.DataFrame(rows).to_csv(path, index=False)
    else:
        text = "\n".join(map(json.dumps, rows)) if path.suffix == ".jsonl" else json.dumps(rows)
        path.write_text(text, encoding="utf-8")
    return path


def places_of(value, at=()):
    """The way to every value inside a JSON value."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield (*at, key)
        yield from places_of(item, (*at, key))


def examples_or_reason(data):
    """The examples that can be read, or why there are none."""
    try:
        return load(data, on_bad_row="skip").examples, ""
    except DataError as error:
        return (), str(error)


@st.composite
def spoilt_rows(draw):
    """A format, and a row of it in which one value is rubbish or missing."""
    (name, file_name), good = draw(st.sampled_from(list(ROWS.items())))
    *way, last = draw(st.sampled_from(list(places_of(good))))
    spoilt = copy.deepcopy(good)
    holder = spoilt
    for key in way:
        holder = holder[key]
    if isinstance(holder, dict) and draw(st.booleans()):
        del holder[last]
    else:
        holder[last] = draw(RUBBISH)
    return name, file_name, spoilt


def test_every_new_reader_is_listed():
    """The catalogue names each of them, with a summary and a way to write it."""
    assert set(NEW) <= set(DATASETS.names())
    for name in NEW:
        reader = DATASETS.get(name)
        assert reader.usage.startswith(f"{name}:FILE or {name}:FOLDER"), name
        assert reader.summary, name


@pytest.mark.parametrize("name", NEW)
def test_a_missing_file_says_how_to_write_the_path(tmp_path, name):
    """A wrong path is answered with the right way to write one."""
    with pytest.raises(DataError, match=rf"there is no such file.*write {name}:FILE"):
        load(f"{name}:{tmp_path / 'no' / 'file.jsonl'}")


@pytest.mark.parametrize("name", NEW)
def test_a_folder_without_the_files_says_how_they_are_called(tmp_path, name):
    """A folder of something else is told from one of the format."""
    with pytest.raises(DataError, match=rf"no file in this folder is called .*; write {name}:FILE"):
        load(f"{name}:{tmp_path}")


@pytest.mark.parametrize(("name", "file_name"), ROWS)
def test_a_good_row_makes_examples_of_one_document(tmp_path, name, file_name):
    """The examples of a row share their document and have ids of their own, by file and by folder alike."""
    data = load(f"{name}:{written(tmp_path, file_name, [ROWS[name, file_name]])}")
    assert data.skipped == ()
    assert len({example.metadata["document"] for example in data}) == 1
    assert len({example.id for example in data}) == len(data)
    assert load(f"{name}:{tmp_path}").examples == data.examples


@pytest.mark.parametrize(("name", "file_name"), ROWS)
def test_a_row_of_something_else_is_named_and_costs_only_itself(tmp_path, name, file_name):
    """A row without the fields of the format is set aside with its place; the rows around it are read."""
    good = ROWS[name, file_name]
    path = written(tmp_path, file_name, [dict.fromkeys(good, ""), good])
    data = load(f"{name}:{path}", on_bad_row="skip")
    assert data.examples == load(f"{name}:{written(tmp_path, file_name, [good])}").examples
    (bad,) = data.skipped
    first = {".csv": "line 2", ".jsonl": "line 1", ".json": "item 1"}
    assert (bad.file_name, bad.line_or_item) == (file_name, first[path.suffix])
    assert bad.reason.startswith("not in the")


@settings(max_examples=400, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(case=spoilt_rows())
def test_a_spoilt_row_is_read_or_named_but_never_breaks_the_reader(tmp_path, case):
    """Whatever stands in a field, there are examples that can be written down, or a reason that names the place."""
    name, file_name, spoilt = case
    path = written(tmp_path, file_name.replace(".csv", ".jsonl"), [spoilt])  # in JSON a field can hold anything
    examples, reason = examples_or_reason(f"{name}:{path}")
    assert examples or re.search(r"none of the \d rows can be read.*(line|item|example) 1: |there are no rows", reason)
    for example in examples:
        assert Example.from_json(json.loads(json.dumps(example.to_json()))) == example
        json.dumps(example.to_json(), ensure_ascii=False).encode("utf-8")


def test_metadata_that_no_file_can_hold_make_a_bad_row(tmp_path):
    """An unpaired surrogate in the metadata is found when the data are read, not when a run is saved."""
    row = ROWS["summedits", "summedits_a.json"] | {"edit_types": ["\ud800"]}
    with pytest.raises(DataError, match=r"item 1: .*'edit_types' holds an unpaired surrogate"):
        load(f"summedits:{written(tmp_path, 'summedits_a.json', [row])}")


def test_summaries_that_are_no_object_by_system_make_a_bad_row(tmp_path):
    """A list in the place of the systems is named, not an error of the reader."""
    row = ROWS["refmatters", "SAMSum_test.json"] | {"model_summaries": ["At ten."]}
    with pytest.raises(DataError, match=r"item 1: .*model_summaries must be an object by system"):
        load(f"refmatters:{written(tmp_path, 'SAMSum_test.json', [row])}")


# The real slices


@pytest.mark.parametrize(
    ("data", "labels"),
    [
        ("faceval:faceval", {1.0: 456, 0.0: 294}),
        ("rgb:rgb_counterfactual", {1.0: 100}),
        ("halueval:halueval", {1.0: 250, 0.0: 250}),
        ("wice:wice/claim_test.jsonl", {1.0: 12, 0.5: 32, 0.0: 6}),
        ("wice:wice/oracle_chunks_claim_test.jsonl", {1.0: 51, 0.5: 114, 0.0: 15}),
        ("vitaminc:vitaminc_sample", {1.0: 154, 0.0: 246}),
        ("q2:q2", {1.0: 300, 0.0: 300}),
        ("q2:q2/cross_annotation.csv", {1.0: 293, 0.0: 207}),
        ("fib:fib/xsum__fib__binary_choice-using_pegasus_distractors.jsonl", {1.0: 60, 0.0: 60}),
        ("fib:fib/cnn_dm__factcc__binary_choice-using_negation.jsonl", {1.0: 15, 0.0: 15}),
        ("science-exaggeration:science_exaggeration/insciout_test.jsonl", {1.0: 441, 0.0: 122}),
        ("science-exaggeration:science_exaggeration", {1.0: 519, 0.0: 144}),
        ("summac:summac_subsets/factcc.json", {1.0: 113, 0.0: 37}),
        ("summac:summac_subsets/polytope.json", {1.0: 50, 0.0: 50}),
        ("summac:summac_subsets/xsumfaith.json", {1.0: 50, 0.0: 130}),
        ("summac:summac_subsets/summeval.json", {1.0: 63, 0.0: 37}),
        ("wiki-conciseness:wiki_conciseness", {1.0: 500}),
    ],
)
def test_the_real_slices_have_the_published_counts(shared_data, data, labels):
    """Every record of a slice is read, and the labels are balanced as its README says."""
    name, path = data.split(":")
    if not (shared_data / path).exists():
        pytest.skip(f"the slice {path} is not on this machine")
    loaded = load(f"{name}:{shared_data / path}")
    assert Counter(example.label for example in loaded) == labels
    assert loaded.skipped == ()
    assert str(shared_data) not in loaded.source
