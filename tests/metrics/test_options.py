"""Options written in text."""

from __future__ import annotations

from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import texts

from gaugeblock.metrics.options import split_options, typed_options, write_options
from gaugeblock.perturb.errors import UsageError


def settings(
    *,
    size: int = 3,
    cut: float = 0.5,
    strict: bool = False,
    model: str = "small",
    limit: int | None = None,
    use: Literal["f", "p"] = "f",
) -> None:
    """Takes one option of each type."""


@pytest.mark.parametrize(
    ("text", "name", "options"),
    [
        ("rouge2", "rouge2", {}),
        ("rouge2[]", "rouge2", {}),
        ("rouge2[use=p]", "rouge2", {"use": "p"}),
        (" a[x = 1 , y=b c ] ", "a", {"x": "1", "y": "b c"}),
        ("a[x=]", "a", {"x": ""}),
        ("a[x=1=2]", "a", {"x": "1=2"}),
        ("a[x=\"p, q\",y='[z]']", "a", {"x": "p, q", "y": "[z]"}),
        (r'a[x="say \"no\"",y="b\\c"]', "a", {"x": 'say "no"', "y": r"b\c"}),
        ("a[max-tokens=4]", "a", {"max_tokens": "4"}),
        ("dir[1]/file.py:f[x=2]", "dir[1]/file.py:f", {"x": "2"}),
        ("dir[1]/file.py:f", "dir[1]/file.py:f", {}),
    ],
)
def test_the_name_and_the_options_are_told_apart(text: str, name: str, options: dict[str, str]) -> None:
    assert split_options(text) == (name, options)


@pytest.mark.parametrize("text", ["a[x]", "a[=1]", "a[x=1,]", "a[x=p[q]]", 'a[x="p]', "a[1]", "a]"])
def test_options_that_cannot_be_read_are_refused_with_the_right_form(text: str) -> None:
    with pytest.raises(UsageError, match=r"name\[key=value,key=value\]"):
        split_options(text)


def test_an_option_given_twice_is_refused() -> None:
    with pytest.raises(UsageError, match="'x' more than once"):
        split_options("a[x=1,x=2]")


@given(st.dictionaries(st.from_regex(r"[a-z_][a-z0-9_]*", fullmatch=True), texts, max_size=4))
def test_written_options_are_read_back(options: dict[str, str]) -> None:
    assert split_options("name" + write_options(options)) == ("name", options)


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [
        ("size", "8", 8),
        ("cut", "0.25", 0.25),
        ("cut", "1", 1.0),
        ("strict", "true", True),
        ("strict", "No", False),
        ("model", "none", "none"),
        ("model", "3", "3"),
        ("limit", "none", None),
        ("limit", "12", 12),
        ("use", "p", "p"),
    ],
)
def test_a_value_gets_the_type_that_the_option_asks_for(key: str, text: str, value: object) -> None:
    typed = typed_options("m", settings, {key: text})
    assert typed == {key: value}
    assert type(typed[key]) is type(value)


@pytest.mark.parametrize(("text", "value"), [("2", 2), ("0.5", 0.5), ("true", True), ("none", None), ("word", "word")])
def test_a_value_for_an_option_without_a_type_is_read_as_what_it_looks_like(text: str, value: object) -> None:
    assert typed_options("m", lambda *, untyped=None: untyped, {"untyped": text}) == {"untyped": value}


@pytest.mark.parametrize(
    ("key", "text", "message"),
    [
        ("size", "2.5", "the option size takes a whole number, not '2.5'"),
        ("cut", "half", "the option cut takes a number, not 'half'"),
        ("strict", "maybe", "the option strict takes true or false, not 'maybe'"),
        ("use", "q", "the option use takes one of f, p, not 'q'"),
        ("limit", "few", "the option limit takes a whole number, not 'few'"),
    ],
)
def test_a_value_of_the_wrong_type_is_refused_with_what_is_taken(key: str, text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        typed_options("m", settings, {key: text})


def test_an_unknown_option_is_refused_with_the_nearest_name_and_all_there_are() -> None:
    with pytest.raises(UsageError, match=r"no option 'modle'; did you mean 'model'\? its options are size=3, cut=0.5"):
        typed_options("m", settings, {"modle": "x"})


def test_what_has_no_options_says_so() -> None:
    with pytest.raises(UsageError, match="m has no options"):
        typed_options("m", lambda: None, {"x": "1"})
