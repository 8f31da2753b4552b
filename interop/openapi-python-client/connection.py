"""Settings of both programs, and an instance of the generated client for an address."""

import os

from l10n import AuthenticatedClient

TOKEN = os.environ.get("L10N_TOKEN", "sandbox-read-write-token")
PROJECT = os.environ.get("L10N_PROJECT", "garnet-7041.26")
KEY = int(os.environ.get("L10N_KEY", "3101"))


def client(base_url: str) -> AuthenticatedClient:
    return AuthenticatedClient(
        base_url=base_url, token=TOKEN, auth_header_name="X-Api-Token", prefix=""
    )


api = client(os.environ.get("L10N_BASE_URL", "http://127.0.0.1:8080/v2"))
