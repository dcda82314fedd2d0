"""How much faster ConSens is when the variants of a response share what they have in common.

One context of about 400 tokens, one question and 30 variants of a response of about 40 tokens are scored twice in this
run: with one pass of the model a response, and with the prompt and common beginnings computed once. The packaged model
is needed.

    python benchmarks/consens.py
"""

from __future__ import annotations

import time

from gaugeblock.metrics.base import Unscored
from gaugeblock.metrics.builtin.consens import ConSens
from gaugeblock.perturb.example import Example

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


def variants() -> list[Example]:
    """Thirty responses: one place changed, or a phrase put before or after."""
    responses = [RESPONSE.replace(old, new, 1) for old, new in CHANGES]
    responses += [f"{RESPONSE} {phrase}" for phrase in ASSERTIONS] + [f"{phrase} {RESPONSE}" for phrase in ASSERTIONS]
    return [Example(response=response, context=CONTEXT, question=QUESTION) for response in responses]


def timed(metric: ConSens, examples: list[Example]) -> tuple[float, list[float]]:
    """Seconds of wall time, and the scores."""
    start = time.perf_counter()
    scores = metric.score(examples)
    seconds = time.perf_counter() - start
    return seconds, [score for score in scores if not isinstance(score, Unscored)]


def main() -> None:
    """Score both ways and print the ratio."""
    examples = variants()
    shared, plain = ConSens(), ConSens(shared=False)
    plain._model = shared.model
    shared.score(examples[:2])  # loads the model and the word classes
    shared_seconds, shared_scores = timed(shared, examples)
    plain_seconds, plain_scores = timed(plain, examples)
    apart = max(abs(one - other) for one, other in zip(shared_scores, plain_scores, strict=True))
    print(f"context {len(shared.model.encode(CONTEXT).tokens)} tokens, {len(examples)} responses")
    print(f"one pass a response  {plain_seconds:6.1f} s")
    print(f"shared               {shared_seconds:6.1f} s")
    print(f"ratio                {plain_seconds / shared_seconds:6.1f}; scores differ by {apart:.1e} at most")


if __name__ == "__main__":
    main()
