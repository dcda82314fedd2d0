"""The front door from Python."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

import gaugeblock as gb
from gaugeblock.perturb.errors import DataError, UsageError


def test_every_public_name_is_there():
    for name in gb.__all__:
        assert getattr(gb, name) is not None
    assert set(gb.__all__) <= set(dir(gb))


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="nothing_of_ours"):
        _ = gb.nothing_of_ours


def test_perturb_is_a_package_and_a_function():
    example = gb.Example(response="The drug may reduce pain in some adults.", context="The drug may reduce pain.")
    variants = list(gb.perturb(example, with_="force", seed=0))
    assert all(variant.family == "force" for variant in variants)
    assert any(isinstance(variant, gb.Variant) for variant in variants)
    assert gb.perturb.Example is gb.Example


def test_several_metrics_need_a_name_to_show_rows():
    audit = gb.audit(["citation-presence", "token-overlap"], "sample", stress="force", limit=6)
    with pytest.raises(UsageError, match="citation-presence, token-overlap"):
        audit.rows("force")
    assert len(audit.rows("force", "token-overlap"))
    with pytest.raises(UsageError, match="no stress test 'gaming'"):
        audit.rows("gaming", "token-overlap")


def test_rows_without_their_scores_are_told():
    audit = gb.audit("citation-presence", "sample", stress="force", limit=6)
    for part in (audit.folder / "scores").iterdir():
        part.unlink()
    with pytest.raises(DataError, match="start the audit again"):
        audit.rows("force")


def test_to_html_writes_one_page(tmp_path):
    audit = gb.audit("citation-presence", "sample", stress="force", limit=6)
    page = audit.to_html(tmp_path / "deep" / "report.html").read_text("utf-8")
    assert "citation-presence" in page
    assert "<script" not in page


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"engine": "spark"}, "spark"),
        ({"workers": -1}, "workers"),
        ({"timeout": 0}, "timeout"),
        ({"workers": "2"}, "workers takes a whole number from 0 on, not '2'"),
        ({"timeout": "3"}, "timeout takes a number above 0, in seconds, not '3'"),
        ({"variants_of": "all"}, "variants_of takes a whole number from 1 on, not 'all'"),
        ({"search_calls": 1.5}, "search_calls takes a whole number from 0 on, not 1.5"),
        ({"seed": "a"}, "seed takes a whole number"),
        ({"limit": True}, "limit takes a whole number from 1 on, not True"),
        ({"stress": "farce"}, "did you mean force"),
        ({"stress": "gaming,farce"}, "did you mean force"),
        ({"stress": []}, "no stress test is named"),
        ({"stress": ""}, "no stress test is named"),
        ({"policy": {"force": {"max": 1}}}, "max"),
        *(({"stress": wrong}, "stress takes the names of stress tests") for wrong in (5, [5], b"gaming", {"laws": 1})),
        *(({"policy": wrong}, "policy takes a TOML file") for wrong in (5, [], b"x")),
        ({"policy": {1: {}}}, "the policy has a table 1 that no policy has"),
        ({"policy": {"gate": {1: 2}}}, "has an entry 1 that no policy has"),
        *(({"mapping": wrong}, "mapping takes column by field") for wrong in (5, [5], b"x")),
        *(({name: wrong}, f"{name} takes a path, not") for name in ("store", "out") for wrong in (5, b"x")),
        *(({name: "a\0b"}, f"{name} holds a character") for name in ("policy", "store", "out")),
        *(({name: "n" * 300}, f"{'n' * 300} ") for name in ("policy", "store", "out")),
        ({"out": "\ud800"}, "out holds a character"),
        ({"progress": 5}, r"progress takes an object with start\(what, total\) and advance\(count\), .* not int: 5"),
        ({"overwrite": "yes"}, "overwrite takes True or False, not str: 'yes'"),
    ],
)
def test_options_are_checked_early(options, message):
    with pytest.raises(UsageError, match=message):
        gb.audit("citation-presence", "sample", **options)


@pytest.mark.parametrize("folder", [5, None, b"x", "a\0b"])
def test_a_finished_audit_is_opened_by_its_path(folder):
    with pytest.raises(UsageError, match=r"folder (takes a path, not|holds a character)"):
        gb.Audit(folder)


@pytest.mark.parametrize("name", ["scores:a\0b.jsonl", "x\0y.py:f", "x\0y:f", "\ud800.py:f"])
def test_a_metric_of_a_name_that_no_path_can_have_is_told(name):
    with pytest.raises(UsageError, match="a metric's name holds a character that no path can hold"):
        gb.resolve(name)


def test_the_seed_of_a_sample_is_checked():
    """Text was taken for one."""
    with pytest.raises(UsageError, match="seed takes a whole number"):
        gb.load("sample", limit=3, seed="a")


def test_stress_tests_are_named_in_a_list_or_with_commas():
    """As on the command line."""
    audit = gb.audit("citation-presence", "sample", stress="force, laws", limit=3, seed=np.int64(1))
    assert list(audit.results["metrics"]["citation-presence"]["stress"]) == ["force", "laws"]
    assert audit.manifest["seed"] == 1


def test_a_run_without_a_metric_has_no_verdict_and_says_so():
    """Nothing was raised that a loop could take for its end."""
    audit = gb.audit("citation-presence", "sample", stress="force", limit=3)
    path = audit.folder / "results.json"
    path.write_text(json.dumps({**audit.results, "metrics": {}}), "utf-8")
    empty = gb.Audit(audit.folder)
    for ask in (lambda: empty.verdict, lambda: empty.rows("force")):
        with pytest.raises(DataError, match="holds no metric"):
            ask()
    assert list(empty.findings) == [name for name in audit.findings if name in empty.findings]
    assert "verdict" in empty.findings


def test_tables_without_a_row_have_their_columns():
    """An audit of one metric compares nothing, and says so by an empty table."""
    one = gb.audit("citation-presence", "sample", stress="force", limit=6)
    two = gb.audit(["citation-presence", "token-overlap"], "sample", stress="force", limit=6)
    assert list(one.comparisons["difference"]) == []
    assert len(two.comparisons)
    assert list(one.comparisons) == list(two.comparisons)


def test_every_statistic_of_an_audit_has_words_in_the_report():
    """A statistic without words would show under its bare name."""
    import tomllib
    from importlib.resources import files

    words = tomllib.loads(files("gaugeblock.reports").joinpath("wording.toml").read_text("utf-8"))["statistic"]
    assert all(entry.get("title") and entry.get("means") for entry in words.values())

    def likes_length(context, response):
        return len(response)

    rows = [
        replace(example, metadata={**example.metadata, "concise": [example.response[:-1]], "rating": at % 5})
        for at, example in enumerate(gb.load("sample", limit=24).examples)
    ]
    shown = set(gb.audit(likes_length, "sample").findings["name"])
    shown |= set(gb.audit(gb.metric(construct="conciseness")(likes_length), rows, stress="verbosity").findings["name"])
    assert shown <= set(words)


def test_the_folder_of_an_audit_goes_with_it_and_without_a_warning():
    import gc
    import warnings

    finished = gb.audit("token-overlap", "sample", stress="laws", limit=3)
    folder = finished.folder
    assert (folder / "results.json").is_file()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        del finished
        gc.collect()
    assert not folder.exists()
