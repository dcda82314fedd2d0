"""The odd inputs that the laws ask a metric for: without content, with one more sentence, beside another's context."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from gaugeblock.perturb.base import perturbation_rng
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.passages import unrelated_passages
from gaugeblock.perturb.relations import CONSTRUCTS, Relation
from gaugeblock.perturb.text import analyse
from gaugeblock.perturb.variant import Edit, Skip, Variant, replace_span

LAW_EXAMPLES = 40
"""Examples that a law is tried on, at most: 40 without a violation put the share below one in ten."""

LONGER_EXAMPLES = 60
"""Examples that get a further sentence: more, since those that score lowest do not count."""

TRUNCATION = {500: LAW_EXAMPLES, 2000: 10}
"""Words that are put before a context, and how many examples that is tried on: each costs two inputs of that length.
Models of 512 tokens read about 400 words."""

CONTENTLESS: Mapping[str, str] = {"empty-response": "", "blank-response": "   ", "symbol-response": "?"}
"""Responses without content, by the name of the probe."""

_SHORT_CLAIM = "Tax: 9.7%."
"""A claim of ten characters: some metrics drop sentences as short as this without a word (SummaC does)."""

ODD_CONTEXTS: Mapping[str, tuple[str, ...]] = {
    "no-context": (),
    "empty-context": ("",),
    "blank-context": ("   ",),
}
"""Contexts without content, by the name of the probe."""

_RELATION = dict.fromkeys(CONSTRUCTS, Relation.NONE)


def probes(examples: Sequence[Example], position: int, seed: int) -> Iterator[Variant | Skip]:
    """Degenerate inputs, a response with one more sentence, a sentence beside its own and a foreign context.

    Args:
        examples: all of the data, of which each law takes the first so many.
        position: of the example that is probed.
        seed: of the run.
    """
    example = examples[position]
    # an unsupported response may rightly score lower than none, so it says nothing of the degenerate ones
    if example.supported is not False and _first(examples, position, LAW_EXAMPLES):
        yield from _degenerate(example)
    if example.supported is not False and _first(examples, position, LONGER_EXAMPLES):
        yield from _longer(example, _foreign(examples, position))
    if position < LAW_EXAMPLES:
        foreign = _foreign(examples, position)
        yield from _identity(example, foreign)
        yield from _late(example, position, foreign, seed)


def _degenerate(example: Example) -> Iterator[Variant]:
    for name, text in CONTENTLESS.items():
        if text != example.response:
            yield _probe(example, name, replace(example, response=text), response=text)
    for name, context in ODD_CONTEXTS.items():
        if context != example.context:
            yield _probe(example, name, replace(example, context=context))


def _longer(example: Example, foreign: Example | None) -> Iterator[Variant]:
    """The response with one more sentence at its end: a very short claim, and a sentence of another context."""
    sentences = {"short-sentence": _SHORT_CLAIM}
    if foreign is not None:
        sentences["foreign-sentence"] = _longest_sentence(foreign.context[0])
    for name, sentence in sentences.items():
        if sentence and example.response.strip():
            text = f"{example.response.rstrip()} {sentence}"
            yield _probe(example, name, replace(example, response=text), response=text)


def _identity(example: Example, foreign: Example | None) -> Iterator[Variant | Skip]:
    sentence = _longest_sentence(example.context[0]) if example.context else ""
    if not sentence or foreign is None:
        detail = "the context has no sentence" if not sentence else "no other example has another context"
        yield Skip(example.id, "identity-own", "probe", "not-applicable", detail)
        return
    own = replace(example, response=sentence)
    yield _probe(example, "identity-own", own, response=sentence)
    yield _probe(
        example, "identity-foreign", replace(own, context=foreign.context), response=sentence, context_of=foreign.id
    )


def _late(example: Example, position: int, foreign: Example | None, seed: int) -> Iterator[Variant | Skip]:
    """A copied sentence beside its own and beside a foreign context, each behind many words about something else."""
    sentence = _longest_sentence(example.context[0]) if example.context else ""
    passages = unrelated_passages(example, perturbation_rng(seed, example.id, "late"))
    if not sentence or foreign is None or not passages:
        detail = "the context has no sentence" if not sentence else "no other example has another context"
        yield Skip(example.id, "late-own", "probe", "not-applicable", detail)
        return
    words = [word for passage in passages for word in passage.split()]
    for length in (length for length, count in TRUNCATION.items() if position < count):
        before = " ".join(words[at % len(words)] for at in range(length))
        for name, context in (("late-own", example.context), ("late-foreign", foreign.context)):
            changed = replace(example, response=sentence, context=(before, *context))
            yield _probe(example, f"{name}-{length}", changed, response=sentence, words=length)


def _probe(example: Example, name: str, changed: Example, response: str | None = None, **details: Any) -> Variant:
    changed = replace(changed, id=f"{example.id}/{name}", label=None, corrected=None)
    edits: tuple[Edit, ...] = ()
    if response is not None and response != example.response:
        edits = (replace_span(example.response, 0, len(example.response), response),)
    return Variant(changed, example.id, name, "probe", None, edits, _RELATION, details)


def _first(examples: Sequence[Example], position: int, count: int) -> bool:
    """Whether the example is among the first so many that are not labelled unsupported."""
    before = islice((e for e in examples[:position] if e.supported is not False), count)
    return sum(1 for _ in before) < count


def _foreign(examples: Sequence[Example], position: int) -> Example | None:
    """The next example with another context that is not empty, round the end to the start."""
    own = examples[position]
    for step in range(1, len(examples)):
        other = examples[(position + step) % len(examples)]
        if other.context_text.strip() and other.context != own.context:
            return other
    return None


def _longest_sentence(text: str) -> str:
    pieces = [text[span.start : span.end] for span in analyse(text).sentences]
    return max(pieces, key=len, default="").strip()
