"""How many real responses the perturbations apply to, by perturbation and data set, and the targets set for that.

It reads the public slices (they stay outside the repository), makes every variant, and writes shares from 0 to 1 as
TOML, numbers only, for `docs/make_perturbations.py`. ``--limit 100`` takes a few minutes.

    python benchmarks/coverage.py [FOLDER] [--limit N] [--seed N] [--jobs N] [--out docs/coverage.toml]
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from gaugeblock.harness.data import load
from gaugeblock.perturb import PERTURBATIONS, Example, Variant
from gaugeblock.perturb.ahead import examples_ahead
from gaugeblock.perturb.base import changes_of
from gaugeblock.perturb.select import made
from gaugeblock.perturb.text import analyse, pipeline_name

ROOT = Path(__file__).resolve().parents[1]
FEWEST_WORDS = 8
"""Shorter responses are left out, except where short answers are what a data set is made of."""
SHORT_ANSWERS = "halueval"
LONG_CONTEXT = 8
"""Sentences."""
CONDITIONS = {"b", "c", "d"}
CHUNK = 64


@dataclass(frozen=True)
class Seen:
    """What was made of one example.

    Args:
        dataset: where it comes from.
        words: of the response.
        made: the perturbations that made a variant.
        families: perturbations that made a variant, by family.
        force_from_response: whether a force variant changes the response itself, not a sentence of the context.
        conditions: those of the counterfactual perturbation.
        context_sentences: how many there are.
        shares: whether response and context have an entity, a number or a date in common.
    """

    dataset: str
    words: int
    made: frozenset[str]
    families: dict[str, frozenset[str]]
    force_from_response: bool
    conditions: frozenset[str]
    context_sentences: int
    shares: bool

    @property
    def counted(self) -> bool:
        """Whether its response is long enough to be counted."""
        return self.words >= FEWEST_WORDS or self.dataset == SHORT_ANSWERS


@dataclass(frozen=True)
class Target:
    """A share that was set as a goal.

    Args:
        name: key in the file.
        goal: the share to reach.
        says: what is counted, in words.
        asked: whether an example belongs to those that are counted.
        held: whether the goal is met on it.
    """

    name: str
    goal: float
    says: str
    asked: Callable[[Seen], bool]
    held: Callable[[Seen], bool]


def _in(*starts: str) -> Callable[[Seen], bool]:
    return lambda seen: seen.counted and seen.dataset.startswith(starts)


def _three_benign(seen: Seen) -> bool:
    changes = (changes_of(PERTURBATIONS.get(name)) for name in seen.families.get("benign", ()))
    single = [change for change in changes if change != "several"]  # what combines the others is no further one
    return len(single) >= 3 and sum(change != "layout" for change in single) >= 2


TARGETS = (
    Target(
        "three-benign",
        0.90,
        "responses with three benign perturbations, two of them not layout",
        _in("qags", "summedits"),
        _three_benign,
    ),
    Target(
        "corruption",
        0.95,
        "responses that have a corruption",
        _in("qags", "summedits"),
        lambda seen: bool(seen.families.get("corruption")),
    ),
    Target(
        "size-matched",
        0.70,
        "responses with a benign edit of the size of a corruption",
        _in("qags", "summedits"),
        lambda seen: "size-matched" in seen.made,
    ),
    Target(
        "force-from-response",
        0.40,
        "summaries whose force can be raised",
        _in("qags-cnndm", "summedits-news", "summedits-samsum", "summedits-scitldr"),
        lambda seen: seen.force_from_response,
    ),
    Target(
        "force-from-conclusion",
        0.55,
        "conclusions of abstracts whose force can be raised",
        _in("science-abstract"),
        lambda seen: seen.force_from_response,
    ),
    Target(
        "force-from-either",
        0.80,
        f"examples with {LONG_CONTEXT} sentences of context or more that give a force pair",
        lambda seen: seen.context_sentences >= LONG_CONTEXT,
        lambda seen: bool(seen.families.get("force")),
    ),
    Target(
        "four-conditions-answers",
        0.85,
        "short answers with all conditions of a counterfactual",
        lambda seen: seen.dataset == SHORT_ANSWERS,
        lambda seen: seen.conditions >= CONDITIONS,
    ),
    Target(
        "four-conditions-summaries",
        0.70,
        "summaries that share an entity, number or date with their context, with all conditions of a counterfactual",
        lambda seen: _in("qags", "summedits", "frank", "refmatters")(seen) and seen.shares,
        lambda seen: seen.conditions >= CONDITIONS,
    ),
)


def examples_of(folder: Path) -> Iterator[tuple[str, Example]]:
    """Every example of the slices with the name of its data set."""
    for part in ("cnndm", "xsum"):
        yield from _named(f"qags-{part}", load(f"qags:{folder / 'qags' / f'mturk_{part}.jsonl'}").examples)
    for file in sorted((folder / "summedits").glob("summedits_*.json")):
        name = file.stem.replace("_", "-")
        yield from _named(name, load(f"summedits:{file}").examples)
    yield from _named("frank", load(f"frank:{folder / 'frank'}").examples)
    for file in sorted((folder / "refmatters").glob("*.json")):
        yield from _named("refmatters", load(f"refmatters:{file}").examples)
    yield from _named(SHORT_ANSWERS, _halueval(folder / "halueval" / "qa_one-turn_data.json"))
    science = [
        row for name in ("test", "train") for row in _rows(folder / "science_exaggeration" / f"insciout_{name}.jsonl")
    ]
    yield from _named("science-abstract", _conclusions(science))
    yield from _named("science-press", _press_releases(science))
    yield from _named("wice", _wice(folder / "wice" / "claim_test.jsonl"))


def _named(name: str, examples: Iterable[Example]) -> Iterator[tuple[str, Example]]:
    return ((name, example) for example in examples)


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def _halueval(path: Path) -> Iterator[Example]:
    for number, row in enumerate(_rows(path)):
        yield Example(
            id=f"halueval-{number}",
            response=row["right_answer"],
            context=row["knowledge"],
            question=row["question"],
            label=1.0,
        )


def _conclusions(rows: Iterable[dict[str, Any]]) -> Iterator[Example]:
    """The conclusion of each abstract, with itself as the context that supports it."""
    for number, row in enumerate(rows):
        if text := row.get("abstract_conclusion"):
            yield Example(id=f"abstract-{number}", response=text, context=text, label=1.0)


def _press_releases(rows: Iterable[dict[str, Any]]) -> Iterator[Example]:
    """The conclusion of each press release, with that of its abstract as context; whether it exaggerates is open."""
    for number, row in enumerate(rows):
        if row.get("abstract_conclusion") and row.get("press_release_conclusion"):
            yield Example(
                id=f"press-{number}", response=row["press_release_conclusion"], context=row["abstract_conclusion"]
            )


def _wice(path: Path) -> Iterator[Example]:
    labels = {"supported": 1.0, "partially_supported": 0.5, "not_supported": 0.0}
    for number, row in enumerate(_rows(path)):
        context = " ".join(row["evidence"])
        yield Example(id=f"wice-{number}", response=row["claim"], context=context, label=labels[row["label"]])


def look(rows: list[tuple[str, Example]], seed: int) -> list[Seen]:
    """What the perturbations make of some examples."""
    ahead = examples_ahead(rows, lambda row: row[1])
    return [_seen(name, example, seed) for name, example in ahead]


def _seen(dataset: str, example: Example, seed: int) -> Seen:
    # What a label calls unsupported is not corrupted, nor raised. Whether a place is found for it does not depend on
    # the label, which is set aside.
    example = replace(example, label=None)
    families: dict[str, set[str]] = {}
    conditions: set[str] = set()
    own_force = False
    for name in PERTURBATIONS:
        for outcome in made(name, example, seed):
            if isinstance(outcome, Variant):
                families.setdefault(outcome.family, set()).add(name)
                own_force |= outcome.family == "force" and outcome.base is None
                if name == "counterfactual":
                    conditions.add(str(outcome.details.get("condition")))
    return Seen(
        dataset,
        len(example.response.split()),
        frozenset(name for names in families.values() for name in names),
        {family: frozenset(names) for family, names in families.items()},
        own_force,
        frozenset(conditions),
        sum(len(analyse(document).sentences) for document in example.context),
        _shares(example),
    )


def _shares(example: Example) -> bool:
    """Whether an entity, a number or a date of the response stands in the context."""
    response = analyse(example.response)
    names = [entity.text.removeprefix("the ") for entity in response.doc.ents]
    context = example.context_text
    if any(any(letter.isalnum() for letter in name) and name in context for name in names):
        return True
    values = {number.value for number in response.numbers} - {None}
    return any(number.value in values for document in example.context for number in analyse(document).numbers)


def sampled(rows: Iterable[tuple[str, Example]], limit: int | None, seed: int) -> list[tuple[str, Example]]:
    """At most `limit` examples of each data set, drawn by the seed."""
    by_name: dict[str, list[tuple[str, Example]]] = {}
    for row in rows:
        by_name.setdefault(row[0], []).append(row)
    found: list[tuple[str, Example]] = []
    for name, group in by_name.items():
        rng = random.Random(f"{seed} {name}")
        found += group if limit is None or limit >= len(group) else rng.sample(group, limit)
    return found


def measure(rows: list[tuple[str, Example]], seed: int, jobs: int) -> list[Seen]:
    """`look` at all rows, in several processes."""
    chunks = [rows[start : start + CHUNK] for start in range(0, len(rows), CHUNK)]
    if jobs == 1:
        return [seen for chunk in chunks for seen in look(chunk, seed)]
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        return [seen for part in pool.map(look, chunks, [seed] * len(chunks)) for seen in part]


def share(seen: list[Seen], held: Callable[[Seen], bool]) -> float:
    """The share of the examples that something holds of."""
    return round(sum(map(held, seen)) / len(seen), 3)


def grouped(seen: Iterable[Seen]) -> dict[str, list[Seen]]:
    """The examples by data set."""
    groups: dict[str, list[Seen]] = {}
    for item in seen:
        groups.setdefault(item.dataset, []).append(item)
    return groups


def tables(seen: list[Seen], seed: int, limit: int | None) -> dict[str, dict[str, Any]]:
    """The tables of the file: the run, how many responses there were, the targets, the shares by perturbation."""
    counted = grouped(item for item in seen if item.counted)
    found: dict[str, dict[str, Any]] = {
        "run": {"date": time.strftime("%Y-%m-%d"), "seed": seed, "limit": limit or 0, "pipeline": pipeline_name()},
        "responses": {name: len(group) for name, group in counted.items()},
    }
    for target in TARGETS:
        asked = [item for item in seen if target.asked(item)]
        if asked:
            values: dict[str, Any] = {"goal": target.goal, "says": target.says, "n": len(asked)}
            values["all"] = share(asked, target.held)
            values |= {name: share(group, target.held) for name, group in grouped(asked).items()}
            found[f"targets.{target.name}"] = values
    for name in PERTURBATIONS:
        found[f"share.{name}"] = {
            dataset: share(group, lambda item, name=name: name in item.made)  # type: ignore[misc]
            for dataset, group in counted.items()
        }
    return found


def written(tables: dict[str, dict[str, Any]]) -> str:
    """The tables as TOML."""
    lines = [
        "# Written by benchmarks/coverage.py. Shares (0 to 1) of the responses of eight words or more that have a",
        f"# variant; in {SHORT_ANSWERS}, which is made of short answers, of all responses.",
    ]
    for name, values in tables.items():
        lines += ["", f"[{name}]", *(f"{key} = {json.dumps(value)}" for key, value in values.items())]
    return "\n".join(lines) + "\n"


def shown(tables: dict[str, dict[str, Any]]) -> str:
    """The targets, a line each, with the data sets below the goal."""
    lines = []
    for name, values in tables.items():
        if name.startswith("targets."):
            goal, says, n, total = (values[key] for key in ("goal", "says", "n", "all"))
            by_set = {key: value for key, value in values.items() if key not in ("goal", "says", "n", "all")}
            lines.append(f"{total:.3f} (goal {goal:.2f}, n {n})  {says}")
            lines.append("    " + ", ".join(f"{key} {value:.2f}" for key, value in by_set.items()))
    return "\n".join(lines)


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--limit", type=int, help="examples of each data set")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "coverage.toml")
    options = parser.parse_args()
    if not options.folder.is_dir():
        print(f"nothing measured: the public slices are not at {options.folder}; name their folder")
        return
    start = time.perf_counter()
    rows = sampled(examples_of(options.folder), options.limit, options.seed)
    found = tables(measure(rows, options.seed, options.jobs), options.seed, options.limit)
    options.out.write_text(written(found), "utf-8")
    print(f"{shown(found)}\n{len(rows)} examples in {time.perf_counter() - start:.0f} s; written to {options.out.name}")


if __name__ == "__main__":
    main()
