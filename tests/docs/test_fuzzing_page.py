"""What the page on fuzzing says is so."""

from __future__ import annotations

import importlib.util
import json
import random
import re
from pathlib import Path

import pytest
from chat_server import ChatServer
from hypothesis import given, settings

import gaugeblock as gb
from gaugeblock.harness import properties
from gaugeblock.harness.properties import UNDECIDED, Budget, Scorer, decreases_under, never_rewards, search
from gaugeblock.perturb import strategies

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "fuzzing.md").read_text("utf-8")
PAGE_PROGRAM = Path(__file__).resolve().parents[2] / "docs" / "make_findings.py"
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture(autouse=True)
def _nothing_is_remembered(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPENAI_API_KEY", "none")


def code(mark: str) -> str:
    """The one block of the page that has these words."""
    (found,) = [block for block in BLOCKS if mark in block]
    return str(found)


def length(context: str, response: str) -> float:
    return len(response) / 100


def sound(example: gb.Example) -> float:
    return example.label or 0.0


def test_the_three_lines_fail_a_metric_that_likes_length_and_pass_the_oracle():
    """The example that the README shows."""
    scope: dict[str, object] = {"my_metric": length}
    exec(code('never_rewards(my_metric, family="gaming")'), scope)
    with pytest.raises(AssertionError, match=r"never_rewards\(family='gaming', tolerance="):
        scope["test_my_metric"]()
    scope["my_metric"] = sound
    scope["test_my_metric"]()


def test_the_decorators_fail_a_metric_that_is_blind_to_facts():
    """A constant is within its bounds, and ties on every wrong fact."""
    scope: dict[str, object] = {"my_metric": lambda context, response: 0.5}
    exec(code("@bounded(low=0, high=1)"), scope)
    with pytest.raises(AssertionError, match="decreases_under"):
        scope["test_my_metric"]()


def test_the_overlap_metric_is_found_blind():
    """The counterexample of the first section."""
    scope: dict[str, object] = {}
    exec(code("# mine.py"), scope)
    with pytest.raises(AssertionError, match="a tie is not"):
        decreases_under(scope["overlap"], family="corruption", max_examples=60)


def test_the_strategies_can_be_used_on_their_own():
    """With Hypothesis' own decorator."""
    block = code("@given(benign_variants())").replace("from hypothesis import given", "")
    quick = settings(max_examples=10, database=None)
    scope = {"my_metric": length, "given": lambda strategy: lambda test: quick(given(strategy)(test))}
    exec(block, scope)
    scope["test_wording_does_not_matter"]()


def test_every_law_and_every_strategy_stands_on_the_page():
    """None is left out when one is added."""
    laws = [name.replace("-", "_") for name in properties.PROPERTIES]
    drawn = [name for name in strategies.__all__ if name.islower()]
    assert not [name for name in (*laws, *drawn) if f"`{name}`" not in PAGE]


@pytest.fixture
def server():
    running = ChatServer()
    yield running
    running.close()


def judge_of(server: ChatServer) -> gb.Metric:
    pytest.importorskip("openai", reason="needs the extra gaugeblock[llm]")
    return gb.resolve(f"judge-support[model=m,base_url={server.url},cache=false]")


def verdict(word: str) -> str:
    return json.dumps({"reason": "because", "verdict": word})


def parts(asked: str) -> tuple[str, str]:
    """The source and the text that a judge was asked about."""
    source, text = (re.search(rf"<{tag}>\n(.*)\n</{tag}>", asked, re.DOTALL) for tag in ("source", "text"))
    return (source[1] if source else "", text[1] if text else "")


def test_a_judge_that_only_looks_for_numbers_is_found_out_by_the_tests_of_the_page(server):
    """It cannot be flattered, but takes a number of another sentence for a right one."""

    def answer(asked: str) -> str:
        source, text = parts(asked)
        known = set(re.findall(r"\d+", source))
        return verdict("fully supported" if set(re.findall(r"\d+", text)) <= known else "not supported")

    server.answer = answer
    block = re.sub(r"judge = .*\n", "", code("def test_the_judge_cannot_be_flattered"))
    scope: dict[str, object] = {"judge": judge_of(server)}
    exec(block, scope)
    scope["test_the_judge_cannot_be_flattered"]()
    with pytest.raises(AssertionError, match=r'changed   1  "[^"]*\b30 boats'):
        scope["test_the_judge_reads_numbers"]()


def test_a_judge_that_likes_praise_is_found(server):
    """With the phrase that flatters it."""

    def answer(asked: str) -> str:
        return verdict("fully supported" if "score" in parts(asked)[1].lower() else "not supported")

    server.answer = answer
    with pytest.raises(AssertionError, match="it rose by 1, from 0 to 1"):
        never_rewards(judge_of(server), name="judge-instruction", max_examples=10)


def test_a_judge_that_rolls_dice_is_undecided_not_broken(server):
    """It breaks the law on every other pair, but no pair twenty times in a row."""
    chance = random.Random(0)
    server.answer = lambda asked: verdict(chance.choice(["fully supported", "not supported"]))
    law = properties.law_from("never-rewards[name=judge-instruction]")
    found = search(law, Scorer(judge_of(server)), None, Budget(10))
    assert found.status == UNDECIDED
    assert found.noisy > 0


def test_each_counterexample_is_a_case_that_can_be_replayed():
    folder = Path(__file__).resolve().parents[2] / "docs"
    rows = [json.loads(line) for line in (folder / "fuzz_findings.jsonl").read_text("utf-8").splitlines()]
    runs = json.loads((folder / "fuzz_findings.runs.json").read_text("utf-8"))
    assert {"rouge2", "entity-overlap"} <= {row["metric"] for row in rows}
    assert {row["metric"] for row in rows} <= {run["metric"] for run in runs}
    for row in rows:
        case = properties.Case.from_json(row)
        assert properties.law_from(row["law"]).spec == row["law"]
        assert all(at < len(case.examples) for at in row["shown"])


def test_the_worst_of_each_finding_is_as_bad_as_what_is_shown():
    """And each says how it was found; the runs tell of every law that was tried, as the rows do of the broken ones."""
    folder = Path(__file__).resolve().parents[2] / "docs"
    rows = [json.loads(line) for line in (folder / "fuzz_findings.jsonl").read_text("utf-8").splitlines()]
    runs = {run["metric"]: run for run in json.loads((folder / "fuzz_findings.runs.json").read_text("utf-8"))}
    for row in rows:
        run = runs[row["metric"]]
        assert row["worst"] >= row["excess"] >= 0, row["law"]
        assert {name: row[name] for name in ("seed", "max_examples", "version")} == {
            name: run[name] for name in ("seed", "max_examples", "version")
        }
    for run in runs.values():
        broken = {law["law"] for law in run["laws"] if law["status"] == "broken"}
        assert broken == {row["law"] for row in rows if row["metric"] == run["metric"]}
        assert len(run["laws"]) == len(properties.standard_laws())


def test_a_cell_of_the_page_shows_mark_up_as_it_is():
    """A drawn text can neither end the table nor turn its line round."""
    spec = importlib.util.spec_from_file_location("findings", PAGE_PROGRAM)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    shown = module.cell("*all* <script>|`a`\u202e\x1b")
    assert shown == "“\\*all\\* &lt;script&gt;\\|\\`a\\`\\\\u202e\\\\u001b”"


@pytest.mark.parametrize("metric", ["rouge2", "entity-overlap"])
def test_what_was_found_in_the_quick_metrics_is_still_so(metric):
    """The scores of the page are those of today."""
    path = Path(__file__).resolve().parents[2] / "docs" / "fuzz_findings.jsonl"
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    for row in (row for row in rows if row["metric"] == metric):
        with pytest.raises(AssertionError, match="does not hold"):
            properties.replay(metric, row["law"], *properties.Case.from_json(row).examples)
