"""Every operation once with openapi-generator's `python` client: each answer is read, or raises."""

import os
from typing import Any

import l10n
from connection import api, client
from l10n import AnyErrorResponse, CustomTranslationStatusesApi, ErrorDetail, ErrorResponse
from l10n.exceptions import BadRequestException
from shared import PROJECT, Operation, call_every_operation


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
        CustomTranslationStatusesApi(api).create_custom_translation_status(PROJECT, status)
    except BadRequestException as refusal:
        assert isinstance(refusal.data, AnyErrorResponse)
        error = refusal.data.actual_instance
        # It has its documented envelope, or none.
        detail = error.error if isinstance(error, ErrorResponse) else error
        assert isinstance(detail, ErrorDetail), refusal.data
    else:
        raise AssertionError("the service refuses the color")


read_an_error()
call_every_operation(call)
