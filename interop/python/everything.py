"""Every operation with openapi-generator's `python` client: each answer is read, or raises."""

import os
from typing import Any

import l10n
from l10n import AnyErrorResponse, ApiClient, Configuration, ErrorDetail, ErrorResponse
from l10n.exceptions import BadRequestException
from shared import PROJECT, TOKEN, Operation, call_every_operation


def client(base_url: str) -> ApiClient:
    # The addresses of the document are the sandbox's defaults: the one given here holds for every
    # operation.
    return ApiClient(
        Configuration(host=base_url, api_key={"apiToken": TOKEN}, ignore_operation_servers=True)
    )


api = client(os.environ["L10N_BASE_URL"])


def call(operation: Operation) -> Any:
    """Calls an operation with the examples of the document; the names are those of the client."""
    tag = operation["tag"]
    address = os.environ[operation["server"]]
    group = getattr(l10n, f"{tag[0].upper()}{tag[1:]}Api")(client(address))
    arguments = {one["snake"]: one["value"] for one in operation["parameters"]}
    if body := operation["body"]:
        arguments[body["snake"]] = getattr(l10n, body["schema"]).from_dict(body["value"])
    return getattr(group, operation["snake"])(**arguments)


def read_an_error() -> None:
    # Not a color of the palette.
    status = l10n.NewCustomTranslationStatus(title="Approved", color="#000001")
    try:
        l10n.CustomTranslationStatusesApi(api).create_custom_translation_status(PROJECT, status)
    except BadRequestException as refusal:
        assert isinstance(refusal.data, AnyErrorResponse)
        error = refusal.data.actual_instance
        # It has its documented envelope, or none.
        detail = error.error if isinstance(error, ErrorResponse) else error
        assert isinstance(detail, ErrorDetail), refusal.data
    else:
        raise AssertionError("the service refuses the color")


def read_pages() -> None:
    found: list[int] = []
    cursor: str | None = None
    while cursor != "":
        page = l10n.TranslationsApi(api).list_translations_with_http_info(
            PROJECT,
            filter_untranslated=l10n.QueryFlag.On,
            pagination=l10n.PaginationType.CURSOR,
            limit=2,
            cursor=cursor,
        )
        found += [translation.translation_id for translation in page.data.translations]
        # Names of headers are as the server wrote them; at the end this one is absent, or empty.
        headers = {name.lower(): value for name, value in (page.headers or {}).items()}
        cursor = headers.get("x-pagination-next-cursor", "")
    assert len(set(found)) == len(found) > 2, found


call_every_operation(call)
read_an_error()
read_pages()
