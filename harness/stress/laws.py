"""Is it a function at all? Laws that hold for any measuring instrument, whatever it measures.

Order, batch, duplicates and repetition must not change a score; scores keep their bounds; a sentence copied from its
context scores higher there than beside a foreign context; an empty response does not outscore a real one; a further
sentence in the response, however short, leaves some trace in the score; so does what stands at the end of a long
context; and a metric that gives everything the same score measures nothing. A metric that says of itself that it is not
deterministic is not held to equal scores; how often they differ is reported.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np
import pandas as pd

from gaugeblock.harness.outcome import FAIL, INCONCLUSIVE, PASS, Outcome, Statistic, combine, coverage, worst_rows
from gaugeblock.harness.statistics import Estimate
from gaugeblock.harness.statistics.scale import varies
from gaugeblock.harness.ties import minus
from gaugeblock.harness.trial import Trial
from gaugeblock.metrics.base import PASSING_REASONS
from gaugeblock.perturb.base import perturbation_rng
from gaugeblock.perturb.context._passages import unrelated_passages
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.relations import CONSTRUCTS, Relation
from gaugeblock.perturb.text import analyse
from gaugeblock.perturb.variant import Edit, Skip, Variant, replace_span

LAW_EXAMPLES = 40
"""Examples that a law is tried on, at most: 40 without a violation put the share below one in ten."""

LONGER_EXAMPLES = 60
"""Examples that get a further sentence: more, since those that score lowest do not count."""

TRUNCATION = {500: LAW_EXAMPLES, 2000: 10}
"""Words that are put before a context, and how many examples that is tried on: each costs two inputs of that length.
Models of 512 tokens read about 400 words."""

_ARRANGEMENTS = {"repeat": "repeat", "alone": "batch", "reversed": "order", "duplicated": "duplicate"}

_MEANING = {
    "repeat-violations": "The same input, scored again, gets another score",
    "batch-violations": "A score depends on what else is in the batch",
    "order-violations": "A score depends on the order of the batch",
    "duplicate-violations": "The same input twice in a batch gets two scores",
    "bounds-violations": "The metric returns NaN or infinity, or breaks its own bounds",
    "constant": "Every response gets the same score, so the metric measures nothing",
    "identity-violations": "A sentence copied from its context scores no higher there than beside a foreign context",
    "degenerate-violations": "A response without content outscores the real one",
    "truncation-violations": "What stands at the end of a long context changes nothing: the metric cuts it off",
    "ignored-violations": "A whole sentence at the end of the response changes nothing: the metric does not read it",
}

_FEW_SCORES = 6
"""Different scores of the responses up to which a score that stays as it was may have been rounded to the same step."""

_CONTENTLESS = {"empty-response": "", "blank-response": "   ", "symbol-response": "?"}
_SHORT_CLAIM = "Tax: 9.7%."
"""A claim of ten characters: some metrics drop sentences as short as this without a word (SummaC does)."""

_ODD_CONTEXTS: Mapping[str, tuple[str, ...]] = {
    "no-context": (),
    "empty-context": ("",),
    "blank-context": ("   ",),
}
_RELATION = dict.fromkeys(CONSTRUCTS, Relation.NONE)


class Laws:
    """The stress test `laws`."""

    name = "laws"
    version = "3"
    summary = "Is the metric a function: same input, same score, within bounds, not constant?"
    families = ("probe",)
    arranged = LAW_EXAMPLES

    def plan(self, examples: Sequence[Example], position: int, seed: int) -> Iterator[Variant | Skip]:
        """Degenerate inputs, a response with one more sentence, a sentence beside its own and a foreign context."""
        example = examples[position]
        # an unsupported response may rightly score lower than none, so it says nothing of the degenerate ones
        if example.supported is not False and _first(examples, position, LAW_EXAMPLES):
            yield from _degenerate(example)
        if example.supported is not False and _first(examples, position, LONGER_EXAMPLES):
            yield from _longer(example, _foreign(examples, position))
        if position < LAW_EXAMPLES:
            yield from _identity(example, _foreign(examples, position))
        if position < LAW_EXAMPLES:
            yield from _late(examples, position, seed)

    def judge(self, trial: Trial) -> Outcome:
        """Shares of violations of each law."""
        policy = trial.policy["laws"]
        tolerance, allowed = float(policy["tolerance"]), float(policy["max_violations"])
        rows = trial.family("probe")
        originals = trial.family("original")
        compared = compare_arrangements(trial.laws, originals, tolerance)
        found = []
        for arrangement, law in _ARRANGEMENTS.items():
            pairs = compared[compared["arrangement"] == arrangement]
            if len(pairs) and trial.deterministic:
                found.append(_exact(f"{law}-violations", pairs, allowed, trial))
            elif len(pairs) and law == "repeat":  # in the other arrangements a score may differ by chance alone
                found.append(trial.mean("flakiness", "all", pairs, "violation", proportion=True))
        found += [_exact("bounds-violations", _bounds(trial.rows), allowed, trial), _constant(originals, trial)]
        degenerate = _degenerate_rows(rows, tolerance)
        identity = _identity_rows(rows)
        if trial.construct != "conciseness":  # an empty response is as concise as any
            found += [
                trial.ruled(
                    trial.mean("identity-violations", "all", identity, "violation", proportion=True),
                    at_most=policy["max_identity_violations"],
                ),
            ]
            # a metric that scores no degenerate response at all cannot reward one
            if degenerate["violation"].notna().any() or not len(degenerate):
                share = trial.mean("degenerate-violations", "all", degenerate, "violation", proportion=True)
                found.append(trial.ruled(share, at_most=policy["max_degenerate_violations"]))
        added = _added_rows(trial, rows)
        readable = originals["score"].nunique() > _FEW_SCORES
        for name, group in added.groupby("perturbation"):
            share = trial.mean("ignored-violations", str(name), group, "violation", proportion=True)
            found.append(trial.ruled(share, at_most=policy["max_ignored"]) if readable else share)
        found += _truncation(trial, rows, identity, tolerance)
        found += _degenerate_table(trial, rows)
        verdict, reason = combine(found, trial, _MEANING)
        failing = {(one.name, one.group) for one in found if one.verdict == FAIL}

        def asked(name: str, group: str = "all") -> bool:
            """Whether pairs of this rule are wanted: it fails, or none does."""
            return not failing or (name, group) in failing

        rules = compared["arrangement"].map(_ARRANGEMENTS) + "-violations"
        moved = compared[rules.map(asked).astype(bool)]
        longer = added[added["perturbation"].map(lambda name: asked("ignored-violations", name)).astype(bool)]
        # what each rule is broken by, the worst column, and how many are shown
        broken = (
            ("bounds-violations", _bounds(trial.rows), "violation", 2),
            ("identity-violations", _beside_foreign(identity, rows), "change", 2),
            ("degenerate-violations", degenerate, "change", 5),
        )
        bases = pd.concat([trial.bases, identity.set_index("variant_id")])
        worst = [*_moved(moved, originals.set_index("variant_id"), tolerance)]
        for name, part, by, limit in broken:
            if asked(name):
                worst += worst_rows(part[part["violation"] > 0], by, bases, limit)
        worst += worst_rows(longer[longer["violation"] > 0], "violation", bases, 2)
        return Outcome(verdict, reason, tuple(found), coverage(rows), tuple(worst[:5]))


def compare_arrangements(laws: pd.DataFrame, originals: pd.DataFrame, tolerance: float) -> pd.DataFrame:
    """The scores of the extra arrangements beside the ordinary ones.

    Args:
        laws: rows with ``variant_id``, ``arrangement``, ``score`` and ``unscored``.
        originals: the original rows with their ordinary scores.
        tolerance: how far two scores may lie apart, in score units.

    Returns:
        one row a score, with ``score_parent`` (the ordinary score), ``moved`` (distance, infinite where only one of
        the two is a number) and ``violation`` (0 or 1).
    """
    ordinary = originals.set_index("variant_id")
    found = laws[laws["variant_id"].isin(ordinary.index)].copy()
    found["score_parent"] = ordinary["score"].reindex(found["variant_id"]).to_numpy(dtype=np.float64)
    found["cluster"] = ordinary["cluster"].reindex(found["variant_id"]).to_numpy()
    moved = (found["score"].astype(float) - found["score_parent"]).abs()
    one_missing = found["score"].isna() != found["score_parent"].isna()
    found["moved"] = moved.fillna(0.0).mask(one_missing, np.inf)
    found["violation"] = (found["moved"] > tolerance).astype(float)
    # where neither has a score nothing was compared; where time ran out, that says something of the machine
    compared = found["score"].notna() | found["score_parent"].notna()
    ran_out = (
        found["unscored"].isin(PASSING_REASONS)
        | ordinary["unscored"].reindex(found["variant_id"]).isin(PASSING_REASONS).to_numpy()
    )
    return found[compared & ~ran_out]


def _exact(name: str, rows: pd.DataFrame, allowed: float, trial: Trial) -> Statistic:
    """A law without exceptions: one violation too many is a failure, however few the rows; to hold, it needs enough."""
    n, clusters = len(rows), int(rows["cluster"].nunique()) if len(rows) else 0
    if not n:
        return Statistic(name, "all", Estimate(None, None, None, 0, 0), f"at most {allowed:g}", INCONCLUSIVE)
    share = float(rows["violation"].mean())
    enough = clusters >= trial.policy["evidence"]["min_clusters"]
    verdict = FAIL if share > allowed else PASS if enough else INCONCLUSIVE
    return Statistic(name, "all", Estimate(share, share, share, n, clusters, 1.0), f"at most {allowed:g}", verdict)


def _bounds(rows: pd.DataFrame) -> pd.DataFrame:
    wrong = ("not-finite", "out-of-bounds")
    answered = rows["score"].notna() | rows["unscored"].isin(wrong)
    asked = rows[(rows["outcome"] != "skip") & answered]
    return asked.assign(violation=asked["unscored"].isin(wrong).astype(float))


def _constant(originals: pd.DataFrame, trial: Trial) -> Statistic:
    scores = originals["score"].dropna()
    clusters = int(originals.loc[scores.index, "cluster"].nunique())
    if clusters < trial.policy["evidence"]["min_clusters"]:
        estimate = Estimate(None, None, None, len(scores), clusters, 1.0)
        return Statistic("constant", "all", estimate, "at most 0", INCONCLUSIVE)
    share = float(not varies(scores))
    estimate = Estimate(share, share, share, len(scores), clusters, 1.0)
    return Statistic("constant", "all", estimate, "at most 0", FAIL if share else PASS)


def _degenerate(example: Example) -> Iterator[Variant]:
    for name, text in _CONTENTLESS.items():
        if text != example.response:
            yield _probe(example, name, replace(example, response=text), response=text)
    for name, context in _ODD_CONTEXTS.items():
        if context != example.context:
            yield _probe(example, name, replace(example, context=context))


def _longer(example: Example, foreign: Example | None) -> Iterator[Variant]:
    """The response with one more sentence at its end: a very short claim, and a sentence of another context."""
    sentences = {"short-sentence": _SHORT_CLAIM}
    if foreign is not None:
        sentences["foreign-sentence"] = _longest_sentence(foreign.context[0])
    for name, sentence in sentences.items():
        if sentence and example.response.strip():
            text = f"{example.response.rstrip()} {sentence}"
            yield _probe(example, name, replace(example, response=text), response=text)


def _identity(example: Example, foreign: Example | None) -> Iterator[Variant | Skip]:
    sentence = _longest_sentence(example.context[0]) if example.context else ""
    if not sentence or foreign is None:
        detail = "the context has no sentence" if not sentence else "no other example has another context"
        yield Skip(example.id, "identity-own", "probe", "not-applicable", detail)
        return
    own = replace(example, response=sentence)
    yield _probe(example, "identity-own", own, response=sentence)
    yield _probe(
        example, "identity-foreign", replace(own, context=foreign.context), response=sentence, context_of=foreign.id
    )


def _late(examples: Sequence[Example], position: int, seed: int) -> Iterator[Variant | Skip]:
    """A copied sentence beside its own and beside a foreign context, each behind many words about something else."""
    example = examples[position]
    foreign = _foreign(examples, position)
    sentence = _longest_sentence(example.context[0]) if example.context else ""
    passages = unrelated_passages(example, perturbation_rng(seed, example.id, "late"))
    if not sentence or foreign is None or not passages:
        detail = "the context has no sentence" if not sentence else "no other example has another context"
        yield Skip(example.id, "late-own", "probe", "not-applicable", detail)
        return
    words = [word for passage in passages for word in passage.split()]
    for length in (length for length, count in TRUNCATION.items() if position < count):
        before = " ".join(words[at % len(words)] for at in range(length))
        for name, context in (("late-own", example.context), ("late-foreign", foreign.context)):
            changed = replace(example, response=sentence, context=(before, *context))
            yield _probe(example, f"{name}-{length}", changed, response=sentence, words=length)


def _probe(example: Example, name: str, changed: Example, response: str | None = None, **details: Any) -> Variant:
    changed = replace(changed, id=f"{example.id}/{name}", label=None, corrected=None)
    edits: tuple[Edit, ...] = ()
    if response is not None and response != example.response:
        edits = (replace_span(example.response, 0, len(example.response), response),)
    return Variant(changed, example.id, name, "probe", None, edits, _RELATION, details)


def _first(examples: Sequence[Example], position: int, count: int) -> bool:
    """Whether the example is among the first so many that are not labelled unsupported."""
    before = islice((e for e in examples[:position] if e.supported is not False), count)
    return sum(1 for _ in before) < count


def _foreign(examples: Sequence[Example], position: int) -> Example | None:
    """The next example with another context that is not empty, round the end to the start."""
    own = examples[position]
    for step in range(1, len(examples)):
        other = examples[(position + step) % len(examples)]
        if other.context_text.strip() and other.context != own.context:
            return other
    return None


def _longest_sentence(text: str) -> str:
    pieces = [text[span.start : span.end] for span in analyse(text).sentences]
    return max(pieces, key=len, default="").strip()


def _added_rows(trial: Trial, rows: pd.DataFrame) -> pd.DataFrame:
    """The responses with one more sentence, with ``violation``: 1 where the score stays exactly as it was.

    A score that is the lowest of all cannot fall, so that it stays says nothing, and the row does not count.
    """
    added = rows[(rows["outcome"] == "variant") & rows["perturbation"].isin(("short-sentence", "foreign-sentence"))]
    counts = added["change"].notna() & (added["score_parent"] > trial.rows["score"].min())
    return added.assign(violation=(added["change"] == 0).astype(float).where(counts))


def _degenerate_rows(rows: pd.DataFrame, tolerance: float) -> pd.DataFrame:
    found = rows[rows["perturbation"].isin(_CONTENTLESS) & (rows["outcome"] == "variant")]
    return found.assign(violation=(found["change"] > tolerance).astype(float).where(found["change"].notna()))


def _identity_rows(rows: pd.DataFrame) -> pd.DataFrame:
    found = rows[rows["outcome"] == "variant"]
    own = found[found["perturbation"] == "identity-own"].set_index("parent")
    foreign = found[found["perturbation"] == "identity-foreign"].set_index("parent")["score"]
    gain = minus(own["score"], foreign.reindex(own.index))
    return own.assign(gain=gain, violation=(gain <= 0).astype(float).where(gain.notna())).reset_index()


def _beside_foreign(identity: pd.DataFrame, rows: pd.DataFrame) -> pd.DataFrame:
    """The copied sentences beside the foreign context, compared with the same beside their own."""
    made = rows[(rows["perturbation"] == "identity-foreign") & (rows["outcome"] == "variant")]
    own = identity.set_index("parent").reindex(made["parent"])
    edits = [
        json.dumps([replace_span(before, 0, len(before), after, "context[0]").to_json()])
        for before, after in zip(own["context"].map(_first_document), made["context"].map(_first_document), strict=True)
    ]
    return made.assign(
        base=own["variant_id"].to_numpy(),
        score_parent=own["score"].to_numpy(),
        change=-own["gain"].to_numpy(),
        violation=own["violation"].to_numpy(),
        edits=edits,
    )


def _first_document(context: Any) -> str:
    return str(context[0]) if isinstance(context, Sequence | np.ndarray) and len(context) else ""


def _truncation(trial: Trial, rows: pd.DataFrame, identity: pd.DataFrame, tolerance: float) -> list[Statistic]:
    """How often a metric that can tell two contexts apart cannot once they stand behind many words."""
    told_apart = identity.loc[identity["gain"].abs() > tolerance, "parent"]
    made = rows[(rows["outcome"] == "variant") & rows["parent"].isin(told_apart)]
    found = []
    for length in TRUNCATION:
        own = made[made["perturbation"] == f"late-own-{length}"].set_index("parent")
        foreign = made[made["perturbation"] == f"late-foreign-{length}"].set_index("parent")["score"]
        moved = (own["score"] - foreign.reindex(own.index)).abs()
        own = own.assign(violation=(moved <= tolerance).astype(float).where(moved.notna())).reset_index()
        if own["violation"].notna().any():
            share = trial.mean("truncation-violations", f"{length}-words", own, "violation", proportion=True)
            first = length == min(TRUNCATION)
            found.append(trial.ruled(share, at_most=trial.policy["laws"]["max_truncated"]) if first else share)
    return found


def _degenerate_table(trial: Trial, rows: pd.DataFrame) -> list[Statistic]:
    found = []
    made = rows[rows["outcome"] == "variant"]
    for name in (*_CONTENTLESS, *_ODD_CONTEXTS):
        group = made[made["perturbation"] == name]
        if len(group):
            found.append(trial.mean("degenerate-score", name, group, "score"))
            unscored = group.assign(missing=group["score"].isna().astype(float))
            found.append(trial.mean("degenerate-unscored", name, unscored, "missing", proportion=True))
    return found


def _moved(compared: pd.DataFrame, originals: pd.DataFrame, tolerance: float) -> tuple[dict[str, Any], ...]:
    """The worst rows of the laws of order, batch, duplicate and repeat: one text, two scores."""
    if not len(compared):
        return ()
    rows = compared[compared["moved"] > tolerance].sort_values(["moved", "variant_id"], ascending=[False, True])
    chosen = rows.drop_duplicates("variant_id").head(3)
    as_variants = pd.DataFrame(
        {
            "variant_id": chosen["variant_id"],
            "parent": chosen["variant_id"],
            "base": chosen["variant_id"],
            "perturbation": [f"law:{_ARRANGEMENTS[name]}" for name in chosen["arrangement"]],
            "family": "probe",
            "outcome": "variant",
            "severity": None,
            "relation": "invariant",
            "score": chosen["score"],
            "score_parent": chosen["score_parent"],
            "change": chosen["score"] - chosen["score_parent"],
            "moved": chosen["moved"],
            "edits": "[]",
            "details": [{"law": _ARRANGEMENTS[name]} for name in chosen["arrangement"]],
            "response": originals["response"].reindex(chosen["variant_id"]).to_numpy(),
        }
    )
    return worst_rows(as_variants, "moved", originals)


TEST = Laws()
