"""`answer-consistency`: the share of the response's main points that a language model derives from the context.

From Tonic Validate (TonicAI/tonic_validate 6.2.0, AnswerConsistencyMetric), whose two prompts are taken over. Its
reading of the replies is not: it splits at every ``*``, so that bold type makes empty points, which
count as not derived.
"""

from __future__ import annotations

from typing import Any

import regex

from gaugeblock.metrics.base import Score, Unscored
from gaugeblock.metrics.judge import Judge, client_options
from gaugeblock.metrics.verdicts import Labels
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon

_BULLET = regex.compile(r"[ \t]*(?:[*•‣◦][ \t]*+|[-–][ \t]++|\d{1,2}[.)][ \t]++)(?=[^\s*])")
_BOLD = regex.compile(r"\*\*(?=\S)(.+?)(?<=\S)\*\*")
_MARKS_ONLY = regex.compile(r"[\W_]*")


class AnswerConsistency(Judge):
    """Share of the response's main points, as a model lists them, that it then finds to be derivable from the context.

    It takes one call for the points and one more for each. Where one of them has no verdict, there is no score.

    Args:
        client: the options of `Judge`, without `template` and `structured`: the prompts are fixed, and ask for text.
    """

    name = "answer-consistency"
    construct = "factual-consistency"
    bounds = (0.0, 1.0)
    reads = frozenset({"response", "context"})
    scale = Labels({"true": 1.0, "false": 0.0})
    most_points = 100
    """A longer list is no list of main points, and would cost as many calls."""

    @client_options("template", "structured")
    def __init__(self, **client: Any) -> None:
        super().__init__(structured=False, **client)
        self.options = {name: value for name, value in self.options.items() if name != "structured"}

    @property
    def settings(self) -> dict[str, Any]:
        """The prompts."""
        return dict(lexicon(__file__))

    def judge(self, example: Example, repeat: int) -> Score:
        """The share of one response's main points that can be derived."""
        texts = lexicon(__file__)
        listed = self.ask(
            texts["points"],
            {"response": example.response},
            repeat=repeat,
            readable=lambda reply: 0 < len(main_points(reply)) <= self.most_points,
        )
        if isinstance(listed, Unscored):
            return listed
        points = main_points(listed)
        if not 0 < len(points) <= self.most_points:
            found = f"{len(points)} main points" if points else "no list of main points"
            return Unscored("unreadable", f"the model gave {found}: {' '.join(listed.split())[:120]!r}")
        documents = "\n\n".join(
            f"CONTEXT {number}:\n{document}\nEND OF CONTEXT {number}"
            for number, document in enumerate(example.context, 1)
        )
        total = 0.0
        for point in points:
            values = {"statement": point, "documents": documents}
            verdict = self.verdict(texts["check"], values, self.scale, (point, documents), repeat=repeat)
            if isinstance(verdict, Unscored):
                return Unscored(verdict.reason, f"on the point {point[:80]!r}: {verdict.detail}")
            total += verdict
        return total / len(points)


def main_points(reply: str) -> list[str]:
    """The points of a bulleted list: a line each, with the indented lines that carry it on.

    Bold type is no bullet, and neither is a rule or a heading. A reply of one line without a bullet is one point.

    >>> main_points("Here they are:\\n* The fee is **40** euros.\\n* **Due**: in May,\\n  at noon.")
    ['The fee is 40 euros.', 'Due: in May, at noon.']
    """
    lines = [_BOLD.sub(r"\1", line) for line in reply.splitlines()]
    points: list[str] = []
    for line in lines:
        bullet = _BULLET.match(line)
        if bullet and not _MARKS_ONLY.fullmatch(line):
            points.append(line[bullet.end() :].strip())
        elif points and line[:1].isspace() and line.strip():
            points[-1] = f"{points[-1]} {line.strip()}"
    written = [line.strip() for line in lines if not _MARKS_ONLY.fullmatch(line)]
    return points or (written if len(written) == 1 else [])


METRIC = AnswerConsistency
