"""`concise`: how much of a response is left by three ways to shorten it, from near 0 (verbose) to 1 (concise).

Source: Ghafari et al., *ConCISE* (arXiv 2511.16846, 2025). We know the paper from its abstract and from a summary
that prints the formula, so some of it is our reading: |AS|, |ES| and |RW| are the lengths of the shortened texts, which
makes 1 the concise end; a text that grew, or that failed its validation, has a term of 1, as nothing was removed. The
prompt is ours too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

import regex

from gaugeblock.metrics.base import Bounds, Score, Unscored
from gaugeblock.metrics.builtin._compress import LocalCompressor
from gaugeblock.metrics.judge import Judge, client_options
from gaugeblock.metrics.verdicts import objects, without_thinking
from gaugeblock.metrics.words import UNSPACED, words
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon

Backend = Literal["api", "local"]
Length = Literal["tokens", "words"]
OnInvalid = Literal["one", "count", "unscored"]

PARTS = ("abstractive", "extractive", "word_removal")
"""The three shortened texts: AS, ES and RW in the paper."""

_CHECKS = ("same_meaning", "keeps_entities")
_PIECE = regex.compile(
    rf"(?i:['’](?:s|t|re|ve|m|ll|d)\b)|[{UNSPACED}]\p{{M}}*+|(?:(?![{UNSPACED}])[\p{{L}}\p{{M}}])++"
    r"|\p{N}{1,3}|[^\s\p{L}\p{M}\p{N}]++"
)


@dataclass(frozen=True, slots=True)
class Compressions:
    """A response in three shorter forms.

    Args:
        texts: the abstractive summary, the extractive one, and the response with words removed.
        valid: for each whether it means the same and keeps the named entities.
    """

    texts: tuple[str, str, str]
    valid: tuple[bool, bool, bool]


def concise(answer: int, shortened: Sequence[int | None], *, clip: bool = True) -> float:
    """(|AS| + |ES| + |RW|) / (3 |A|): the mean share of the answer that is left (arXiv 2511.16846).

    Args:
        answer: length of the answer, at least 1.
        shortened: lengths of the shortened texts; None = not valid, which counts as nothing removed.
        clip: a text that is longer than the answer counts as long.

    >>> concise(20, (10, 15, 20)), concise(20, (10, None, 26)), round(concise(20, (10, None, 26), clip=False), 4)
    (0.75, 0.8333333333333334, 0.9333)
    """
    terms = [1.0 if length is None else length / answer for length in shortened]
    return sum(min(1.0, term) if clip else term for term in terms) / len(terms)


def pieces(text: str) -> list[str]:
    """The pieces that GPT-4's tokenizer cuts a text into before it looks into words; they stand for its tokens here.

    Words, contractions' ends, digits in threes, runs of punctuation; characters one by one in scripts without spaces.
    Unlike tokens of a model they can be counted anywhere, and a long word counts once.

    >>> pieces("It's 10,000 m²—now!")
    ['It', "'s", '10', ',', '000', 'm', '²', '—', 'now', '!']
    """
    return [str(piece) for piece in _PIECE.findall(text)]


class ConCISE(Judge):
    """Mean share of the response that is left after a summary, an extract, and the removal of words; 1 = concise.

    One call yields the three texts and the model's word on whether each means the same and keeps the named entities.
    ``backend=local`` needs no server: it is a stand-in of rules, a parser and sentence embeddings, English only and
    much weaker, and its scores are not comparable with a model's: on 250 Wikipedia sentences their rank correlation
    with how much people shortened each is 0.2 to 0.3, and of a sentence and a person's shorter version the shorter
    scores higher in 71 % to 79 % of the pairs (``benchmarks/concise_local.py``).

    Args:
        backend: ``api`` (a language model, as in the paper) or ``local``.
        length: what is counted: ``tokens`` (see `pieces`) or ``words``. The paper counts tokens, of which tokenizer is
            not known to us.
        clip: whether a text that grew counts as nothing removed; else its term is above 1.
        on_invalid: what a text that failed validation counts for: ``one`` (nothing removed), ``count`` (its length all
            the same), or ``unscored``.
        client: the options of `Judge`, for ``backend=api``.
    """

    name = "concise"
    construct = "conciseness"
    bounds: Bounds = (0.0, 1.0)
    prompt = lexicon(__file__)["prompt"]

    @client_options()
    def __init__(
        self,
        *,
        backend: Backend = "api",
        length: Length = "tokens",
        clip: bool = True,
        on_invalid: OnInvalid = "one",
        **client: Any,
    ) -> None:
        own = {"backend": backend, "length": length, "clip": clip, "on_invalid": on_invalid}
        for option, allowed in (("backend", Backend), ("length", Length), ("on_invalid", OnInvalid)):
            if own[option] not in get_args(allowed):
                raise UsageError(f"concise: {option} takes {' or '.join(get_args(allowed))}, not {own[option]!r}")
        self._own = own
        self._local = LocalCompressor() if backend == "local" else None
        if self._local is not None:
            if client:
                raise UsageError(f"concise[backend=local] asks no server, so it takes no {', '.join(client)}")
            client = {"model": "local", "concurrency": 1, "cache": False}
            self.deterministic = True
            self.long_input = "whole; a sentence longer than the embedding model reads is compared by its beginning"
        super().__init__(**client)
        usual = {"backend": "api", "length": "tokens", "clip": True, "on_invalid": "one"}
        kept = {} if self._local is not None else self.options
        self.options = {**{name: value for name, value in own.items() if value != usual[name]}, **kept}
        if not clip:
            self.bounds = (0.0, None)
        if self._local is not None:
            self.reads = frozenset({"response"})

    @property
    def settings(self) -> Mapping[str, Any]:
        """The options of its own, and what the local backend rests on."""
        return self._own if self._local is None else {**self._own, "local": self._local.identity}

    @property
    def depends_on(self) -> Mapping[str, str | None]:
        """The libraries of the local backend."""
        return {} if self._local is None else self._local.depends_on

    @property
    def usage(self) -> dict[str, Any]:
        """See `Judge`; empty for the local backend."""
        return super().usage if self._local is None else {}

    def warm_up(self) -> None:
        """See that there is a client and a key, or load the local models."""
        if self._local is None:
            super().warm_up()
        else:
            self._local.load()

    def judge(self, example: Example, repeat: int) -> Score:
        """The score of one response."""
        answer = self._length(example.response)
        if not answer:
            return Unscored("declined", f"the response has no {self._own['length']}")
        found = self.compress(example, repeat)
        if isinstance(found, Unscored):
            return found
        rule = self._own["on_invalid"]
        if rule == "unscored" and not all(found.valid):
            failed = ", ".join(part for part, valid in zip(PARTS, found.valid, strict=True) if not valid)
            return Unscored("declined", f"not valid: {failed}")
        shortened = [
            self._length(text) if valid or rule == "count" else None
            for text, valid in zip(found.texts, found.valid, strict=True)
        ]
        return concise(answer, shortened, clip=bool(self._own["clip"]))

    def compress(self, example: Example, repeat: int = 0) -> Compressions | Unscored:
        """The three shorter forms of one response, or why there are none; an empty one is never valid."""
        if self._local is not None:
            texts = self._local.compress(example.response)
            return Compressions(texts, _filled(texts, [self._local.is_valid(example.response, text) for text in texts]))
        reply = self.ask(
            self.prompt,
            self._values(example),
            schema=_schema(),
            repeat=repeat,
            readable=lambda text: _read(text) is not None,
        )
        if isinstance(reply, Unscored):
            return reply
        read = _read(reply)
        if read is not None:
            return read
        self._count(unread=1)
        return Unscored("unreadable", f"the reply has not all three texts: {' '.join(reply.split())[:120]!r}")

    def _length(self, text: str) -> int:
        return len(pieces(text) if self._own["length"] == "tokens" else words(text))


def _schema() -> dict[str, Any]:
    kinds = {"text": {"type": "string"}, **{check: {"type": "boolean"} for check in _CHECKS}}
    part = {"type": "object", "properties": kinds, "required": list(kinds), "additionalProperties": False}
    return {
        "type": "object",
        "properties": {"abstractive": part, "extractive": part, "word_removal": part},
        "required": list(PARTS),
        "additionalProperties": False,
    }


def _read(reply: str) -> Compressions | None:
    """What the last object in a reply with all three texts says."""
    for _, _, value in reversed(objects(without_thinking(reply))):
        parts = [value.get(part) for part in PARTS]
        if all(isinstance(part, dict) and isinstance(part.get("text"), str) for part in parts):
            checks = [[_truth(part.get(check)) for check in _CHECKS] for part in parts if part]
            if any(check is None for each in checks for check in each):
                return None
            one, two, three = (str(part["text"]) for part in parts if part)
            return Compressions((one, two, three), _filled((one, two, three), [all(each) for each in checks]))
    return None


def _filled(texts: tuple[str, str, str], valid: Sequence[bool]) -> tuple[bool, bool, bool]:
    one, two, three = (is_valid and bool(pieces(text)) for text, is_valid in zip(texts, valid, strict=True))
    return one, two, three


def _truth(value: Any) -> bool | None:
    if isinstance(value, str):
        return {"true": True, "yes": True, "false": False, "no": False}.get(value.strip().casefold())
    return value if isinstance(value, bool) else None


METRIC = ConCISE
