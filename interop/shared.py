"""What both recipes in Python share: settings, and calls of every operation."""

import json
import os
from collections.abc import Callable
from http.client import HTTPConnection, HTTPResponse
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

Operation = dict[str, Any]

TOKEN = os.environ["L10N_TOKEN"]
PROJECT = os.environ["L10N_PROJECT"]


def call_every_operation(call: Callable[[Operation], Any]) -> None:
    """Calls each with the examples of the document, in a sandbox with its first data."""
    with open("target/interop/operations.json", encoding="utf-8") as file:
        operations = {one["id"]: one for one in json.load(file)}
    for name, operation in operations.items():
        send("POST", os.environ["L10N_CONTROL_URL"], "/seed")
        # What no example can show: a job, and a code.
        if name == "getContributorDeletionJob":
            job = call(operations["deleteAllContributors"])
            operation["parameters"][1]["value"] = str(job.job_id)
        elif name == "requestToken":
            operation["body"]["value"]["code"] = code()
        try:
            assert call(operation) is not None
        except Exception as error:
            raise AssertionError(f"{name} is not read") from error
    print(f"{len(operations)} operations")


def code() -> str:
    """The sandbox's user grants everything; a user of the service is asked in a browser."""
    grant = {"client_id": "sandbox-app", "scope": "read_comments", "state": "x"}
    grant["redirect_uri"] = "https://app.sandbox.test/callback"
    redirect = send("GET", os.environ["L10N_AUTH_URL"], f"/oauth2/auth?{urlencode(grant)}")
    return parse_qs(urlsplit(redirect.headers["location"]).query)["code"][0]


def send(method: str, address: str, path: str) -> HTTPResponse:
    """Sends a request without following redirects."""
    connection = HTTPConnection(urlsplit(address).netloc)
    connection.request(method, path)
    return connection.getresponse()
