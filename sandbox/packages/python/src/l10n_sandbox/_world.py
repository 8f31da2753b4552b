"""A world: isolated data, faults, response variants and recorded requests."""

from __future__ import annotations

import json
import os
from pathlib import Path
from types import TracebackType
from typing import Any, Dict, Iterable, List, Mapping, Optional, Type, TypeVar, Union
from urllib.parse import urlencode

from ._control import SandboxError, call

#: The data of a sandbox or world: the path of a JSON file, or its content.
Seed = Union[str, "os.PathLike[str]", Mapping[str, Any]]

_W = TypeVar("_W", bound="World")


def read_seed(seed: Seed) -> Mapping[str, Any]:
    """Returns the content of a seed. Raises ``SandboxError`` if its file cannot be read."""
    if isinstance(seed, Mapping):
        return seed
    try:
        content = json.loads(Path(seed).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise SandboxError(f"cannot read the seed {os.fspath(seed)}: {error}") from error
    if not isinstance(content, dict):
        raise SandboxError(f"{os.fspath(seed)}: a seed must be a JSON object")
    return content


def rejected(requests: Iterable[Mapping[str, Any]]) -> List[str]:
    """Returns a line for each rejected request, with the reason."""
    return [
        f"{seen['method']} {seen['target']}: {seen['status']}: {seen['refused']}"
        for seen in requests
        if seen["refused"] is not None
    ]


class World:
    """A world of a sandbox. As a context manager, removes the world on exit."""

    #: The response of ``GET /state``: addresses, tokens, ids, variants.
    state: Dict[str, Any]

    def __init__(self, state: Dict[str, Any]) -> None:
        self.state = state
        self._removed = False

    def __enter__(self: _W) -> _W:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.remove()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name} at {self.base_url}>"

    @property
    def name(self) -> str:
        """The name of the world."""
        return str(self.state["world"])

    @property
    def base_url(self) -> str:
        """The base URL of the main API, such as ``http://127.0.0.1:8080/v2``."""
        return str(self.state["base_url"])

    @property
    def auth_url(self) -> str:
        """The base URL of the authorization server."""
        return str(self.state["auth_url"])

    @property
    def cursor_url(self) -> str:
        """The base URL of the cursor API."""
        return str(self.state["cursor_url"])

    @property
    def control_url(self) -> str:
        """The base URL of this world's control endpoints."""
        return str(self.state["control_url"])

    @property
    def tokens(self) -> Dict[str, str]:
        """API tokens by name."""
        return dict(self.state["tokens"])

    @property
    def token(self) -> str:
        """The API token named ``read_write``, or the first token if there is none."""
        tokens = self.tokens
        return tokens.get("read_write") or next(iter(tokens.values()))

    @property
    def project(self) -> Dict[str, Any]:
        """The main project: its id, and the ids of its keys, languages and so on.

        Raises ``SandboxError`` if the world has no project.
        """
        project = self.state["project"]
        if project is None:
            raise SandboxError(f"the world {self.name} has no project")
        return dict(project)

    @property
    def project_id(self) -> str:
        """The id of the main project."""
        return str(self.project["project_id"])

    def fault(self, what: Union[int, str, Mapping[str, Any]], **conditions: Any) -> int:
        """Adds a fault, and returns its id: ``fault(503, operation="listFiles", times=2)``.

        ``what`` is a status, or any value of ``what`` in ``POST /faults``, such as
        ``{"delay": 500}``. The fault applies to the next request, unless
        ``conditions`` select others: ``operation``, ``path``, ``after``, ``times`` and so on.
        """
        if isinstance(what, int):
            what = {"respond": {"status": what}}
        return int(self._call("POST", "/faults", {**conditions, "what": what})["id"])

    def faults(self) -> List[Dict[str, Any]]:
        """Returns the faults; ``applied`` counts how often each applied."""
        return list(self._call("GET", "/faults")["faults"])

    def clear_faults(self) -> None:
        """Removes all faults."""
        self._call("DELETE", "/faults")

    def requests(self, **query: Any) -> List[Dict[str, Any]]:
        """Returns recorded requests, oldest first: ``requests(operation="listFiles", wait=2)``.

        With ``wait``, waits until there are that many. Raises ``SandboxError`` after ``timeout``
        milliseconds (default 10,000).
        """
        path = f"/requests?{urlencode(query)}" if query else "/requests"
        return list(self._call("GET", path)["requests"])

    def refusals(self) -> List[str]:
        """Returns a line for each rejected request, with the reason. Ignores faults."""
        return rejected(self.requests())

    def clear_requests(self) -> None:
        """Removes the recorded requests."""
        self._call("DELETE", "/requests")

    def reset(self) -> None:
        """Restores the initial data and settings, and removes faults and recorded requests."""
        self._call("POST", "/reset")

    def variants(self, preset: Optional[str] = None, **quirks: str) -> None:
        """Sets response variants: ``variants("observed")``, ``variants(timestamps="other")``."""
        if preset is not None:
            self._call("PUT", "/variants", {"preset": preset})
        for name, variant in quirks.items():
            self._call("PUT", f"/quirks/{name}", {"variant": variant})

    def nulls(self, which: str) -> None:
        """Sets which optional properties of responses are null: ``off``, ``values`` or ``all``."""
        self._call("PUT", "/nulls", {"nulls": which})

    def data(self) -> Dict[str, Any]:
        """Returns all data, in the format of a seed file."""
        return dict(self._call("GET", "/state/data"))

    def set_data(self, seed: Seed) -> None:
        """Replaces all data, until the next reset."""
        self._call("PUT", "/state/data", read_seed(seed))
        self.state = self._call("GET", "/state")

    def remove(self) -> None:
        """Removes the world; later requests to it fail."""
        if not self._removed:
            self._call("DELETE", "")
            self._removed = True

    def _call(self, method: str, path: str, body: Any = None) -> Any:
        return call(method, self.control_url + path, body)
