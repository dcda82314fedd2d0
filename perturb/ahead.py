"""Examples that are worked on one after another, and known some time before they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TypeVar

from gaugeblock.perturb.example import Example
from gaugeblock.perturb.text import PARSE_AHEAD, read_ahead

T = TypeVar("T")

# What each reader has read ahead now, the latest reader last; whoever asks for it only saves time by it.
_batches: list[list[Example]] = []


def examples_ahead(items: Iterable[T], example_of: Callable[[T], Example | None]) -> Iterator[T]:
    """The same items, whose examples' texts are parsed many at a time (see `read_ahead`).

    Args:
        items: what is worked on, one after another.
        example_of: the example of an item, None where it has none.
    """
    source = iter(items)
    open_now, own = _batches, list[Example]()  # names of its own, since at the end of a program there are no others
    open_now.append(own)
    try:
        while batch := list(islice(source, PARSE_AHEAD)):
            known = [(item, example_of(item)) for item in batch]
            own[:] = [example for _, example in known if example is not None]
            ahead = read_ahead(
                known,
                lambda pair: () if pair[1] is None else (pair[1].response,),
                lambda pair: () if pair[1] is None else pair[1].context,
            )
            yield from (item for item, _ in ahead)
    finally:  # whoever stops early leaves nothing behind
        open_now[:] = [batch for batch in open_now if batch is not own]


def coming(example: Example) -> list[Example]:
    """The examples that are read ahead from this one on; it alone, where it is not one of them."""
    for batch in reversed(_batches):
        for at, other in enumerate(batch):
            if other.response == example.response and other.context == example.context:
                return [example, *batch[at + 1 :]]
    return [example]
