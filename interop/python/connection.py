"""An instance of the generated client for an address."""

import os

from l10n import ApiClient, Configuration
from shared import TOKEN


def client(base_url: str) -> ApiClient:
    # The addresses of the document are the sandbox's defaults: the one given here holds for every
    # operation.
    return ApiClient(
        Configuration(host=base_url, api_key={"apiToken": TOKEN}, ignore_operation_servers=True)
    )


api = client(os.environ["L10N_BASE_URL"])
