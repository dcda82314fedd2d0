"""`scores:FILE`: scores that were made elsewhere, joined to the examples by their ids."""

from __future__ import annotations

import gzip
import json
import math
import numbers
import re
from collections.abc import Sequence
from decimal import Decimal
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gaugeblock.metrics.base import Metric, Score, Unscored
from gaugeblock.metrics.packaged import file_sha256
from gaugeblock.perturb.errors import DataError, UsageError
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.relations import CONSTRUCTS
from gaugeblock.perturb.written_numbers import decimal_of, whole_of

if TYPE_CHECKING:
    import pandas as pd

USAGE = "scores:FILE[score_column=NAME,id_column=NAME,low=0,high=1], FILE being .jsonl, .json, .csv, .tsv or .parquet"
_IDS = ("id", "variant_id", "example_id")
_FRANK = ("hash", "model_name")  # how FRANK's published scores name a summary; `frank:` joins the two with a hyphen
_SHOWN = 8
_SAMPLE = '{"id": "a", "score": 0.5}'


class ScoresFile(Metric):
    """The score that a file has for an example, found by the example's id.

    Variants have ids of their own: scores for an audit are made from what ``gaugeblock perturb`` writes, whose
    ``example.id`` is the id to keep. A file with scores of the unchanged examples only is enough for the tests that
    change nothing. An example that the file says nothing of is `Unscored`, and so is one whose cell is empty.

    Args:
        path: the file, a table with a header, or JSON objects.
        score_column: the column of the scores; may be left out where the file has one column of numbers.
        id_column: the column of the ids; several with ``+`` between them are joined with hyphens. Left out, it is
            ``id``, ``variant_id`` or ``example_id``, or ``hash+model_name`` as in FRANK's files.
        construct: what the scores claim to measure.
        higher_is_better: whether a larger score means more of it.
        low: the smallest possible score; one below is `Unscored`. None = no bound.
        high: the largest possible score.
        name: what to call the metric; left out, the file's name and the column.

    Raises:
        UsageError: an option names what the file does not have, or has a value that it cannot have.
        DataError: the file cannot be read, has no rows, or has an id twice.
    """

    reads = frozenset({"id"})
    batched = True
    batch_size = 4096

    def __init__(
        self,
        path: str | Path,
        *,
        score_column: str | None = None,
        id_column: str | None = None,
        construct: str = "factual-consistency",
        higher_is_better: bool = True,
        low: float | None = None,
        high: float | None = None,
        name: str | None = None,
    ) -> None:
        for option, bound in (("low", low), ("high", high)):
            if bound is not None and not math.isfinite(bound):
                raise UsageError(f"scores: {option} takes a finite number, not {bound!r}; leave it out for no bound")
        if low is not None and high is not None and low >= high:
            raise UsageError(f"scores: low must be less than high, not {low:g} and {high:g}")
        self.bounds = (low, high)
        if construct not in CONSTRUCTS:
            raise UsageError(f"scores: construct takes one of {', '.join(CONSTRUCTS)}, not {construct!r}")
        self._path = Path(path).expanduser().resolve()
        self._wanted = (score_column, id_column)
        self.construct = construct
        self.higher_is_better = higher_is_better
        column, self._ids = self._columns()
        self._column = column
        self.name = name or re.sub(r"[^\w.+-]+", "-", f"{self._path.stem}-{column}").strip("-.") or "scores"
        self.options = {
            key: value
            for key, value in (
                ("score_column", score_column),
                ("id_column", id_column),
                ("construct", construct),
                ("low", low),
                ("high", high),
            )
            if value is not None and not (key == "construct" and value == "factual-consistency")
        }
        if not higher_is_better:
            self.options["higher_is_better"] = False
        _ = self._scores  # an id that stands twice is told at once

    def __getstate__(self) -> dict[str, Any]:
        return {key: value for key, value in self.__dict__.items() if key not in ("_frame", "_scores")}

    def fingerprint_parts(self) -> Sequence[Any]:
        """The file's content and the columns that are read, wherever the file lies."""
        return ["scores", self.version, file_sha256(self._path), self._column, self._ids, dict(self.options)]

    def score(self, examples: Sequence[Example]) -> list[Score]:
        """One score an example."""
        return [self._one(example) for example in examples]

    def _one(self, example: Example) -> Score:
        if example.id not in self._scores:
            return Unscored("missing", f"{self._path.name} has no row for this id")
        score: Any = self._scores[example.id]
        if score is None or score != score or score == "":
            return Unscored("missing", f"{self._path.name} has no {self._column!r} for this id")
        return score  # type: ignore[no-any-return]  # whatever it is, `coerce_score` says whether it is a number

    @cached_property
    def _scores(self) -> dict[str, Any]:
        """The cell of each id."""
        frame = self._frame
        keys = frame[self._ids[0]].map(_as_id)
        for name in self._ids[1:]:
            keys = keys + "-" + frame[name].map(_as_id)
        twice = keys[keys.duplicated()]
        if len(twice):
            raise DataError(
                f"{self._path.name} has {len(twice)} rows whose id stands in it before, such as {twice.iloc[0]!r} "
                f"(row {int(twice.index[0]) + 1}); name another id_column, or keep one row for each id"
            )
        return dict(zip(keys, frame[self._column].tolist(), strict=True))

    @cached_property
    def _frame(self) -> pd.DataFrame:
        import pandas as pd

        path = self._path
        suffix = path.name.removesuffix(".gz").rpartition(".")[2].lower()
        try:
            match suffix:
                case "jsonl" | "ndjson":
                    rows = pd.DataFrame(_lines(path))
                case "json":
                    rows = pd.DataFrame(_objects(path))
                case "csv":
                    rows = pd.read_csv(path, dtype=object, keep_default_na=False)
                case "tsv":
                    rows = pd.read_csv(path, dtype=object, keep_default_na=False, sep="\t")
                case "parquet":
                    rows = pd.read_parquet(path)
                case _:
                    raise UsageError(f"{path.name} is no table that can be read; write {USAGE}")
        except (UsageError, DataError):
            raise
        except OSError as error:
            raise DataError(f"cannot read {path.name}: {error.strerror or error}") from error
        except Exception as error:
            raise DataError(f"{path.name} cannot be read as {suffix}: {error}") from error
        if rows.empty:
            raise DataError(f"{path.name} has no rows; write {USAGE}")
        rows.columns = [str(name) for name in rows.columns]
        return rows.reset_index(drop=True)

    def _columns(self) -> tuple[str, tuple[str, ...]]:
        """The column of the scores, and those of the ids."""
        frame = self._frame
        there = list(frame.columns)
        score_column, id_column = self._wanted
        if id_column is not None:
            ids = tuple(part.strip() for part in id_column.split("+"))
        elif found := [name for name in _IDS if name in there]:
            ids = (found[0],)
        elif set(_FRANK) <= set(there):
            ids = _FRANK
        else:
            mend = _other_separator(there) or f"say id_column={_listed(there)}"
            raise UsageError(f"{self._path.name} has no column {' or '.join(_IDS)}; {mend}")
        for name in ids:
            if name not in there:
                raise UsageError(f"{self._path.name} has no column {name!r} for the ids; it has {_listed(there)}")
        numeric = [name for name in there if name not in ids and _is_numeric(frame[name].tolist())]
        if score_column is None:
            if "score" in there:
                return "score", ids
            if len(numeric) != 1:
                raise UsageError(
                    f"{self._path.name}: say which column holds the scores: score_column={_listed(numeric)}"
                )
            return numeric[0], ids
        if score_column not in there:
            raise UsageError(f"{self._path.name} has no column {score_column!r}; numbers are in {_listed(numeric)}")
        return score_column, ids


def _other_separator(columns: Sequence[str]) -> str:
    """What to do about a table whose cells another mark separates than its ending says; "" where none is seen."""
    mark = next((mark for mark in ";\t|" if len(columns) == 1 and mark in columns[0]), None)
    if mark is None:
        return ""
    shown = "tabs" if mark == "\t" else repr(mark)
    return f"its cells are separated by {shown}: save the file with commas, or with tabs as .tsv"


def _lines(path: Path) -> list[dict[str, Any]]:
    """The objects of a JSON Lines file."""
    found = []
    for number, line in enumerate(_text(path).split("\n"), 1):
        if not line.strip():
            continue
        try:
            value = json.loads(line, parse_int=whole_of)
        except ValueError as error:
            raise DataError(f"{path.name} cannot be read: line {number} is no JSON ({error})") from error
        found.append(_object(value, path, f"line {number}"))
    return found


def _objects(path: Path) -> Any:
    """The objects of a JSON file: a list of them, or one object with a list for each column."""
    try:
        value = json.loads(_text(path), parse_int=whole_of)
    except ValueError as error:
        raise DataError(
            f"{path.name} cannot be read: it is no JSON ({error}); a file with one object a line is called .jsonl"
        ) from error
    if isinstance(value, dict) and value:
        lengths = {len(cells) if isinstance(cells, list) else None for cells in value.values()}
        if len(lengths) == 1 and None not in lengths:
            return value
    if not isinstance(value, list):
        raise DataError(f"{path.name} holds {_kind(value)} that is no table; write a list of objects: [{_SAMPLE}, ...]")
    return [_object(item, path, f"entry {number}") for number, item in enumerate(value, 1)]


def _object(value: Any, path: Path, place: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise DataError(f"{path.name}: {place} holds {_kind(value)}, not an object such as {_SAMPLE}")
    return value


def _kind(value: Any) -> str:
    kinds = {dict: "an object", list: "a list", str: "a text", bool: "true or false", type(None): "null"}
    return kinds.get(type(value), "a number")


def _text(path: Path) -> str:
    """The text of a file; pandas' own reader of JSON does not keep the last digits of a number."""
    content = path.read_bytes()
    return (gzip.decompress(content) if path.suffix == ".gz" else content).decode("utf-8-sig")


def _as_id(cell: Any) -> str:
    """An id as a reader of examples would write it: text as it is, a whole number without a fraction."""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return cell if isinstance(cell, str) else json.dumps(cell, ensure_ascii=False, default=str)


def _is_numeric(cells: list[Any]) -> bool:
    """Whether a column holds numbers, or numbers written as text."""

    def number(cell: Any) -> bool:
        if isinstance(cell, str):
            return decimal_of(cell) is not None
        return isinstance(cell, (numbers.Real, Decimal)) and not isinstance(cell, bool)

    filled = [cell for cell in cells if cell is not None and cell != ""]
    return bool(filled) and all(map(number, filled))


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(names[:_SHOWN])
    return f"{shown}, …" if len(names) > _SHOWN else shown or "none"
