"""The calibrated claim back from the raised one."""

from __future__ import annotations

from dataclasses import replace

from gaugeblock.perturb.example import Example
from gaugeblock.perturb.variant import Edit, Variant, apply_to_example


def repair(variant: Variant) -> Example:
    """The example as it was before the claim in it was raised.

    Its label is that of the example that was raised where the variant keeps that; otherwise it counts as supported
    where the raised one has a label, and as unknown where it has none.

    Args:
        variant: made of a supported response, or of a sentence of its context, by one of the axes of force.
    """
    repaired = apply_to_example(variant.example, _undone(variant.edits))
    if variant.base is not None:
        return replace(repaired, id=variant.base.id, label=variant.base.label, corrected=variant.base.corrected)
    return replace(repaired, id=variant.parent, label=None if variant.example.label is None else 1.0)


def _undone(edits: tuple[Edit, ...]) -> list[Edit]:
    """The edits that take edits back; positions counted in the changed text."""
    back: list[Edit] = []
    moved: dict[str, int] = {}
    for edit in sorted(edits):
        start = edit.start + moved.get(edit.field, 0)
        back.append(Edit(edit.field, start, start + len(edit.after), edit.after, edit.before))
        moved[edit.field] = moved.get(edit.field, 0) + len(edit.after) - len(edit.before)
    return back
