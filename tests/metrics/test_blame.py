"""What is told of an exception."""

from __future__ import annotations

import functools
import json

import pytest

from gaugeblock.metrics.blame import describe_error, file_of
from gaugeblock.perturb.errors import UsageError


def caught(text: str) -> Exception:
    try:
        json.loads(text)
    except ValueError as error:
        return error
    raise AssertionError


def test_the_innermost_line_of_the_users_own_file_is_named() -> None:
    said = describe_error(caught("{"), lambda file: file == __file__)
    assert said.startswith("JSONDecodeError: ")
    line = caught.__code__.co_firstlineno + 2
    assert said.endswith(f"(test_blame.py, line {line})")


def test_where_no_line_is_the_users_the_innermost_is_named() -> None:
    assert "(decoder.py, line " in describe_error(caught("{"), lambda file: False)


def test_of_an_error_of_our_own_the_message_alone_is_told() -> None:
    """It says what to do; where in Gaugeblock it arose is of no use to anybody."""
    with pytest.raises(UsageError) as raised:
        raise UsageError("no key for example.org: set the environment variable KEY")
    assert describe_error(raised.value) == "no key for example.org: set the environment variable KEY"


def test_a_message_is_one_line_and_not_long() -> None:
    said = describe_error(ValueError("two\nlines " + "x" * 5000))
    assert said.startswith("ValueError: two lines xxx")
    assert len(said) < 400


def test_a_message_holds_no_key_folder_or_address() -> None:
    error = ValueError("<Judge object at 0x7f12ab> got sk-abc123 from '/home/ann/keys/k.txt'")
    assert describe_error(error) == "ValueError: <Judge object> got *** from 'k.txt'"


def test_an_exception_that_cannot_be_shown_is_told_by_its_type() -> None:
    class HiddenError(Exception):
        def __str__(self) -> str:
            raise SystemExit

    assert describe_error(HiddenError()) == "HiddenError"


def test_the_file_of_a_function_is_found_through_what_wraps_it() -> None:
    class Called:
        def __call__(self, response: str) -> float:
            return 1.0

    assert file_of(functools.partial(caught, "{")) == __file__
    assert file_of(Called()) == __file__
    assert file_of(len) == ""
