"""A counterexample in words: both texts, what differs, both scores, the law, and the line that replays it."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from gaugeblock.harness.properties._arrangements import shown
from gaugeblock.harness.properties._case import Case
from gaugeblock.harness.properties._outcome import Counterexample
from gaugeblock.metrics.base import Score, Unscored
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.variant import diff_edits

_LONGEST = 2000  # code points of a text that are shown

_UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")  # control and format characters, halves of pairs, ends of lines and paragraphs


def message(found: Counterexample, metric: str) -> str:
    """The counterexample as several lines.

    Args:
        found: what breaks the law.
        metric: what the metric is called: text that `resolve` takes in quotation marks, or a name of the test's own.
    """
    case, at = found.case, found.judgement.shown
    lines = [f"{found.law!r} does not hold for {metric}: {found.law.claim}", f"  {_short(found.judgement.what)}"]
    first, second = case.examples[at[0]], case.examples[at[1]]
    lines += [f"  {label:<9} {text}" for label, text in _texts(first, second, found.judgement.scores, at)]
    if case.perturbation:
        level = "" if case.severity is None else f", severity {case.severity}"
        lines.append(f"  made by   {visible(f'{case.perturbation} ({case.family}{level})')}")
    others = [example for place, example in enumerate(case.examples) if place not in at]
    lines += [f"  beside    {_short(example.response)}" for example in others]
    if found.worst > found.judgement.excess:
        lines.append(
            f"  worst     other texts broke the law by {found.worst:.6g}, these by {found.judgement.excess:.6g}"
        )
    lines += [
        "  replay    from gaugeblock import Example",
        "            from gaugeblock.harness.properties import replay",
    ]
    lines.append(f"            {replay_line(found.law.spec, case, metric)}")
    return "\n".join(lines)


def _texts(
    first: Example, second: Example, scores: tuple[Score, ...], at: tuple[int, int]
) -> Iterator[tuple[str, str]]:
    for document in first.context or ("(none)",):
        yield "context", _short(document)
    if first.question is not None:
        yield "question", _short(first.question)
    if at[0] == at[1]:
        yield "response", f"{shown(scores[at[0]])}  {_quoted(first.response)}"
        return
    yield "original", f"{shown(scores[at[0]])}  {_quoted(first.response)}"
    yield "changed", f"{shown(scores[at[1]])}  {_quoted(second.response)}"
    for name, before, after in _differing(first, second):
        yield "diff", f"{name}: {_short(marked(before, after))}"


def _differing(first: Example, second: Example) -> Iterator[tuple[str, str, str]]:
    if first.response != second.response:
        yield "response", first.response, second.response
    if first.question != second.question:
        yield "question", first.question or "", second.question or ""
    documents = max(len(first.context), len(second.context))
    for place in range(documents):
        before = first.context[place] if place < len(first.context) else ""
        after = second.context[place] if place < len(second.context) else ""
        if before != after:
            yield f"context[{place}]", before, after


def marked(before: str, after: str) -> str:
    """A text with what was taken out in ``[-...-]`` and what was put in in ``{+...+}``.

    >>> marked("It rose in May.", "It fell in May.")
    'It [-rose-]{+fell+} in May.'
    """
    pieces, at = [], 0
    for edit in diff_edits(before, after):
        pieces.append(before[at : edit.start])
        pieces += [f"[-{edit.before}-]"] if edit.before else []
        pieces += [f"{{+{edit.after}+}}"] if edit.after else []
        at = edit.end
    return "".join([*pieces, before[at:]])


def replay_line(law: str, case: Case, metric: str) -> str:
    """The line of Python that tries a law on one case."""
    return f"replay({metric}, {law!r}, {', '.join(_as_code(example) for example in case.examples)})"


def _as_code(example: Example) -> str:
    """An example as Python that makes it, without what is so by default."""
    values: Mapping[str, Any] = example.to_json()
    given = {field.name: values[field.name] for field in fields(Example) if field.name != "id"}
    kept = {
        name: tuple(value) if name == "context" else value
        for name, value in given.items()
        if value not in (None, {}, [])
    }
    return f"Example({', '.join(f'{name}={value!r}' for name, value in kept.items())})"


def to_json(found: Counterexample, name: str, metric: str) -> dict[str, Any]:
    """The counterexample as plain JSON values; a number that is infinite is None.

    Args:
        found: what breaks the law.
        name: the metric's name.
        metric: what it is called in a line of code, see `message`.
    """
    case, scores = found.case, found.judgement.scores
    return {
        "metric": name,
        "law": found.law.spec,
        "claim": found.law.claim,
        "what": found.judgement.what,
        "excess": _finite(found.judgement.excess),
        "worst": _finite(found.worst),
        **case.to_json(),
        "scores": [None if isinstance(score, Unscored) else score for score in scores],
        "unscored": [score.reason if isinstance(score, Unscored) else None for score in scores],
        "shown": list(found.judgement.shown),
        "code": replay_line(found.law.spec, case, metric),
    }


def visible(text: str) -> str:
    r"""A text on one line, with control characters and those that cannot be seen written out.

    So no drawn text moves the cursor of a terminal or turns what stands behind it round.

    >>> print(visible("a\u202eb\x1b[1m\tc\nd"))
    a\u202eb\u001b[1m\u0009c\nd
    """
    line = text.replace("\\", "\\\\").replace("\n", "\\n")
    return "".join(
        _written_out(character) if unicodedata.category(character) in _UNSEEN else character for character in line
    )


def _written_out(character: str) -> str:
    code = ord(character)
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None


def _quoted(text: str) -> str:
    return f'"{_short(text)}"'


def _short(text: str) -> str:
    """A text on one line, cut where it is very long."""
    line = visible(text)
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}... ({len(text)} characters)"
