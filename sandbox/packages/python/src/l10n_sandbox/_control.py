"""Calls of control endpoints: JSON over HTTP."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from typing import Any

# The sandbox is on this machine: use no proxy of the environment.
_OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class SandboxError(Exception):
    """The sandbox did not start, or rejected a request; the message says why."""


def call(method: str, url: str, body: Any = None) -> Any:
    """Sends a request, and returns the JSON of the response; ``None`` if it has no content."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data=data, method=method)
    try:
        with _OPENER.open(request) as response:
            content = response.read()
    except urllib.error.HTTPError as error:
        with error:
            raise SandboxError(_reason(method, url, error)) from None
    return json.loads(content) if content else None


def _reason(method: str, url: str, error: urllib.error.HTTPError) -> str:
    text = error.read().decode(errors="replace")
    try:
        reason = json.loads(text)["error"]
    except (ValueError, KeyError, TypeError):
        reason = text
    return f"{method} {url}: {error.code}: {reason}"
