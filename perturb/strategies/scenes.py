"""Scenes: small pieces of news, written beside this file, that the strategies build examples of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon

LAYOUTS = ("one document", "a document a sentence", "another document behind", "another document before")
"""How the context of a scene can be laid out, the simplest first."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A context, what it supports and what it does not; names in braces are slots.

    Args:
        context: its sentences.
        said: sentences that the context supports.
        wrong: sentences that it does not support.
        question: what the response answers.
        turns: what was said before the response, where the scene is a conversation.
        kind: the kind of script or marks, for a scene that is there for them.
        language: ISO 639-1 code of the text.
    """

    context: tuple[str, ...]
    said: tuple[str, ...]
    wrong: tuple[str, ...]
    question: str | None = None
    turns: tuple[str, ...] = ()
    kind: str = ""
    language: str = "en"

    @property
    def fillings(self) -> int:
        """How many ways there are to fill its slots."""
        texts = (*self.context, *self.said, *self.turns)
        return len(_slots()["person"]) if any("{" in text for text in texts) else 1

    def forms(self, supported: bool) -> int:
        """How many responses there are to one filling: each sentence, and all of them together."""
        sentences = self.said if supported else self.wrong
        return len(sentences) + (len(sentences) > 1)


@cache
def scenes() -> tuple[Scene, ...]:
    """The scenes in English, simplest first."""
    return tuple(
        Scene(tuple(row["context"]), tuple(row["said"]), tuple(row["wrong"]), row["question"])
        for row in lexicon(__file__)["scenes"]
    )


@cache
def conversation_scenes() -> tuple[Scene, ...]:
    """The conversations, simplest first."""
    return tuple(
        Scene(tuple(row["context"]), tuple(row["said"]), tuple(row["wrong"]), turns=tuple(row["turns"]))
        for row in lexicon(__file__)["conversations"]
    )


@cache
def unicode_scenes() -> tuple[Scene, ...]:
    """One scene for each kind of script and mark."""
    return tuple(
        Scene((row["context"],), (row["said"],), (row["wrong"],), kind=row["kind"], language=row["language"])
        for row in lexicon(__file__)["unicode"]
    )


@cache
def degenerate_texts() -> tuple[str, ...]:
    """Texts that say nothing, the simplest first."""
    return tuple(lexicon(__file__)["degenerate"]["texts"])


@lru_cache(maxsize=8192)
def build(scene: Scene, supported: bool, form: int = 0, filling: int = 0, layout: int = 0) -> Example:
    """The example of a scene.

    Args:
        scene: the scene.
        supported: whether its context supports the response; the label says so.
        form: which response, see `Scene.forms`.
        filling: which values the slots have.
        layout: which of `LAYOUTS` the context has.
    """
    sentences = scene.said if supported else scene.wrong
    chosen = sentences if form == len(sentences) else sentences[form : form + 1]
    metadata = {} if scene.language == "en" else {"language": scene.language}
    return Example(
        response=_fill(" ".join(chosen), filling),
        context=_documents(scene, filling, layout),
        question=None if scene.question is None else _fill(scene.question, filling),
        label=float(supported),
        corrected=None if supported else _fill(scene.said[0], filling),
        metadata=metadata | ({"script": scene.kind} if scene.kind else {}),
    )


def _documents(scene: Scene, filling: int, layout: int) -> tuple[str, ...]:
    sentences = tuple(_fill(text, filling) for text in scene.context)
    if LAYOUTS[layout] == "a document a sentence":
        return sentences
    own = " ".join(sentences)
    if LAYOUTS[layout] == "one document":
        return (own,)
    every = scenes()
    # a scene about something else, with names of its own, so that it neither supports nor contradicts the response
    beside = every[(every.index(scene) + 5) % len(every)] if scene in every else every[0]
    other = " ".join(_fill(text, filling + 3) for text in beside.context)
    return (own, other) if LAYOUTS[layout] == "another document behind" else (other, own)


def fill(text: str, filling: int) -> str:
    """A text with the values of one filling in its slots."""
    return _fill(text, filling)


def _fill(text: str, filling: int) -> str:
    return text.format_map(_values(filling)) if "{" in text else text


@cache
def _slots() -> Mapping[str, list[str]]:
    slots: Mapping[str, list[str]] = lexicon(__file__)["slots"]
    return slots


@cache
def _values(filling: int) -> Mapping[str, str]:
    return {name: values[filling % len(values)] for name, values in _slots().items()}
