"""How fast the perturbation library is, beside two others, in one run on one core.

500 responses of our own are perturbed: by the whole library, by each family, by nlpaug's WordNet synonym augmenter and
by CheckList's edits. Each begins without any parse, so that parsing is part of every time. Nothing is timed against
an earlier run: only ratios within a run mean something.

    python benchmarks/perturb.py [--responses 500]
    python benchmarks/perturb.py --memory [--with FAMILIES] [--inputs N]   # resident memory, a line each tenth

The others are optional, and are left out with a line that says why. nlpaug needs ``pip install --no-deps nlpaug`` and
WordNet 3.0 for NLTK: a folder ``corpora/wordnet`` on NLTK_DATA with the files of Debian's wordnet-base and
wordnet-sense-index, copied, and a ``lexnames`` file; in place of NLTK's tagger, which cannot be had as a package, it is
given spaCy's, once by the whole pipeline and once by no more of it than the tagger needs. CheckList needs ``pip install
--no-deps checklist``, whose setup wants the package notebook.
"""

from __future__ import annotations

import os

os.environ["OMP_NUM_THREADS"] = "1"  # before numpy is imported: one core

import argparse
import resource
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from types import ModuleType
from typing import Any

from gaugeblock.perturb import FAMILIES, PERTURBATIONS, Example, Variant, variants_of
from gaugeblock.perturb import text as text_module
from gaugeblock.perturb.ahead import examples_ahead
from gaugeblock.perturb.select import made, select
from gaugeblock.perturb.text import PARSE_AHEAD, analyse, parse, pipeline, read_ahead

PEOPLE = ("Ann Ode", "Bo Lind", "Mara Quist", "Tom Abry", "Dr Ines Falk", "the mayor", "a spokeswoman", "two nurses")
PLACES = ("Lisbon", "Rome", "Tromso", "the old harbour", "Leeds", "a clinic near Bergen", "Porto", "the north of Wales")
DEEDS = (
    "may have paid about {number} euros for three boats, nets and ropes",
    "didn't sign the bill, which was due on {day} January 2019",
    "said the theatre would close at 3:30 pm because of {number} complaints",
    "found that the drug was linked to a lower risk in {number} of the patients",
    "thinks most visitors will leave before the ferry is repaired",
    "opened the new centre, but only {number} people came",
)
ENDS = (
    "It rose by {number}% in 2019.",
    "Nobody was hurt, he said.",
    "The council can't decide before {day} May.",
    "“We did not see it coming,” she added.",
)


MOST = len(DEEDS) * len(ENDS) * len(PLACES) * len(PEOPLE)
"""How many different responses there are."""


def responses(count: int) -> list[str]:
    """Different responses of two sentences, of our own writing, as many as are asked for.

    Raises:
        ValueError: there are not so many, or none is asked for.
    """
    if not 1 <= count <= MOST:
        raise ValueError(f"there are 1 to {MOST} responses, not {count}")
    made = []
    for number, (deed, end, place, person) in enumerate(product(DEEDS, ENDS, PLACES, PEOPLE)):
        values = {"number": 12 + number % 83, "day": 1 + number % 28}
        made.append(f"{person[0].upper()}{person[1:]} {deed.format(**values)} in {place}. {end.format(**values)}")
    step = max(1, len(made) // count)
    return list(dict.fromkeys(made[::step]))[:count]


def examples(count: int) -> list[Example]:
    """The responses as examples, each with a context that says nearly the same."""
    return [
        Example(
            id=f"r{number}", response=text, context=f"{text} It was cold. The ferry to Eastholm left late.", label=1
        )
        for number, text in enumerate(responses(count))
    ]


@dataclass(frozen=True)
class Timing:
    """How many texts were made in how many seconds of processor time."""

    name: str
    texts: int
    seconds: float

    @property
    def rate(self) -> float:
        """Texts a second."""
        return self.texts / self.seconds if self.seconds else 0.0


def forget() -> None:
    """Drop every parse, analysis and variant, so that the next one to be timed starts with none."""
    parse.cache_clear()
    analyse.cache_clear()
    made.cache_clear()


def timed(name: str, work: Callable[[], int]) -> Timing:
    """The processor time of one piece of work that returns how many texts it made."""
    forget()
    start = time.process_time()
    made = work()
    return Timing(name, made, time.process_time() - start)


def library(rows: list[Example], with_: str) -> int:
    """The number of variants that some perturbations make."""
    ahead = examples_ahead(rows, lambda example: example)
    return sum(isinstance(outcome, Variant) for example in ahead for outcome in variants_of(example, with_))


def count_parses(rows: list[Example]) -> Counter[str]:
    """How often each response is given to the parser while the whole library works on the examples."""
    counts: Counter[str] = Counter()
    plain = pipeline()

    class Counting:
        def __call__(self, text: str, **options: Any) -> Any:
            counts[text] += 1
            return plain(text, **options)

        def pipe(self, texts: Any, **options: Any) -> Iterator[Any]:
            counts.update(texts)
            yield from plain.pipe(texts, **options)

        def get_pipe(self, name: str) -> Any:
            return plain.get_pipe(name)

    forget()
    text_module.pipeline = Counting  # type: ignore[assignment]
    try:
        library(rows, "all")
    finally:
        text_module.pipeline = pipeline
    return Counter({row.response: counts[row.response] for row in rows})


def nlpaug_work(rows: list[Example], *, whole: bool) -> Callable[[], int]:
    """One synonym-augmented text a response.

    Args:
        rows: whose responses are augmented.
        whole: whether the tags come from the whole pipeline, as it is called for its tags, or from its tagger alone.

    Raises:
        ImportError: nlpaug is not installed.
        LookupError: NLTK has no WordNet.
    """
    from spacy.tokens import Doc

    _placeholder("gdown")  # it fetches models; none is used
    from nlpaug.augmenter.word import SynonymAug
    from nltk.corpus import wordnet

    wordnet.synsets("boat")
    augmenter = SynonymAug(aug_src="wordnet")
    tagger = pipeline()

    def tagged(words: list[str]) -> list[tuple[str, str]]:
        if whole:
            return [(token.text, token.tag_) for token in tagger(" ".join(words))]
        with tagger.select_pipes(enable=["tok2vec", "tagger"]):
            return [(token.text, token.tag_) for token in tagger(Doc(tagger.vocab, words=list(words)))]

    augmenter.model.pos_tag = tagged
    return lambda: sum(bool(augmenter.augment(row.response)) for row in rows)


def checklist_work(rows: list[Example], shared: bool) -> Callable[[], int]:
    """One text of each of CheckList's edits that applies.

    Args:
        rows: whose responses are edited.
        shared: whether the parse is made as ours is, ahead and once for all edits; or else by each edit that needs one,
            as where an edit is called on its own.

    Its negation edits are left out: they need the package pattern, which downloads data when it is imported.

    Raises:
        ImportError: checklist is not installed.
    """
    _placeholder("pattern", "pattern.en")
    sys.modules["pattern.en"].tenses = None  # type: ignore[attr-defined]
    import checklist

    _placeholder("checklist.editor")  # widgets for notebooks
    editor: Any = sys.modules["checklist.editor"]
    editor.recursive_apply = editor.MunchWithAdd = None
    from checklist.perturb import Perturb

    assert checklist is not None
    of_parse = (
        lambda doc: Perturb.change_names(doc, n=1),
        lambda doc: Perturb.change_location(doc, n=1),
        lambda doc: Perturb.change_number(doc, n=1),
        Perturb.punctuation,
    )
    of_text = (Perturb.contractions, Perturb.add_typos)

    plain = pipeline()

    def work() -> int:
        count = 0
        for row in read_ahead(rows, lambda row: (row.response,)):
            parsed = [parse(row.response) if shared else plain(row.response) for _ in of_parse]
            found = [edit(doc) for edit, doc in zip(of_parse, parsed, strict=True)]
            found += [edit(row.response) for edit in of_text]
            # one text an edit: by default some edits write the same change with ten names
            count += sum(bool(texts) for texts in found)
        return count

    return work


def _placeholder(*names: str) -> None:
    """Stand-ins for modules that are imported but not used in what is timed."""
    for name in names:
        sys.modules.setdefault(name, ModuleType(name))


def compare(count: int) -> None:
    """Time all and print texts a second, with the ratio to the whole library."""
    rows = examples(count)
    pipeline()("The pipeline is loaded before anything is timed.")
    library(examples(2), "all")  # loads the word lists
    print(f"{len(rows)} responses, {len(PERTURBATIONS.names())} perturbations, {text_module.pipeline_name()}")
    whole = timed("whole library", lambda: library(rows, "all"))
    _tell(whole, whole, len(rows))
    _tell(timed("parsing alone, one by one", lambda: len([parse(row.response) for row in rows])), whole, len(rows))
    ahead = timed("parsing alone, in batches", lambda: len([parse(row.response) for row in read_ahead(rows, _own)]))
    _tell(ahead, whole, len(rows))
    families = {PERTURBATIONS.get(name).family for name in PERTURBATIONS}
    for family in (family for family in FAMILIES if family in families):
        _tell(timed(f"family {family}", lambda family=family: library(rows, family)), whole, len(rows))  # type: ignore[misc]
    others: dict[str, Callable[[list[Example]], Callable[[], int]]] = {
        "nlpaug, the tagger alone": lambda rows: nlpaug_work(rows, whole=False),
        "nlpaug, tags of a parse": lambda rows: nlpaug_work(rows, whole=True),
        "CheckList, parse shared": lambda rows: checklist_work(rows, shared=True),
        "CheckList, a parse an edit": lambda rows: checklist_work(rows, shared=False),
    }
    for name, prepare in others.items():
        try:
            _tell(timed(name, prepare(rows)), whole, len(rows))
        except (ImportError, LookupError) as error:
            print(f"{name}: left out, {str(error).strip().splitlines()[0]}")
    most = max(count_parses(rows).values())
    print(f"a response is parsed {most} time{'s' if most > 1 else ''} at most while the whole library works on it")
    assert most <= 1, "the parse is meant to be shared"


def _tell(item: Timing, whole: Timing, count: int) -> None:
    """One line: texts and responses a second, and how the library's rate of texts compares."""
    ratio = whole.rate / item.rate if item.rate else 0.0
    print(
        f"{item.name:<26} {item.texts:>7} texts {item.seconds:8.2f} s {item.rate:8.0f} texts/s "
        f"{count / item.seconds if item.seconds else 0:7.1f} responses/s   library: {ratio:.2f} times the texts/s",
        flush=True,
    )


def _own(row: Example) -> tuple[str]:
    return (row.response,)


def memory(count: int, with_: str) -> None:
    """Print the resident memory along the way of many short examples, no two alike.

    The perturbations take turns, each with as many examples as are parsed together: all of them with all examples would
    take hours.
    """

    def synthetic() -> Iterator[Example]:
        for number in range(count):
            deed, person = DEEDS[number % len(DEEDS)], PEOPLE[number % len(PEOPLE)]
            said = deed.format(number=number, day=1 + number % 28)
            yield Example(
                id=f"m{number}",
                response=f"{person[0].upper()}{person[1:]} {said}.",
                context=f"{PEOPLE[(number + 1) % len(PEOPLE)]} {said} in {PLACES[number % len(PLACES)]}.",
                label=1,
            )

    names = [perturbation.name for perturbation in select(with_)]
    tenth = max(1, count // 10)
    at_first = 0.0
    for number, example in enumerate(read_ahead(synthetic(), _own), start=1):
        for _ in variants_of(example, names[number // PARSE_AHEAD % len(names)]):
            pass
        if number % tenth == 0:
            now = _resident()
            at_first = at_first or now
            print(
                f"{number:>8} examples: {now:7.0f} MB resident, {now / at_first:.2f} times that after {tenth}; "
                f"{len(pipeline().vocab):,} words known to the parser",
                flush=True,
            )


def _resident() -> float:
    """Megabytes of this process that are in memory now; the most there ever were where the system does not tell."""
    try:
        with open("/proc/self/statm", encoding="ascii") as handle:
            return int(handle.read().split()[1]) * resource.getpagesize() / 1e6
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3)


def main() -> None:
    """Compare speeds, or watch the memory."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--responses", type=int, default=500)
    parser.add_argument("--memory", action="store_true", help="watch the memory instead")
    parser.add_argument("--inputs", type=int, default=100_000, help="examples for --memory")
    parser.add_argument("--with", dest="with_", default="all", help="perturbations for --memory")
    options = parser.parse_args()
    if not 1 <= options.responses <= MOST:
        parser.error(f"--responses takes a number from 1 to {MOST}, not {options.responses}")
    if options.memory:
        memory(options.inputs, options.with_)
    else:
        compare(options.responses)


if __name__ == "__main__":
    main()
