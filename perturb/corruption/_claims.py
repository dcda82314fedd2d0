"""What the corruptions share: where a claim may be changed, and what the context offers to change it to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

import regex

from gaugeblock.perturb.base import Proposal
from gaugeblock.perturb.checks import not_doubled, not_in_context, outside_protected
from gaugeblock.perturb.corruption._error_types import labels
from gaugeblock.perturb.evidence import content_stems, evidence_for, squeezed
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.grammar import is_conditional, is_denied
from gaugeblock.perturb.spans import touched
from gaugeblock.perturb.text import Text, analyse
from gaugeblock.perturb.variant import Edit, replace_span

CHECKS = (outside_protected, not_in_context, not_doubled)
"""What a corruption must pass that puts one wording in the place of another, as `swap` does."""

SEARCHED = 50_000
"""How many code points of a document are searched for replacements; the checks read all of it."""

TRIED = 1_000
"""How many places of a response are tried, of those that are left to chance."""

OFFERED = 1_000
"""How many replacements of the documents are looked at for each place."""

_REACH = 160  # code points between two names that are looked at for a reversed claim

T = TypeVar("T")


def documents(example: Example) -> Iterator[Text]:
    """The analysed documents, each up to a length that can be parsed in good time."""
    for document in example.context:
        yield analyse(document[:SEARCHED])


def changeable(text: Text, start: int, end: int) -> bool:
    """Whether a place is neither code nor an address nor within a question, which claims nothing."""
    sentence = text.sentence_at(start)
    asks = sentence is not None and text.text[sentence.start : sentence.end].rstrip("\"'”’) ").endswith("?")
    return not asks and not touched(text.protected, start, end)


def swap(text: Text, start: int, end: int, after: str, error_type: str, source: str) -> Proposal:
    """The proposal of one replaced wording.

    Args:
        error_type: ``EntE``, ``PredE``, ``CircE``, ``CorefE``, ``LinkE`` or ``OutE`` (the FRANK typology).
        source: where the new wording comes from, ``context``, ``response`` or ``lexicon``.
    """
    edit = replace_span(text.text, start, end, after)
    return claim(edit, error_type, source, old=edit.before, new=after)


def claim(edit: Edit, error_type: str, source: str, *, old: str, new: str) -> Proposal:
    """The proposal of one edit, with the wordings that tell what the claim was and has become."""
    return claims((edit,), error_type, source, old=old, new=new)


def claims(edits: Iterable[Edit], error_type: str, source: str, *, old: str, new: str) -> Proposal:
    """The same for several edits that together make one wrong claim."""
    return Proposal(tuple(edits), details={**labels(error_type, source), "from": old, "to": new})


def asserted(text: Text, token: Any) -> bool:
    """Whether the clause of a token is stated as a fact: no question, no denial, no condition, nothing quoted."""
    start, end = token.idx, token.idx + len(token)
    if not changeable(text, start, end) or touched(text.quotations, start, end):
        return False
    return not is_denied(token) and not is_conditional(token)


def distinct(items: Iterable[T]) -> list[T]:
    """The items in their order, each once."""
    return list(dict.fromkeys(items))


def states_reversed(example: Example, verb: Any, one: Any, other: Any) -> bool:
    """Whether the context may say the exchanged claim as well: the two, the other way round, with the verb near."""
    first, second = sorted((one, other), key=lambda noun: int(noun.i))
    stem = regex.escape(verb.lemma_.lower()[: max(3, len(verb.lemma_) - 2)])
    pattern = regex.compile(
        rf"(?<!\w){regex.escape(second.lower_)}(?!\w)(?P<gap>[^.!?]{{0,{_REACH}}}?)(?<!\w){regex.escape(first.lower_)}(?!\w)"
    )
    told = regex.compile(rf"(?<!\w)(?:{stem}|{regex.escape(verb.lower_)}(?!\w))")
    for document in example.context:
        for match in pattern.finditer(squeezed(document)):
            turned = regex.search(r"\bby\b|\bfrom\b", match["gap"]) is not None
            if told.search(match["gap"]) and not turned:
                return True
    return False


def evidence_has(example: Example, sentence: str, pattern: regex.Pattern[str], count: int = 3) -> bool:
    """Whether a sentence of the context that says much the same as this one has a wording.

    Args:
        example: whose context is read.
        sentence: of the response.
        pattern: the wording, matched in lower case with single blanks.
        count: how many of the nearest sentences are read; those that share less than half of the content do not count.
    """
    stems = content_stems(sentence)
    near = evidence_for(sentence, example.context, count)
    return any(
        2 * len(stems & content_stems(found)) >= len(stems) and pattern.search(squeezed(found)) is not None
        for found in near
    )
