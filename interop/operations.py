"""Prints every operation with the examples of the document, as JSON: what `everything` calls.

Reads the document as JSON from the standard input.
"""

import json
import re
import sys
from typing import Any

DOCUMENT = json.load(sys.stdin)
METHODS = ["get", "put", "post", "delete"]


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
        {"name": one["name"], "snake": snake(one["name"]), "value": one["example"]}
        for one in needed
    ]


def body(operation: dict[str, Any]) -> dict[str, Any] | None:
    if "requestBody" not in operation:
        return None
    content = resolved(operation["requestBody"])["content"]["application/json"]
    schema = content["schema"]["$ref"].rpartition("/")[2]
    value = next(iter(content["examples"].values()))["value"]
    return {"schema": schema, "snake": snake(schema), "value": value}


def is_page(operation: dict[str, Any]) -> bool:
    answers = [resolved(answer) for answer in operation["responses"].values()]
    return any("text/html" in answer.get("content", {}) for answer in answers)


def server(item: dict[str, Any]) -> str:
    """The setting that has the address."""
    [name] = item.get("servers", DOCUMENT["servers"])[0]["variables"]
    return f"L10N_{name.upper()}"


def operations() -> list[dict[str, Any]]:
    return [
        {
            "id": operation["operationId"],
            "snake": snake(operation["operationId"]),
            "tag": operation["tags"][0],
            "method": method.upper(),
            "path": path,
            "server": server(item),
            "parameters": parameters(item.get("parameters", []) + operation.get("parameters", [])),
            "body": body(operation),
        }
        for path, item in DOCUMENT["paths"].items()
        for method, operation in item.items()
        if method in METHODS and not is_page(operation)
    ]


print(json.dumps(operations(), indent=1))
