"""The catalogue of perturbations: a table of all, and all there is to say of one."""

from __future__ import annotations

import textwrap
from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

from gaugeblock.perturb.base import Illustration
from gaugeblock.perturb.relations import CONSTRUCTS, FAMILIES, Relation
from gaugeblock.perturb.select import PERTURBATIONS
from gaugeblock.perturb.variant import Edit, diff_edits, replace_span

SYMBOLS = {
    Relation.INVARIANT: "=",
    Relation.DECREASE: "<",
    Relation.NOT_INCREASE: "≤",
    Relation.INCREASE: ">",
    Relation.NONE: "-",
}
"""A relation in one character: how the score of the variant stands to the score of the original."""

MEANINGS = {
    Relation.INVARIANT: "must stay",
    Relation.DECREASE: "must fall",
    Relation.NOT_INCREASE: "must not rise",
    Relation.INCREASE: "must rise",
    Relation.NONE: "may do anything",
}
"""A relation in words, said of a score."""

_AROUND = 18  # characters of the unchanged text on either side of a change
_FEW = 3  # changes of one text that are shown one by one
_CHANGE = 44  # characters of a change's either side that are shown


_LEGEND = (
    "The score of the variant must be = the same, < lower, ≤ not higher, > higher, - anything, for a metric of "
    "F factual consistency, G grounding, C citation support, B brevity (conciseness). An example shows [before → after]"
    " in a response, or in the field that it names; gaugeblock list perturbations NAME shows it whole."
)


def entries() -> list[Any]:
    """Every perturbation, by family in the order of the relation table, then by name."""
    found: list[Any] = [PERTURBATIONS.get(name) for name in PERTURBATIONS]
    return sorted(found, key=lambda item: (FAMILIES.index(item.family), item.name))


def table(width: int) -> str:
    """All perturbations by family, each with its relations, levels, languages and one example.

    Args:
        width: columns.
    """
    from gaugeblock.listing import printed

    shown = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    shown.add_column("perturbation", no_wrap=True)
    shown.add_column("FGCB", no_wrap=True)
    shown.add_column("levels", no_wrap=True)
    shown.add_column("lang", no_wrap=True)
    shown.add_column("example", ratio=1)
    family = ""
    for item in entries():
        if item.family != family:
            if family:
                shown.add_section()
            family = item.family
            shown.add_row(Text(family.upper()))
        example = brief(item.illustration) if getattr(item, "illustration", None) else getattr(item, "summary", "")
        cells = (f"  {item.name}", symbols(item), levels(item), languages(item), example)
        shown.add_row(*(Text(cell) for cell in cells))
    return f"{printed(shown, width)}\n{textwrap.fill(_LEGEND, width)}"


def details(name: str, width: int) -> str:
    """Everything there is to say of one perturbation.

    Args:
        name: as it is registered.
        width: columns.

    Raises:
        UnknownNameError: there is no such perturbation.
    """
    item: Any = PERTURBATIONS.get(name)
    shown: Illustration | None = getattr(item, "illustration", None)
    lines = [
        ("perturbation", f"{item.name} (family {item.family}, version {item.version})"),
        ("does", getattr(item, "summary", "")),
        ("limits", getattr(item, "limits", "")),
        ("languages", languages(item)),
        ("levels", levels(item)),
        *(("a score of", f"{construct} {meaning(item, construct)}") for construct in CONSTRUCTS),
    ]
    if shown is not None:
        lines += [(f"context[{at}]", document) for at, document in enumerate(shown.context)]
        lines += [("question", shown.question or ""), ("response", shown.response)]
        lines.append((f"{shown.shows} after", shown.after or "(empty)"))
    return "\n".join(_item(label, text, width) for label, text in lines if text)


def _item(label: str, text: str, width: int) -> str:
    written = " ".join(text.splitlines()) if "\n" in text else text
    return textwrap.fill(written, width, initial_indent=f"{label:<18}", subsequent_indent=" " * 18)


def symbols(item: Any) -> str:
    """The relations of a perturbation by construct, a character each."""
    return "".join(SYMBOLS[item.relation.get(construct, Relation.NONE)] for construct in CONSTRUCTS)


def meaning(item: Any, construct: str) -> str:
    """What a score of this construct must do, in words."""
    return MEANINGS[item.relation.get(construct, Relation.NONE)]


def levels(item: Any) -> str:
    """The levels of severity, such as ``1-3``; ``-`` where there are none."""
    if not item.severities:
        return "-"
    first, last = item.severities[0], item.severities[-1]
    return f"{first}" if first == last else f"{first}-{last}"


def languages(item: Any) -> str:
    """The codes of the languages that it can change."""
    return ",".join(sorted(item.languages)) or "any"


def brief(shown: Illustration) -> str:
    """An illustration in one line: the change in brackets, with a little of the text around it.

    >>> brief(Illustration(response="The fee is 40 euros.", after="The fee is 45 euros."))
    'The fee is [40 → 45] euros.'
    """
    before, after = _visible(shown.before), _visible(shown.after)
    place = "" if shown.shows == "response" else f"{shown.shows}: "
    pieces = diff_edits(before, after)
    if len(pieces) > _FEW or any(len(piece.before) + len(piece.after) > _CHANGE for piece in pieces):
        pieces = (_one_change(before, after),)
    text, at = "", 0
    for number, piece in enumerate(pieces):
        between = before[at : piece.start]
        text += _end_of(between) if number == 0 else _middle_of(between)
        text += _bracketed(piece)
        at = piece.end
    return f"{place}{text}{_start_of(before[at:])}"


def _one_change(before: str, after: str) -> Edit:
    """The whole stretch that differs, as one edit."""
    start = _common(before, after)
    end = _common(before[start:][::-1], after[start:][::-1])
    return replace_span(before, start, len(before) - end, after[start : len(after) - end])


def _bracketed(piece: Edit) -> str:
    """A change in brackets, the blanks at its ends outside of them."""
    shown = f"[{_short(piece.before)} → {_short(piece.after)}]".replace("[ →", "[→").replace("→ ]", "→]")
    sides = [side for side in (piece.before, piece.after) if side]
    if any(side.isspace() for side in sides):
        return shown
    before = " " if all(side.startswith(" ") for side in sides) else ""
    return before + shown + (" " if all(side.endswith(" ") for side in sides) else "")


def _end_of(text: str) -> str:
    return text if len(text) <= _AROUND else "…" + text[-_AROUND:].partition(" ")[2]


def _start_of(text: str) -> str:
    return text if len(text) <= _AROUND else text[:_AROUND].rpartition(" ")[0] + "…"


def _middle_of(text: str) -> str:
    if len(text) <= 2 * _AROUND:
        return text
    return f"{text[:_AROUND].rpartition(' ')[0]} … {text[-_AROUND:].partition(' ')[2]}"


def _visible(text: str) -> str:
    """The text in one line, its white space still to be seen."""
    return text.replace("\r", "").replace("\n", "⏎").replace("\t", "⇥").replace("\u00a0", "⍽")


def _common(one: str, other: str) -> int:
    """How much both begin with, to the end of a word."""
    length = 0
    while length < min(len(one), len(other)) and one[length] == other[length]:
        length += 1
    inside = any(text[length : length + 1].isalnum() for text in (one, other))
    while inside and length > 0 and one[length - 1].isalnum():
        length -= 1
    return length


def _short(text: str) -> str:
    """A stretch of text, its middle left out where it is long."""
    text = text.strip(" ") or text.replace(" ", "␣")
    if len(text) <= _CHANGE:
        return text
    return f"{text[: _CHANGE // 2].rpartition(' ')[0]} … {text[-_CHANGE // 2 :].partition(' ')[2]}"
