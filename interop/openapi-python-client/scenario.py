"""One scenario with the client of `openapi-python-client`, against the sandbox:
`cargo run -p l10n-sandbox`."""

import base64
import json
import time
from collections.abc import Callable

import httpx
from connection import KEY, PROJECT, api, cursor_api
from l10n.api.comments import create_key_comments
from l10n.api.contributors import create_contributors, list_contributors
from l10n.api.custom_translation_statuses import create_custom_translation_status
from l10n.api.files import export_files, upload_file
from l10n.api.items import list_items
from l10n.api.keys import create_keys, get_key, list_keys
from l10n.api.languages import list_languages
from l10n.api.processes import get_process
from l10n.api.translations import list_translations, update_translation
from l10n.models import (
    BundleResponse,
    CommentListResponse,
    CommentResponse,
    ContributorInvitation,
    ContributorInvitations,
    ContributorListResponse,
    ContributorResponse,
    ErrorResponse,
    FileExport,
    FileUpload,
    ItemListResponse,
    KeyListResponse,
    KeyResponse,
    KeysChangedResponse,
    LanguageAccess,
    LanguageListResponse,
    ListedPlatform,
    ListedRoleId,
    NewComment,
    NewComments,
    NewCustomTranslationStatus,
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


def emails() -> list[str | None | Unset]:
    page = list_contributors.sync(PROJECT, client=api, limit=5000)
    assert isinstance(page, ContributorListResponse), page
    return [contributor.email for contributor in page.contributors]


def list_the_contributors() -> None:
    assert "owner@sandbox.test" in emails()


def invite_a_contributor() -> None:
    email = f"guest-{time.time_ns()}@sandbox.test"
    languages = [LanguageAccess(lang_iso="de", is_writable=True)]
    invitation = ContributorInvitation(
        email=email, languages=languages, role_id=ListedRoleId.TRANSLATOR
    )
    answer = create_contributors.sync(
        PROJECT, client=api, body=ContributorInvitations(contributors=[invitation])
    )
    # The service answers one contributor, or a list.
    assert isinstance(answer, ContributorResponse | ContributorListResponse), answer
    invited = (
        [answer.contributor] if isinstance(answer, ContributorResponse) else answer.contributors
    )
    assert [contributor.email for contributor in invited] == [email]
    assert email in emails(), "the invited contributor is in the list"


def add_a_comment() -> None:
    comments = NewComments(comments=[NewComment(comment="Is this still in use?")])
    answer = create_key_comments.sync(PROJECT, KEY, client=api, body=comments)
    assert isinstance(answer, CommentResponse | CommentListResponse), answer
    added = [answer.comment] if isinstance(answer, CommentResponse) else answer.comments
    assert [comment.comment for comment in added] == ["Is this still in use?"]


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


def comment_on_a_key_of_which_the_name_is_known() -> None:
    page = list_keys.sync(PROJECT, client=api, filter_keys=["cart::total"])
    assert isinstance(page, KeyListResponse), page
    [key] = page.keys
    comments = NewComments(comments=[NewComment(comment="With or without tax?")])
    answer = create_key_comments.sync(PROJECT, key.key_id, client=api, body=comments)
    assert isinstance(answer, CommentResponse | CommentListResponse), answer


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
    # What is refused is told in `errors`, with status 200.
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


def export_a_bundle_and_download_it() -> None:
    answer = export_files.sync(
        PROJECT, client=api, body=FileExport(format_="json", original_filenames=True)
    )
    assert isinstance(answer, BundleResponse), answer
    # The bundle is on another host: no credential goes there.
    bundle = httpx.get(answer.bundle_url)
    assert bundle.status_code == 200
    assert bundle.content.startswith(b"PK"), "the bundle is a zip file"


def read_the_violations_of_an_error() -> None:
    status = NewCustomTranslationStatus(title="Approved", color="#000001")
    answer = create_custom_translation_status.sync_detailed(PROJECT, client=api, body=status)
    assert answer.status_code == 400
    assert isinstance(answer.parsed, ErrorResponse), answer.parsed
    violations = answer.parsed.error.violations
    assert violations
    assert violations.additional_keys == ["color"]


def read_a_page_by_cursor() -> None:
    first = list_items.sync(PROJECT, client=cursor_api, limit=2)
    assert isinstance(first, ItemListResponse), first
    assert len(first.data) == 2
    assert first.meta.has_more
    assert first.meta.cursor, "a cursor leads to more items"
    second = list_items.sync(PROJECT, client=cursor_api, limit=2, after=first.meta.cursor)
    assert isinstance(second, ItemListResponse), second
    assert second.data != first.data


STEPS: list[Callable[[], None]] = [
    list_the_contributors,
    invite_a_contributor,
    add_a_comment,
    translate_what_french_lacks,
    comment_on_a_key_of_which_the_name_is_known,
    send_a_plural_and_read_it_back,
    upload_a_file_and_wait_for_its_process,
    export_a_bundle_and_download_it,
    read_the_violations_of_an_error,
    read_a_page_by_cursor,
]

for step in STEPS:
    step()
    print("openapi-python-client:", step.__name__.replace("_", " "))
print(f"openapi-python-client: {len(STEPS)} steps")
