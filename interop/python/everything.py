"""Every operation once with openapi-generator's `python` client: each answer is read, or raises."""

import json
import os
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import l10n
import urllib3
from connection import KEY, PROJECT, api, client
from l10n import (
    AnyErrorResponse,
    CommentsApi,
    CustomTranslationStatusesApi,
    ErrorDetail,
    ErrorResponse,
)
from l10n.exceptions import BadRequestException, NotFoundException

AUTH_URL = os.environ.get("L10N_AUTH_URL", "http://127.0.0.1:8081")
CONTROL_URL = os.environ.get("L10N_CONTROL_URL", "http://127.0.0.1:8084")

with open("target/interop/operations.json", encoding="utf-8") as file:
    OPERATIONS: dict[str, dict[str, Any]] = {one["id"]: one for one in json.load(file)}


def call(operation: dict[str, Any]) -> Any:
    """Calls an operation with the examples of the document; the names are those of the client."""
    tag = operation["tag"]
    server = operation["server"]
    address = os.environ.get(server["setting"], server["address"])
    group = getattr(l10n, f"{tag[0].upper()}{tag[1:]}Api")(client(address))
    arguments = {one["snake"]: one["value"] for one in operation["parameters"]}
    if body := operation["body"]:
        arguments[body["snake"]] = getattr(l10n, body["schema"]).from_dict(body["value"])
    return getattr(group, operation["snake"])(**arguments)


def given(operation: dict[str, Any]) -> None:
    """What no example can show: a job, and a code."""
    if operation["id"] == "getContributorDeletionJob":
        job = call(OPERATIONS["deleteAllContributors"])
        [project, _] = operation["parameters"]
        operation["parameters"] = [project, {"snake": "job_id", "value": job.job_id}]
    elif operation["id"] == "requestToken":
        # The sandbox's user grants everything; a user of the service is asked in a browser.
        grant = {"client_id": "sandbox-app", "scope": "read_comments", "state": "x"}
        grant["redirect_uri"] = "https://app.sandbox.test/callback"
        url = f"{AUTH_URL}/oauth2/auth?{urlencode(grant)}"
        answer = urllib3.request("GET", url, redirect=False)
        query = parse_qs(urlsplit(answer.headers["location"]).query)
        operation["body"]["value"]["code"] = query["code"][0]


def read_errors() -> None:
    # Not a color of the palette.
    status = l10n.NewCustomTranslationStatus(title="Approved", color="#000001")
    try:
        CustomTranslationStatusesApi(api).create_custom_translation_status(PROJECT, status)
    except BadRequestException as refusal:
        assert isinstance(refusal.data, AnyErrorResponse)
        error = refusal.data.actual_instance
        # It has its documented envelope, or none.
        detail = error.error if isinstance(error, ErrorResponse) else error
        assert isinstance(detail, ErrorDetail), refusal.data
    else:
        raise AssertionError("the service refuses the color")
    try:
        CommentsApi(api).get_key_comment(PROJECT, KEY, 1)
    except NotFoundException as refusal:
        assert refusal.data is not None
    else:
        raise AssertionError("there is no such comment")


for operation in OPERATIONS.values():
    urllib3.request("POST", f"{CONTROL_URL}/seed")
    given(operation)
    try:
        assert call(operation) is not None
    except Exception as error:
        raise AssertionError(f"{operation['id']} is not read") from error
read_errors()
print(f"python: {len(OPERATIONS)} operations")
