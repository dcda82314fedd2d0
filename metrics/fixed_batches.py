"""Batches of fixed shapes, so that the score of a text does not depend on the texts that it is scored beside.

In an ordinary batch a row's last digits change with its neighbours, its place, the padding and the number of threads.
Here every batch has one of a few shapes, filled up with padding, and runs on one thread, so that the arithmetic of a
row is always the same, and a row may be kept and reused. On a processor a batch is one row: on some, what comes out of
one for a row depends on its place, and little is gained by several (a fifth of the time, for short texts).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

ROWS = 8
"""How many rows a batch has on a graphics card."""

LENGTHS = (16, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048)
"""The lengths in tokens that rows are padded to."""


@dataclass(frozen=True, slots=True)
class Row:
    """One tokenized input.

    Args:
        ids: token numbers, special tokens included.
        types: the segment of each token, where the model has segments.
    """

    ids: tuple[int, ...]
    types: tuple[int, ...] = ()


Forward = Callable[[Mapping[str, Any]], Any]
"""Takes ``input_ids``, ``attention_mask`` and, where the rows have them, ``token_type_ids``, each a long tensor of the
shape (rows, length); returns a float tensor of the shape (rows, ...)."""


@dataclass
class FixedBatches:
    """A model that is run on rows, each distinct row once.

    Args:
        forward: runs the model.
        pad: the token number that rows are filled up with.
        limit: how many tokens a row may have at most.
        device: where the tensors go.
        keep: how many results are kept for rows that come again.
    """

    forward: Forward
    pad: int
    limit: int
    device: str = "cpu"
    keep: int = 50_000
    _kept: OrderedDict[Hashable, Any] = field(default_factory=OrderedDict, repr=False)

    def run(self, rows: Iterable[Row]) -> list[Any]:
        """What the model gives for each row, as NumPy arrays, in order.

        Raises:
            ValueError: a row is longer than the limit; cutting is the caller's to do, who knows what may be cut.
        """
        wanted = list(rows)
        found: dict[Row, Any] = {}
        # a mask that masks nothing is dropped by transformers, and other arithmetic used: rows that fill their batch
        # never stand beside others
        by_shape: dict[tuple[int, bool], list[Row]] = {}
        for row in dict.fromkeys(wanted):
            if row in self._kept:
                found[row] = self._kept[row]
            else:
                length = self._padded_length(row)
                by_shape.setdefault((length, len(row.ids) == length), []).append(row)
        for (length, _), group in sorted(by_shape.items()):
            for start in range(0, len(group), self._rows):
                batch = group[start : start + self._rows]
                found.update(zip(batch, self._forward(batch, length), strict=True))
        for row in found:
            self._kept[row] = found[row]
            self._kept.move_to_end(row)
        while len(self._kept) > self.keep:
            self._kept.popitem(last=False)
        return [found[row] for row in wanted]

    @property
    def _rows(self) -> int:
        return 1 if self.device.split(":")[0] == "cpu" else ROWS

    def _padded_length(self, row: Row) -> int:
        if len(row.ids) > self.limit:
            raise ValueError(f"a row of {len(row.ids)} tokens is longer than the model's limit of {self.limit}")
        return min(self.limit, next((length for length in LENGTHS if len(row.ids) <= length), self.limit))

    def _forward(self, rows: Sequence[Row], length: int) -> list[Any]:
        import torch

        filled = [*rows, *[rows[0]] * (self._rows - len(rows))]
        features = {
            "input_ids": [_padded(row.ids, length, self.pad) for row in filled],
            "attention_mask": [_padded((1,) * len(row.ids), length, 0) for row in filled],
        }
        if rows[0].types:
            features["token_type_ids"] = [_padded(row.types, length, 0) for row in filled]
        tensors = {name: torch.tensor(values, device=self.device) for name, values in features.items()}
        with one_thread(), torch.inference_mode():
            result = self.forward(tensors)
        return list(result[: len(rows)].float().cpu().numpy())


@contextmanager
def one_thread() -> Iterator[None]:
    """Torch works on one thread meanwhile: how a sum is shared out among threads changes its last digits."""
    import torch

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)


def _padded(values: Sequence[int], length: int, pad: int) -> list[int]:
    return [*values, *[pad] * (length - len(values))]


def shares(logits: Any) -> Any:
    """Logits of one row, shape (classes,), as probabilities; a single one is a sigmoid's, and makes two classes."""
    import numpy as np

    values = logits.astype(np.float64)
    if values.shape == (1,):
        values = np.array([0.0, values[0]])  # 1 / (1 + e^-x) is the softmax of 0 and x
    raised = np.exp(values - values.max())
    return raised / raised.sum()
