"""Every operation once: what `openapi-python-client` makes of its answer is a value, or raises."""

import importlib
import json
import os
from typing import Any, get_args, get_type_hints
from urllib.parse import parse_qs, urlsplit

import httpx
from connection import KEY, PROJECT, api, client
from l10n.api.comments import get_key_comment
from l10n.api.custom_translation_statuses import create_custom_translation_status
from l10n.models import (
    ErrorDetail,
    ErrorResponse,
    NewCustomTranslationStatus,
    OAuthErrorResponse,
)

AUTH_URL = os.environ.get("L10N_AUTH_URL", "http://127.0.0.1:8081")
CONTROL_URL = os.environ.get("L10N_CONTROL_URL", "http://127.0.0.1:8084")

with open("target/interop/operations.json", encoding="utf-8") as file:
    OPERATIONS: dict[str, dict[str, Any]] = {one["id"]: one for one in json.load(file)}


def typed(kind: Any, value: Any) -> Any:
    """A value of JSON as a parameter takes it; of several models the first that it fits."""
    if isinstance(value, dict):
        for model in get_args(kind) or [kind]:
            try:
                return model.from_dict(value)
            except (KeyError, TypeError, ValueError):
                continue
    return kind(value)


def call(operation: dict[str, Any]) -> Any:
    """Calls an operation with the examples of the document; the names are those of the client."""
    server = operation["server"]
    address = os.environ.get(server["setting"], server["address"])
    tag = "".join(f"_{one.lower()}" if one.isupper() else one for one in operation["tag"])
    module = importlib.import_module(f"l10n.api.{tag}.{operation['snake']}")
    values = {one["snake"]: one["value"] for one in operation["parameters"]}
    if body := operation["body"]:
        values["body"] = body["value"]
    kinds = get_type_hints(module.sync)
    arguments = {name: typed(kinds[name], value) for name, value in values.items()}
    return module.sync(client=client(address), **arguments)


def given(operation: dict[str, Any]) -> None:
    """What no example can show: a job, and a code."""
    if operation["id"] == "getContributorDeletionJob":
        job = call(OPERATIONS["deleteAllContributors"])
        [project, _] = operation["parameters"]
        operation["parameters"] = [project, {"snake": "job_id", "value": str(job.job_id)}]
    elif operation["id"] == "requestToken":
        # The sandbox's user grants everything; a user of the service is asked in a browser.
        grant = {"client_id": "sandbox-app", "scope": "read_comments", "state": "x"}
        grant["redirect_uri"] = "https://app.sandbox.test/callback"
        answer = httpx.get(f"{AUTH_URL}/oauth2/auth", params=grant)
        query = parse_qs(urlsplit(answer.headers["location"]).query)
        operation["body"]["value"]["code"] = query["code"][0]


def read_errors() -> None:
    # Not a color of the palette.
    status = NewCustomTranslationStatus(title="Approved", color="#000001")
    refused = create_custom_translation_status.sync(PROJECT, client=api, body=status)
    assert isinstance(detail_of(refused), ErrorDetail), refused
    missing = get_key_comment.sync(PROJECT, KEY, 1, client=api)
    assert isinstance(detail_of(missing), ErrorDetail), missing


def detail_of(answer: Any) -> Any:
    """What an error says, in its documented envelope or without it."""
    return answer.error if isinstance(answer, ErrorResponse) else answer


for operation in OPERATIONS.values():
    httpx.post(f"{CONTROL_URL}/seed")
    given(operation)
    try:
        answer = call(operation)
        assert answer is not None
        assert not isinstance(answer, ErrorResponse | ErrorDetail | OAuthErrorResponse), answer
    except Exception as error:
        raise AssertionError(f"{operation['id']} is not read") from error
read_errors()
print(f"openapi-python-client: {len(OPERATIONS)} operations")
