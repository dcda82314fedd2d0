"""How a metric is found from what a person writes."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
import regex

from gaugeblock.harness.engines.local import LocalEngine
from gaugeblock.metrics import METRICS, FunctionMetric, Metric, Score, Unscored, resolve
from gaugeblock.metrics.batch import score_batch
from gaugeblock.perturb.errors import GaugeblockError, UnknownNameError, UsageError
from gaugeblock.perturb.example import Example

EXAMPLE = Example(response="It is 40.", context="The fee is 40.")

FILE = """
from helpers import LIMIT
from gaugeblock.metrics import Metric, metric

def overlap(context, response, *, threshold: float = 0.5, mode: str | None = None):
    return threshold

@metric(bounds=(0, 1), construct="grounding")
def declared(claim, source):
    return 1.0

short = lambda context, response: LIMIT

def make(model="small", n: int = 3):
    return lambda context, response: n

def broken(n: int = 3):
    raise RuntimeError("no such model")

def no_metric(n: int = 3):
    return n

class Mine(Metric):
    name = "mine"
    def __init__(self, *, k: int = 1):
        self.options = {"k": k}
    def score(self, examples):
        return [float(self.options["k"]) for _ in examples]

class Needs(Metric):
    name = "needs"
    def __init__(self, model):
        self.model = model
    def score(self, examples):
        return [1.0 for _ in examples]

class Wrong(Metric):
    name = "wrong"
    construct = "beauty"
    def score(self, examples):
        return [1.0 for _ in examples]

class Judge:
    def score(self, docs, claims):
        return [1.0 for _ in docs]

class Scorers:
    inner = Mine(k=7)

mine = Mine(k=2)
limit = 3
"""


class Half(Metric):
    """A metric of this file."""

    name = "half"

    def score(self, examples: Sequence[Example]) -> list[Score]:
        return [0.5 for _ in examples]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A working folder with a metric's file called metrics.py and a neighbour of it."""
    (tmp_path / "metrics.py").write_text(FILE)
    (tmp_path / "helpers.py").write_text("LIMIT = 0.75\n")
    monkeypatch.chdir(tmp_path)
    before, modules = list(sys.path), set(sys.modules)
    yield tmp_path
    sys.path[:] = before
    for name in set(sys.modules) - modules:
        if str(tmp_path) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]


def scored(text: str) -> Score:
    (score,) = resolve(text).score([EXAMPLE])
    return score


def test_an_object_that_is_a_metric_is_taken_as_it_is() -> None:
    half = Half()
    assert resolve(half) is half
    assert half.source_spec is None


def test_a_metric_class_is_made() -> None:
    assert isinstance(resolve(Half), Half)


def test_a_plain_function_is_wrapped() -> None:
    def overlap(context: str, response: str) -> float:
        return 0.25

    found = resolve(overlap)
    assert isinstance(found, FunctionMetric)
    assert found.score([EXAMPLE]) == [0.25]
    assert found.name == "overlap"


@pytest.mark.parametrize("thing", [3, None, object(), Example])
def test_what_is_no_metric_is_refused(thing: object) -> None:
    with pytest.raises(UsageError, match="give a function of \\(context, response\\), or a Metric"):
        resolve(thing)


def test_a_registered_name_is_found_with_its_options() -> None:
    found = resolve("rouge2[use=p]")
    assert (found.name, found.options, found.source_spec) == ("rouge2", {"use": "p"}, "rouge2[use=p]")


@pytest.mark.parametrize(
    "name", ["citation-presence", "token-overlap", "rouge2", "rouge2[use=r]", "entity-overlap[empty=1]"]
)
def test_a_built_in_metric_is_made_again_from_its_spec(name: str) -> None:
    made = resolve(name)
    again = resolve(made.spec)
    assert again.options == made.options
    assert again.fingerprint == made.fingerprint


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("token-overlp", "did you mean token-overlap"),
        ("nothing-like-it", "there are: .*rouge2.*module:attribute or path/to/file.py:attribute"),
        ("rouge2[usee=p]", "did you mean 'use'"),
        ("rouge2[use=q]", "one of f, p, r, not 'q'"),
        ("rouge2[use=f", "did you mean rouge2"),
        ("", "a metric needs a name"),
        ("command:./judge.sh", "command"),
    ],
)
def test_a_name_that_is_not_there_is_refused_with_what_comes_close(text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        resolve(text)


def test_an_unknown_name_can_be_told_from_other_wrong_usage() -> None:
    with pytest.raises(UnknownNameError):
        resolve("nothing-like-it")


@pytest.mark.parametrize(
    ("attribute", "score", "spec"),
    [
        ("overlap", 0.5, "overlap"),
        ("overlap[threshold=0.7]", 0.7, "overlap[threshold=0.7]"),
        ("overlap[mode=none,threshold=1]", 1.0, "overlap[mode=None,threshold=1.0]"),
        ("declared", 1.0, "declared"),
        ("short", 0.75, "short"),
        ("make", 3.0, "make"),
        ("make[n=5]", 5.0, "make[n=5]"),
        ("Mine", 1.0, "mine"),
        ("Mine[k=4]", 4.0, "mine[k=4]"),
        ("mine", 2.0, "mine[k=2]"),
        ("Scorers.inner", 7.0, "mine[k=7]"),
    ],
)
@pytest.mark.parametrize("place", ["metrics.py", "./metrics.py", "metrics"])
def test_a_metric_in_a_file_called_metrics_is_found(
    folder: Path, place: str, attribute: str, score: float, spec: str
) -> None:
    """By path or as a module of the working folder; neither clashes with the metrics of this package."""
    found = resolve(f"{place}:{attribute}")
    assert found.score([EXAMPLE]) == [score]
    assert found.spec == spec


def test_a_path_may_be_absolute_and_stand_in_any_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "sub [1]").mkdir()
    (folder / "sub [1]" / "my-metric.py").write_text("def f(context, response): return 0.125\n")
    monkeypatch.chdir("/")
    assert scored(f"{folder}/sub [1]/my-metric.py:f") == 0.125


def test_two_factories_options_give_two_fingerprints(folder: Path) -> None:
    assert resolve("metrics.py:make[n=5]").fingerprint != resolve("metrics.py:make[n=6]").fingerprint


OWN_JUDGE = """
from gaugeblock.metrics.judge import Judge
from gaugeblock.metrics.verdicts import Points

class Mine(Judge):
    name = "mine"
    scale = Points(0, 1)
    prompt = {"user": "{context} {response}"}

    def __init__(self, *, strict: bool = False, **client):
        super().__init__(model="m", base_url="http://localhost:1/v1", **client)
        self.strict = strict

    def judge(self, example, repeat):
        return super().judge(example, repeat) if self.strict else 1.0

def make(*, strict: bool = False, concurrency: int = 4):
    return Mine(strict=strict, concurrency=concurrency)

strict, lax = Mine(strict=True), Mine()
"""


@pytest.mark.parametrize("attribute", ["Mine", "make"])
def test_two_settings_of_a_users_judge_are_two_fingerprints(tmp_path: Path, attribute: str) -> None:
    """Stored verdicts of the one were taken for the other's."""
    path = tmp_path / "mine.py"
    path.write_text(OWN_JUDGE)
    written = ("", "[strict=true]", "[strict=false]")
    prints = [resolve(f"{path}:{attribute}{options}").fingerprint for options in written]
    assert prints[0] == prints[2] != prints[1]
    if attribute == "make":  # what is an option of the judge too counts as it does there
        assert resolve(f"{path}:{attribute}[concurrency=9]").fingerprint == prints[0]
    path.write_text(OWN_JUDGE.replace("else 1.0", "else 0.0"))
    assert resolve(f"{path}:{attribute}").fingerprint != prints[0]


def test_two_names_of_one_decorated_function_are_two_metrics(tmp_path: Path) -> None:
    """A worker of the first was given the second's name."""
    path = tmp_path / "twice.py"
    path.write_text("from gaugeblock.metrics import metric\n@metric\ndef a(response): return 1.0\nb = a\n")
    first, second = resolve(f"{path}:a"), resolve(f"{path}:b")
    assert [made.source_spec.rpartition(":")[2] for made in (first, second)] == ["a", "b"]  # type: ignore[union-attr]
    assert first.fingerprint == second.fingerprint
    assert pickle.loads(pickle.dumps(first)).score([EXAMPLE]) == first.score([EXAMPLE]) == [1.0]


def test_two_finished_judges_of_a_users_class_are_two_fingerprints(tmp_path: Path) -> None:
    """What tells them apart is among the options of neither."""
    path = tmp_path / "mine.py"
    path.write_text(OWN_JUDGE)
    strict, again, lax = (resolve(f"{path}:{name}").fingerprint for name in ("strict", "strict", "lax"))
    assert strict == again != lax


def test_what_changes_no_score_of_a_command_changes_no_fingerprint(tmp_path: Path) -> None:
    command = f"command:{sys.executable} -c pass"
    plain, patient, other = (resolve(f"{command}{end}") for end in ("", "[timeout=9,name=mine]", "[low=0]"))
    assert plain.fingerprint == patient.fingerprint != other.fingerprint


def test_a_file_that_was_edited_is_read_again(folder: Path) -> None:
    first = resolve("metrics.py:declared")
    (folder / "metrics.py").write_text(FILE.replace("return 1.0", "return 0.25"))
    second = resolve("metrics.py:declared")
    assert (first.score([EXAMPLE]), second.score([EXAMPLE])) == ([1.0], [0.25])
    assert first.fingerprint != second.fingerprint


def test_two_files_may_have_neighbours_of_one_name(folder: Path) -> None:
    other = folder / "other"
    other.mkdir()
    (other / "helpers.py").write_text("LIMIT = 0.0625\n")
    (other / "scorer.py").write_text("from helpers import LIMIT\ndef f(context, response): return LIMIT\n")
    assert [scored("metrics.py:short"), scored("other/scorer.py:f"), scored("metrics.py:short")] == [0.75, 0.0625, 0.75]


def test_a_neighbour_may_be_imported_when_the_function_is_called(folder: Path) -> None:
    (folder / "late.py").write_text("def f(context, response):\n    import helpers_late\n    return helpers_late.X\n")
    (folder / "helpers_late.py").write_text("X = 0.5\n")
    assert scored("late.py:f") == 0.5


def test_the_folder_of_a_file_shadows_nothing_afterwards(folder: Path) -> None:
    (folder / "tabnanny.py").write_text("raise RuntimeError('the wrong one')\n")
    resolve("metrics.py:short")
    sys.modules.pop("tabnanny", None)
    import tabnanny

    assert not str(tabnanny.__file__).startswith(str(folder))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("metrics.py:ovrlap", "no 'ovrlap'; did you mean overlap"),
        ("metrics.py:nothing_like_it", "it has overlap, declared, short, make"),
        ("metrics.py:Scorers.outer", "no 'Scorers.outer'"),
        ("metrics.py", "say which metric of metrics.py is meant: metrics.py:NAME; it has overlap"),
        ("absent.py:f", "cannot read .*absent.py.*; in that folder there are helpers.py, metrics.py"),
        ("metrics.py:limit", "is not a metric but int"),
        ("metrics.py:Judge", "is the class Judge, which is no Metric"),
        ("metrics.py:Needs", "cannot be made from its options alone"),
        ("metrics.py:Wrong", "construct must be one of"),
        ("metrics.py:broken", "RuntimeError: no such model .metrics.py, line"),
        ("metrics.py:no_metric", "it returned int"),
        ("metrics.py:mine[k=3]", "takes no options"),
        ("metrics.py:overlap[treshold=1]", "did you mean 'threshold'"),
        ("metrics.py:overlap[context=x]", "no option 'context'"),
        ("metrics.py:overlap[threshold=high]", "takes a number, not 'high'"),
        ("no_such_module_here:f", "there is no module 'no_such_module_here'"),
        ("json:dumps", "'obj' is no part of an example"),
    ],
)
def test_what_is_wrong_with_a_users_file_is_said_in_one_message(folder: Path, text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        resolve(text)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("def f(:\n", r"invalid syntax \(bad.py, line 1\)"),
        ("import no_such_thing_here\n", r"No module named 'no_such_thing_here' \(bad.py, line 1\)"),
        ("def g():\n    return 1 / 0\n\ng()\n", r"ZeroDivisionError: division by zero \(bad.py, line 2\)"),
        ("import sys\nsys.exit(0)\n", r"SystemExit: 0 \(bad.py, line 2\)"),
        ("x = '\x00'\n", "bad.py"),
    ],
)
@pytest.mark.parametrize("place", ["bad.py", "bad"])
def test_a_file_that_cannot_be_loaded_is_named_with_its_line(
    folder: Path, content: str, message: str, place: str
) -> None:
    (folder / "bad.py").write_text(content)
    with pytest.raises(UsageError, match=message if place == "bad.py" else "bad"):
        resolve(f"{place}:f")
    (folder / "bad.py").write_text("def f(context, response): return 1.0\n")
    assert scored("bad.py:f") == 1.0


@pytest.mark.parametrize("attribute", ["short", "make[n=5]", "overlap[threshold=0.25]", "declared", "Mine[k=4]"])
def test_a_metric_from_text_reaches_a_process_in_another_folder(folder: Path, attribute: str) -> None:
    made = resolve(f"metrics.py:{attribute}")
    script = (
        "import sys; from gaugeblock.metrics import resolve; from gaugeblock.perturb.example import Example;"
        "m = resolve(sys.argv[1]); print(m.score([Example(response='x')])[0], m.fingerprint)"
    )
    assert made.source_spec is not None
    done = subprocess.run(
        [sys.executable, "-c", script, made.source_spec], cwd="/", capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == [str(made.score([EXAMPLE])[0]), made.fingerprint]


def test_a_function_from_text_survives_pickling(folder: Path) -> None:
    made = resolve("metrics.py:short")
    assert pickle.loads(pickle.dumps(made)).score([EXAMPLE]) == [0.75]


@pytest.mark.parametrize("name", list(METRICS))
def test_everything_registered_can_be_made_or_says_which_option_it_needs(name: str) -> None:
    if name.startswith(("judge-", "gpt-")) or name in ("answer-consistency", "concise"):
        with pytest.raises(UsageError, match=regex.escape(f"{name}[model=")):
            resolve(name)
        name = f"{name}[model=some-model]"
    assert isinstance(resolve(name), Metric)


@pytest.mark.parametrize(
    "entry",
    [Half, Half(), lambda: Half(), lambda context, response: 0.5],
    ids=["class", "instance", "factory", "function"],
)
def test_another_distribution_may_register_any_kind_of_metric(entry: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(METRICS, "_entries", {**{name: METRICS.get(name) for name in METRICS}, "plugged-in": entry})
    assert scored("plugged-in") == 0.5
    assert resolve("plugged-in").source_spec == "plugged-in"


@pytest.mark.parametrize(
    "entry", [Half, Half(), lambda: Half(), FunctionMetric(lambda context, response: 0.5, name="half")]
)
def test_a_registered_metric_is_called_as_it_is_registered(entry: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that the name in a report is one that it is found by."""
    monkeypatch.setattr(METRICS, "_entries", {"plugged-in": entry})
    made = resolve("plugged-in")
    assert (made.name, made.spec) == ("plugged-in", "plugged-in")


CLASSES = """
from gaugeblock.metrics import Metric

class Fixed(Metric):
    name = "fixed"
    def __init__(self, *, k: int = 1, api_key: str = ""):
        self.k = k
    def score(self, examples):
        return [0.25 for _ in examples]

class Below(Fixed):
    name = "below"

def factory(k: int = 1):
    return Fixed()

one = Fixed(k=1)
two = Fixed(k=2)
"""


@pytest.mark.parametrize("attribute", ["Fixed", "Below", "factory", "one"])
def test_code_that_changes_is_scored_anew(attribute: str, tmp_path: Path) -> None:
    """Stored scores of `return 0.25` must not be taken for those of `return 0.75`."""
    path = tmp_path / "judge.py"
    path.write_text(CLASSES)
    before = resolve(f"{path}:{attribute}")
    assert before.fingerprint == resolve(f"{path}:{attribute}").fingerprint
    path.write_text(CLASSES.replace("0.25", "0.75"))
    assert resolve(f"{path}:{attribute}").fingerprint != before.fingerprint


def test_code_that_a_class_inherits_counts_too(tmp_path: Path) -> None:
    found = set()
    for name, value in (("here", "0.25"), ("there", "0.75")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "judge_base.py").write_text(CLASSES.replace("0.25", value))
        (tmp_path / name / "own.py").write_text("from judge_base import Fixed\nclass Own(Fixed):\n    name = 'own'\n")
        found.add(resolve(f"{tmp_path}/{name}/own.py:Own").fingerprint)
    assert len(found) == 2


def test_the_same_code_in_another_folder_has_the_same_fingerprint(tmp_path: Path) -> None:
    found = set()
    for name in ("here", "there"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "judge.py").write_text(CLASSES)
        found.add(
            tuple(resolve(f"{tmp_path}/{name}/judge.py:{what}").fingerprint for what in ("Fixed", "factory", "one"))
        )
    assert len(found) == 1


@pytest.mark.parametrize("attribute", ["Fixed", "factory"])
def test_an_option_counts_though_the_class_keeps_no_options(attribute: str, tmp_path: Path) -> None:
    path = tmp_path / "judge.py"
    path.write_text(CLASSES)
    plain, same, other = (resolve(f"{path}:{attribute}{options}") for options in ("", "[k=1]", "[k=2]"))
    assert plain.fingerprint == same.fingerprint != other.fingerprint
    assert (plain.spec, other.spec) == ("fixed", "fixed[k=2]")


def test_a_secret_option_counts_for_nothing_and_is_not_shown(tmp_path: Path) -> None:
    path = tmp_path / "judge.py"
    path.write_text(CLASSES)
    first, second = (resolve(f"{path}:Fixed[api_key={key}]") for key in ("sk-first", "sk-second"))
    assert first.fingerprint == second.fingerprint
    assert first.spec == "fixed[api_key=***]"


def test_two_finished_metrics_of_one_class_are_two(tmp_path: Path) -> None:
    path = tmp_path / "judge.py"
    path.write_text(CLASSES)
    assert resolve(f"{path}:one").fingerprint != resolve(f"{path}:two").fingerprint


def test_importing_the_package_loads_no_heavy_library() -> None:
    script = (
        "import sys, gaugeblock.metrics; print([m for m in ('torch', 'spacy', 'nltk', 'pandas') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


LEAK = "hunter2SECRETxyz"
LEAKY = """
import gaugeblock as gb
from gaugeblock.perturb.errors import UsageError

def raises(context, response, *, api_key=""):
    raise ValueError(f"Incorrect API key provided: {api_key}")

def returns(context, response, *, api_key=""):
    return api_key

def returns_list(context, response, *, api_key=""):
    return [1.0, api_key]

def declines(context, response, *, api_key=""):
    return gb.Unscored("declined", f"cannot log in with {api_key}")

def fails(*, api_key=""):
    raise RuntimeError(f"cannot log in with {api_key}")

def refuses(*, api_key=""):
    raise UsageError(f"cannot log in with {api_key}")

def names(*, api_key=""):
    return gb.metric(lambda context, response: 1.0, name=f"judge-{api_key}")
"""


@pytest.fixture
def leaky(tmp_path: Path) -> str:
    path = tmp_path / "leaky.py"
    path.write_text(LEAKY)
    return str(path)


@pytest.mark.parametrize("attribute", ["raises", "returns", "returns_list", "declines"])
def test_a_metric_that_says_its_key_does_not_give_it_away(attribute: str, leaky: str) -> None:
    metric = resolve(f"{leaky}:{attribute}[api_key={LEAK}]")
    (score,) = score_batch(metric, [Example(response="a", context="b")])
    assert isinstance(score, Unscored)
    assert "***" in score.detail
    assert LEAK not in score.detail


@pytest.mark.parametrize("attribute", ["raises", "declines"])
def test_a_worker_process_knows_the_key_too(attribute: str, leaky: str) -> None:
    ((_, scores),) = LocalEngine(f"{leaky}:{attribute}[api_key={LEAK}]").run([(0, (Example(response="a"),))])
    assert "***" in scores[0].detail
    assert LEAK not in scores[0].detail


@pytest.mark.parametrize("attribute", ["fails", "refuses"])
def test_a_factory_that_says_its_key_does_not_give_it_away(attribute: str, leaky: str) -> None:
    with pytest.raises(UsageError, match=r"cannot log in with \*\*\*") as caught:
        resolve(f"{leaky}:{attribute}[api_key={LEAK}]")
    assert LEAK not in str(caught.value)


def test_a_metric_that_is_named_after_its_key_is_named_without_it(leaky: str) -> None:
    metric = resolve(f"{leaky}:names[api_key={LEAK}]")
    assert (metric.name, metric.spec) == ("judge-***", "judge-***[api_key=***]")


def test_a_metric_whose_name_cannot_be_changed_is_refused_where_it_is_named_after_its_key(leaky: str) -> None:
    Path(leaky).write_text(
        "import gaugeblock as gb\nclass Named(gb.Metric):\n"
        "    def __init__(self, *, api_key=''):\n        self.key = api_key\n"
        "    name = property(lambda self: f'judge-{self.key}')\n"
        "    def score(self, examples): return [1.0 for _ in examples]\n"
    )
    with pytest.raises(UsageError, match=r"cannot be named after a secret, as judge-\*\*\* is"):
        resolve(f"{leaky}:Named[api_key={LEAK}]")


@pytest.mark.parametrize(
    "wrong",
    [
        "{path}:raises[api_key=S3cret,api_key=S3cret]",
        "{path}:raises[api_key=S3cret",
        "{path}:raises[api_key=S3cret,n=1",
        "{path}:raises[api_key='S3cret]",
        "{path}:raises[api_key=S3cret,m=1]",
        "{path}:nothing[api_key=S3cret]",
        "{path}:numbered[api_key=S3cret]",
        "raises[api_key=S3cret",
        "scores:x?api_key=S3cret",
        "scores:x.csv[api_key=S3cret]",
        "command:nosuch --api-key 'S3cret",
        "command:--api-key=S3cret",
        "https://ann:S3cret@host/x",
    ],
)
def test_a_message_on_a_metric_that_cannot_be_made_shows_no_secret(wrong: str, leaky: str) -> None:
    Path(leaky).write_text(LEAKY + "\ndef numbered(context, response, *, api_key: int = 0): return 1.0\n")
    with pytest.raises(GaugeblockError) as caught:
        resolve(wrong.format(path=leaky))
    assert "S3cret" not in str(caught.value)
