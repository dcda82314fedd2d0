"""A worker process: resolves a metric once, then scores the examples that it is sent.

It is started as ``python -m gaugeblock.harness.engines.worker`` and speaks pickles over its standard input and output,
each after its length (8 bytes). What the metric itself prints to standard output goes to standard error or nowhere, so
that it can neither break the protocol nor end up in somebody's pipe.
"""

from __future__ import annotations

import os
import pickle
import struct
import sys
import threading
import time
from typing import IO, Any

_LENGTH = struct.Struct(">Q")


def send(stream: IO[bytes], message: Any) -> None:
    """Write one message.

    Raises:
        OSError: the process at the other end is gone.
    """
    data = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    stream.write(_LENGTH.pack(len(data)) + data)
    stream.flush()


def receive(stream: IO[bytes]) -> Any:
    """Read one message.

    Raises:
        EOFError: the process at the other end is gone.
    """
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise EOFError
    (length,) = _LENGTH.unpack(head)
    data = stream.read(length)
    if len(data) < length:
        raise EOFError
    return pickle.loads(data)


def serve(requests: IO[bytes], replies: IO[bytes]) -> None:
    """Answer until the requests end: first ``(spec, sys.path)``, then tuples of examples.

    The first reply is ``("ready", whether it takes batches)`` or ``("failed", message)``. Each later one is
    ``("scores", scores, usage)``, with all that the metric has used so far (see `usage.usage_of`). It is sent for every
    item on its own where the metric takes items one by one, so that the other side can tell a slow item from a slow
    batch.
    """
    from gaugeblock.metrics.batch import score_batch
    from gaugeblock.metrics.blame import describe_error
    from gaugeblock.metrics.resolve import resolve
    from gaugeblock.metrics.usage import usage_of

    own = os.getpid()
    spec, path = receive(requests)
    sys.path[:] = path
    try:
        metric = resolve(spec)
        metric.warm_up()
    except BaseException as error:
        send(replies, ("failed", describe_error(error)))
        return
    send(replies, ("ready", metric.batched))
    while True:
        try:
            examples = receive(requests)
        except EOFError:
            return
        step = len(examples) if metric.batched else 1
        for start in range(0, len(examples), step):
            scores = score_batch(metric, examples[start : start + step])
            if os.getpid() != own:
                os._exit(0)  # the metric forked: its child must not go on as a second worker, and fork again
            send(replies, ("scores", scores, usage_of(metric)))


def _leave_with(parent: int) -> None:
    """End this process when the one that started it is gone, even in the middle of a long batch."""
    while os.getppid() == parent:
        time.sleep(1.0)
    os._exit(1)


def main() -> None:
    """Take over standard input and output for the protocol, then serve."""
    replies = os.fdopen(os.dup(1), "wb")
    requests = os.fdopen(os.dup(0), "rb")
    quiet = os.open(os.devnull, os.O_RDWR)
    os.dup2(quiet, 0)
    os.dup2(2 if os.environ.get("GAUGEBLOCK_SHOW_OUTPUT") else quiet, 1)
    threading.Thread(target=_leave_with, args=(os.getppid(),), daemon=True).start()
    serve(requests, replies)
    replies.flush()
    # a thread that the metric left running must not keep the worker alive
    os._exit(0)


if __name__ == "__main__":
    main()
