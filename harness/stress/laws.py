"""Is it a function at all? Laws that hold for any measuring instrument, whatever it measures.

Order, batch, duplicates and repetition must not change a score; scores keep their bounds; a sentence copied from its
context scores higher there than beside a foreign context; an empty response does not outscore a real one; a further
sentence in the response, however short, leaves some trace in the score; so does what stands at the end of a long
context; and a metric that gives everything the same score measures nothing. A metric that says of itself that it is not
deterministic is not held to equal scores; how often they differ is reported.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from gaugeblock.harness.outcome import FAIL, INCONCLUSIVE, PASS, Outcome, Statistic, combine, coverage, worst_rows
from gaugeblock.harness.statistics import Estimate
from gaugeblock.harness.statistics.scale import varies
from gaugeblock.harness.stress._arrangements import LAW_OF, compare_arrangements, worst_moved
from gaugeblock.harness.stress._probes import CONTENTLESS, LAW_EXAMPLES, ODD_CONTEXTS, TRUNCATION, probes
from gaugeblock.harness.ties import minus
from gaugeblock.harness.trial import Trial
from gaugeblock.perturb.variant import replace_span

__all__ = ["LAW_EXAMPLES", "TEST", "Laws"]

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


class Laws:
    """The stress test `laws`."""

    name = "laws"
    version = "3"
    summary = "Is the metric a function: same input, same score, within bounds, not constant?"
    families = ("probe",)
    arranged = LAW_EXAMPLES
    plan = staticmethod(probes)

    def judge(self, trial: Trial) -> Outcome:
        """Shares of violations of each law."""
        rows = _rows(trial)
        found = [
            *_arranged(trial, rows),
            _exact("bounds-violations", rows.bounds, trial),
            _constant(rows.originals, trial),
            *_content(trial, rows),
            *_unread(trial, rows),
            *_truncation(trial, rows),
            *_degenerate_table(trial, rows.probes),
        ]
        verdict, reason = combine(found, trial, _MEANING)
        return Outcome(verdict, reason, tuple(found), coverage(rows.probes), tuple(_worst(trial, rows, found)[:5]))


@dataclass(frozen=True, slots=True)
class _Rows:
    """What each law is judged by.

    Args:
        originals: the unchanged examples.
        probes: the odd inputs that were made of them.
        tolerance: a difference of scores up to this is none.
        compared: the rows scored again in another arrangement, each with its ``violation``, as all that follow.
        bounds: scores against the bounds that the metric declares.
        degenerate: empty and meaningless responses.
        identity: responses beside the context taken as the response.
        added: a sentence more in a long context.
    """

    originals: pd.DataFrame
    probes: pd.DataFrame
    tolerance: float
    compared: pd.DataFrame
    bounds: pd.DataFrame
    degenerate: pd.DataFrame
    identity: pd.DataFrame
    added: pd.DataFrame


def _rows(trial: Trial) -> _Rows:
    tolerance = float(trial.policy["laws"]["tolerance"])
    probes, originals = trial.family("probe"), trial.family("original")
    return _Rows(
        originals=originals,
        probes=probes,
        tolerance=tolerance,
        compared=compare_arrangements(trial.laws, originals, tolerance),
        bounds=_bounds(trial.rows),
        degenerate=_degenerate_rows(probes, tolerance),
        identity=_identity_rows(probes),
        added=_added_rows(trial, probes),
    )


def _arranged(trial: Trial, rows: _Rows) -> list[Statistic]:
    """Order, batch, duplicates and repetition."""
    found = []
    for arrangement, law in LAW_OF.items():
        pairs = rows.compared[rows.compared["arrangement"] == arrangement]
        if len(pairs) and trial.deterministic:
            found.append(_exact(f"{law}-violations", pairs, trial))
        elif len(pairs) and law == "repeat":  # in the other arrangements a score may differ by chance alone
            found.append(trial.mean("flakiness", "all", pairs, "violation", proportion=True))
    return found


def _content(trial: Trial, rows: _Rows) -> list[Statistic]:
    """What the text says counts: the context that a sentence is from, and that there is a response at all."""
    if trial.construct == "conciseness":  # an empty response is as concise as any
        return []
    policy = trial.policy["laws"]
    share = trial.mean("identity-violations", "all", rows.identity, "violation", proportion=True)
    found = [trial.ruled(share, at_most=policy["max_identity_violations"])]
    # a metric that scores no degenerate response at all cannot reward one
    if rows.degenerate["violation"].notna().any() or not len(rows.degenerate):
        share = trial.mean("degenerate-violations", "all", rows.degenerate, "violation", proportion=True)
        found.append(trial.ruled(share, at_most=policy["max_degenerate_violations"]))
    return found


def _unread(trial: Trial, rows: _Rows) -> list[Statistic]:
    """How often one more sentence leaves no trace in the score."""
    readable = rows.originals["score"].nunique() > _FEW_SCORES
    found = []
    for name, group in rows.added.groupby("perturbation"):
        share = trial.mean("ignored-violations", str(name), group, "violation", proportion=True)
        found.append(trial.ruled(share, at_most=trial.policy["laws"]["max_ignored"]) if readable else share)
    return found


def _worst(trial: Trial, rows: _Rows, found: Sequence[Statistic]) -> list[dict[str, Any]]:
    """Pairs that break a rule which fails, or any rule where none fails."""
    failing = {(one.name, one.group) for one in found if one.verdict == FAIL}

    def asked(name: str, group: str = "all") -> bool:
        return not failing or (name, group) in failing

    rules = rows.compared["arrangement"].map(LAW_OF) + "-violations"
    moved = rows.compared[rules.map(asked).astype(bool)]
    longer = rows.added[rows.added["perturbation"].map(lambda name: asked("ignored-violations", name)).astype(bool)]
    # what each rule is broken by, the worst column, and how many are shown
    broken = (
        ("bounds-violations", rows.bounds, "violation", 2),
        ("identity-violations", _beside_foreign(rows.identity, rows.probes), "change", 2),
        ("degenerate-violations", rows.degenerate, "change", 5),
    )
    bases = pd.concat([trial.bases, rows.identity.set_index("variant_id")])
    worst = [*worst_moved(moved, rows.originals.set_index("variant_id"), rows.tolerance)]
    for name, part, by, limit in broken:
        if asked(name):
            worst += worst_rows(part[part["violation"] > 0], by, bases, limit)
    return [*worst, *worst_rows(longer[longer["violation"] > 0], "violation", bases, 2)]


def _exact(name: str, rows: pd.DataFrame, trial: Trial) -> Statistic:
    """A law without exceptions: one violation too many is a failure, however few the rows; to hold, it needs enough."""
    allowed = float(trial.policy["laws"]["max_violations"])
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


def _added_rows(trial: Trial, rows: pd.DataFrame) -> pd.DataFrame:
    """The responses with one more sentence, with ``violation``: 1 where the score stays exactly as it was.

    A score that is the lowest of all cannot fall, so that it stays says nothing, and the row does not count.
    """
    added = rows[(rows["outcome"] == "variant") & rows["perturbation"].isin(("short-sentence", "foreign-sentence"))]
    counts = added["change"].notna() & (added["score_parent"] > trial.rows["score"].min())
    return added.assign(violation=(added["change"] == 0).astype(float).where(counts))


def _degenerate_rows(rows: pd.DataFrame, tolerance: float) -> pd.DataFrame:
    found = rows[rows["perturbation"].isin(CONTENTLESS) & (rows["outcome"] == "variant")]
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


def _truncation(trial: Trial, rows: _Rows) -> list[Statistic]:
    """How often a metric that can tell two contexts apart cannot once they stand behind many words."""
    told_apart = rows.identity.loc[rows.identity["gain"].abs() > rows.tolerance, "parent"]
    made = rows.probes[(rows.probes["outcome"] == "variant") & rows.probes["parent"].isin(told_apart)]
    found = []
    for length in TRUNCATION:
        own = made[made["perturbation"] == f"late-own-{length}"].set_index("parent")
        foreign = made[made["perturbation"] == f"late-foreign-{length}"].set_index("parent")["score"]
        moved = (own["score"] - foreign.reindex(own.index)).abs()
        own = own.assign(violation=(moved <= rows.tolerance).astype(float).where(moved.notna())).reset_index()
        if own["violation"].notna().any():
            share = trial.mean("truncation-violations", f"{length}-words", own, "violation", proportion=True)
            first = length == min(TRUNCATION)
            found.append(trial.ruled(share, at_most=trial.policy["laws"]["max_truncated"]) if first else share)
    return found


def _degenerate_table(trial: Trial, rows: pd.DataFrame) -> list[Statistic]:
    found = []
    made = rows[rows["outcome"] == "variant"]
    for name in (*CONTENTLESS, *ODD_CONTEXTS):
        group = made[made["perturbation"] == name]
        if len(group):
            found.append(trial.mean("degenerate-score", name, group, "score"))
            unscored = group.assign(missing=group["score"].isna().astype(float))
            found.append(trial.mean("degenerate-unscored", name, unscored, "missing", proportion=True))
    return found


TEST = Laws()
