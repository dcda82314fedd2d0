"""Phrase lists, and the perturbation that puts their phrases before, after or in the place of a response."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import regex

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.relations import Relation, relations
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.variant import Edit, replace_span

POSITIONS = ("alone", "appended", "prepended")
"""Where a phrase can go: in the response's place, after it, before it."""

_SENTENCE_END = regex.compile(r"[.!?…。！？।؟][\p{Pf}\p{Pe}\"']*\Z")


@dataclass(frozen=True, slots=True)
class Phrase:
    """One content-free phrase.

    Args:
        kind: what it tries, such as ``assertion``.
        text: the phrase as it stands in a text, with its final punctuation.
        positions: where it may go.
        always: used on every example; the others are drawn by chance.
    """

    kind: str
    text: str
    positions: tuple[str, ...]
    always: bool = False


@dataclass(frozen=True, slots=True)
class PhraseList:
    """The phrases of one file, and how many of them one example gets at each position."""

    phrases: tuple[Phrase, ...]
    each: Mapping[str, int]

    @classmethod
    def read(cls, module: str) -> PhraseList:
        """The phrase list in the TOML file beside a module.

        Raises:
            ValueError: the file counts phrases for a position that is not in `POSITIONS`.
        """
        table: dict[str, Any] = lexicon(module)
        each: dict[str, int] = table["each"]
        if unknown := set(each) - set(POSITIONS):
            raise ValueError(
                f"the lexicon of {module}: a position is one of {', '.join(POSITIONS)}, not {sorted(unknown)}"
            )
        phrases = tuple(
            Phrase(row["kind"], row["text"], tuple(row.get("positions", each)), row.get("always", False))
            for row in table["phrase"]
        )
        return cls(phrases, each)

    def draw(self, position: str, rng: random.Random) -> list[Phrase]:
        """The phrases that one example gets at a position."""
        fitting = [phrase for phrase in self.phrases if position in phrase.positions]
        fixed = [phrase for phrase in fitting if phrase.always]
        free = [phrase for phrase in fitting if not phrase.always]
        wanted = max(0, self.each[position] - len(fixed))
        return fixed + rng.sample(free, min(wanted, len(free)))


def appended(response: str, phrase: str) -> Edit:
    """The edit that adds a phrase as a sentence of its own after the response, before its trailing white space.

    A response that does not end in sentence punctuation gets the phrase on a new line, so that the two do not run
    together.
    """
    end = len(response.rstrip())
    gap = " " if _SENTENCE_END.search(response, 0, end) else "\n"
    return replace_span(response, end, end, gap + phrase)


def prepended(response: str, phrase: str) -> Edit:
    """The edit that adds a phrase as a sentence of its own before the response, after its leading white space."""
    start = len(response) - len(response.lstrip())
    gap = " " if _SENTENCE_END.search(phrase) else "\n"
    return replace_span(response, start, start, phrase + gap)


def alone(response: str, phrase: str) -> Edit:
    """The edit that puts a phrase in the place of the whole response."""
    return replace_span(response, 0, len(response), phrase)


def replaced_relation(example: Example) -> dict[str, Relation]:
    """What a score must do when the response gives way to text without content.

    Nothing is known for conciseness, since the replacement is short; nor for a response that is labelled unsupported,
    since no answer may well be better than a wrong one.
    """
    if example.supported is False:
        return relations("gaming", all=Relation.NONE)
    return relations("gaming", conciseness=Relation.NONE)


PLACE = {"alone": alone, "appended": appended, "prepended": prepended}
"""The edit that each position makes of a response and a phrase."""


def phrase_perturbation(
    name: str,
    summary: str,
    phrases: PhraseList,
    *,
    version: str = "1",
    limits: str = "",
    illustration: Illustration | None = None,
    **overrides: Relation,
) -> RuleBased:
    """The perturbation that inserts the phrases of a list.

    Args:
        name: registered name.
        summary: one sentence for the catalogue.
        phrases: what is inserted; `PhraseList.read` reads the file beside a module.
        version: as in `RuleBased`.
        limits: as in `RuleBased`.
        illustration: as in `RuleBased`.
        overrides: relations that differ from the family's, as in `relations`.
    """

    def propose(example: Example, text: Text, rng: random.Random) -> Iterable[Proposal]:
        for position in phrases.each:
            drawn = phrases.draw(position, rng)
            if position != "alone" and not text.text.strip():
                continue
            for phrase in drawn:
                edit = PLACE[position](text.text, phrase.text)
                details = {"phrase": phrase.text, "position": position, "kind": phrase.kind}
                if position == "alone":
                    yield Proposal((edit,), None, details, replaced_relation(example), keeps_label=False)
                else:
                    yield Proposal((edit,), None, details)

    return RuleBased(
        name=name,
        family="gaming",
        summary=summary,
        propose=propose,
        relation=relations("gaming", **overrides),
        version=version,
        group=lambda proposal: (proposal.details["position"], proposal.details["phrase"]),
        limits=limits,
        illustration=illustration,
    )
