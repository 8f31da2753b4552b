"""What both recipes in Python share: settings, and calls of every operation."""

import json
import os
from collections.abc import Callable
from typing import Any
from urllib.request import urlopen

Operation = dict[str, Any]

TOKEN = os.environ["L10N_TOKEN"]
PROJECT = os.environ["L10N_PROJECT"]


def call_every_operation(call: Callable[[Operation], Any]) -> None:
    """Calls each with the examples of the document, in a sandbox with its first data."""
    with open("target/interop/operations.json", encoding="utf-8") as file:
        operations = json.loads(os.path.expandvars(file.read()))
    for operation in operations:
        try:
            assert call(operation) is not None
        except Exception as error:
            raise AssertionError(f"{operation['id']} is not read") from error
        if operation["method"] != "GET":
            urlopen(f"{os.environ['L10N_CONTROL_URL']}/seed", data=b"").close()
    print(f"{len({one['id'] for one in operations})} operations, {len(operations)} calls")
