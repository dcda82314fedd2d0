"""How `test_published_values.py` reads the examples of a page, which no network is needed for."""

from __future__ import annotations

import importlib.util
from pathlib import Path


def test_the_named_texts_of_a_pages_python_are_found() -> None:
    """Texts in one and in three quotes; a block of the shell, a broken block and other values are passed over."""
    spec = importlib.util.spec_from_file_location("published", Path(__file__).with_name("test_published_values.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    page = '''# A page
```python
document = """Two lines
of text."""
first = "One."; count = 3
```
```bash
pip install it
```
```python
print(first  # (0.5
```
'''
    assert module.strings_of(page) == {"document": "Two lines\nof text.", "first": "One."}
