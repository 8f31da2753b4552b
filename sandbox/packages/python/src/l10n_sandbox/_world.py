"""A world: isolated data, faults, response variants and recorded requests."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from contextlib import suppress
from typing import Any, Iterable, Mapping, TypeVar
from urllib.parse import urlencode

# The sandbox runs on this machine: ignore proxy settings in the environment.
_OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))

_W = TypeVar("_W", bound="World")


class SandboxError(Exception):
    """The sandbox did not start, or rejected a request; the message says why."""


def rejected(requests: Iterable[Mapping[str, Any]]) -> list[str]:
    """Returns a line for each rejected request, with the reason."""
    return [
        f"{seen['method']} {seen['target']}: {seen['status']}: {seen['refused']}"
        for seen in requests
        if seen["refused"] is not None
    ]


class World:
    """A world of a sandbox. As a context manager, removes the world on exit."""

    def __init__(self, state: dict[str, Any]) -> None:
        #: The response of ``GET /state``: addresses, tokens, ids, variants.
        self.state = state
        self.name: str = state["world"]
        #: The base URL of the main API, such as ``http://127.0.0.1:8080/v2``.
        self.base_url: str = state["base_url"]
        self.auth_url: str = state["auth_url"]
        self.cursor_url: str = state["cursor_url"]
        #: The base URL of this world's control endpoints.
        self.control_url: str = state["control_url"]
        #: API tokens by name.
        self.tokens: dict[str, str] = state["tokens"]
        #: The API token named ``read_write``, or the first token if there is none.
        self.token: str = self.tokens.get("read_write") or next(iter(self.tokens.values()), "")
        #: The main project: its id, and the ids of its keys, languages and so on, if there is one.
        self.project: dict[str, Any] = state["project"] or {}
        self.project_id: str = self.project.get("project_id", "")
        self._removed = False

    def __enter__(self: _W) -> _W:
        return self

    def __exit__(self, *error: object) -> None:
        self.remove()

    def control(self, method: str, path: str, body: Any = None) -> Any:
        """Calls a control endpoint, such as ``/reset``, and returns its JSON, if any."""
        url = self.control_url + path
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(url, data=data, method=method)
        try:
            with _OPENER.open(request) as response:
                content = response.read()
        except urllib.error.HTTPError as error:
            with error:
                reason = error.read().decode(errors="replace")
            with suppress(ValueError, KeyError, TypeError):
                reason = json.loads(reason)["error"]
            raise SandboxError(f"{method} {url}: {error.code}: {reason}") from None
        return json.loads(content) if content else None

    def fault(self, what: int | str | Mapping[str, Any], **conditions: Any) -> int:
        """Adds a fault, and returns its id: ``fault(503, operation="listFiles", times=2)``.

        ``what`` is a status, or any ``what`` of ``POST /faults``, such as ``{"delay": 500}``.
        """
        if isinstance(what, int):
            what = {"respond": {"status": what}}
        return int(self.control("POST", "/faults", {**conditions, "what": what})["id"])

    def requests(self, **query: Any) -> list[dict[str, Any]]:
        """Returns recorded requests, oldest first: ``requests(operation="listFiles", wait=2)``."""
        return list(self.control("GET", f"/requests?{urlencode(query)}")["requests"])

    def refusals(self) -> list[str]:
        """Returns a line for each rejected request, with the reason. Ignores faults."""
        return rejected(self.requests())

    def remove(self) -> None:
        """Removes the world; later requests with its tokens fail."""
        if not self._removed:
            self.control("DELETE", "")
            self._removed = True
