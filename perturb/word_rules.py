"""spaCy's rules for single words, remembered by what they look at: a sixth of a parse is spared.

The attribute ruler of a pipeline has some 180 rules, nearly all of which look at one word: its tag, its letters. Its
matcher tries all of them on every word of every text.
"""

from __future__ import annotations

from typing import Any

_MOST = 20_000  # kinds of words that are remembered; a kind is a tag, a word and whatever else the rules look at


def remember_rules(pipeline: Any) -> None:
    """Have the attribute ruler of a spaCy pipeline remember which rules a word meets; what it says stays the same."""
    if "attribute_ruler" in pipeline.pipe_names:
        ruler = pipeline.get_pipe("attribute_ruler")
        ruler.matcher = RememberedMatcher(pipeline.vocab, [rule["patterns"] for rule in ruler.patterns])


class RememberedMatcher:
    """Finds what a spaCy matcher with these rules would find, each rule named by its number.

    Args:
        vocab: of the pipeline.
        rules: the patterns of each rule.
    """

    def __init__(self, vocab: Any, rules: list[list[list[dict[str, Any]]]]) -> None:
        from spacy.matcher import Matcher

        self._single, self._others = Matcher(vocab), Matcher(vocab)
        self._rules = rules
        attributes: set[str] = set()
        for number, patterns in enumerate(rules):
            single = [pattern for pattern in patterns if _is_single(pattern)]
            others = [pattern for pattern in patterns if not _is_single(pattern)]
            attributes.update(key for (token,) in single for key in token)
            if single:
                self._single.add(str(number), single)
            if others:
                self._others.add(str(number), others)
        self._attributes = sorted(attributes)
        self._known: dict[bytes, tuple[int, ...]] = {}

    def get(self, rule: str) -> tuple[None, list[list[dict[str, Any]]]]:
        """The patterns of a rule, as a spaCy matcher tells them."""
        return None, self._rules[int(rule)]

    def __call__(self, doc: Any, **options: Any) -> list[tuple[int, int, int]]:
        """The number (as spaCy knows it) of each rule that is met, and the words that meet it."""
        found: list[tuple[int, int, int]] = self._others(doc, **options) if len(self._others) else []
        if not len(self._single):
            return found
        looks = doc.to_array(self._attributes).tobytes()
        width = 8 * len(self._attributes)
        for at in range(len(doc)):
            look = looks[at * width : (at + 1) * width]
            rules = self._known.get(look)
            if rules is None:
                if len(self._known) >= _MOST:
                    self._known.clear()
                rules = self._known[look] = tuple(rule for rule, _, _ in self._single(doc[at : at + 1], **options))
            found += [(rule, at, at + 1) for rule in rules]
        return found


def _is_single(pattern: list[dict[str, Any]]) -> bool:
    """Whether a pattern asks for one word and nothing but what the word is."""
    return len(pattern) == 1 and not {"OP", "_"} & pattern[0].keys()
