"""`entity-overlap`: the share of the response's names and numbers that the context holds.

A feature of the shallow model in "Do Automatic Factuality Metrics Measure Factuality?" (arXiv 2411.16638), and a
baseline of ForceBench (arXiv 2605.28044). How they find an entity again is not known to us. Our choice: its words occur
in the context, next to each other and in this order. The context itself is not searched for entities, so that one which
the tagger misses there still counts as present.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Literal

import regex

from gaugeblock.metrics.base import Metric, Score, Unscored
from gaugeblock.metrics.versions import versions
from gaugeblock.metrics.words import words
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.text import analyse, parse, pipeline_name

Words = tuple[str, ...]


class EntityOverlap(Metric):
    """Share (0 to 1) of the different entities of the response whose words occur in the context.

    Entities are what the spaCy English pipeline names (people, places, organisations, dates, amounts ...) and every
    other number in digits; a leading article and a closing possessive are no part of one. They are compared as
    written, case aside: "three" is not found in "3".

    Args:
        empty: what a response without an entity gets, whose share is undefined: ``"declined"`` = no score, ``"1"`` =
            1.0, since none of its entities is missing.

    Raises:
        UsageError: `empty` has another value.
    """

    name = "entity-overlap"
    bounds = (0.0, 1.0)

    def __init__(self, *, empty: Literal["declined", "1"] = "declined") -> None:
        if empty not in ("declined", "1"):
            raise UsageError(f"entity-overlap: the option empty takes one of declined, 1, not {empty!r}")
        self.options = {"empty": empty}

    @property
    def depends_on(self) -> Mapping[str, str | None]:
        """The parser that names the entities, and the library that tells words apart."""
        return versions("spacy", "regex") | {"parser": pipeline_name()}

    def score(self, examples: Sequence[Example]) -> list[Score]:
        """One score an example."""
        parse.together(example.response for example in examples)
        return [self._one(example) for example in examples]

    def _one(self, example: Example) -> Score:
        named = entities(example.response)
        if not named:
            return 1.0 if self.options["empty"] == "1" else Unscored("declined", "the response has no entity")
        return share_found(named, example)


def entities(text: str) -> frozenset[Words]:
    """The different entities of a text, each as its words.

    >>> sorted(entities("In 2019 the Rhine rose by 3.5 metres."))
    [('2019',), ('3.5', 'metres'), ('rhine',)]
    """
    return entities_in(analyse(text).doc)


def entities_in(doc: Any) -> frozenset[Words]:
    """The different entities of a text whose spaCy parse has at least its names."""
    found = [entity.text for entity in doc.ents]
    found += [token.text for token in doc if not token.ent_type_ and regex.search(r"\d", token.text)]
    return frozenset(named for part in found if (named := _bare(words(part))))


def share_found(named: Collection[Words], example: Example) -> float:
    """The share of some entities, at least one, that the context holds."""
    documents = [words(document) for document in example.context]
    return sum(any(_occurs(entity, document) for document in documents) for entity in named) / len(named)


def _bare(entity: Words) -> Words:
    if len(entity) > 1 and entity[0] in ("the", "a", "an"):
        entity = entity[1:]
    return (*entity[:-1], entity[-1].removesuffix("'s")) if entity else ()


def _occurs(entity: Words, document: Words) -> bool:
    size = len(entity)
    return any(_same(entity, document[start : start + size]) for start in range(len(document) - size + 1))


def _same(entity: Words, part: Words) -> bool:
    return entity[:-1] == part[:-1] and part[-1] in (entity[-1], f"{entity[-1]}'s")


METRIC = EntityOverlap
