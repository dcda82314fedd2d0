"""The published data sets in their own formats: made-up rows, and real slices where they lie beside the checkout."""

import json
import os
from collections import Counter
from pathlib import Path

import pytest

from gaugeblock.harness.data import load
from gaugeblock.harness.readers.hf import parse
from gaugeblock.perturb.errors import DataError, UsageError

SLICES = Path(__file__).resolve().parents[2].parent / "shared" / "data"

with_slices = pytest.mark.skipif(not SLICES.is_dir(), reason="the public slices are not beside this checkout")


def write(path, value):
    """Write JSON, or a list of objects as JSON Lines where the name asks for it."""
    lines = value if path.suffix == ".jsonl" else [value]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def counts(data):
    """How many examples carry each label."""
    return Counter(example.label for example in data)


# The shipped sample


def test_the_sample_needs_no_path_and_is_half_right():
    data = load("sample")
    assert (len(data), data.source, data.skipped) == (72, "sample", ())
    assert counts(data) == {1.0: 36, 0.0: 36}


def test_every_wrong_example_of_the_sample_has_a_correction():
    assert all((example.corrected is not None) == (example.label == 0) for example in load("sample"))


def test_one_domain_of_the_sample_can_be_asked_for():
    data = load("sample:law")
    assert {example.metadata["domain"] for example in data} == {"law"}
    assert data.source == "sample:law"


def test_an_unknown_domain_of_the_sample_is_refused_with_those_there_are():
    with pytest.raises(UsageError, match="no domain 'poetry'; there are: biomedicine, dialogue"):
        load("sample:poetry")


# QAGS


def qags_row(*sentences, article="The ferry to Orm leaves at nine."):
    """A line of QAGS: each sentence with its votes, such as ("It leaves.", "yes yes no")."""
    return {
        "article": article,
        "summary_sentences": [
            {
                "sentence": text,
                "responses": [{"worker_id": n, "response": vote} for n, vote in enumerate(votes.split())],
            }
            for text, votes in sentences
        ],
    }


def test_qags_joins_sentences_and_takes_the_majority_of_each(tmp_path):
    rows = [
        qags_row(("It leaves at nine.", "yes yes no"), ("To Orm.", "yes yes yes")),
        qags_row(("It leaves at nine.", "yes yes yes"), ("To Ulm.", "yes no no")),
        qags_row(("A tie.", "yes no")),
    ]
    data = load(f"qags:{write(tmp_path / 'mturk_xsum.jsonl', rows)}")
    assert [example.label for example in data] == [1.0, 0.0, 0.0]
    first = data.examples[0]
    assert first.response == "It leaves at nine. To Orm."
    assert first.metadata["domain"] == "xsum"
    assert first.metadata["yes_share"] == pytest.approx((2 / 3 + 1) / 2)
    assert first.metadata["votes"] == (("yes", "yes", "no"), ("yes", "yes", "yes"))
    assert (data.name, data.source) == ("qags", "qags:mturk_xsum.jsonl")


def test_qags_reads_all_files_of_a_folder(tmp_path):
    write(tmp_path / "mturk_xsum.jsonl", [qags_row(("A.", "yes"))])
    write(tmp_path / "mturk_cnndm.jsonl", [qags_row(("B.", "no"))])
    write(tmp_path / "other.jsonl", [{"x": 1}])
    data = load(f"qags:{tmp_path}")
    assert [example.metadata["domain"] for example in data] == ["cnndm", "xsum"]
    assert data.source == f"qags:{tmp_path.name}"


def test_summaries_of_one_article_share_their_document(tmp_path):
    rows = [qags_row(("A.", "yes")), qags_row(("B.", "yes")), qags_row(("C.", "yes"), article="Another.")]
    keys = [e.metadata["document"] for e in load(f"qags:{write(tmp_path / 'mturk_a.jsonl', rows)}")]
    assert keys[0] == keys[1] != keys[2]


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ({"article": "A."}, "there is no 'summary_sentences'"),
        (qags_row(("A.", "maybe")), "a response is yes or no, not 'maybe'"),
        (qags_row(), "a summary needs a sentence, and a sentence a response"),
        (qags_row(("A.", "yes"), article=None), "the article must be text, not None"),
        ({"article": "A.", "summary_sentences": 3}, "not in the QAGS format"),
        ({"article": "A.", "summary_sentences": [{"sentence": 1, "responses": [{"response": "yes"}]}]}, "QAGS format"),
    ],
)
def test_a_line_that_is_not_qags_is_a_bad_row(tmp_path, row, reason):
    path = write(tmp_path / "mturk_a.jsonl", [qags_row(("A.", "yes")), row])
    with pytest.raises(DataError, match=rf"mturk_a.jsonl, line 2: .*{reason}"):
        load(f"qags:{path}")
    assert len(load(f"qags:{path}", on_bad_row="skip").skipped) == 1


@pytest.mark.parametrize("name", ["qags", "summedits", "refmatters", "frank"])
def test_a_missing_file_says_how_to_write_the_path(tmp_path, name):
    with pytest.raises(DataError, match=rf"there is no such file.*write {name}:F"):
        load(f"{name}:{tmp_path / 'no' / 'file.json'}")


@pytest.mark.parametrize("name", ["qags", "summedits", "refmatters"])
def test_a_folder_without_the_files_says_how_they_are_called(tmp_path, name):
    with pytest.raises(DataError, match=rf"no file in this folder is called .*; write {name}:FILE"):
        load(f"{name}:{tmp_path}")


def test_a_mapping_for_a_published_format_is_refused(tmp_path):
    path = write(tmp_path / "mturk_a.jsonl", [qags_row(("A.", "yes"))])
    with pytest.raises(UsageError, match="drop --map"):
        load(f"qags:{path}", mapping="response=article")


# FRANK


def frank_folder(folder, *, scores=True, factuality=1.0):
    """A folder with two summaries of one article."""
    keys = [{"hash": "h1", "model_name": name, "split": "test"} for name in ("bart", "pgn")]
    texts = [{**key, "article": "The ferry leaves.", "summary": f"By {key['model_name']}."} for key in keys]
    judged = [
        {**keys[0], "dataset": "bbc", "Factuality": factuality, "EntE": 1.0, "OutE": 1.0, "Flip_OutE": 0.2},
        {**keys[1], "dataset": "bbc", "Factuality": 0.5, "EntE": 0.5, "OutE": 0.0, "Flip_EntE": 0.1},
    ]
    write(folder / "benchmark_data.json", texts)
    write(folder / "human_annotations.json", judged)
    if scores:
        published = [{**key, "dataset": "bbc", "FactCC": 0.25, "Dep Entail": None} for key in keys]
        write(folder / "baseline_factuality_metrics_outputs.json", published)
    return folder


def test_frank_joins_texts_judgements_and_published_scores(tmp_path):
    first, second = load(f"frank:{frank_folder(tmp_path)}")
    assert (first.id, first.label, second.label) == ("h1-bart", 1.0, 0.0)
    assert first.metadata["error_types"] == ()
    assert second.metadata["error_types"] == ("EntE", "OutE")
    assert second.metadata["factuality"] == 0.5
    assert first.metadata["published_scores"] == {"FactCC": 0.25}
    assert first.metadata["document"] == second.metadata["document"] == "h1"
    assert (first.metadata["model_name"], first.metadata["dataset"]) == ("bart", "bbc")


def test_nan_among_the_published_scores_of_frank_is_no_score(tmp_path):
    """It was taken for what the metric returned, which the laws then held against it."""
    folder = frank_folder(tmp_path)
    file = folder / "baseline_factuality_metrics_outputs.json"
    file.write_text(file.read_text().replace('"FactCC": 0.25', '"FactCC": NaN'))
    carried = [example.metadata["published_scores"] for example in load(f"frank:{folder}")]
    assert "NaN" in file.read_text()
    assert all("FactCC" not in scores for scores in carried)


def test_frank_is_factual_only_when_every_judgement_was(tmp_path):
    assert load(f"frank:{frank_folder(tmp_path, factuality=0.99)}").examples[0].label == 0.0


def test_frank_goes_without_published_scores(tmp_path):
    data = load(f"frank:{frank_folder(tmp_path, scores=False) / 'benchmark_data.json'}")
    assert data.source == "frank:benchmark_data.json"
    assert data.examples[0].metadata["published_scores"] == {}


def test_frank_without_its_judgements_says_which_file_is_missing(tmp_path):
    (frank_folder(tmp_path) / "human_annotations.json").unlink()
    with pytest.raises(DataError, match=r"human_annotations.json: there is no such file; write frank:FOLDER"):
        load(f"frank:{tmp_path}")


def test_a_summary_that_nobody_judged_is_a_bad_row(tmp_path):
    frank_folder(tmp_path)
    judged = json.loads((tmp_path / "human_annotations.json").read_text())
    write(tmp_path / "human_annotations.json", judged[:1])
    with pytest.raises(DataError, match=r"item 2: .*human_annotations.json has no judgement of 'pgn' on 'h1'"):
        load(f"frank:{tmp_path}")


def test_judgements_that_are_not_franks_are_an_error(tmp_path):
    write(frank_folder(tmp_path) / "human_annotations.json", [{"hash": "h1"}])
    with pytest.raises(DataError, match=r"human_annotations.json, item 1: .*there is no 'model_name'"):
        load(f"frank:{tmp_path}")


# SummEdits


def summedits_row(name, label, summary="The ferry leaves at ten.", **more):
    """An object of SummEdits."""
    original = "The ferry leaves at nine."
    return {"id": name, "doc": "Ferry: 9.", "summary": summary, "label": label, "original_summary": original, **more}


def test_summedits_takes_the_original_as_correction_of_an_inconsistent_edit(tmp_path):
    rows = [summedits_row("a_og", 1, "The ferry leaves at nine."), summedits_row("a_1", 0, edit_types=["number"])]
    right, wrong = load(f"summedits:{write(tmp_path / 'summedits_news.json', rows)}")
    assert (right.label, right.corrected) == (1.0, None)
    assert (wrong.label, wrong.corrected) == (0.0, "The ferry leaves at nine.")
    assert (wrong.metadata["domain"], wrong.metadata["edit_types"]) == ("news", ("number",))
    assert right.metadata["document"] == wrong.metadata["document"]


def test_an_edit_that_changed_nothing_has_no_correction(tmp_path):
    rows = [summedits_row("a", 0, "The ferry leaves at nine.")]
    assert load(f"summedits:{write(tmp_path / 'summedits_a.json', rows)}").examples[0].corrected is None


def test_a_label_that_is_not_0_or_1_is_a_bad_row_of_summedits(tmp_path):
    path = write(tmp_path / "summedits_a.json", [summedits_row("a", "yes")])
    with pytest.raises(DataError, match="the label is 0 or 1, not 'yes'"):
        load(f"summedits:{path}")


def test_a_row_of_summedits_without_edit_types_has_none_and_one_with_others_names_the_field(tmp_path):
    (right,) = load(f"summedits:{write(tmp_path / 'summedits_a.json', [summedits_row('a', 1, edit_types=None)])}")
    assert right.metadata["edit_types"] == ()
    path = write(tmp_path / "summedits_b.json", [summedits_row("a", 1, edit_types="number")])
    with pytest.raises(DataError, match="'edit_types' must be a list, not 'number'"):
        load(f"summedits:{path}")


# Reference Matters


def refmatters_row(**summaries):
    """An object of Reference Matters: by system (original, consistent, modified)."""
    systems = {
        system: {
            "original_summary": original,
            "consistency": consistent,
            "modified": modified,
            "error_categories": [] if consistent else [{"start": 0, "text": "x", "type": "EntE"}],
        }
        for system, (original, consistent, modified) in summaries.items()
    }
    return {"id": "7", "dialogue": "A: Nine?\r\nB: Nine.", "references": [], "model_summaries": systems}


@pytest.mark.parametrize(
    ("categories", "says"),
    [
        (None, "'error_categories' must be a list of objects, not None"),
        (["CorefE"], "'error_categories' must be a list of objects"),
        ([{"type": ["CorefE"]}], r"'type' must be text, not \['CorefE'\]"),
    ],
)
def test_a_row_of_refmatters_with_odd_errors_names_the_field(tmp_path, categories, says):
    row = refmatters_row(BART=("A.", False, "B."))
    row["model_summaries"]["BART"]["error_categories"] = categories
    with pytest.raises(DataError, match=says):
        load(f"refmatters:{write(tmp_path / 'SAMSum_test.json', [row])}")


def test_refmatters_makes_an_example_of_each_system(tmp_path):
    row = refmatters_row(
        BART=("At nine.", True, "At nine."), CODS=("At ten.", False, "At nine."), UniLM=("At 9.", False, "At 9.")
    )
    data = load(f"refmatters:{write(tmp_path / 'SAMSum_test.json', [row])}")
    assert [example.id for example in data] == ["7-BART", "7-CODS", "7-UniLM"]
    assert [example.label for example in data] == [1.0, 0.0, 0.0]
    assert [example.corrected for example in data] == [None, "At nine.", None]
    assert [example.metadata["error_types"] for example in data] == [(), ("EntE",), ("EntE",)]
    assert data.examples[0].context == ("A: Nine?\r\nB: Nine.",)
    assert data.examples[0].metadata["corpus"] == "SAMSum"
    assert len({example.metadata["document"] for example in data}) == 1


def test_consistency_that_is_no_truth_value_is_a_bad_row(tmp_path):
    path = write(tmp_path / "SAMSum_test.json", [refmatters_row(BART=("A.", "yes", "A."))])
    with pytest.raises(DataError, match="consistency is true or false, not 'yes'"):
        load(f"refmatters:{path}")


# The hub


@pytest.fixture
def hub_folder(tmp_path, monkeypatch):
    """A folder of two splits that the datasets library can read without a network."""
    pytest.importorskip("datasets", reason="the extra 'hub' is not installed")
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    folder = tmp_path / "tiny"
    folder.mkdir()
    for split in ("train", "test"):
        rows = [{"premise": f"P{n}.", "hypothesis": f"H{n} {split}.", "label": n % 2} for n in range(3)]
        write(folder / f"{split}.jsonl", rows)
    return folder


def test_a_split_of_a_hub_data_set_is_mapped_like_a_file(hub_folder):
    data = load(f"hf:{hub_folder}@test")
    assert [example.response for example in data] == ["H0 test.", "H1 test.", "H2 test."]
    assert data.mapping == {"response": "hypothesis", "context": "premise", "label": "label"}
    assert (data.name, data.source) == ("tiny", "hf:tiny@test")


def test_a_single_split_need_not_be_named(hub_folder):
    (hub_folder / "train.jsonl").unlink()
    assert len(load(f"hf:{hub_folder}", mapping="context=")) == 3


def test_several_splits_are_an_error_that_writes_them_out(hub_folder):
    with pytest.raises(DataError, match=rf"say which, as in hf:{hub_folder}@train or hf:{hub_folder}@test"):
        load(f"hf:{hub_folder}")


def test_an_unknown_split_is_an_error_with_those_there_are(hub_folder):
    with pytest.raises(DataError, match="there is no split 'dev'; there are: train, test"):
        load(f"hf:{hub_folder}@dev")


def test_the_classes_of_a_datasets_table_are_read_by_name(tmp_path, capfd):
    datasets = pytest.importorskip("datasets", reason="the extra 'hub' is not installed")
    classes = datasets.ClassLabel(names=["entailment", "neutral"])
    table = datasets.Dataset.from_dict(
        {"premise": ["p", "p"], "hypothesis": ["a", "b"], "label": [0, 1]},
        features=datasets.Features(
            {"premise": datasets.Value("string"), "hypothesis": datasets.Value("string"), "label": classes}
        ),
    )
    (tmp_path / "nli").mkdir()
    table.to_parquet(tmp_path / "nli" / "train.parquet")
    for data in (table, tmp_path / "nli" / "train.parquet", f"hf:{tmp_path / 'nli'}"):
        assert [example.label for example in load(data)] == [1.0, 0.0]


def test_a_hub_data_set_that_cannot_be_loaded_is_an_error(tmp_path):
    pytest.importorskip("datasets", reason="the extra 'hub' is not installed")
    (tmp_path / "empty").mkdir()
    with pytest.raises(DataError, match="hf:empty: the data set cannot be loaded"):
        load(f"hf:{tmp_path / 'empty'}")


@pytest.mark.parametrize(
    ("written", "parts"),
    [
        ("o/n", ("o/n", None, None)),
        ("o/n:c", ("o/n", "c", None)),
        ("o/n@s", ("o/n", None, "s")),
        ("o/n:c@s", ("o/n", "c", "s")),
    ],
)
def test_a_hub_address_has_a_configuration_and_a_split(written, parts):
    assert parse(written) == parts


@pytest.mark.network
@pytest.mark.skipif("GAUGEBLOCK_NETWORK" not in os.environ, reason="GAUGEBLOCK_NETWORK is not set: no data hub")
def test_a_data_set_of_the_hub_itself_is_read():
    data = load("hf:explodinggradients/WikiEval", mapping="response=answer,context=context_v1", limit=5)
    assert len(data) == 5


# The real slices


@with_slices
@pytest.mark.parametrize(
    ("data", "labels"),
    [
        ("qags:qags/mturk_cnndm.jsonl", {1.0: 113, 0.0: 122}),
        ("qags:qags/mturk_xsum.jsonl", {1.0: 116, 0.0: 123}),
        ("qags:qags", {1.0: 229, 0.0: 245}),
        ("frank:frank", {1.0: 97, 0.0: 219}),
        ("summedits:summedits", {1.0: 103, 0.0: 106}),
        ("refmatters:refmatters/DialogSum_test.json", {1.0: 236, 0.0: 164}),
        ("refmatters:refmatters/SAMSum_test.json", {1.0: 225, 0.0: 175}),
    ],
)
def test_the_real_slices_have_the_published_counts(data, labels):
    name, path = data.split(":")
    loaded = load(f"{name}:{SLICES / path}")
    assert counts(loaded) == labels
    assert loaded.skipped == ()
    assert str(SLICES) not in loaded.source


@with_slices
def test_two_real_corrections_leave_the_text_as_it_was():
    data = load(f"refmatters:{SLICES / 'refmatters'}")
    assert sum(example.label == 0 and example.corrected is None for example in data) == 2


@with_slices
def test_the_real_frank_has_scores_and_several_summaries_of_a_document():
    data = load(f"frank:{SLICES / 'frank'}")
    assert len({example.metadata["document"] for example in data}) == 72
    assert all(example.metadata["published_scores"]["FactCC"] >= 0 for example in data)
    assert sum("Dep Entail" not in example.metadata["published_scores"] for example in data) == 5


@with_slices
def test_other_people_s_files_are_read_by_the_usual_names():
    assert counts(load(SLICES / "summac_subsets" / "factcc.json")) == {1.0: 113, 0.0: 37}
    assert counts(load(SLICES / "wice" / "claim_test.jsonl")) == {0.5: 32, 1.0: 12, 0.0: 6}
    faceval = load(SLICES / "faceval" / "FacEval_human_result.csv")
    assert len(faceval) == 750
    assert faceval.mapping == {"response": "Summary", "context": "Dialogue"}
