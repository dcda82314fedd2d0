"""Every exception that Gaugeblock raises on purpose.

GaugeblockError
├── UsageError             the call is wrong: an option, a name, a combination
│   ├── UnknownNameError   no such metric, perturbation, stress test or data set
│   ├── NameCollisionError two things registered under one name
│   └── NoCaseError        the examples to draw from give nothing of what is wanted
├── DataError              the data cannot be read: names the file, the line and the mend
├── EditError              edits that do not fit the text they claim to change
├── ServiceError           a model server refuses, fails or cannot be reached
└── MissingExtraError      an optional part is not installed: names the extra
"""

from __future__ import annotations

import importlib
from types import ModuleType


class GaugeblockError(Exception):
    """The base of every exception raised on purpose; the command line prints its message without a traceback."""


class UsageError(GaugeblockError):
    """The call is wrong: an option, a name or a combination of them."""


class UnknownNameError(UsageError):
    """No such name in a registry; the message says which names come close.

    Args:
        message: what a person is told.
        name: what was looked for.
    """

    def __init__(self, message: str, name: str = "") -> None:
        super().__init__(message)
        self.name = name


class NameCollisionError(UsageError):
    """Two different things are registered under one name."""


class NoCaseError(UsageError):
    """The examples to draw from give nothing of what is wanted."""


class DataError(GaugeblockError):
    """The data cannot be read; the message names the file, the line or item, and the mend."""


class EditError(GaugeblockError, ValueError):
    """Edits overlap, run past the text, or do not match the text that they claim to replace."""


class ServiceError(GaugeblockError):
    """A model server refuses a request, fails or cannot be reached; the message never holds a key."""


class MissingExtraError(GaugeblockError, ImportError):
    """An optional dependency is not installed; the message names the extra to install."""


def require(module: str, extra: str, purpose: str) -> ModuleType:
    """Import an optional dependency, or say in one sentence which extra brings it.

    Args:
        module: dotted name to import, such as ``"sentence_transformers"``.
        extra: the extra of this distribution that installs it, such as ``"models"``.
        purpose: what needs it, to open the message with.

    Raises:
        MissingExtraError: when the module is not installed.
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or module.split(".")[0] != error.name.split(".")[0]:
            raise
        raise MissingExtraError(
            f'{purpose} needs the package {module.split(".")[0]!r}: pip install "gaugeblock[{extra}]"'
        ) from error
