"""A world: data, faults, shapes and a record of requests of its own."""

from __future__ import annotations

import json
import os
from pathlib import Path
from types import TracebackType
from typing import Any, Dict, List, Mapping, Optional, Type, TypeVar, Union
from urllib.parse import urlencode

from ._control import SandboxError, call

#: Data of one's own: the path of a seed file, or what such a file holds.
Seed = Union[str, "os.PathLike[str]", Mapping[str, Any]]

_W = TypeVar("_W", bound="World")


def read_seed(seed: Seed) -> Mapping[str, Any]:
    """What the seed holds."""
    if isinstance(seed, Mapping):
        return seed
    held = json.loads(Path(seed).read_text(encoding="utf-8"))
    if not isinstance(held, dict):
        raise SandboxError(f"{os.fspath(seed)}: a seed is a JSON object")
    return held


class World:
    """A world of a sandbox. As a context manager, it is removed at the end."""

    #: What ``GET /state`` answered: addresses, tokens, ids, shapes.
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
        """The address of the main API, with its path."""
        return str(self.state["base_url"])

    @property
    def auth_url(self) -> str:
        """The address of the authorization server."""
        return str(self.state["auth_url"])

    @property
    def cursor_url(self) -> str:
        """The address of the cursor API, with its path."""
        return str(self.state["cursor_url"])

    @property
    def control_url(self) -> str:
        """The address of this world's control endpoints."""
        return str(self.state["control_url"])

    @property
    def tokens(self) -> Dict[str, str]:
        """API tokens by their names."""
        return dict(self.state["tokens"])

    @property
    def token(self) -> str:
        """The API token ``read_write``; where a seed has none of this name, its first."""
        tokens = self.tokens
        return tokens.get("read_write") or next(iter(tokens.values()))

    @property
    def project(self) -> Dict[str, Any]:
        """The main project: its ids and what is in it."""
        return dict(self.state["project"])

    @property
    def project_id(self) -> str:
        """The ID of the main project."""
        return str(self.project["project_id"])

    def fault(self, what: Union[int, str, Mapping[str, Any]], **conditions: Any) -> int:
        """Adds a fault: ``fault(503, operation="listFiles", times=2)``; its id.

        ``what`` happens: a status to be answered, or what the control endpoint takes, such as
        ``{"delay": 500}`` or ``"expired_link"``. Once, to any request, unless conditions say
        otherwise: ``operation``, ``after``, ``times`` and the other fields of the endpoint.
        """
        if isinstance(what, int):
            what = {"respond": {"status": what}}
        return int(self._call("POST", "/faults", {**conditions, "what": what})["id"])

    def faults(self) -> List[Dict[str, Any]]:
        """The faults that were added, and how often each struck."""
        return list(self._call("GET", "/faults")["faults"])

    def clear_faults(self) -> None:
        """Removes all faults."""
        self._call("DELETE", "/faults")

    def requests(self, **query: Any) -> List[Dict[str, Any]]:
        """What arrived, oldest first: ``requests(operation="listFiles", wait=2)``.

        With ``wait``, so many requests are waited for, for ``timeout`` milliseconds at most.
        """
        path = f"/requests?{urlencode(query)}" if query else "/requests"
        return list(self._call("GET", path)["requests"])

    def clear_requests(self) -> None:
        """Forgets what arrived."""
        self._call("DELETE", "/requests")

    def reset(self) -> None:
        """Goes back to the beginning: data, faults, record and shapes."""
        self._call("POST", "/reset")

    def shapes(self, preset: Optional[str] = None, **quirks: str) -> None:
        """Sets how answers look: ``shapes("observed")``, ``shapes(timestamps="other")``."""
        if preset is not None:
            self._call("PUT", "/shapes", {"preset": preset})
        for name, shape in quirks.items():
            self._call("PUT", f"/quirks/{name}", {"shape": shape})

    def nulls(self, which: str) -> None:
        """Sets where answers have nulls: ``off``, ``values`` or ``all``."""
        self._call("PUT", "/nulls", {"nulls": which})

    def data(self) -> Dict[str, Any]:
        """All the data, in the form of a seed file."""
        return dict(self._call("GET", "/state/data"))

    def set_data(self, seed: Seed) -> None:
        """Replaces all the data."""
        self._call("PUT", "/state/data", read_seed(seed))
        self.state = self._call("GET", "/state")

    def remove(self) -> None:
        """Ends the world; what is sent to it is refused from now on."""
        if not self._removed:
            self._call("DELETE", "")
            self._removed = True

    def _call(self, method: str, path: str, body: Any = None) -> Any:
        return call(method, self.control_url + path, body)
