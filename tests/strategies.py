"""Hypothesis strategies shared by the tests."""

from __future__ import annotations

from hypothesis import strategies as st

from gaugeblock.perturb.example import Example
from gaugeblock.perturb.variant import Edit

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
"""Any text that a UTF-8 file can hold: astral, combining, right-to-left and control characters among it."""

json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | texts, lambda inner: st.lists(inner, max_size=3), max_leaves=4
)

examples = st.builds(
    Example,
    response=texts,
    context=st.lists(texts, max_size=3).map(tuple),
    question=st.none() | texts,
    label=st.none() | st.floats(0, 1),
    corrected=st.none() | texts,
    metadata=st.dictionaries(texts, json_values, max_size=2),
)


@st.composite
def edits_of(draw: st.DrawFn, text: str, field: str = "response") -> list[Edit]:
    """Edits of a text that do not overlap, in any order."""
    cuts = sorted(draw(st.sets(st.integers(0, len(text)), max_size=8)))
    found = []
    for start, end in zip(cuts[::2], cuts[1::2], strict=False):
        found.append(Edit(field, start, end, text[start:end], draw(texts)))
    return draw(st.permutations(found))
