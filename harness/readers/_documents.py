"""The key by which examples of the same source document are told."""

from __future__ import annotations

from gaugeblock.perturb.example import content_hash


def document_key(document: str) -> str:
    """The key of a source document, made from its text: equal texts are one document.

    >>> document_key("a") == document_key("a"), document_key("a") == document_key("b")
    (True, False)
    """
    return content_hash(document)[:16]
