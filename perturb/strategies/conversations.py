"""Conversations with documents."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from gaugeblock.perturb.arguments import count
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.strategies._checks import check_supported
from gaugeblock.perturb.strategies.scenes import build, conversation_scenes, fill

_SPEAKERS = ("User", "Assistant")


def conversations(*, max_turns: int = 5, supported: bool | None = None) -> SearchStrategy[Example]:
    """Conversations about documents: the question holds the turns so far, each with its speaker, on lines of their own.

    The response is the assistant's next turn; the turns stand in the metadata too, as ``turns``.

    Args:
        max_turns: how many turns come before the response, at most; the last is the user's.
        supported: whether the documents support the response; None = both.

    Raises:
        UsageError: an argument makes no sense.
    """
    check_supported(supported)
    count("max_turns", max_turns, 1)
    labels = (True, False) if supported is None else (supported,)

    @st.composite
    def built(draw: DrawFn) -> Example:
        scene = draw(st.sampled_from(conversation_scenes()))
        label = draw(st.sampled_from(labels))
        filling = draw(st.sampled_from(range(scene.fillings)))
        longest = min(max_turns, len(scene.turns))
        count = draw(st.sampled_from(range(1, longest + 1, 2)))
        turns = [fill(turn, filling) for turn in scene.turns[len(scene.turns) - count :]]
        spoken = [f"{_SPEAKERS[at % 2]}: {turn}" for at, turn in enumerate(turns)]
        example = build(scene, label, 0, filling)
        return Example(
            response=example.response,
            context=example.context,
            question="\n".join(spoken),
            label=example.label,
            corrected=example.corrected,
            metadata={"turns": turns},
        )

    return built()
