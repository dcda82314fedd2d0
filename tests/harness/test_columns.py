"""Which column holds which field."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gaugeblock.harness.columns import MAPPABLE, label_words, parse_mapping, resolve, write_mapping
from gaugeblock.perturb.errors import DataError, UsageError


def test_a_mapping_is_read_from_field_column_pairs():
    assert parse_mapping("response=summary, context=Source Text") == {"response": "summary", "context": "Source Text"}


def test_a_mapping_may_come_in_several_texts():
    assert parse_mapping(["response=a", "context=b,id=c"]) == {"response": "a", "context": "b", "id": "c"}


def test_a_mapping_from_python_takes_a_column_with_a_comma():
    assert parse_mapping({"response": "answer, final"}) == {"response": "answer, final"}


def test_no_mapping_is_an_empty_one():
    assert parse_mapping(None) == {}


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("summary", "field=column pairs such as response=summary,context=doc, not 'summary'"),
        ("respons=summary", "no field 'respons'; did you mean 'response'"),
        ("zzz=summary", "no field 'zzz'; the fields are response, context"),
        ("id=a,id=b", "names 'id' twice: 'a' and 'b'"),
    ],
)
def test_a_wrong_mapping_is_refused_with_the_mend(written, message):
    with pytest.raises(UsageError, match=message):
        parse_mapping(written)


def test_a_mapping_with_a_blank_is_written_so_that_a_shell_takes_it():
    assert write_mapping({"response": "my summary"}) == "--map 'response=my summary'"


@given(st.dictionaries(st.sampled_from(MAPPABLE), st.text("abcXYZ_- é", min_size=1).map(str.strip)))
@settings(deadline=None)
def test_what_is_written_for_the_shell_is_read_back(mapping):
    import shlex

    assert parse_mapping(shlex.split(write_mapping(mapping))[1]) == mapping


@pytest.mark.parametrize("name", ["context", "Contexts", "DOC", "documents", "source", "premise", "dialogue"])
def test_usual_names_of_the_context_are_known_in_any_case(name):
    assert resolve(["response", name], {}, "f.csv")["context"] == name


@pytest.mark.parametrize(
    ("column", "field"),
    [
        ("Summary", "response"),
        ("hypothesis", "response"),
        ("query", "question"),
        ("Is Consistent", "label"),
        ("correction", "corrected"),
        ("example-id", "id"),
    ],
)
def test_usual_names_of_the_other_fields_are_known(column, field):
    columns = [column] if field == "response" else ["claim", column]
    assert resolve(columns, {}, "f.csv")[field] == column


def test_a_missing_context_is_allowed_and_stated():
    assert resolve(["summary"], {}, "f.csv") == {"response": "summary", "context": ""}


def test_columns_of_no_field_are_left_to_the_metadata():
    assert set(resolve(["summary", "doc", "year"], {}, "f.csv").values()) == {"summary", "doc"}


def test_two_candidates_are_an_error_that_writes_both_ways_out():
    with pytest.raises(DataError) as error:
        resolve(["answer", "doc", "source"], {}, "f.csv")
    message = str(error.value)
    assert "f.csv: 'doc', 'source' could each be the context" in message
    assert "--map context=doc or --map context=source (or --map context= for none)" in message


def test_the_way_out_of_an_ambiguity_keeps_what_was_mapped_already():
    with pytest.raises(DataError, match="--map response=x,context=doc or --map response=x,context=source"):
        resolve(["x", "doc", "source"], {"response": "x"}, "f.csv")


def test_a_mapped_column_is_no_candidate_for_another_field():
    assert resolve(["answer", "claim"], {"response": "claim", "question": "answer"}, "f")["question"] == "answer"


def test_naming_one_candidate_settles_the_ambiguity():
    assert resolve(["answer", "summary", "doc"], {"response": "summary"}, "f")["response"] == "summary"


def test_no_candidate_for_the_response_lists_the_columns_and_a_way():
    with pytest.raises(DataError) as error:
        resolve(["text", "right_answer"], {"context": "text"}, "f.csv")
    assert "the columns are 'text', 'right_answer'" in str(error.value)
    assert "--map context=text,response=right_answer" in str(error.value)


def test_no_likely_response_is_written_as_a_placeholder():
    with pytest.raises(DataError, match="--map response=COLUMN"):
        resolve(["text"], {}, "f.csv")


def test_a_header_that_was_not_split_is_told():
    with pytest.raises(DataError, match="not to be separated by commas"):
        resolve(["answer;doc;label"], {}, "f.csv")


def test_a_mapped_column_that_is_not_there_is_an_error_with_the_nearest():
    with pytest.raises(DataError, match=r"--map response=sumary: there is no such column; did you mean 'summary'\?"):
        resolve(["summary", "doc"], {"response": "sumary"}, "f.csv")


def test_a_mapped_column_is_found_whatever_its_case():
    assert resolve(["Text", "Doc"], {"response": "text"}, "f.csv")["response"] == "Text"


def test_mapping_a_field_to_nothing_leaves_it_without_a_column():
    assert "id" not in resolve(["summary", "id"], {"id": ""}, "f.csv")


def test_the_response_cannot_be_mapped_to_nothing():
    with pytest.raises(DataError, match="no column is known to hold the response"):
        resolve(["summary"], {"response": ""}, "f.csv")


def test_hundreds_of_columns_do_not_flood_the_message():
    with pytest.raises(DataError, match="and 970 more"):
        resolve([f"c{number}" for number in range(1000)], {}, "f.csv")


def test_label_words_are_written_as_they_are_compared():
    assert all(word == word.lower() and " " not in word for word in label_words())
