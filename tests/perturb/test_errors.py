"""Exceptions raised on purpose, and optional parts that are missing."""

from __future__ import annotations

import json

import pytest

from gaugeblock.perturb import errors


def test_an_installed_part_is_returned() -> None:
    assert errors.require("json", "models", "a test") is json


def test_a_missing_part_is_named_with_purpose_and_extra() -> None:
    with pytest.raises(errors.MissingExtraError, match=r"Reading maps needs.*'no_such_part'.*gaugeblock\[maps\]"):
        errors.require("no_such_part.inner", "maps", "Reading maps")


def test_a_part_that_lacks_something_itself_keeps_its_own_message(tmp_path, monkeypatch) -> None:
    """The extra is there: to install it again would not help."""
    (tmp_path / "half_there.py").write_text("import nowhere_at_all\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="nowhere_at_all") as caught:
        errors.require("half_there", "maps", "Reading maps")
    assert not isinstance(caught.value, errors.GaugeblockError)


@pytest.mark.parametrize(
    ("error", "also"),
    [
        (errors.UnknownNameError, errors.UsageError),
        (errors.NameCollisionError, errors.UsageError),
        (errors.NoCaseError, errors.UsageError),
        (errors.EditError, ValueError),
        (errors.MissingExtraError, ImportError),
        (errors.DataError, errors.GaugeblockError),
    ],
)
def test_every_error_is_one_of_ours_and_of_its_kind(error: type[Exception], also: type[Exception]) -> None:
    assert issubclass(error, errors.GaugeblockError)
    assert issubclass(error, also)


def test_the_drawing_at_the_top_names_every_error() -> None:
    """Who reads the tree sees all that may be raised on purpose."""
    own = {name for name, item in vars(errors).items() if isinstance(item, type) and issubclass(item, Exception)}
    assert own == {word for word in (errors.__doc__ or "").split() if word.endswith("Error")}
