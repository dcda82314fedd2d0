"""`scores:FILE`: scores that were made elsewhere, joined to the examples by their ids."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gaugeblock.metrics.base import Metric, Score, Unscored
from gaugeblock.perturb.errors import DataError, UsageError
from gaugeblock.perturb.example import Example, content_hash
from gaugeblock.perturb.relations import CONSTRUCTS

if TYPE_CHECKING:
    import pandas as pd

USAGE = "scores:FILE[score_column=NAME,id_column=NAME], FILE being .jsonl, .json, .csv, .tsv or .parquet"
_IDS = ("id", "variant_id", "example_id")
_FRANK = ("hash", "model_name")  # how FRANK's published scores name a summary; `frank:` joins the two with a hyphen
_SHOWN = 8


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

    Raises:
        UsageError: an option names what the file does not have.
        DataError: the file cannot be read, or has an id twice.
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
    ) -> None:
        if construct not in CONSTRUCTS:
            raise UsageError(f"scores: construct takes one of {', '.join(CONSTRUCTS)}, not {construct!r}")
        self._path = Path(path).expanduser().resolve()
        self._wanted = (score_column, id_column)
        self.construct = construct
        self.higher_is_better = higher_is_better
        column, self._ids = self._columns()
        self._column = column
        self.name = re.sub(r"[^\w.+-]+", "-", f"{self._path.stem}-{column}").strip("-.") or "scores"
        self.options = {
            key: value
            for key, value in (("score_column", score_column), ("id_column", id_column), ("construct", construct))
            if value is not None and not (key == "construct" and value == "factual-consistency")
        }
        if not higher_is_better:
            self.options["higher_is_better"] = False
        _ = self._scores  # an id that stands twice is told at once

    def __getstate__(self) -> dict[str, Any]:
        return {key: value for key, value in self.__dict__.items() if key not in ("_frame", "_scores")}

    @property
    def fingerprint(self) -> str:
        """SHA-256 (hexadecimal) of the file's content and the columns that are read, wherever the file lies."""
        content = hashlib.sha256(self._path.read_bytes()).hexdigest()
        return content_hash(["scores", self.version, content, self._column, self._ids, dict(self.options)])

    def score(self, examples: Sequence[Example]) -> list[Score]:
        """One score an example."""
        return [self._one(example) for example in examples]

    def _one(self, example: Example) -> Score:
        if example.id not in self._scores:
            return Unscored("declined", f"{self._path.name} has no row for the id {example.id!r}")
        score: Any = self._scores[example.id]
        if score is None or score != score or score == "":
            return Unscored("declined", f"{self._path.name} has no {self._column!r} for the id {example.id!r}")
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
                    rows = pd.DataFrame([json.loads(line) for line in _text(path).split("\n") if line.strip()])
                case "json":
                    rows = pd.DataFrame(json.loads(_text(path)))
                case "csv":
                    rows = pd.read_csv(path, dtype=object, keep_default_na=False)
                case "tsv":
                    rows = pd.read_csv(path, dtype=object, keep_default_na=False, sep="\t")
                case "parquet":
                    rows = pd.read_parquet(path)
                case _:
                    raise UsageError(f"{path.name} is no table that can be read; write {USAGE}")
        except UsageError:
            raise
        except OSError as error:
            raise DataError(f"cannot read {path.name}: {error.strerror or error}") from error
        except Exception as error:
            raise DataError(f"{path.name} cannot be read as {suffix}: {error}") from error
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
            raise UsageError(f"{self._path.name} has no column {' or '.join(_IDS)}; say id_column={_listed(there)}")
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
        try:
            float(cell)
        except (TypeError, ValueError):
            return False
        return not isinstance(cell, bool)

    filled = [cell for cell in cells if cell is not None and cell != ""]
    return bool(filled) and all(map(number, filled))


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(names[:_SHOWN])
    return f"{shown}, …" if len(names) > _SHOWN else shown or "none"
