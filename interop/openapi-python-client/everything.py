"""Every operation once: what `openapi-python-client` makes of its answer is a value, or raises."""

import importlib
import os
from typing import Any, get_args, get_type_hints

from connection import api, client
from l10n.api.custom_translation_statuses import create_custom_translation_status
from l10n.models import (
    ErrorDetail,
    ErrorResponse,
    NewCustomTranslationStatus,
    OAuthErrorResponse,
)
from shared import PROJECT, Operation, call_every_operation


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
    assert not isinstance(answer, ErrorResponse | ErrorDetail | OAuthErrorResponse), answer
    return answer


def read_an_error() -> None:
    # Not a color of the palette.
    status = NewCustomTranslationStatus(title="Approved", color="#000001")
    refused = create_custom_translation_status.sync(PROJECT, client=api, body=status)
    # It has its documented envelope, or none.
    detail = refused.error if isinstance(refused, ErrorResponse) else refused
    assert isinstance(detail, ErrorDetail), refused


read_an_error()
call_every_operation(call)
