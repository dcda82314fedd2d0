"""Paragraphs before and after a response that are made of sentences from two lists."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.variant import Edit, replace_span
from gaugeblock.perturb.verbosity._length import TARGETS, Supply, near_target, wanted_words, words


@dataclass(slots=True)
class _Sides:
    """Sentences before and after a response, added in turn; what was added once stays."""

    lists: tuple[list[str], list[str]]
    rng: random.Random
    chosen: tuple[list[str], list[str]] = field(default_factory=lambda: ([], []))
    added: int = 0
    _supplies: list[Supply] = field(init=False)
    _turn: int = field(init=False)

    def __post_init__(self) -> None:
        self._supplies = [Supply(phrases, self.rng) for phrases in self.lists]
        self._turn = self.rng.randrange(2)

    def fill(self, wanted: int) -> None:
        """Adds sentences, one a side in turn, until about so many words are there in all."""
        dry = 0
        while self.added < wanted and dry < 2:
            phrase = self._supplies[self._turn].take(wanted - self.added)
            if phrase is None:
                dry += 1
            else:
                self.chosen[self._turn].append(phrase)
                self.added += words(phrase)
                dry = 0
            self._turn = 1 - self._turn

    def texts(self) -> Iterator[str]:
        """Both sides, each in the order of its list, in which it reads best."""
        for side, phrases in zip(self.chosen, self.lists, strict=True):
            yield " ".join(sorted(side, key=phrases.index))


def surrounding(
    name: str, summary: str, module: str, *, limits: str, illustration: Illustration, version: str = "1"
) -> RuleBased:
    """The perturbation that puts sentences of the lists ``preambles`` and ``closers`` around the response.

    Every level holds the sentences of the levels below it.

    Args:
        name: registered name.
        summary: one sentence for the catalogue.
        module: the module's ``__file__``; the lists are in the TOML file beside it.
        limits: as in `RuleBased`.
        illustration: as in `RuleBased`.
        version: as in `RuleBased`.
    """
    table: dict[str, list[str]] = lexicon(module)
    lists = (table["preambles"], table["closers"])

    def propose(example: Example, text: Text, rng: random.Random) -> Iterable[Proposal]:
        body = text.text.strip()
        if not body:
            return
        start = text.text.index(body)
        end = start + len(body)
        sides = _Sides(lists, random.Random(rng.random()))
        for severity, target in TARGETS.items():
            sides.fill(wanted_words(body, severity))
            before, after = sides.texts()
            edits: list[Edit] = []
            if before:
                edits.append(replace_span(text.text, start, start, before + "\n\n"))
            if after:
                edits.append(replace_span(text.text, end, end, "\n\n" + after))
            ratio = round(1 + sides.added / words(body), 3)
            yield Proposal(tuple(edits), severity, {"ratio": ratio, "target": target})

    return RuleBased(
        name=name,
        family="verbosity",
        summary=summary,
        propose=propose,
        checks=(near_target,),
        severities=tuple(TARGETS),
        version=version,
        limits=limits,
        illustration=illustration,
    )
