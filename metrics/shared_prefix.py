"""Continuations of one prompt, laid out so that each prefix they share is computed once.

Variants of a response have most of their text in common. Their tokens are put into one sequence that holds every
distinct prefix once; a token sees the prompt and its own predecessors only, and stands at the position that it would
have alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Tokens = tuple[int, ...]


@dataclass(frozen=True)
class Packed:
    """Several continuations in one sequence.

    Args:
        tokens: one token for each distinct prefix.
        depths: how many tokens of the continuation come before it.
        parents: the place of the token before it, -1 where the prompt comes before it.
        paths: for each continuation the places of its tokens, in order.
    """

    tokens: tuple[int, ...]
    depths: tuple[int, ...]
    parents: tuple[int, ...]
    paths: tuple[tuple[int, ...], ...]

    def __len__(self) -> int:
        return len(self.tokens)

    @property
    def visible(self) -> NDArray[np.bool_]:
        """Which token (row) may look at which (column): at itself and its predecessors."""
        seen = np.zeros((len(self), len(self)), dtype=np.bool_)
        for path in self.paths:
            at = np.asarray(path, dtype=np.intp)
            seen[np.ix_(at, at)] |= np.tri(len(path), dtype=np.bool_)
        return seen


def pack(continuations: Sequence[Tokens]) -> Packed:
    """Lay out continuations, given in sorted order, so that each distinct prefix stands once.

    >>> packed = pack([(5, 6), (5, 7), (8,)])
    >>> packed.tokens, packed.parents, packed.paths
    ((5, 6, 7, 8), (-1, 0, 0, -1), ((0, 1), (0, 2), (3,)))
    """
    tokens: list[int] = []
    depths: list[int] = []
    parents: list[int] = []
    paths: list[tuple[int, ...]] = []
    before: Tokens = ()
    for continuation in continuations:
        shared = _shared_length(before, continuation)
        path = list(paths[-1][:shared]) if paths else []
        for depth in range(shared, len(continuation)):
            parents.append(path[-1] if path else -1)
            path.append(len(tokens))
            tokens.append(continuation[depth])
            depths.append(depth)
        paths.append(tuple(path))
        before = continuation
    return Packed(tuple(tokens), tuple(depths), tuple(parents), tuple(paths))


def split(continuations: Sequence[Tokens], limit: int) -> Iterator[list[Tokens]]:
    """Groups of sorted continuations, each of at most `limit` distinct prefixes (or of a single continuation)."""
    group: list[Tokens] = []
    size = 0
    for continuation in continuations:
        new = len(continuation) - (_shared_length(group[-1], continuation) if group else 0)
        if group and size + new > limit:
            yield group
            group, size, new = [], 0, len(continuation)
        group.append(continuation)
        size += new
    if group:
        yield group


def _shared_length(one: Tokens, other: Tokens) -> int:
    length = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        length += 1
    return length


def full_mask(packed: Packed, prompt_length: int) -> NDArray[np.bool_]:
    """What each packed token sees of (prompt, packed tokens): all of the prompt, and its own predecessors."""
    seen = np.ones((len(packed), prompt_length + len(packed)), dtype=np.bool_)
    seen[:, prompt_length:] = packed.visible
    return seen


def row_targets(packed: Packed) -> tuple[Any, Any]:
    """Where each packed token is predicted: row 0 is the prompt's last token, row i + 1 the packed token i."""
    return np.asarray(packed.parents, dtype=np.int64) + 1, np.asarray(packed.tokens, dtype=np.int64)
