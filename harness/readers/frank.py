"""FRANK: summaries of nine systems with typed human factuality judgements (Pagnoni et al., NAACL 2021).

``benchmark_data.json`` has the texts, ``human_annotations.json`` the judgements, and where it is there,
``baseline_factuality_metrics_outputs.json`` the scores of published metrics; rows belong together by ``hash`` and
``model_name``.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from gaugeblock.harness.readers._files import check_is_file, is_there
from gaugeblock.harness.readers._json import read_json
from gaugeblock.harness.readers._rows import BadRow, Reader, Row, Table, convert, shown
from gaugeblock.perturb.errors import DataError
from gaugeblock.perturb.example import Example

USAGE = "frank:FOLDER, the folder holding benchmark_data.json and human_annotations.json"
TEXTS = "benchmark_data.json"
JUDGEMENTS = "human_annotations.json"
SCORES = "baseline_factuality_metrics_outputs.json"
ERROR_TYPES = ("RelE", "EntE", "CircE", "OutE", "GramE", "CorefE", "LinkE", "Other")

_Key = tuple[str, str]
_NOT_SCORES = ("hash", "model_name", "dataset", "split")


def open_frank(where: str) -> Table:
    """The examples in a FRANK folder, which may be named by its ``benchmark_data.json``.

    Raises:
        DataError: one of the two files is missing or cannot be read.
    """
    path = Path(where)
    is_folder = is_there(path, Path.is_dir)
    folder = path if is_folder else path.parent
    texts = folder / TEXTS if is_folder else path
    for file in (texts, folder / JUDGEMENTS):
        check_is_file(file, USAGE)
    return Table("frank", f"frank:{path.resolve().name}", _examples(texts, folder / JUDGEMENTS, folder / SCORES))


def example_of(
    row: Mapping[str, Any], judgements: Mapping[_Key, Mapping[str, Any]], scores: Mapping[_Key, Mapping[str, Any]]
) -> Example:
    """The example in one row of texts, labelled consistent when its Factuality is 1.

    Raises:
        KeyError, TypeError, ValueError: the row is not in the format, or nobody judged it.
    """
    key = _key(row)
    if key not in judgements:
        raise ValueError(f"{JUDGEMENTS} has no judgement of {key[1]!r} on {key[0]!r}")
    judgement = judgements[key]
    factuality = _number(judgement, "Factuality")
    published = {name: value for name, value in scores.get(key, {}).items() if name not in _NOT_SCORES}
    return Example(
        id=f"{key[0]}-{key[1]}",
        response=row["summary"],
        context=row["article"],
        label=float(factuality == 1.0),
        metadata={
            "dataset": judgement.get("dataset"),
            "document": key[0],
            "model_name": key[1],
            "split": judgement.get("split"),
            "factuality": factuality,
            "error_types": [name for name in ERROR_TYPES if name in judgement and _number(judgement, name) < 1.0],
            "published_scores": {
                name: float(value)
                for name, value in published.items()
                # NaN in the published file stands for no score
                if isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
            },
        },
    )


def _examples(texts: Path, judgements: Path, scores: Path) -> Iterator[BadRow | Example]:
    judged = _by_key(judgements)
    scored = _by_key(scores) if scores.is_file() else {}
    yield from convert(read_json(texts), lambda row: [example_of(row, judged, scored)], "FRANK")


def _by_key(file: Path) -> dict[_Key, Mapping[str, Any]]:
    rows: dict[_Key, Mapping[str, Any]] = {}
    for row in read_json(file):
        if not isinstance(row, Row):
            raise DataError(str(row))
        try:
            rows[_key(row.cells)] = row.cells
        except KeyError as error:
            raise DataError(
                f"{file.name}, {row.place}: not in the FRANK format: there is no {error.args[0]!r}"
            ) from None
    return rows


def _key(row: Mapping[str, Any]) -> _Key:
    return str(row["hash"]), str(row["model_name"])


def _number(judgement: Mapping[str, Any], name: str) -> float:
    value = judgement[name]
    if not isinstance(value, (int, float)):
        raise TypeError(f"{name} in {JUDGEMENTS} must be a number, not {shown(value)}")
    return float(value)


READER = Reader(
    summary="FRANK: summaries of nine systems with typed human factuality judgements and published metric scores",
    usage=USAGE,
    open=open_frank,
)
