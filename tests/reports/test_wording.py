"""Words are found for what is known, and what is not known is shown by its name."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from gaugeblock.reports import Run
from gaugeblock.reports.caveats import caveats
from gaugeblock.reports.results import Statistic, StressResult
from gaugeblock.reports.wording import (
    explain,
    general_limits,
    group_words,
    headline,
    plain_note,
    statistic_words,
    stress_words,
)


def test_unknown_names_stand_for_themselves() -> None:
    assert stress_words("mood").title == "mood"
    assert statistic_words("tone").title == "tone"
    assert explain("relation", "gravity") == ""


def test_every_error_type_is_said_in_words() -> None:
    """Its code stands behind them, for who knows the scheme."""
    from gaugeblock.perturb.corruption._error_types import ERROR_TYPES

    for code in ERROR_TYPES:
        said = plain_note(f"error type: {code}; phrase: one; two")
        assert said.startswith("error type: ")
        assert said.endswith(f" ({code}); phrase: one; two")


def test_a_group_without_words_is_its_name() -> None:
    assert group_words("entity") == "entity"
    assert group_words("2000-words") == "behind 2,000 words of other documents"


def test_the_headline_is_what_the_verdict_rests_on() -> None:
    rows = (
        Statistic(name="mean-gain", group="a", value=0.1, verdict="pass"),
        Statistic(name="mean-gain", group="b", value=0.9, verdict="fail"),
    )
    chosen = headline(StressResult(name="gaming", verdict="fail", statistics=rows))
    assert chosen is not None
    assert chosen.group == "b"


def test_the_headline_of_a_pass_is_the_main_statistic_over_all() -> None:
    rows = (
        Statistic(name="force-sensitivity", group="all", value=0.1, verdict="pass"),
        Statistic(name="mvr", group="hedge", value=0.1),
        Statistic(name="mvr", group="all", value=0.2, verdict="pass"),
    )
    chosen = headline(StressResult(name="force", verdict="pass", statistics=rows))
    assert chosen is not None
    assert (chosen.name, chosen.group) == ("mvr", "all")


def test_a_test_without_statistics_has_no_headline() -> None:
    assert headline(StressResult(name="force", verdict="inconclusive")) is None


def test_the_limits_of_a_run_are_named(run: Run) -> None:
    found = " ".join(caveats(run))
    assert "239 examples come from 90 documents" in found
    assert "1 row of the data could not be read" in found
    assert "3 examples without a label" in found
    assert "overlap: 6.8% of the items have no score" in found
    assert "steady, gaming: a rule rests on 12 source documents" in found


def _rough(make_run: Any, build: SimpleNamespace, **more: Any) -> list[str]:
    rows = [build.statistic("mvr", "all", 0.0, 0.0, 0.2, rule="at most 0.25", verdict="pass", **more)]
    metric = {**build.good_metric(), "stress": {"force": build.stress("pass", "Fine.", rows)}}
    return [text for text in caveats(make_run({"m": metric})) if "rough" in text]


def test_an_interval_is_rough_only_where_it_needs_more_documents(make_run: Any, build: SimpleNamespace) -> None:
    """An exact one holds for any number of documents, and a row of no documents has none."""
    assert len(_rough(make_run, build, clusters=12)) == 1
    assert _rough(make_run, build, clusters=12, exact=True) == []
    assert _rough(make_run, build, clusters=0) == []


def test_the_limits_say_where_intervals_come_from() -> None:
    """Not all of them come from resampling."""
    (said,) = [text for text in general_limits() if text.startswith("Intervals")]
    for method in ("resampling", "Wilson", "DeLong", "Fisher", "Clopper-Pearson"):
        assert method in said


def test_variants_of_a_sample_of_the_examples_are_a_limit_of_the_run(run: Run, make_run: Any) -> None:
    """Only where fewer examples than the data has were changed."""

    def said(count: int) -> bool:
        return any("--variants-of" in text for text in caveats(make_run({}, variants_of=count)))

    assert "Variants were made of 100 of the 239 examples" in " ".join(caveats(make_run({}, variants_of=100)))
    assert not said(239)
    assert not any("--variants-of" in text for text in caveats(run))


@pytest.mark.parametrize(("count", "said"), [(1, "1 of the 3 examples has no"), (2, "2 of the 3 examples have no")])
def test_examples_without_a_context_are_a_limit_of_the_run(make_run: Any, count: int, said: str) -> None:
    dataset = {"name": "d", "examples": 3, "documents": 3}
    assert said in " ".join(caveats(make_run({}, dataset=dataset | {"without_context": count})))
    assert "no context" not in " ".join(caveats(make_run({}, dataset=dataset | {"without_context": 0})))
    assert "no context" not in " ".join(caveats(make_run({}, dataset=dataset)))


def test_a_run_without_weak_spots_has_no_limits_of_its_own(make_run: Any, build: SimpleNamespace) -> None:
    metric = {**build.good_metric(), "stress": {"laws": build.stress("pass", "Fine.", [])}}
    assert caveats(make_run({"m": metric}, dataset={"name": "d", "examples": 3, "documents": 3})) == []


def test_every_word_for_a_statistic_has_a_stress_test_that_names_it():
    """Words without a statistic are dead: each name stands in a stress test, whole or put together from its parts."""
    import ast
    import re
    import tomllib
    from importlib.resources import files

    texts, patterns = set(), []
    for module in files("gaugeblock.harness.stress").iterdir():
        if not module.name.endswith(".py"):
            continue
        for node in ast.walk(ast.parse(module.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                texts.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                parts = [part.value if isinstance(part, ast.Constant) else None for part in node.values]
                if any(part and re.search("[a-z]{3}", part) for part in parts):
                    patterns.append(re.compile("".join(".+" if part is None else re.escape(part) for part in parts)))
    words = tomllib.loads(files("gaugeblock.reports").joinpath("wording.toml").read_text("utf-8"))["statistic"]
    dead = [
        name
        for name in words
        if name not in texts
        and not any(pattern.fullmatch(name) for pattern in patterns)
        and not {name.partition("-")[0], name.partition("-")[2]} <= texts
    ]
    assert dead == []
