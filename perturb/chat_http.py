"""The HTTP client under the ``openai`` package: it counts requests, and holds a whole reply to one time limit."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from typing import Any


def http_client(timeout: float, requests: list[Any]) -> Any:
    """A client that notes each request, and waits for a whole reply as long as it is told.

    Of its own, it would wait so long for each piece of it.

    Args:
        timeout: seconds for a reply, from its request to its last byte.
        requests: each request is added to it, those that are made again too.
    """
    import openai

    # httpx, or the library that has taken its place in later versions of the client
    library: Any = sys.modules[openai.DefaultHttpxClient.__mro__[1].__module__.partition(".")[0]]

    class Within(library.SyncByteStream):  # type: ignore[misc]
        """The body of a reply, up to a moment of the clock."""

        def __init__(self, stream: Any, end: float) -> None:
            self._stream, self._end = stream, end

        def __iter__(self) -> Iterator[bytes]:
            for piece in self._stream:
                if time.monotonic() > self._end:
                    raise library.ReadTimeout("the reply took too long")
                yield piece

        def close(self) -> None:
            self._stream.close()

    def note(request: Any) -> None:
        requests.append(request)
        request.extensions["gaugeblock_end"] = time.monotonic() + timeout

    def limit(response: Any) -> None:
        response.stream = Within(response.stream, response.request.extensions["gaugeblock_end"])

    return openai.DefaultHttpxClient(event_hooks={"request": [note], "response": [limit]})
