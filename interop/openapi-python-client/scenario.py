"""One scenario with the client of `openapi-python-client`, against a sandbox."""

import base64
import json
import time

from connection import api
from l10n.api.files import upload_file
from l10n.api.keys import create_keys, get_key
from l10n.api.languages import list_languages
from l10n.api.processes import get_process
from l10n.api.translations import list_translations, update_translation
from l10n.models import (
    FileUpload,
    KeyResponse,
    KeysChangedResponse,
    LanguageListResponse,
    ListedPlatform,
    NewKey,
    NewKeys,
    NewKeyTranslation,
    PaginationType,
    PluralForms,
    ProcessResponse,
    QueryFlag,
    TranslationListResponse,
    TranslationResponse,
    TranslationUpdate,
)
from l10n.types import UNSET, Unset
from shared import PROJECT


def untranslated(language: int) -> list[int]:
    found: list[int] = []
    cursor: str | Unset = UNSET
    while True:
        answer = list_translations.sync_detailed(
            PROJECT,
            client=api,
            filter_lang_id=language,
            filter_untranslated=QueryFlag.ON,
            pagination=PaginationType.CURSOR,
            limit=2,
            cursor=cursor,
        )
        assert isinstance(answer.parsed, TranslationListResponse), answer
        found += [translation.translation_id for translation in answer.parsed.translations]
        # At the end the header is absent, or empty.
        cursor = answer.headers.get("X-Pagination-Next-Cursor") or UNSET
        if not cursor:
            return found


def translate_what_french_lacks() -> None:
    page = list_languages.sync(PROJECT, client=api)
    assert isinstance(page, LanguageListResponse), page
    # The id is a number, and text in some answers.
    french = next(int(one.lang_id) for one in page.languages if one.lang_iso == "fr")
    first, *others = untranslated(french)
    assert len(others) >= 2, "there is more than a page of them"
    update = TranslationUpdate(translation="Bonjour", is_reviewed=True)
    answer = update_translation.sync(PROJECT, first, client=api, body=update)
    assert isinstance(answer, TranslationResponse), answer
    assert answer.translation.translation == "Bonjour"
    assert answer.translation.is_reviewed is True
    assert untranslated(french) == others


def send_a_plural_and_read_it_back() -> None:
    forms = PluralForms()
    forms["one"] = "%{count} file"
    forms["other"] = "%{count} files"
    key = NewKey(
        key_name=f"files-{time.time_ns()}",
        platforms=[ListedPlatform.WEB],
        is_plural=True,
        translations=[NewKeyTranslation(language_iso="en", translation=forms)],
    )
    created = create_keys.sync(PROJECT, client=api, body=NewKeys(keys=[key]))
    assert isinstance(created, KeysChangedResponse), created
    # A rejected key is reported in `errors`, with status 200.
    assert len(created.keys) == 1, created.errors
    read = get_key.sync(PROJECT, created.keys[0].key_id, client=api)
    assert isinstance(read, KeyResponse), read
    texts = {one.language_iso: one.translation for one in read.key.translations or []}
    # The forms come as JSON in a text, or as the object that was sent.
    text = texts["en"]
    read_back = text.to_dict() if isinstance(text, PluralForms) else json.loads(str(text))
    assert read_back == forms.to_dict()


def upload_a_file_and_wait_for_its_process() -> None:
    data = base64.b64encode(b'{"greeting": "Hello"}').decode()
    upload = FileUpload(data=data, filename="interop/%LANG_ISO%.json", lang_iso="en")
    queued = upload_file.sync_detailed(PROJECT, client=api, body=upload)
    assert queued.status_code in (200, 202)
    answer = queued.parsed
    assert isinstance(answer, ProcessResponse), answer
    while answer.process.status not in ("finished", "failed", "cancelled"):
        time.sleep(0.05)
        read = get_process.sync(PROJECT, answer.process.process_id, client=api)
        assert isinstance(read, ProcessResponse), read
        answer = read
    assert answer.process.status == "finished"


translate_what_french_lacks()
send_a_plural_and_read_it_back()
upload_a_file_and_wait_for_its_process()
