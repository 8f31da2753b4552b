"""Settings of both programs, and an instance of the generated client for an address."""

import os

from l10n import ApiClient, Configuration

TOKEN = os.environ.get("L10N_TOKEN", "sandbox-read-write-token")
PROJECT = os.environ.get("L10N_PROJECT", "garnet-7041.26")
KEY = int(os.environ.get("L10N_KEY", "3101"))


def client(base_url: str) -> ApiClient:
    # The addresses of the document are the sandbox's defaults: the one given here holds for every
    # operation.
    return ApiClient(
        Configuration(host=base_url, api_key={"apiToken": TOKEN}, ignore_operation_servers=True)
    )


api = client(os.environ.get("L10N_BASE_URL", "http://127.0.0.1:8080/v2"))
