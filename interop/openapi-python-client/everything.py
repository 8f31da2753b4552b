"""Every operation with `openapi-python-client`: it makes a value of each answer, or raises."""

import importlib
import os
from typing import Any, get_args, get_type_hints

from l10n import AuthenticatedClient, models
from l10n.api.custom_translation_statuses import create_custom_translation_status
from l10n.api.translations import list_translations
from l10n.types import UNSET
from shared import PROJECT, TOKEN, Operation, call_every_operation

ERRORS = (models.ErrorResponse, models.ErrorDetail, models.OAuthErrorResponse)


def client(base_url: str) -> AuthenticatedClient:
    return AuthenticatedClient(
        base_url=base_url, token=TOKEN, auth_header_name="X-Api-Token", prefix=""
    )


api = client(os.environ["L10N_BASE_URL"])


def typed(kind: Any, value: Any) -> Any:
    """A value of JSON as a parameter takes it; of several models the first that it fits."""
    if isinstance(value, dict):
        for model in get_args(kind) or [kind]:
            try:
                return model.from_dict(value)
            except (KeyError, TypeError, ValueError):
                continue
    return kind(value)


def call(operation: Operation) -> Any:
    """Calls an operation with the examples of the document; the names are those of the client."""
    tag = "".join(f"_{one.lower()}" if one.isupper() else one for one in operation["tag"])
    module = importlib.import_module(f"l10n.api.{tag}.{operation['snake']}")
    values = {one["snake"]: one["value"] for one in operation["parameters"]}
    if body := operation["body"]:
        values["body"] = body["value"]
    kinds = get_type_hints(module.sync)
    arguments = {name: typed(kinds[name], value) for name, value in values.items()}
    answer = module.sync(client=client(os.environ[operation["server"]]), **arguments)
    assert not isinstance(answer, ERRORS), answer
    return answer


def read_an_error() -> None:
    # Not a color of the palette.
    status = models.NewCustomTranslationStatus(title="Approved", color="#000001")
    refused = create_custom_translation_status.sync(PROJECT, client=api, body=status)
    # It has its documented envelope, or none.
    detail = refused.error if isinstance(refused, models.ErrorResponse) else refused
    assert isinstance(detail, models.ErrorDetail), refused


def read_pages() -> None:
    found: list[int] = []
    cursor: str | None = None
    while cursor != "":
        page = list_translations.sync_detailed(
            PROJECT,
            client=api,
            filter_untranslated=models.QueryFlag.ON,
            pagination=models.PaginationType.CURSOR,
            limit=2,
            cursor=cursor or UNSET,
        )
        assert isinstance(page.parsed, models.TranslationListResponse), page
        found += [translation.translation_id for translation in page.parsed.translations]
        # At the end the header is absent, or empty.
        cursor = page.headers.get("X-Pagination-Next-Cursor", "")
    assert len(set(found)) == len(found) > 2, found


call_every_operation(call)
read_an_error()
read_pages()
