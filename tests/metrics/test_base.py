"""What counts as a score (trial 5: metrics that return rubbish)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaugeblock.metrics import Metric, Score, Unscored, check_metric, coerce_score, resolve
from gaugeblock.metrics.options import split_options
from gaugeblock.perturb.errors import MissingExtraError, UsageError
from gaugeblock.perturb.example import Example


@pytest.mark.parametrize(
    ("returned", "expected"),
    [
        (0.8, 0.8),
        ("0.8", 0.8),
        (" 0.8\n", 0.8),
        ("+8.E-1", 0.8),
        (1, 1.0),
        (True, 1.0),
        (np.float32(0.5), 0.5),
        (np.int64(1), 1.0),
        (np.array(0.25), 0.25),
        (np.array([0.25]), 0.25),
        (Decimal("0.5"), 0.5),
        (Fraction(1, 4), 0.25),
    ],
)
def test_a_number_in_any_guise_is_a_score(returned: object, expected: float) -> None:
    score = coerce_score(returned, (0, 1))
    assert score == expected
    assert type(score) is float


@pytest.mark.parametrize(
    ("returned", "reason"),
    [
        (98989.0, "out-of-bounds"),
        (1.3, "out-of-bounds"),
        (-0.1, "out-of-bounds"),
        ("1.3", "out-of-bounds"),
        (math.nan, "not-finite"),
        ("nan", "not-finite"),
        (-math.inf, "not-finite"),
        (10**400, "not-finite"),
        (np.float32("nan"), "not-finite"),
        (Decimal("sNaN"), "not-finite"),
        (None, "not-a-number"),
        ("high", "not-a-number"),
        ("", "not-a-number"),
        ("1_000", "not-a-number"),
        ("0_1", "not-a-number"),
        ("٠", "not-a-number"),
        ("0x1", "not-a-number"),
        ([0.5], "not-a-number"),
        ({"score": 0.5}, "not-a-number"),
        (1j, "not-a-number"),
        (np.array([0.1, 0.2]), "not-a-number"),
        (np.ma.masked, "not-a-number"),
        (b"0.8", "not-a-number"),
    ],
)
def test_anything_else_is_unscored_with_its_reason(returned: object, reason: str) -> None:
    score = coerce_score(returned, (0, 1))
    assert isinstance(score, Unscored)
    assert score.reason == reason


def test_a_tensor_without_dimensions_is_a_number() -> None:
    torch = pytest.importorskip("torch")
    assert coerce_score(torch.tensor(0.5)) == 0.5
    assert coerce_score(torch.tensor([0.5])) == 0.5
    assert isinstance(coerce_score(torch.tensor([0.5, 0.6])), Unscored)


def test_the_metrics_own_verdict_that_an_item_has_no_score_is_kept() -> None:
    declined = Unscored("declined", "no claim")
    assert coerce_score(declined, (0, 1)) is declined


@given(st.floats() | st.integers() | st.text() | st.none() | st.lists(st.floats(), max_size=3) | st.binary())
def test_a_score_is_a_finite_float_within_the_bounds_or_unscored(returned: object) -> None:
    score = coerce_score(returned, (0, 1))
    assert isinstance(score, Unscored) or (type(score) is float and 0 <= score <= 1)


class Sized(Metric):
    """A metric with options, one of which may need quotation marks."""

    name = "sized"

    def __init__(self, *, size: int = 3, model: str = "small") -> None:
        self.options = {"size": size, "model": model}

    def score(self, examples: Sequence[Example]) -> list[Score]:
        return [1.0 for _ in examples]


def test_the_spec_shows_the_options_that_are_not_as_by_default() -> None:
    assert Sized().spec == "sized"
    assert Sized(size=4).spec == "sized[size=4]"


def test_the_spec_can_be_read_back_whatever_a_value_holds() -> None:
    assert split_options(Sized(model='a, "b" [c]').spec) == ("sized", {"model": 'a, "b" [c]'})


def test_the_fingerprint_covers_options_as_by_default_too() -> None:
    """So that a changed default does not find the scores of the old one."""
    assert Sized().fingerprint != Sized(size=4).fingerprint
    assert Sized().fingerprint == Sized(size=3, model="small").fingerprint


@pytest.mark.parametrize(
    "name", ["../x [a=b]", "a/b", "a\\b", "a b", "a[b]", "a=b", "a:b", "..", "", "a\nb", "a\ud800", None]
)
def test_a_name_that_could_be_a_path_or_options_is_refused(name: str) -> None:
    metric = Sized()
    metric.name = name
    with pytest.raises(ValueError, match="a metric's name is a word"):
        check_metric(metric)


def test_options_that_are_no_json_are_refused() -> None:
    with pytest.raises(ValueError, match="options must be JSON values"):
        check_metric(Sized(model=object()))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("bounds", (math.nan, math.nan), "bounds are two finite numbers"),
        ("bounds", (0, math.inf), "None for no bound"),
        ("bounds", (0,), "bounds are two finite numbers"),
        ("bounds", (1, 0), "low < high"),
        ("batch_size", 1.5, "batch_size must be a whole number of at least 1, not 1.5"),
        ("batch_size", True, "batch_size must be a whole number of at least 1, not True"),
        ("batch_size", 0, "batch_size must be a whole number of at least 1, not 0"),
        ("higher_is_better", "no", "higher_is_better takes True or False, not 'no'"),
        ("deterministic", 1, "deterministic takes True or False, not 1"),
        ("reads", [], r"reads is a set of fields such as .*, not \[\]"),
        ("reads", "response", "reads is a set of fields such as .*, not 'response'"),
        ("reads", {"response", "answer"}, "reads names answer; an example has response"),
        ("reads", [["response"]], r"reads names \['response'\]; an example has response"),
        ("bounds", "01", "bounds are two finite numbers, or None for no bound, not '01'"),
        ("bounds", (10**400, None), "bounds are two finite numbers"),
        ("bounds", (10**5000, None), "bounds are two finite numbers"),
        ("bounds", (Fraction(1, 3), None), "bounds are two finite numbers"),
        ("long_input", 5, "long_input takes a few words, such as 'whole', not 5"),
        ("long_input", "cut\ud800", "long_input holds an unpaired surrogate, .* replace the character"),
        ("version", object(), "version takes a text, such as '2', not <object object>"),
        ("version", "1\udcff", "version holds an unpaired surrogate, .* replace the character"),
        ("options", [("size", 3)], "options must be JSON values by name, not list"),
        ("options", {1: 2}, "options must be JSON values by name, and 1 is no name"),
        ("options", {"size": math.nan}, "options must be JSON values by name: texts, finite numbers"),
        ("options", {"model": "a\ud800"}, "options holds an unpaired surrogate, .* replace the character"),
        ("options", {"size": {1: 2, "a": 3}}, "options must be JSON values by name: texts, finite numbers"),
    ],
)
def test_a_declaration_that_makes_no_sense_is_refused(name: str, value: object, message: str) -> None:
    """NaN bounds let any score pass, and a metric that reads nothing gave every text the score of the first."""
    metric = Sized()
    setattr(metric, name, value)
    with pytest.raises(ValueError, match=f"^sized: .*{message}"):
        check_metric(metric)
    with pytest.raises(UsageError, match="is declared wrongly: sized: "):
        resolve(metric)


def test_a_declaration_that_fails_when_it_is_read_is_refused() -> None:
    """It ended the audit with a traceback of the property's own."""

    class Broken(Sized):
        @property
        def depends_on(self) -> dict[str, str | None]:
            raise RuntimeError("no such package")

    class Exiting(Sized):
        @property
        def long_input(self) -> str:  # type: ignore[override]
            raise SystemExit(1)

    class Odd(Sized):
        @property
        def depends_on(self) -> dict[str, str | None]:
            return {"edition": object()}  # type: ignore[dict-item]

    class Missing(Sized):
        @property
        def depends_on(self) -> dict[str, str | None]:
            raise MissingExtraError("sized needs the package 'x'")

    with pytest.raises(UsageError, match="sized: depends_on cannot be read: RuntimeError: no such package"):
        resolve(Broken())
    with pytest.raises(UsageError, match="sized: long_input cannot be read: SystemExit"):
        resolve(Exiting())
    with pytest.raises(UsageError, match="sized: depends_on must be JSON values by name"):
        resolve(Odd())
    with pytest.raises(MissingExtraError, match="sized needs the package 'x'"):
        resolve(Missing())


def test_what_a_metric_depends_on_is_part_of_the_fingerprint() -> None:
    class Newer(Sized):
        edition = "1.0"

        @property
        def depends_on(self) -> dict[str, str | None]:
            return {"edition": self.edition}

    metric = Newer()
    before = metric.fingerprint
    metric.edition = "1.1"
    assert metric.fingerprint != before


def test_the_code_of_a_class_is_part_of_the_fingerprint() -> None:
    def made(value: float) -> Metric:
        """A class as it is typed at a prompt."""
        names = {"Metric": Metric, "__name__": "__main__"}
        text = f"class Fixed(Metric):\n    name = 'fixed'\n    def score(self, examples): return [{value}]"
        exec(compile(text, "<stdin>", "exec"), names)
        return names["Fixed"]()  # type: ignore[operator,no-any-return]

    assert made(0.25).fingerprint == made(0.25).fingerprint != made(0.75).fingerprint


class Failing:
    """Fails when its number is looked for, and when it is shown."""

    @property
    def item(self) -> object:
        raise RuntimeError("no connection")

    def __repr__(self) -> str:
        raise SystemExit(1)


class Unconvertible(float):
    """A number by its class, and by nothing else."""

    def __float__(self) -> float:
        raise ValueError("not yet computed")


@pytest.mark.parametrize("returned", [Failing(), Unconvertible(0.5)], ids=["failing", "unconvertible"])
def test_an_object_that_fails_when_it_is_looked_at_is_not_a_number(returned: object) -> None:
    """It would end the run otherwise, long after the metric's own call has come back."""
    score = coerce_score(returned, (0, 1))
    assert isinstance(score, Unscored)
    assert score.reason == "not-a-number"


def test_a_value_that_cannot_be_shown_is_still_not_a_number() -> None:
    class Odd:
        def __repr__(self) -> str:
            raise RuntimeError

    score = coerce_score(Odd())
    assert isinstance(score, Unscored)
    assert "Odd" in score.detail


def test_a_long_detail_is_cut() -> None:
    """A metric may explain itself with the whole of its input."""
    score = coerce_score(Unscored("declined", "no model for " + "x" * 5_000_000))
    assert isinstance(score, Unscored)
    assert score.detail.startswith("no model for xxx")
    assert score.detail.endswith("x...")
    assert len(score.detail) == 1000


def test_a_detail_holds_no_address_folder_or_key() -> None:
    score = coerce_score(object())
    assert score == Unscored("not-a-number", "the metric returned <object object>")
    own = coerce_score(Unscored("declined", "no weights in /srv/models/x for sk-abc123"))
    assert own == Unscored("declined", "no weights in x for ***")
