"""`scores:FILE`: joined by id, exact, and clear about what the file does not have."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pandas as pd
import pytest

from gaugeblock.harness.data import load
from gaugeblock.metrics import Unscored, resolve
from gaugeblock.metrics.batch import score_batch
from gaugeblock.perturb.errors import DataError, UsageError
from gaugeblock.perturb.example import Example

ROWS = [{"id": "a", "score": 0.1, "length": 3}, {"id": "b", "score": 0.6666666667, "length": 4}]
EXAMPLES = [Example(id="b", response="x"), Example(id="a", response="x"), Example(id="c", response="x")]


@pytest.fixture(params=["jsonl", "json", "csv", "tsv", "parquet"])
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / f"scores.{request.param}"
    frame = pd.DataFrame(ROWS)
    match request.param:
        case "jsonl":
            path.write_text("\n".join(map(json.dumps, ROWS)), "utf-8")
        case "json":
            path.write_text(json.dumps(ROWS), "utf-8")
        case "csv":
            frame.to_csv(path, index=False)
        case "tsv":
            frame.to_csv(path, index=False, sep="\t")
        case _:
            frame.to_parquet(path)
    return path


def test_scores_are_found_by_id_whatever_the_order_and_the_format(file: Path) -> None:
    one, other, missing = score_batch(resolve(f"scores:{file}"), EXAMPLES)
    assert (one, other) == (0.6666666667, 0.1)
    assert isinstance(missing, Unscored)
    assert "no row for this id" in missing.detail
    assert missing.reason == "missing"


def test_an_empty_cell_is_no_score(tmp_path: Path) -> None:
    path = tmp_path / "scores.csv"
    path.write_text("id,score\na,\nb,0.5\n", "utf-8")
    one, other = score_batch(resolve(f"scores:{path}"), EXAMPLES[:2])
    assert one == 0.5
    assert isinstance(other, Unscored)


def test_a_word_in_the_score_column_is_no_score(tmp_path: Path) -> None:
    path = tmp_path / "scores.csv"
    path.write_text("id,score\na,good\nb,0.5\n", "utf-8")
    _, other = score_batch(resolve(f"scores:{path}"), EXAMPLES[:2])
    assert isinstance(other, Unscored)
    assert other.reason == "not-a-number"


def test_only_plain_decimal_notation_is_a_score(tmp_path: Path) -> None:
    """Python reads 1_000 as a thousand."""
    path = tmp_path / "scores.csv"
    path.write_text("id,score\na,1_000\nb,1e-1\n", "utf-8")
    found, other, _ = score_batch(resolve(f"scores:{path}"), EXAMPLES)
    assert found == 0.1
    assert isinstance(other, Unscored)
    assert other.reason == "not-a-number"
    path.write_text("id,made,kind\na,0.5,1_000\n", "utf-8")
    assert resolve(f"scores:{path}").spec == "scores-made"


@pytest.mark.parametrize(("mark", "shown"), [(";", "';'"), ("\t", "tabs"), ("|", r"'\|'")])
def test_cells_that_another_mark_separates_are_told(tmp_path: Path, mark: str, shown: str) -> None:
    path = tmp_path / "scores.csv"
    path.write_text(f"id{mark}score\na{mark}0.5\n", "utf-8")
    with pytest.raises(UsageError, match=f"its cells are separated by {shown}: save the file with commas"):
        resolve(f"scores:{path}")


def test_a_score_too_long_to_be_read_is_told_with_the_mend(tmp_path: Path) -> None:
    (tmp_path / "s.jsonl").write_text('{"id": "a", "score": ' + "1" * 5000 + "}\n", "utf-8")
    with pytest.raises(DataError, match=r"line 1 .*a number of 5,000 digits is too long to be read: shorten it"):
        resolve(f"scores:{tmp_path / 's.jsonl'}")


def test_whole_numbers_are_ids_too(tmp_path: Path) -> None:
    path = tmp_path / "scores.jsonl"
    path.write_text('{"id": 7, "score": 0.25}\n{"id": 8, "score": 0.5}\n', "utf-8")
    assert score_batch(resolve(f"scores:{path}"), [Example(id="8", response="x")]) == [0.5]


def test_an_id_that_stands_twice_is_refused_with_its_row(tmp_path: Path) -> None:
    path = tmp_path / "scores.csv"
    path.write_text("id,score\na,1\nb,2\na,3\n", "utf-8")
    with pytest.raises(DataError, match=r"'a' \(row 3\)"):
        resolve(f"scores:{path}").score(EXAMPLES)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("[score_column=points]", "no column 'points'; numbers are in score, length"),
        ("[id_column=name]", "no column 'name' for the ids"),
        ("[construct=beauty]", "construct takes one of"),
        ("[low=1,high=0]", "low must be less than high, not 1 and 0"),
        ("[low=nan]", "low takes a finite number"),
        ("[high=much]", "high takes a number"),
    ],
)
def test_an_option_that_names_what_is_not_there_says_what_is(tmp_path: Path, options: str, message: str) -> None:
    path = tmp_path / "scores.csv"
    pd.DataFrame(ROWS).to_csv(path, index=False)
    with pytest.raises(UsageError, match=message):
        resolve(f"scores:{path}{options}")


def test_a_file_that_is_not_there_or_no_table_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"cannot read nowhere\.csv"):
        resolve(f"scores:{tmp_path / 'nowhere.csv'}")
    (tmp_path / "scores.doc").write_text("", "utf-8")
    with pytest.raises(UsageError, match="no table that can be read"):
        resolve(f"scores:{tmp_path / 'scores.doc'}")
    with pytest.raises(UsageError, match="write scores:FILE"):
        resolve("scores:")


def test_a_score_outside_the_bounds_that_are_given_is_no_score(tmp_path: Path) -> None:
    """Without bounds any number is one."""
    path = tmp_path / "scores.csv"
    path.write_text("id,score\na,1.3\nb,0.5\n", "utf-8")
    one, other = score_batch(resolve(f"scores:{path}[low=0,high=1]"), EXAMPLES[:2])
    assert one == 0.5
    assert isinstance(other, Unscored)
    assert other.reason == "out-of-bounds"
    assert score_batch(resolve(f"scores:{path}"), EXAMPLES[:2]) == [0.5, 1.3]
    assert resolve(f"scores:{path}[low=0,high=1]").fingerprint != resolve(f"scores:{path}").fingerprint


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("s.jsonl", '{"id": "a", "score": 1}\n{"id": ', "line 2 is no JSON"),
        ("s.jsonl", '{"id": "a", "score": 1}\n0.5', "line 2 holds a number, not an object such as"),
        ("s.jsonl", '["a", 0.5]', "line 1 holds a list, not an object"),
        ("s.jsonl", "null", "line 1 holds null, not an object"),
        ("s.jsonl", "\n \n", "has no rows"),
        ("s.json", '{"id": "a", "score": 1}\n{"id": "b", "score": 1}', r"it is no JSON .*is called \.jsonl"),
        ("s.json", '{"a": 0.5, "b": 0.7}', "holds an object that is no table; write a list of objects"),
        ("s.json", '{"id": ["a", "b"], "score": [1]}', "holds an object that is no table"),
        ("s.json", "[0.5, 0.7]", "entry 1 holds a number, not an object"),
        ("s.json", '"a"', "holds a text that is no table"),
        ("s.json", "[]", "has no rows"),
    ],
)
def test_odd_json_is_refused_with_its_place_and_what_to_write(
    tmp_path: Path, name: str, content: str, message: str
) -> None:
    """Rather than with the words of the library that reads it."""
    (tmp_path / name).write_text(content, "utf-8")
    with pytest.raises(DataError, match=message):
        resolve(f"scores:{tmp_path / name}")


def test_json_by_columns_is_a_table(tmp_path: Path) -> None:
    """As pandas writes it."""
    (tmp_path / "s.json").write_text('{"id": ["a", "b"], "score": [0.1, 0.2]}', "utf-8")
    assert score_batch(resolve(f"scores:{tmp_path / 's.json'}"), EXAMPLES[:2]) == [0.2, 0.1]


def test_the_same_content_has_the_same_fingerprint_wherever_it_lies(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        pd.DataFrame(ROWS).to_csv(tmp_path / folder / "scores.csv", index=False)
    one, two = (resolve(f"scores:{tmp_path / folder / 'scores.csv'}") for folder in ("one", "two"))
    assert one.fingerprint == two.fingerprint
    other = resolve(f"scores:{tmp_path / 'two' / 'scores.csv'}[score_column=length]")
    assert other.fingerprint != two.fingerprint
    assert str(tmp_path) not in one.spec


def test_two_files_of_one_name_can_be_given_names_of_their_own(tmp_path: Path) -> None:
    """An audit of both says that one must have another name."""
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "s.csv").write_text("id,score\na,0.5\n", "utf-8")
    one, two = (resolve(f"scores:{tmp_path / folder / 's.csv'}[name={folder}]") for folder in ("one", "two"))
    assert (one.name, two.name) == ("one", "two")
    assert one.fingerprint == two.fingerprint == resolve(f"scores:{tmp_path / 'one' / 's.csv'}").fingerprint
    with pytest.raises(UsageError, match="a metric's name is a word"):
        resolve(f"scores:{tmp_path / 'one' / 's.csv'}[name=a b]")


def test_it_can_be_sent_to_another_process(tmp_path: Path) -> None:
    path = tmp_path / "scores.csv"
    pd.DataFrame(ROWS).to_csv(path, index=False)
    metric = resolve(f"scores:{path}")
    metric.score(EXAMPLES)
    assert score_batch(pickle.loads(pickle.dumps(metric)), EXAMPLES[:2]) == [0.6666666667, 0.1]


def test_franks_published_scores_join_its_summaries(shared_data: Path) -> None:
    examples = load(f"frank:{shared_data / 'frank'}").examples
    file = shared_data / "frank" / "baseline_factuality_metrics_outputs.json"
    scores = score_batch(resolve(f"scores:{file}[score_column=FactCC]"), examples)
    published = [example.metadata["published_scores"].get("FactCC") for example in examples]
    joined = [(one, other) for one, other in zip(scores, published, strict=True) if other is not None]
    assert len(joined) > 300
    assert all(one == other for one, other in joined)
