"""What both programs need: settings, and an instance of the generated client for each address."""

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
# The cursor-paginated API has an address of its own.
cursor_api = client(os.environ.get("L10N_CURSOR_API_URL", "http://127.0.0.1:8082/v1"))
