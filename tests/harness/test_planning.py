"""Planning: the variant table is whole or planned anew."""

from __future__ import annotations

import pandas as pd
import pytest

import gaugeblock as gb
from gaugeblock.harness.planning import changed_positions, is_complete, plan_rows, stress_tests, write_variants
from gaugeblock.harness.tables import parts, read_frame
from gaugeblock.perturb import PERTURBATIONS
from gaugeblock.perturb.errors import UnknownNameError
from gaugeblock.perturb.select import made


@pytest.fixture(scope="module")
def examples():
    return gb.load("sample", limit=5).examples


@pytest.fixture
def folder(tmp_path, examples):
    write_variants(tmp_path / "variants", examples, stress_tests(["force", "laws"]), 0, 2)
    return tmp_path / "variants"


def test_each_part_holds_the_examples_of_its_shard_in_order(folder, examples):
    assert is_complete(folder)
    frames = [pd.read_parquet(part) for part in parts(folder)]
    assert [frame.query("outcome == 'original'")["variant_id"].tolist() for frame in frames] == [
        [example.id for example in examples[start : start + 2]] for start in (0, 2, 4)
    ]


@pytest.mark.parametrize("damage", ["delete", "truncate", "swap", "unmark"])
def test_a_damaged_table_is_not_taken_for_a_whole_one(folder, damage):
    first, second, *_ = parts(folder)
    if damage == "delete":
        first.unlink()
    elif damage == "truncate":
        first.write_bytes(first.read_bytes()[:100])
    elif damage == "swap":
        first.write_bytes(second.read_bytes() if first.stat().st_size != second.stat().st_size else b"")
    else:
        next(path for path in folder.iterdir() if path.name.startswith(".")).unlink()
    assert not is_complete(folder)


def test_variant_ids_are_unique_and_every_parent_is_an_original(examples):
    rows = [row for group in plan_rows(examples, stress_tests(None), 0) for row in group]
    made = [row["variant_id"] for row in rows if row["outcome"] != "skip"]
    assert len(made) == len(set(made))
    originals = {row["variant_id"] for row in rows if row["outcome"] == "original"}
    assert originals == {example.id for example in examples} == {row["parent"] for row in rows}


def test_the_same_seed_plans_the_same_rows_whatever_stands_around_an_example(examples):
    tests = stress_tests(["sensitivity", "gaming", "force"])
    whole = list(plan_rows(examples, tests, 3))
    backwards = list(plan_rows(examples[::-1], tests, 3))[::-1]
    assert whole == backwards


def test_a_stress_test_that_is_not_there_is_named():
    with pytest.raises(UnknownNameError, match="farce"):
        stress_tests(["farce"])


def test_a_test_named_twice_is_run_once():
    assert [test.name for test in stress_tests(["force", "force"])] == ["force"]


def test_variants_are_made_of_so_many_examples_and_originals_of_all(examples):
    """Which ones depends on seed and ids, not on their order; the laws choose theirs themselves."""
    tests = stress_tests(["gaming", "laws"])
    planned = list(plan_rows(examples, tests, 0, changed=changed_positions(examples, 0, 2)))
    changed = {row["parent"] for rows in planned for row in rows if row["family"] == "gaming"}
    assert len(changed) == 2
    assert {row["parent"] for rows in planned for row in rows if row["outcome"] == "original"} == {
        e.id for e in examples
    }
    assert {row["parent"] for rows in planned for row in rows if row["family"] == "probe"} == {e.id for e in examples}
    turned = examples[::-1]
    backwards = list(plan_rows(turned, tests, 0, changed=changed_positions(turned, 0, 2)))
    assert changed == {row["parent"] for rows in backwards for row in rows if row["family"] == "gaming"}


@pytest.mark.slow
def test_several_processes_plan_the_same_table(tmp_path):
    """More examples than two chunks, so that there is something to share out."""
    rows = [
        gb.Example(response=f"Ann sold {n} boats.", context=f"Ann sold {n} boats in May.", id=f"e{n}")
        for n in range(70)
    ]
    for name, processes in (("one", 1), ("two", 2)):
        write_variants(tmp_path / name, rows, stress_tests(["gaming", "laws"]), 0, 32, processes=processes)
    one, two = (read_frame(tmp_path / name) for name in ("one", "two"))
    pd.testing.assert_frame_equal(one, two)


def test_a_perturbation_that_raises_costs_its_own_variants_only(examples, monkeypatch):
    """As a plug-in's may: the run goes on, and the skip says what was raised."""
    raising = PERTURBATIONS.get("assertion")

    class Broken:
        name, family, version = raising.name, raising.family, raising.version

        def variants(self, example, rng):
            raise IndexError("no such word")

    registry = type(PERTURBATIONS)
    get = registry.get

    def found(self, name):
        return Broken() if self is PERTURBATIONS and name == "assertion" else get(self, name)

    monkeypatch.setattr(registry, "get", found)
    made.cache_clear()
    rows = [row for group in plan_rows(examples, stress_tests(["gaming"]), 0) for row in group]
    made.cache_clear()
    skips = [row for row in rows if row["perturbation"] == "assertion"]
    assert {(row["outcome"], row["reason"]) for row in skips} == {("skip", "rejected")}
    assert "IndexError: no such word" in skips[0]["detail"]
    assert any(row["perturbation"] == "known-phrases" and row["outcome"] == "variant" for row in rows)
