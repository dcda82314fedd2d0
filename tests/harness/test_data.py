"""Loading data from files, memory and names."""

import csv
import gzip
import json
import random

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gaugeblock.harness.data import DATASETS, BadRow, Dataset, load, stream
from gaugeblock.perturb.errors import DataError, NameCollisionError, UnknownNameError, UsageError
from gaugeblock.perturb.example import Example

ROW = {"response": "The ferry leaves at nine.", "context": ["The ferry to Orm leaves at nine."], "label": 1}


@pytest.fixture
def write(tmp_path):
    """Write rows as JSON Lines, or a text or bytes as they are; gives the path."""

    def written(content, name="set.jsonl"):
        path = tmp_path / name
        if isinstance(content, bytes):
            path.write_bytes(content)
        elif isinstance(content, str):
            path.write_bytes(content.encode())
        else:
            path.write_text("".join(json.dumps(row) + "\n" for row in content), encoding="utf-8")
        return str(path)

    return written


def refusal(data, **options):
    """The message with which data are refused, without the hint at --on-bad-row that bad rows bring."""
    with pytest.raises(DataError) as error:
        load(data, **options)
    return str(error.value).removesuffix(" (--on-bad-row skip leaves such rows out)")


# The formats


def test_json_lines_are_read(write):
    data = load(write([ROW, {"response": "It rains.", "context": "Rain all day.", "label": 0, "source_year": 1999}]))
    assert [example.label for example in data] == [1.0, 0.0]
    assert data.examples[1].context == ("Rain all day.",)
    assert data.examples[1].metadata == {"source_year": 1999}


def test_a_data_set_knows_name_source_and_mapping_but_no_folder(write, tmp_path):
    data = load(write([{"summary": "It rains.", "doc": "Rain."}]))
    assert (data.name, data.source) == ("set", "set.jsonl")
    assert data.mapping == {"response": "summary", "context": "doc"}
    assert str(tmp_path) not in repr(data)


def test_a_path_object_is_a_path(write, tmp_path):
    write([ROW])
    assert len(load(tmp_path / "set.jsonl")) == 1


def test_a_json_list_is_read(write):
    assert len(load(write(json.dumps([ROW, {**ROW, "label": 0}]), "set.json"))) == 2


def test_an_object_with_one_list_of_rows_is_read_and_the_list_named(write):
    data = load(write(json.dumps({"version": 2, "tags": ["a"], "rows": [ROW]}), "set.json"))
    assert (len(data), data.source) == (1, "set.json, list 'rows'")


def test_two_lists_of_rows_are_an_error_that_names_them(write):
    assert "'train', 'test'" in refusal(write(json.dumps({"train": [ROW], "test": [ROW]}), "set.json"))


def test_objects_by_id_get_these_ids(write):
    data = load(write(json.dumps({"a-1": ROW, "a-2": {**ROW, "id": "page 9"}}), "set.json"))
    assert [example.id for example in data] == ["a-1", "a-2"]
    assert data.examples[1].metadata == {"id": "page 9"}


def test_an_id_column_of_objects_by_id_is_taken_when_mapped(write):
    data = load(write(json.dumps({"a": {**ROW, "id": "page 9"}}), "set.json"), mapping="id=id")
    assert data.examples[0].id == "page 9"


def test_an_object_without_rows_is_an_error_that_says_what_is_wanted(write):
    assert "a list of objects, an object with one such list" in refusal(write(json.dumps(ROW), "set.json"))


def test_a_json_file_of_one_object_a_line_is_read_as_json_lines(write):
    assert len(load(write([ROW, {**ROW, "response": "It leaves."}], "set.json"))) == 2


def test_csv_is_read_with_quoted_line_breaks(write):
    data = load(write('summary,doc,label\r\n"It\nrains, ""today"".",Rain.,yes\r\nNo.,Rain.,no\r\n', "set.csv"))
    assert [example.response for example in data] == ['It\nrains, "today".', "No."]
    assert [example.label for example in data] == [1.0, 0.0]


def test_csv_cells_stay_text(write):
    data = load(write("response,context,year\n42,NA,007\n1e5,null,\n", "set.csv"))
    assert [(e.response, e.context, e.metadata["year"]) for e in data] == [
        ("42", ("NA",), "007"),
        ("1e5", ("null",), ""),
    ]


def test_a_csv_cell_with_a_json_list_of_texts_is_several_documents(write):
    cells = ['["One.", "Two."]', "[sic] prose", "[1, 2]"]
    text = "response,context\n" + "".join(f'R.,"{cell.replace(chr(34), chr(34) * 2)}"\n' for cell in cells)
    assert [example.context for example in load(write(text, "set.csv"))] == [
        ("One.", "Two."),
        ("[sic] prose",),
        ("[1, 2]",),
    ]


def test_a_json_text_that_looks_like_a_list_stays_one_document(write):
    assert load(write([{**ROW, "context": '["One."]'}])).examples[0].context == ('["One."]',)


def test_empty_csv_cells_are_missing(write):
    example = load(write("response,context,question,label,corrected,id\nR.,,,,,\n", "set.csv")).examples[0]
    assert (example.context, example.question, example.label, example.corrected) == ((), None, None, None)
    assert example.id


def test_tsv_is_read(write):
    assert load(write("summary\tdoc\nIt rains, again.\tRain.\n", "set.tsv")).examples[0].response == "It rains, again."


def test_a_cell_of_a_megabyte_is_read_from_csv(write):
    long = "word " * 200_000
    assert load(write(f"response,context\nR.,{long}\n", "set.csv")).examples[0].context == (long,)


@pytest.mark.parametrize("ending", [".jsonl", ".json", ".csv", ".tsv"])
def test_packed_files_are_read(tmp_path, ending):
    path = tmp_path / f"set{ending}.gz"
    table = f"response{',' if ending == '.csv' else chr(9)}context\nR.{',' if ending == '.csv' else chr(9)}C.\n"
    content = {".jsonl": '{"response": "R."}', ".json": '[{"response": "R."}]'}.get(ending, table)
    path.write_bytes(gzip.compress(content.encode()))
    data = load(path)
    assert (data.name, data.source, data.examples[0].response) == ("set", path.name, "R.")


def test_a_damaged_packed_file_is_an_error(write):
    whole = gzip.compress(json.dumps(ROW).encode())
    assert "cannot be read" in refusal(write(whole[:-12], "set.jsonl.gz"))
    assert "cannot be read" in refusal(write(b"plain text", "set.jsonl.gz"))


def test_parquet_is_read_with_its_types(tmp_path):
    path = tmp_path / "set.parquet"
    frame = pd.DataFrame({"summary": ["A.", "B."], "doc": [["x", "y"], ["z"]], "label": [True, None], "n": [1.5, None]})
    frame.to_parquet(path)
    first, second = load(path)
    assert (first.context, first.label, first.metadata) == (("x", "y"), 1.0, {"n": 1.5})
    assert (second.label, second.metadata) == (None, {"n": None})


def test_class_numbers_in_parquet_are_read_by_the_names_in_its_schema(tmp_path):
    """In a natural-language-inference set 0 is entailment: taken as a number it would turn every label round."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    described = {"info": {"features": {"label": {"names": ["entailment", "contradiction"], "_type": "ClassLabel"}}}}
    table = pa.table({"premise": ["p"] * 3, "hypothesis": ["a", "b", "c"], "label": [0, 1, -1]})
    pq.write_table(table.replace_schema_metadata({"huggingface": json.dumps(described)}), tmp_path / "nli.parquet")
    assert [example.label for example in load(tmp_path / "nli.parquet")] == [1.0, 0.0, None]


def test_a_file_that_is_no_parquet_is_an_error(write):
    assert "not a readable Parquet file" in refusal(write("text", "set.parquet"))


# In memory


def test_a_list_of_examples_is_taken_as_it_is():
    examples = [Example(response="A."), Example(response="B.", id="b")]
    assert load(examples).examples == tuple(examples)


def test_a_list_of_dictionaries_is_mapped_like_a_file():
    data = load([{"claim": "A.", "evidence": "E."}, {"claim": "B.", "evidence": None}])
    assert [example.context for example in data] == [("E.",), ()]
    assert data.mapping == {"response": "claim", "context": "evidence"}


def test_something_else_in_a_list_is_a_bad_row():
    assert refusal([ROW, 7]) == "list, item 2: an Example or a dictionary is wanted, not 7"


def test_a_frame_is_read_with_its_gaps():
    frame = pd.DataFrame({"summary": ["A.", "B."], "doc": ["x", None], "label": [1, float("nan")], "id": [3.0, None]})
    first, second = load(frame)
    assert (first.id, first.label) == ("3", 1.0)
    assert (second.context, second.label) == ((), None)


def test_dates_in_a_frame_become_text_in_the_metadata():
    frame = pd.DataFrame({"summary": ["A."], "day": pd.to_datetime(["2024-05-01"])})
    assert load(frame).examples[0].metadata == {"day": "2024-05-01T00:00:00"}


def test_a_frame_with_two_columns_of_one_name_is_refused():
    assert "the same name" in refusal(pd.DataFrame([["a", "b"]], columns=["summary", "summary"]))


def test_a_data_set_can_be_loaded_again_and_cut(write):
    data = load(write([{**ROW, "response": f"R{n}."} for n in range(9)]))
    assert load(data) == data
    cut = load(data, limit=3)
    assert (len(cut), cut.source, cut.mapping) == (3, data.source, data.mapping)
    assert cut.digest != data.digest


@pytest.mark.parametrize("data", [7, None, ROW, Example(response="A."), b"x"])
def test_data_of_no_known_kind_are_refused(data):
    with pytest.raises(UsageError, match="data takes a data set's name, a path, a list"):
        load(data)


def test_a_mapping_for_finished_examples_is_refused():
    with pytest.raises(UsageError, match="drop --map"):
        load([Example(response="A.")], mapping="response=x")


# Rows that cannot be read


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{", "not valid JSON (Expecting property name enclosed in double quotes, column 2)"),
        ("[1]", "a JSON object is wanted, not [1]: write {...}, one a line; for one JSON list"),
        ("3", "a JSON object is wanted, not 3"),
        ('{"response": null}', "the response is missing (column 'response')"),
        ('{"context": "C."}', "the response is missing"),
        ('{"response": NaN}', "the response is missing"),
        ('{"response": 42}', "the response must be text, not a number: 42"),
        ('{"response": ["a"]}', "the response must be text, not a list: ['a']"),
        ('{"response": true}', "the response must be text, not true or false: True"),
        ('{"response": "R.", "context": {"a": 1}}', "the context must be text or a list of texts, not an object"),
        ('{"response": "R.", "context": ["a", 2]}', "the context[1] must be text, not a number: 2"),
        (
            '{"response": "R.", "label": "maybe"}',
            "the label 'maybe' cannot be read; it takes 0 to 1, true/false, yes/no",
        ),
        ('{"response": "R.", "label": 2}', "the label 2 cannot be read"),
        ('{"response": "R.", "label": "0_1"}', "the label '0_1' cannot be read"),
        ('{"response": "R.", "label": -0.1}', "the label -0.1 cannot be read"),
        ('{"response": "R.", "label": [1]}', "the label [1] cannot be read"),
        ('{"response": "R.", "question": 5}', "the question must be text, not a number: 5"),
        ('{"response": "R.", "id": 1.5}', "the id must be text, not a number: 1.5"),
        ('{"response": "a \\ud800 b"}', "the response holds an unpaired surrogate ('\\ud800') at position 2"),
        ('{"response": "R.", "context": ["ok", "\\udfff"]}', "the context[1] holds an unpaired surrogate"),
        ('{"response": "R.", "note": {"a": ["\\ud800"]}}', "the note holds an unpaired surrogate"),
        ('{"response": "R.", "\\ud800": 1}', "the name of a column holds an unpaired surrogate"),
        ('{"response": "a\\u0000b"}', "the response holds a NUL character at position 1"),
        ('{"response": "R.", "label": 1, "label": 0}', "the key 'label' stands twice in one object"),
        ('{"response": "R.", "n": ' + "[" * 60 + "]" * 60 + "}", "nested more than 50 levels deep"),
        ('{"response": "R.", "n": ' + "[" * 100_000 + "]" * 100_000 + "}", "nested too deeply"),
        ('{"response": ' + "[" * 900 + "]" * 900 + "}", ""),
        ('{"response": "R.", "n": ' + "9" * 5000 + "}", "a number of 5,000 digits is too long to be read"),
    ],
)
def test_a_bad_line_is_named_with_its_reason(write, line, reason):
    path = write(json.dumps(ROW) + "\n\n" + line + "\n")
    message = refusal(path)
    assert message.startswith("set.jsonl, line 3: ")
    assert reason in message
    data = load(path, on_bad_row="skip")
    assert len(data) == 1
    assert [(row.file_name, row.line_or_item) for row in data.skipped] == [("set.jsonl", "line 3")]


def test_bytes_that_are_no_utf8_are_a_bad_line(write):
    path = write(json.dumps(ROW).encode() + b'\n{"response": "caf\xe9"}\n')
    assert refusal(path) == "set.jsonl, line 2: not UTF-8 (byte 17 of the line): save the file as UTF-8"


def test_bytes_that_are_no_utf8_are_a_bad_row_of_csv(write):
    path = write(b"response,context\nR.,C.\ncaf\xe9,C.\nS.,C.\n", "set.csv")
    assert refusal(path) == "set.csv, line 3: not UTF-8: save the file as UTF-8"
    assert [example.response for example in load(path, on_bad_row="skip")] == ["R.", "S."]


@pytest.mark.parametrize("name", ["set.jsonl", "set.json", "set.csv"])
def test_a_utf16_file_is_told(write, name):
    assert "UTF-16; save it as UTF-8" in refusal(write('[{"response": "R."}]'.encode("utf-16"), name))


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("R.,C.,extra", "the row has 3 cells and the header 2: quote cells that hold the separator"),
        ("R.", "the row has 1 cell and the header 2: fill the row up with empty cells"),
        ('"R" x,C.', "the quotes do not match"),
        (",C.", "the response is missing (column 'response')"),
        ("a\0b,C.", "the response holds a NUL character at position 1"),
    ],
)
def test_a_bad_row_of_csv_is_named_by_the_line_it_begins_at(write, row, reason):
    path = write(f'response,context\n"two\nlines",C.\n{row}\nlast,C.\n', "set.csv")
    message = refusal(path)
    assert message.startswith("set.csv, line 4: ")
    assert reason in message
    assert [example.response for example in load(path, on_bad_row="skip")] == ["two\nlines", "last"]


def test_a_quote_that_is_never_closed_is_a_bad_row_and_no_endless_cell(write):
    message = refusal(write('response,context\nR.,C.\n"open,C.\nmore,C.\n', "set.csv"))
    assert message.startswith("set.csv, line 3: the quotes do not match")


def test_a_header_that_names_a_column_twice_is_an_error(write):
    assert "names the column 'response' twice" in refusal(write("response,response\na,b\n", "set.csv"))


def test_a_column_without_a_name_is_called_by_its_place(write):
    assert load(write(",response\n0,R.\n", "set.csv")).examples[0].metadata == {"column 1": "0"}


def test_an_item_that_is_no_object_is_a_bad_row(write):
    assert refusal(write(json.dumps([ROW, "text"]), "set.json")) == "set.json, item 2: an object is wanted, not 'text'"


def test_the_error_for_a_bad_row_says_how_to_leave_such_rows_out(write):
    with pytest.raises(DataError, match=r"line 1: .* \(--on-bad-row skip leaves such rows out\)$"):
        load(write([{"response": 1}]))


def test_bad_rows_among_good_ones_are_skipped_and_kept_on_record(write):
    data = load(write([ROW, {"response": 1}, {**ROW, "label": 0}, {"response": None}]), on_bad_row="skip")
    assert len(data) == 2
    assert [str(row).split(":")[0] for row in data.skipped] == ["set.jsonl, line 2", "set.jsonl, line 4"]


def test_nothing_but_bad_rows_is_an_error_even_when_they_are_skipped(write):
    message = refusal(write([{"response": 1}, {"response": 2}]), on_bad_row="skip")
    assert message.startswith("set.jsonl: none of the 2 rows can be read; the first of them: set.jsonl, line 1: ")


def test_nothing_but_lines_of_rubbish_is_an_error_even_when_they_are_skipped(write):
    assert "none of the 2 rows" in refusal(write("a\nb\n"), on_bad_row="skip")


@pytest.mark.parametrize(
    ("content", "name"),
    [("", "set.jsonl"), ("\n \n", "set.jsonl"), ("[]", "set.json"), ("", "set.csv"), ("response,context\n", "set.csv")],
)
def test_an_empty_file_is_an_error(write, content, name):
    assert refusal(write(content, name)) == f"{name}: there are no rows"


def test_an_empty_json_file_is_an_error(write):
    assert "the file is empty" in refusal(write("", "set.json"))


def test_an_empty_list_is_an_error():
    assert refusal([]) == "examples in memory: there are no rows"


def test_rubbish_in_a_json_file_is_an_error_with_its_place(write):
    assert "set.json: not valid JSON (Expecting ',' delimiter, line 2, column 1)" in refusal(
        write("[1\n2]", "set.json")
    )


# Tolerated


@pytest.mark.parametrize("name", ["set.jsonl", "set.json", "set.csv"])
def test_a_byte_order_mark_is_passed_over(write, name):
    text = "response,context\nR.,C.\n" if name.endswith("csv") else '{"response": "R.", "context": "C."}'
    text = f"[{text}]" if name == "set.json" else text
    data = load(write(b"\xef\xbb\xbf" + text.encode(), name))
    assert data.mapping["response"] == "response"
    assert data.examples[0].response == "R."


def test_windows_line_ends_are_no_part_of_the_text(write):
    text = json.dumps(ROW) + "\r\n" + json.dumps({**ROW, "response": "Two."}) + "\r\n"
    assert [example.response for example in load(write(text))] == [ROW["response"], "Two."]


def test_line_separators_within_a_text_end_no_line(write):
    text = json.dumps({"response": "one\u2028two\x85three"}, ensure_ascii=False)
    assert load(write(text)).examples[0].response == "one\u2028two\x85three"


def test_a_line_of_ten_megabytes_is_read(write):
    long = "word " * 2_000_000
    assert load(write([{"response": "R.", "context": long}])).examples[0].context == (long,)


def test_an_empty_response_is_a_text_where_the_format_can_say_so(write):
    assert load(write([{"response": "", "context": ""}])).examples[0].response == ""


@pytest.mark.parametrize(
    ("label", "value"),
    [
        (1, 1.0),
        (0, 0.0),
        (0.25, 0.25),
        (True, 1.0),
        ("1", 1.0),
        ("0.5", 0.5),
        ("TRUE", 1.0),
        (" no ", 0.0),
        ("Not Supported", 0.0),
        ("not_supported", 0.0),
        ("partially-supported", 0.5),
        ("inconsistent", 0.0),
        ("entailment", 1.0),
        ("contradiction", 0.0),
        (None, None),
        (float("nan"), None),
    ],
)
def test_labels_are_read_as_people_write_them(label, value):
    assert load([{"response": "R.", "label": label}]).examples[0].label == value


# Columns


def test_columns_that_show_up_late_are_mapped_then(write):
    rows = [{"summary": f"R{n}."} for n in range(1200)] + [{"summary": "Last.", "doc": "C.", "label": 1}]
    data = load(write(rows))
    assert (data.examples[-1].context, data.examples[-1].label) == (("C.",), 1.0)
    assert data.mapping == {"response": "summary", "context": "doc", "label": "label"}


def test_an_ambiguous_column_is_an_error_with_the_map_to_write(write):
    message = refusal(write([{"answer": "A.", "summary": "B."}]))
    assert "--map response=answer or --map response=summary" in message


def test_the_map_that_an_error_proposes_works(write):
    data = load(write([{"answer": "A.", "summary": "B."}]), mapping="response=summary")
    assert data.examples[0].response == "B."
    assert data.examples[0].metadata == {"answer": "A."}


# Ids


def test_two_rows_with_one_id_are_an_error_that_names_both(write):
    message = refusal(write([{**ROW, "id": "a"}, {**ROW, "id": "b"}, {**ROW, "id": "a"}]), on_bad_row="skip")
    assert message == (
        "set.jsonl: line 1 and line 3 have the same id 'a': give each its own, or go without ids with --map id="
    )


def test_going_without_ids_works(write):
    data = load(write([{**ROW, "id": "a"}, {**ROW, "response": "Two.", "id": "a"}]), mapping="id=")
    assert len({example.id for example in data}) == 2


def test_missing_ids_are_made_from_the_content_wherever_the_row_stands(write):
    rows = [{**ROW, "response": f"R{n}."} for n in range(5)]
    one = {example.response: example.id for example in load(write(rows))}
    other = {example.response: example.id for example in load(write(rows[::-1], "other.jsonl"))}
    assert one == other


def test_exact_copies_without_an_id_are_numbered(write):
    first, second, third = [example.id for example in load(write([ROW, ROW, {**ROW, "id": ""}]))]
    assert [second, third] == [f"{first}-2", f"{first}-3"]


def test_a_made_id_keeps_clear_of_the_given_ones(write):
    first = load(write([ROW])).examples[0].id
    rows = [ROW, {**ROW, "response": "Another.", "id": f"{first}-2"}, ROW]
    assert [example.id for example in load(write(rows))] == [first, f"{first}-2", f"{first}-3"]


def test_examples_that_are_copies_without_an_id_are_numbered():
    assert len({example.id for example in load([Example(response="A.")] * 3)}) == 3


def test_examples_with_one_given_id_are_an_error():
    message = refusal([Example(response="A.", id="x"), Example(response="B.", id="x")])
    assert message == "examples in memory: example 1 and example 2 have the same id 'x': give each its own"


def test_whole_numbers_are_ids():
    assert [example.id for example in load([{**ROW, "id": 7}, {**ROW, "id": 8.0}])] == ["7", "8"]


# Sampling


def test_a_limit_takes_a_sample_in_file_order(write):
    path = write([{**ROW, "id": f"{n:03}"} for n in range(100)])
    ids = [example.id for example in load(path, limit=10)]
    assert len(ids) == 10
    assert ids == sorted(ids)
    assert ids != [f"{n:03}" for n in range(10)]


def test_the_same_seed_takes_the_same_sample_and_another_seed_another(write):
    path = write([{**ROW, "id": str(n)} for n in range(100)])
    assert load(path, limit=10, seed=1) == load(path, limit=10, seed=1)
    assert load(path, limit=10, seed=1).examples != load(path, limit=10, seed=2).examples


@given(st.integers(1, 30), st.integers(1, 30), st.integers(0, 5), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_a_larger_limit_adds_to_the_sample_in_any_order_of_the_rows(small, more, seed, rng):
    examples = [Example(response=f"R{n}.", id=str(n)) for n in range(40)]
    shuffled = random.Random(rng.random()).sample(examples, len(examples))
    first = {example.id for example in load(examples, limit=small, seed=seed)}
    second = {example.id for example in load(shuffled, limit=small + more, seed=seed)}
    assert first <= second


def test_a_limit_above_the_size_takes_all(write):
    assert len(load(write([ROW]), limit=10)) == 1


def test_bad_rows_are_recorded_whatever_the_limit(write):
    rows = [{**ROW, "id": str(n)} if n % 2 else {"response": n} for n in range(20)]
    data = load(write(rows), limit=2, on_bad_row="skip")
    assert (len(data), len(data.skipped)) == (2, 10)


@pytest.mark.parametrize("options", [{"limit": 0}, {"limit": -1}, {"limit": 1.5}, {"limit": True}])
def test_a_limit_that_is_no_number_of_examples_is_refused(options):
    with pytest.raises(UsageError, match="limit takes a whole number from 1 on, not "):
        load("sample", **options)


def test_another_way_with_bad_rows_is_refused():
    with pytest.raises(UsageError, match="on_bad_row takes error or skip, not 'ignore'"):
        load("sample", on_bad_row="ignore")


# Names and paths


def test_the_registry_lists_the_published_formats():
    assert {"sample", "qags", "frank", "summedits", "refmatters", "hf"} <= set(DATASETS.names())
    assert all(DATASETS.get(name).summary for name in DATASETS)


def test_a_name_is_taken_once():
    with pytest.raises(NameCollisionError):
        DATASETS.register("sample", "elsewhere:READER")


@pytest.mark.parametrize("data", ["sampel", "qgas:file.jsonl"])
def test_a_misspelt_name_brings_the_near_one(data):
    with pytest.raises(UnknownNameError, match="did you mean"):
        load(data)


def test_a_reader_without_its_path_says_how_to_write_it():
    with pytest.raises(UsageError, match="qags needs a path: write qags:FILE or qags:FOLDER"):
        load("qags")


def test_a_number_that_cannot_be_written_down_is_told_with_its_place():
    """Python's own message told of a setting of Python."""
    long = 10**5000
    told = refusal([{"response": "R.", "label": long}])
    assert "item 1: the label a number too long to be shown cannot be read; it takes 0 to 1" in told
    assert "item 1: the id is a whole number too long" in refusal([{"response": "R.", "id": long}])
    assert "item 1: the column 'n' is a whole number too long" in refusal([{"response": "R.", "n": [long]}])


def test_a_missing_file_is_an_error(tmp_path):
    assert "there is no such file" in refusal(str(tmp_path / "gone.jsonl"))
    assert "File name too long" in refusal(str(tmp_path / f"{'n' * 300}.jsonl"))
    assert "File name too long" in refusal(f"frank:{'n' * 300}")
    assert "there is no folder" in refusal(str(tmp_path / "no" / "gone.csv"))


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(UsageError, match="is a folder: name one of its files"):
        load(str(tmp_path))


def test_a_file_of_another_kind_is_refused_with_the_kinds_there_are(write):
    with pytest.raises(UsageError, match=r"no reader for files of this kind; there are \.jsonl, \.json, \.csv"):
        load(write("text", "set.txt"))


def test_an_ending_in_capitals_is_known(write):
    assert len(load(write("response\nR.\n", "SET.CSV"))) == 1


def test_a_file_whose_name_has_a_colon_is_a_file(write):
    assert len(load(write([ROW], "run:3.jsonl"))) == 1


# Streaming and identity


def test_a_stream_gives_examples_and_bad_rows_in_file_order(write):
    items = list(stream(write([ROW, {"response": 1}, {**ROW, "response": "B."}]), on_bad_row="skip"))
    assert [type(item) for item in items] == [Example, BadRow, Example]


def test_a_stream_reads_no_further_than_it_must():
    def rows():
        for number in range(5000):
            assert number < 2000, "read too far ahead"
            yield {"response": f"R{number}."}

    assert next(stream(rows())).response == "R0."


def test_a_stream_under_a_limit_is_the_sample_that_load_takes(write):
    path = write([{**ROW, "id": str(n)} for n in range(50)])
    assert tuple(stream(path, limit=5, seed=3)) == load(path, limit=5, seed=3).examples


def test_the_digest_follows_labels_ids_and_order():
    one, two = Example(response="A.", id="1", label=1), Example(response="A.", id="2", label=0)
    digests = {load(examples).digest for examples in ([one, two], [two, one], [one], [two])}
    assert len(digests) == 4
    relabelled = Example(response="A.", id="1", label=0)
    assert load([one]).digest != load([relabelled]).digest
    assert load([one]).digest == load([Example(response="A.", id="1", label=1)]).digest


def test_a_data_set_made_by_hand_has_the_digest_of_a_loaded_one():
    examples = [Example(response="A.")]
    assert Dataset("mine", tuple(examples)).digest == load(examples).digest


texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)
values = st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.floats(allow_nan=False, allow_infinity=False)
examples_of_any_kind = st.builds(
    Example,
    response=texts,
    context=st.lists(texts, max_size=3),
    question=st.none() | texts,
    label=st.none() | st.floats(0, 1),
    corrected=st.none() | texts,
    id=texts.filter(str.strip),
    metadata=st.dictionaries(texts, values | texts | st.lists(texts, max_size=2), max_size=3),
)


@given(st.lists(examples_of_any_kind, min_size=1, max_size=5, unique_by=lambda example: example.id))
@settings(deadline=None)
def test_examples_written_as_json_lines_come_back_the_same(tmp_path_factory, examples):
    path = tmp_path_factory.mktemp("round") / "set.jsonl"
    path.write_text("".join(json.dumps(e.to_json(), ensure_ascii=False) + "\n" for e in examples), encoding="utf-8")
    assert load(path).examples == tuple(examples)
    assert load(path).digest == load(examples).digest


@given(st.lists(st.tuples(texts.filter(bool), st.lists(texts, min_size=1, max_size=3)), min_size=1, max_size=5))
@settings(deadline=None)
def test_texts_written_as_csv_come_back_the_same(tmp_path_factory, rows):
    path = tmp_path_factory.mktemp("round") / "set.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, quoting=csv.QUOTE_ALL)
        writer.writerow(["response", "context"])
        writer.writerows((response, json.dumps(context)) for response, context in rows)
    read = [(example.response, list(example.context)) for example in load(path)]
    assert read == [(response, context) for response, context in rows]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
column_names = st.sampled_from(["response", "context", "question", "label", "corrected", "metadata", "note"])


@given(st.lists(st.dictionaries(column_names, json_values, max_size=6), min_size=1, max_size=4))
@settings(deadline=None)
def test_any_objects_at_all_become_examples_or_bad_rows_that_can_be_written_as_utf8(rows):
    numbered = [{**row, "id": f"row {number}"} for number, row in enumerate(rows)]
    data = load([{"response": "R.", "id": "the good one"}, *numbered], on_bad_row="skip")
    assert len(data) + len(data.skipped) == len(rows) + 1
    for written in [example.to_json() for example in data] + [str(row) for row in data.skipped]:
        json.dumps(written, ensure_ascii=False, allow_nan=False).encode()


@given(st.binary(max_size=200), st.sampled_from([".jsonl", ".json", ".csv", ".tsv", ".parquet", ".jsonl.gz"]))
@settings(deadline=None, max_examples=300)
def test_any_bytes_at_all_are_read_or_refused_with_a_message(tmp_path_factory, content, ending):
    path = tmp_path_factory.mktemp("any") / f"set{ending}"
    path.write_bytes(content)
    try:
        message = f"set: {len(load(path, on_bad_row='skip'))}"
    except DataError as error:
        message = str(error)
    assert message.startswith("set")
