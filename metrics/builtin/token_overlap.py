"""`token-overlap`: the share of the response's content words that the context holds.

ForceBench (arXiv 2605.28044) reports such a baseline; how it counts tokens is not known to us. Our choice: words by the
Unicode rules (UAX 29), case and compatibility forms folded, each occurrence in the response counted; the function words
in ``token_overlap.toml`` are not content.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Literal

from gaugeblock.metrics.base import Metric, Score, Unscored
from gaugeblock.metrics.versions import versions
from gaugeblock.metrics.words import stem, words
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon


class TokenOverlap(Metric):
    """Share (0 to 1) of the response's content words that occur in the context, wherever and in whatever order.

    A response without a content word has no share: `Unscored`. In an empty context nothing is found: 0.0.

    Args:
        stem: compare English stems rather than words.
        stopwords: ``"english"`` leaves English function words out; ``"none"`` counts every word.

    Raises:
        UsageError: an option has another value.
    """

    name = "token-overlap"
    bounds = (0.0, 1.0)
    batched = False

    def __init__(self, *, stem: bool = False, stopwords: Literal["english", "none"] = "english") -> None:
        if stopwords not in ("english", "none"):
            raise UsageError(f"token-overlap: the option stopwords takes one of english, none, not {stopwords!r}")
        self.options = {"stem": bool(stem), "stopwords": stopwords}

    @property
    def depends_on(self) -> Mapping[str, str | None]:
        """The library that tells words apart, and the one that finds their stems."""
        return versions("regex", "nltk") if self.options["stem"] else versions("regex")

    def score(self, examples: Sequence[Example]) -> list[Score]:
        """One score an example."""
        return [self._one(example) for example in examples]

    def _one(self, example: Example) -> Score:
        content = self._content(example.response)
        if not content:
            return Unscored("declined", "the response has no content word")
        known = {word for document in example.context for word in self._content(document)}
        return sum(word in known for word in content) / len(content)

    def _content(self, text: str) -> list[str]:
        left_out = function_words() if self.options["stopwords"] == "english" else frozenset()
        content = [word for word in words(text) if word not in left_out]
        return [stem(word) for word in content] if self.options["stem"] else content


@lru_cache(maxsize=1)
def function_words() -> frozenset[str]:
    """The English words that are no content."""
    return frozenset(word for group in lexicon(__file__).values() for word in group)


METRIC = TokenOverlap
