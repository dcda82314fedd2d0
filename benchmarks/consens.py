"""How much faster ConSens is when the variants of a response share what they have in common.

Five news articles of 350 to 700 tokens, of the public slice of QAGS (it stays outside the repository), and 30 variants
of the summary of each, as the perturbation library makes them, are scored twice in this run: with two passes of the
model a response, and with the prompts and common beginnings computed once. Then 100 answers of the slice of HaluEval,
two to a context, are scored both ways to see that they agree. Without the slices one text of our own takes their place.
The packaged model is needed. Times are the processor's, not the clock's, so that other work on the machine changes the
ratio little; set OMP_NUM_THREADS=1 on a busy one, where torch's threads wait for each other and are charged for it.

    python benchmarks/consens.py [FOLDER]
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from statistics import fmean

from gaugeblock.metrics.base import Unscored
from gaugeblock.metrics.builtin.consens import ConSens
from gaugeblock.perturb import Variant, variants_of
from gaugeblock.perturb.example import Example

FOLDER = Path(__file__).resolve().parents[2] / "shared" / "data"
SHORTEST, LONGEST = 350, 700
VARIANTS = 30
ARTICLES = (("mturk_xsum.jsonl", 3), ("mturk_cnndm.jsonl", 2))
AGREEMENT = 100
TOLERANCE = 1e-4

CONTEXT = (
    "The town of Northwick has had a ferry since 1884, when two brothers bought a steam launch and began to carry coal "
    "across the bay. For most of its life the pier was a plain wooden jetty. It was rebuilt in 1951 with concrete "
    "piles, and again in 1978, when a roof was added so that people could wait out of the rain. On Tuesday the harbour "
    "board voted by seven to two to close the pier on 14 May. Two inspections in the winter had found cracks in the "
    "beams under the landing stage. The first, in January, reported cracks in one beam and asked for a second look. "
    "The second, in March, found that they had grown by nine millimetres and that a neighbouring beam was affected. "
    "The engineer who led both told the board that the stage was safe for people but not for vehicles, and that she "
    "could not promise even that for the summer. A new pier is planned a hundred metres to the west. It will cost 4.2 "
    "million euros, of which the region pays half, and should open next spring if the ground is as firm "
    "as the surveys say. Until then a bus takes passengers to the crossing at Eastholm, which adds forty minutes to "
    "the journey. Shopkeepers near the old pier fear for their trade and have asked for their rents to be lowered. The "
    "board has promised an answer by the end of the month. The two members who voted against the closure said that a "
    "weight limit and a watchman would have been enough, and that the bus would cost more than both. The ferry firm, "
    "which has carried a little under ninety thousand people a year since the war, says that it will keep all of its "
    "crew. Its two boats will be moored at Eastholm for the time being, where the water is deep enough at any tide and "
    "where a fuel tank was put in last year."
)
QUESTION = "Why does the pier close?"
RESPONSE = (
    "The harbour board closes the pier on 14 May because two inspections found cracks in the beams under the landing "
    "stage, and a new one for 4.2 million euros should open next spring."
)
CHANGES = (
    ("harbour board", "town council"),
    ("harbour", "port"),
    ("closes", "may close"),
    ("closes", "will close"),
    ("pier", "jetty"),
    ("14 May", "14 June"),
    ("14 May", "3 August"),
    ("two inspections", "three inspections"),
    ("two inspections", "2 inspections"),
    ("found", "proved"),
    ("found", "did not find"),
    ("cracks", "dents"),
    ("beams", "roof"),
    ("under the", "beside the"),
    ("and a new one", "while a new one"),
    ("4.2", "9.7"),
    ("4.2 million", "4,200,000"),
    ("euros", "pounds"),
    ("should open", "opens"),
    ("next spring", "next autumn"),
)
ASSERTIONS = ("This is true.", "Experts agree on this.", "The document says so.", "There is no doubt.", "See above.")


def own() -> list[Example]:
    """Thirty responses of our own to our own text: one place changed, or a phrase put before or after."""
    responses = [RESPONSE.replace(old, new, 1) for old, new in CHANGES]
    responses += [f"{RESPONSE} {phrase}" for phrase in ASSERTIONS] + [f"{phrase} {RESPONSE}" for phrase in ASSERTIONS]
    return [Example(response=response, context=CONTEXT, question=QUESTION) for response in responses]


def of_articles(folder: Path, metric: ConSens) -> Iterator[list[Example]]:
    """The variants of one summary at a time: the first articles of the wanted length that have enough of them."""
    for name, wanted in ARTICLES:
        lines = (folder / "qags" / name).read_text("utf-8").splitlines()
        yield from islice(filter(None, (_variants(json.loads(line), metric) for line in lines)), wanted)


def _variants(row: dict[str, object], metric: ConSens) -> list[Example]:
    article, parts = str(row["article"]), row["summary_sentences"]
    assert isinstance(parts, list)
    if not SHORTEST <= len(metric.model.encode(article).tokens) <= LONGEST:
        return []
    example = Example(response=" ".join(part["sentence"] for part in parts), context=article)
    made = (outcome.example for outcome in variants_of(example, "all", 0) if isinstance(outcome, Variant))
    distinct = {one.response: one for one in made if one.context == example.context and one.response.strip()}
    return list(distinct.values())[:VARIANTS] if len(distinct) >= VARIANTS else []


def answers(folder: Path) -> list[Example]:
    """Two answers to each of the first questions of HaluEval."""
    lines = (folder / "halueval" / "qa_one-turn_data.json").read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines[: AGREEMENT // 2]]
    return [
        Example(response=row[answer], context=row["knowledge"], question=row["question"])
        for row in rows
        for answer in ("right_answer", "hallucinated_answer")
    ]


def timed(metric: ConSens, examples: list[Example]) -> tuple[float, list[float | None]]:
    """Seconds of processor time, and the scores."""
    start = time.process_time()
    scores = metric.score(examples)
    seconds = time.process_time() - start
    return seconds, [None if isinstance(score, Unscored) else score for score in scores]


def apart(one: list[float | None], other: list[float | None]) -> float:
    """The largest difference; an item that one way scores and the other does not is infinitely far."""
    return max(
        0.0 if a is b is None else abs(a - b) if a is not None and b is not None else float("inf")
        for a, b in zip(one, other, strict=True)
    )


def main(folder: Path) -> None:
    """Score both ways and print the ratios."""
    shared, plain = ConSens(), ConSens(shared=False)
    plain._model = shared.model
    shared.score(own()[:2])  # loads the word classes
    there = folder.is_dir()
    together = alone = 0.0
    for number, examples in enumerate(of_articles(folder, shared) if there else [own()], 1):
        sizes = [len(shared.model.encode(text).tokens) for text in (one.response for one in examples)]
        size = len(shared.model.encode(examples[0].context_text).tokens)
        fast, scores = timed(shared, examples)
        slow, expected = timed(plain, examples)
        together, alone = together + fast, alone + slow
        print(
            f"context {number}: {size} tokens, {len(examples)} responses of {fmean(sizes):.0f} tokens: two passes a "
            f"response {slow:.1f} s, shared {fast:.1f} s, ratio {slow / fast:.1f}; apart {apart(scores, expected):.1e}",
            flush=True,
        )
    print(f"all: two passes a response {alone:.1f} s, shared {together:.1f} s, ratio {alone / together:.1f}")
    if there:
        items = answers(folder)
        furthest = apart(timed(shared, items)[1], timed(plain, items)[1])
        held = "held" if furthest <= TOLERANCE else "BROKEN"
        print(f"{len(items)} answers: shared and plain differ by {furthest:.1e} at most ({TOLERANCE:g}: {held})")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
