"""The policy: defaults, and what a user's file may change."""

from __future__ import annotations

import pytest

from gaugeblock.harness.policy import default_policy, load_policy
from gaugeblock.perturb.errors import UsageError


def test_a_file_changes_what_it_names_and_leaves_the_rest(tmp_path):
    path = tmp_path / "policy.toml"
    path.write_text("[force]\nmax_mvr = 0.4\n")
    policy = load_policy(path)
    assert policy["force"]["max_mvr"] == 0.4
    assert policy["gaming"] == default_policy()["gaming"]


def test_a_policy_that_is_changed_by_its_holder_changes_nobody_elses():
    mine = load_policy(None)
    mine["laws"]["tolerance"] = 0.9
    mine["gate"]["fail_on"].append("anything")
    assert load_policy("default")["laws"]["tolerance"] == default_policy()["laws"]["tolerance"] != 0.9
    assert "anything" not in load_policy({})["gate"]["fail_on"]


def test_the_shipped_policy_goes_by_the_name_default():
    assert load_policy("default") == load_policy(None) == default_policy()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[forse]\nmax_mvr = 1\n", "did you mean 'force'"),
        ("[force]\nmax_mrv = 1\n", "did you mean 'max_mvr'"),
        ("[force]\nmax_mvr = 'high'\n", "takes a number, not 'high'"),
        ("[force]\nmax_mvr = true\n", "takes a number, not True"),
        ("[gate]\nfail_on = ['bad']\n", "takes a list of 'fail' and"),
        ("[evidence]\nlevel = 2\n", "from 0.5 to 0.9999, not 2"),
        ("[force]\nmax_mvr = nan\n", "from 0 to 1, not nan"),
        ("[gate]\nmax_unscored = 5\n", "from 0 to 1, not 5"),
        ("[gate]\nmetrics = 3\n", "'all' or a list of names"),
        ("[gate]\nmetrics = []\n", "'all' or a list of names"),
        ("[evidence]\nmin_clusters = 2.5\n", "takes a whole number, not 2.5"),
        ("[evidence]\nmin_clusters = inf\n", "from 2 to 1e\\+06, not inf"),
        ("force = 1\n", "must be a table"),
        ("[force\n", "no valid TOML"),
    ],
)
def test_a_mistake_in_the_file_is_named(tmp_path, text, message):
    path = tmp_path / "policy.toml"
    path.write_text(text)
    with pytest.raises(UsageError, match=message):
        load_policy(path)


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(UsageError, match=r"nowhere\.toml"):
        load_policy(tmp_path / "nowhere.toml")
