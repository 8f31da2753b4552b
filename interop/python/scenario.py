"""One scenario with openapi-generator's `python` client, against a sandbox."""

import base64
import json
import time

from connection import api
from l10n import (
    FilesApi,
    FileUpload,
    KeysApi,
    LanguagesApi,
    ListedPlatform,
    NewKey,
    NewKeyName,
    NewKeys,
    NewKeyTranslation,
    PaginationType,
    ProcessesApi,
    QueryFlag,
    TranslationsApi,
    TranslationText,
    TranslationUpdate,
)
from shared import PROJECT


def untranslated(language: int) -> list[int]:
    found: list[int] = []
    cursor: str | None = None
    while True:
        answer = TranslationsApi(api).list_translations_with_http_info(
            PROJECT,
            filter_lang_id=language,
            filter_untranslated=QueryFlag.On,
            pagination=PaginationType.CURSOR,
            limit=2,
            cursor=cursor,
        )
        found += [translation.translation_id for translation in answer.data.translations]
        # Names of headers are as the server wrote them; at the end this one is absent, or empty.
        headers = {name.lower(): value for name, value in (answer.headers or {}).items()}
        cursor = headers.get("x-pagination-next-cursor")
        if not cursor:
            return found


def translate_what_french_lacks() -> None:
    languages = LanguagesApi(api).list_languages(PROJECT).languages
    # The id is a number, and text in some answers.
    french = next(one.lang_id.actual_instance for one in languages if one.lang_iso == "fr")
    first, *others = untranslated(int(str(french)))
    assert len(others) >= 2, "there is more than a page of them"
    update = TranslationUpdate(translation=TranslationText("Bonjour"), is_reviewed=True)
    translation = TranslationsApi(api).update_translation(PROJECT, first, update).translation
    assert translation.translation
    assert translation.translation.actual_instance == "Bonjour"
    assert translation.is_reviewed
    assert untranslated(int(str(french))) == others


def send_a_plural_and_read_it_back() -> None:
    forms = {"one": "%{count} file", "other": "%{count} files"}
    english = NewKeyTranslation(language_iso="en", translation=TranslationText(forms))
    key = NewKey(
        key_name=NewKeyName(f"files-{time.time_ns()}"),
        platforms=[ListedPlatform.Web],
        is_plural=True,
        translations=[english],
    )
    created = KeysApi(api).create_keys(PROJECT, NewKeys(keys=[key]))
    # A rejected key is reported in `errors`, with status 200.
    assert len(created.keys) == 1, created.errors
    read = KeysApi(api).get_key(PROJECT, created.keys[0].key_id).key
    texts = {one.language_iso: one.translation for one in read.translations or []}
    text = texts["en"] and texts["en"].actual_instance
    # The forms come as JSON in a text, or as the object that was sent.
    assert (json.loads(text) if isinstance(text, str) else text) == forms


def upload_a_file_and_wait_for_its_process() -> None:
    data = base64.b64encode(b'{"greeting": "Hello"}').decode()
    upload = FileUpload(data=data, filename="interop/%LANG_ISO%.json", lang_iso="en")
    queued = FilesApi(api).upload_file_with_http_info(PROJECT, upload)
    assert queued.status_code in (200, 202)
    process = queued.data.process
    while process.status.actual_instance not in ("finished", "failed", "cancelled"):
        time.sleep(0.05)
        process = ProcessesApi(api).get_process(PROJECT, process.process_id).process
    assert process.status.actual_instance == "finished"


translate_what_french_lacks()
send_a_plural_and_read_it_back()
upload_a_file_and_wait_for_its_process()
