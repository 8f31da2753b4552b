"""An instance of the generated client for an address."""

import os

from l10n import AuthenticatedClient
from shared import TOKEN


def client(base_url: str) -> AuthenticatedClient:
    return AuthenticatedClient(
        base_url=base_url, token=TOKEN, auth_header_name="X-Api-Token", prefix=""
    )


api = client(os.environ["L10N_BASE_URL"])
