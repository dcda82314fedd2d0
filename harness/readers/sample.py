"""The examples that come with this package: six domains, twelve examples each, all of our own writing."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

from gaugeblock.harness.readers._jsonl import rows_of_lines
from gaugeblock.harness.readers._rows import BadRow, Reader, Table, convert
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example


def open_sample(domain: str) -> Table:
    """The shipped examples, or those of one domain.

    Raises:
        UsageError: there is no such domain.
    """
    found = {file.name.removesuffix(".jsonl"): file for file in _files()}
    if domain and domain not in found:
        raise UsageError(f"the sample has no domain {domain!r}; there are: {', '.join(found)}")
    chosen = [found[domain]] if domain else list(found.values())
    return Table("sample", f"sample:{domain}" if domain else "sample", _examples(chosen))


def _files() -> list[Traversable]:
    folder = files("gaugeblock.harness.readers").joinpath("sample")
    return sorted((file for file in folder.iterdir() if file.name.endswith(".jsonl")), key=lambda file: file.name)


def _examples(chosen: list[Traversable]) -> Iterator[BadRow | Example]:
    for file in chosen:
        rows = rows_of_lines(file.read_bytes().splitlines(), file.name)
        yield from convert(rows, lambda cells: [Example.from_json(cells)], "sample")


READER = Reader(
    summary="72 examples written for this package in six domains, half of them with one factual error",
    usage="sample or sample:DOMAIN",
    open=open_sample,
    needs_path=False,
)
