"""The values that the authors' own pages print, for whoever can reach the hub.

Every test here needs weights of the Hugging Face hub and is skipped, with the reason, where they cannot be had:

    GAUGEBLOCK_NETWORK=1 HF_HUB_OFFLINE=0 python -m pytest -m network tests/metrics/test_published_values.py

The inputs are the examples that the authors' pages print beside the values; they are read from the pages themselves
(tingofurro/summac, Liyan06/MiniCheck, ThomasScialom/QuestEval), since no text of others stands in this repository.
AlignScore, UniEval and HHEM have no printed value whose input we know, so of them the order of a supported and a
contradicted claim is held, in our own words.
"""

from __future__ import annotations

import ast
import os
import re

import pytest

from gaugeblock.metrics import Metric, resolve
from gaugeblock.metrics.batch import score_batch
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example

pytestmark = [
    pytest.mark.network,
    pytest.mark.slow,
    pytest.mark.skipif("GAUGEBLOCK_NETWORK" not in os.environ, reason="GAUGEBLOCK_NETWORK is not set: no model hub"),
]

PAGE = "https://raw.githubusercontent.com/{repository}/{branch}/README.md"

CONTEXT = "Nine pupils met in the library of Norsund on Monday and revised for the examination in June."
SUPPORTED, CONTRADICTED = "The pupils were preparing for an examination.", "The pupils were on holiday at the sea."


def strings_of(page: str) -> dict[str, str]:
    """The texts that the Python examples of a page give a name, by that name; what is no Python is left out."""
    found: dict[str, str] = {}
    for block in re.findall(r"```(?:python|py)?\n(.*?)```", page, re.DOTALL):
        try:
            statements = ast.parse(block).body
        except SyntaxError:
            continue
        for statement in statements:
            if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Constant):
                names = [target.id for target in statement.targets if isinstance(target, ast.Name)]
                found |= dict.fromkeys(names, statement.value.value) if isinstance(statement.value.value, str) else {}
    return found


def printed(repository: str, branch: str, *names: str) -> list[str]:
    """The texts of these names in the examples of a repository's page, or a skip that says why they are not there."""
    import httpx

    try:
        page = (
            httpx.get(PAGE.format(repository=repository, branch=branch), follow_redirects=True).raise_for_status().text
        )
    except httpx.HTTPError as error:
        pytest.skip(f"the page of {repository} is not reachable: {error}")
    found = strings_of(page)
    if missing := [name for name in names if name not in found]:
        pytest.skip(f"the page of {repository} names {', '.join(missing)} no longer")
    return [found[name] for name in names]


def published(spec: str) -> Metric:
    """The metric with its weights, or a skip that says why they are not there."""
    pytest.importorskip("torch", reason="needs the extra gaugeblock[models]")
    metric = resolve(spec)
    try:
        metric.warm_up()
    except UsageError as error:
        pytest.skip(f"the hub is not reachable: {error}")
    return metric


def scores(metric: Metric, *pairs: tuple[str, str]) -> list[float]:
    """The scores of (context, response) pairs, all of which have one."""
    found = score_batch(metric, [Example(response=response, context=context) for context, response in pairs])
    numbers = [score for score in found if isinstance(score, float)]
    assert len(numbers) == len(found), found
    return numbers


@pytest.mark.parametrize(("name", "expected"), [("summac-zs", (0.582, 0.877)), ("summac-conv", (0.536, 0.709))])
def test_summac_gives_the_values_of_its_page(name: str, expected: tuple[float, float]) -> None:
    """Its page has printed 0.582 and 0.587 for the first value of ZS, so a hundredth is allowed."""
    document, first, second = printed("tingofurro/summac", "master", "document", "summary1", "summary2")
    assert scores(published(name), (document, first), (document, second)) == pytest.approx(expected, abs=0.01)


def test_minicheck_gives_the_values_of_its_page() -> None:
    """The Flan-T5 model's 0.9806 and 0.0071."""
    document, first, second = printed("Liyan06/MiniCheck", "main", "doc", "claim_1", "claim_2")
    found = scores(published("minicheck"), (document, first), (document, second))
    assert found == pytest.approx((0.9806, 0.0071), abs=1e-3)


def test_questeval_comes_near_the_values_of_its_page() -> None:
    """Other versions of the parser and of BERTScore find other spans, so a tenth is allowed."""
    names = ("source_1", "prediction_1", "source_2", "prediction_2")
    source, said, other, other_said = printed("ThomasScialom/QuestEval", "main", *names)
    found = scores(published("questeval"), (source, said), (other, other_said))
    assert found == pytest.approx((0.5383, 0.5694), abs=0.1)


@pytest.mark.parametrize(
    "spec",
    [
        "alignscore",
        "alignscore[model=large]",
        "unieval",
        "hhem",
        "minicheck[model=roberta-large]",
        "minicheck[model=deberta-v3-large]",
    ],
)
def test_a_supported_claim_scores_high_and_a_contradicted_one_low(spec: str) -> None:
    """On either side of one half."""
    supported, contradicted = scores(published(spec), (CONTEXT, SUPPORTED), (CONTEXT, CONTRADICTED))
    assert supported > 0.5 > contradicted
