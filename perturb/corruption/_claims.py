"""What the corruptions share: where a claim may be changed, and what the context offers to change it to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from gaugeblock.perturb.base import Proposal
from gaugeblock.perturb.checks import not_doubled, not_in_context, outside_protected
from gaugeblock.perturb.corruption._error_types import labels
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.grammar import is_conditional, is_denied
from gaugeblock.perturb.spans import touched
from gaugeblock.perturb.text import Text, analyse
from gaugeblock.perturb.variant import Edit, replace_span

CHECKS = (outside_protected, not_in_context, not_doubled)
"""What a corruption must pass that puts one wording in the place of another, as `swap` does."""

SEARCHED = 50_000
"""How many code points of a document are searched for replacements; the checks read all of it."""

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
