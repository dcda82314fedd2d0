"""The question said again before or after the response."""

from __future__ import annotations

import random
from collections.abc import Iterable

import regex

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.variant import replace_span

_LEXICON: dict[str, list[str]] = lexicon(__file__)
_SENTENCE_END = regex.compile(r"[.!?…][\p{Pf}\p{Pe}\"']*\Z")
_MOST_WORDS = 80  # a longer question is a task with its material, which is no echo


def _quoted(question: str) -> str | None:
    """The question in quotation marks that it does not hold itself, None where it cannot be quoted in a sentence."""
    question = question.strip()
    if not question.endswith("?") or len(question.splitlines()) > 1 or len(question.split()) > _MOST_WORDS:
        return None
    question = question[:1].upper() + question[1:]
    if not regex.search(r"[\"“”]", question):
        return f"“{question}”"
    return None if regex.search(r"[‘’']", question) else f"‘{question}’"


def _propose(example: Example, text: Text, rng: random.Random) -> Iterable[Proposal]:
    quoted, body = _quoted(example.question or ""), text.text.strip()
    if quoted is None or not body:
        return
    start = text.text.index(body)
    end = start + len(body)
    statement = _SENTENCE_END.search(body) is not None
    for position in ("prepended", "appended"):
        frame = rng.choice(_LEXICON[position if statement or position == "appended" else "prepended_to_fragment"])
        echo = frame.format(question=quoted)
        if position == "prepended":
            edit = replace_span(text.text, start, start, echo + " ")
        else:
            edit = replace_span(text.text, end, end, (" " if statement else "\n") + echo)
        yield Proposal((edit,), None, {"position": position})


PERTURBATION = RuleBased(
    name="question-echo",
    family="verbosity",
    summary="Says the question again before the response, or after it.",
    propose=_propose,
    group=lambda proposal: proposal.details["position"],
    limits=(
        "Needs a question of one line that ends in a question mark. The question is quoted as it stands, mistakes "
        "and presuppositions included."
    ),
    illustration=Illustration(
        response="It was closed because of high waves.",
        question="Why was the ferry line closed?",
        after=("You asked: “Why was the ferry line closed?” Here is the answer. It was closed because of high waves."),
    ),
)
