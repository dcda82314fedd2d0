"""Examples enough for simulated audits: the scenes of the strategies, every filling, each beside its own context."""

from __future__ import annotations

from dataclasses import replace

from gaugeblock.perturb.example import Example
from gaugeblock.perturb.strategies._scenes import build, scenes


def pool(count: int) -> list[Example]:
    """So many labelled examples, each of a document of its own; every fourth is unsupported and has its correction."""
    made: list[Example] = []
    for filling in range(8):
        for at, scene in enumerate(scenes()):
            supported = (at + filling) % 4 > 0
            layout = (at + filling) % 2  # one document, or one a sentence
            example = build(scene, supported, scene.forms(supported) - 1, filling, layout)
            name = f"scene-{at}-{filling}"
            made.append(replace(example, id=name, metadata={**example.metadata, "document": name}))
    return made[:count]
