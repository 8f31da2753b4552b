"""Prints calls of every operation with the examples of the document, as JSON.

Reads the document as JSON from the standard input.
"""

import json
import re
import sys
from typing import Any

DOCUMENT = json.load(sys.stdin)
METHODS = ["get", "put", "post", "delete"]

# What no example can name: `with-prepared` sets these variables.
PREPARED = {"job_id": "$L10N_JOB", "code": "$L10N_CODE"}


def resolved(value: dict[str, Any]) -> dict[str, Any]:
    if "$ref" not in value:
        return value
    place: Any = DOCUMENT
    for name in value["$ref"].removeprefix("#/").split("/"):
        place = place[name]
    return resolved(place)


def snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


def parameters(listed: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What a call cannot do without: its name on the wire, the same in snake case, and a value."""
    needed = [one for one in map(resolved, listed) if one.get("required")]
    return [
        {
            "name": one["name"],
            "snake": snake(one["name"]),
            "value": PREPARED.get(one["name"], one["example"]),
        }
        for one in needed
    ]


def bodies(operation: dict[str, Any]) -> list[dict[str, Any] | None]:
    if "requestBody" not in operation:
        return [None]
    content = resolved(operation["requestBody"])["content"]["application/json"]
    schema = content["schema"]["$ref"].rpartition("/")[2]
    values = [example["value"] for example in content["examples"].values()]
    if "code" in values[0]:
        # A code can be exchanged once.
        values = [values[0] | {"code": PREPARED["code"]}]
    return [{"schema": schema, "snake": snake(schema), "value": value} for value in values]


def is_page(operation: dict[str, Any]) -> bool:
    answers = [resolved(answer) for answer in operation["responses"].values()]
    return any("text/html" in answer.get("content", {}) for answer in answers)


def server(item: dict[str, Any]) -> str:
    """The setting that has the address."""
    [name] = item.get("servers", DOCUMENT["servers"])[0]["variables"]
    return f"L10N_{name.upper()}"


def calls() -> list[dict[str, Any]]:
    listed = [
        {
            "id": operation["operationId"],
            "snake": snake(operation["operationId"]),
            "tag": operation["tags"][0],
            "method": method.upper(),
            "path": path,
            "server": server(item),
            "parameters": parameters(item.get("parameters", []) + operation.get("parameters", [])),
            "body": body,
        }
        for path, item in DOCUMENT["paths"].items()
        for method, operation in item.items()
        if method in METHODS and not is_page(operation)
        for body in bodies(operation)
    ]
    # What was prepared is lost with the first data that a call restores.
    return sorted(listed, key=lambda call: not any(it in str(call) for it in PREPARED.values()))


print(json.dumps(calls(), indent=1))
