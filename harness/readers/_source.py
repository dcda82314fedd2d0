"""From a table to examples: rows mapped, each with its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice

from gaugeblock.harness.columns import is_usual, resolve
from gaugeblock.harness.readers._cells import check_text, example_of, json_value
from gaugeblock.harness.readers._rows import BadRow, Row, Table
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example

_PEEKED = 1000  # rows looked at before the columns are mapped; columns that show up later are mapped then


class Source:
    """A table with its columns mapped as they become known.

    Args:
        table: opened data.
        wanted: column by field, as `gaugeblock.harness.columns.parse_mapping` returns it.
    """

    def __init__(self, table: Table, wanted: dict[str, str]) -> None:
        self.table = table
        self.columns: dict[str, str] = {}
        self._wanted = wanted
        self._seen: dict[str, None] = {}

    def placed(self) -> Iterator[tuple[str, Example] | BadRow]:
        """Each example with its place, and the rows that make none.

        Raises:
            DataError: the columns cannot be mapped.
            UsageError: a mapping is wanted for data that are examples already.
        """
        items = iter(self.table.items)
        head = list(islice(items, _PEEKED))
        rows = [item for item in head if isinstance(item, Row)]
        if rows:
            if rows[0].key is not None:
                self._wanted.setdefault("id", "")  # the file's own key is the id; an id column stays metadata
            self._learn(dict.fromkeys(column for row in rows for column in row.cells))
        for number, item in enumerate(chain(head, items), 1):
            if isinstance(item, Example):
                if self._wanted:
                    raise UsageError(
                        f"{self.table.source}: no columns to map here, since it holds examples: drop --map"
                    )
                yield self._checked(item, f"example {number}")
            elif isinstance(item, BadRow):
                yield item
            else:
                self._learn(item.cells)
                try:
                    yield item.place, example_of(item, self.columns)
                except (TypeError, ValueError) as error:
                    yield item.bad(str(error))

    def _learn(self, columns: Iterable[str]) -> None:
        new = [column for column in columns if column not in self._seen]
        self._seen.update(dict.fromkeys(new))
        if not self.columns or any(map(is_usual, new)):
            self.columns = resolve(self._seen, self._wanted, self.table.source)

    def _checked(self, example: Example, place: str) -> tuple[str, Example] | BadRow:
        try:
            for text in (example.response, *example.context, example.question or "", example.corrected or ""):
                check_text("text", text)
            json_value(example.metadata, "metadata")
        except ValueError as error:
            return BadRow(self.table.source, place, str(error))
        return place, example
