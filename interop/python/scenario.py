"""One scenario with openapi-generator's `python` client, against the sandbox:
`cargo run -p l10n-sandbox`."""

import base64
import json
import time
from collections.abc import Callable

import urllib3
from connection import KEY, PROJECT, api, cursor_api
from l10n import (
    AnyErrorResponse,
    CommentListResponse,
    CommentResponse,
    CommentsApi,
    ContributorInvitation,
    ContributorInvitations,
    ContributorListResponse,
    ContributorResponse,
    ContributorsApi,
    CustomTranslationStatusesApi,
    ErrorResponse,
    FileExport,
    FilesApi,
    FileUpload,
    ItemsApi,
    KeysApi,
    LanguageAccess,
    LanguagesApi,
    ListedPlatform,
    ListedRoleId,
    NewComment,
    NewComments,
    NewCustomTranslationStatus,
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
from l10n.exceptions import BadRequestException


def emails() -> list[str | None]:
    page = ContributorsApi(api).list_contributors(PROJECT, limit=5000)
    return [contributor.email for contributor in page.contributors]


def list_the_contributors() -> None:
    assert "owner@sandbox.test" in emails()


def invite_a_contributor() -> None:
    email = f"guest-{time.time_ns()}@sandbox.test"
    languages = [LanguageAccess(lang_iso="de", is_writable=True)]
    invitation = ContributorInvitation(
        email=email, languages=languages, role_id=ListedRoleId.Translator
    )
    invitations = ContributorInvitations(contributors=[invitation])
    # The service answers one contributor, or a list.
    answer = ContributorsApi(api).create_contributors(PROJECT, invitations).actual_instance
    assert isinstance(answer, ContributorResponse | ContributorListResponse)
    invited = (
        [answer.contributor] if isinstance(answer, ContributorResponse) else answer.contributors
    )
    assert [contributor.email for contributor in invited] == [email]
    assert email in emails(), "the invited contributor is in the list"


def add_a_comment() -> None:
    comments = NewComments(comments=[NewComment(comment="Is this still in use?")])
    answer = CommentsApi(api).create_key_comments(PROJECT, KEY, comments).actual_instance
    assert isinstance(answer, CommentResponse | CommentListResponse)
    added = [answer.comment] if isinstance(answer, CommentResponse) else answer.comments
    assert [comment.comment for comment in added] == ["Is this still in use?"]


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


def comment_on_a_key_of_which_the_name_is_known() -> None:
    [key] = KeysApi(api).list_keys(PROJECT, filter_keys=["cart::total"]).keys
    comments = NewComments(comments=[NewComment(comment="With or without tax?")])
    CommentsApi(api).create_key_comments(PROJECT, key.key_id, comments)


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
    # What is refused is told in `errors`, with status 200.
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


def export_a_bundle_and_download_it() -> None:
    answer = FilesApi(api).export_files(PROJECT, FileExport(format="json", original_filenames=True))
    # The bundle is on another host: no credential goes there.
    bundle = urllib3.request("GET", answer.bundle_url.get_secret_value())
    assert bundle.status == 200
    assert bundle.data.startswith(b"PK"), "the bundle is a zip file"


def read_the_violations_of_an_error() -> None:
    status = NewCustomTranslationStatus(title="Approved", color="#000001")
    try:
        CustomTranslationStatusesApi(api).create_custom_translation_status(PROJECT, status)
    except BadRequestException as refusal:
        assert isinstance(refusal.data, AnyErrorResponse)
        error = refusal.data.actual_instance
        assert isinstance(error, ErrorResponse)
        assert list(error.error.violations or {}) == ["color"]
    else:
        raise AssertionError("the service refuses")


def read_a_page_by_cursor() -> None:
    items = ItemsApi(cursor_api)
    first = items.list_items(PROJECT, limit=2)
    assert len(first.data) == 2
    assert first.meta.has_more and first.meta.cursor, (
        "there are more items, and a cursor leads to them"
    )
    second = items.list_items(PROJECT, limit=2, after=first.meta.cursor)
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
    print("python:", step.__name__.replace("_", " "))
print(f"python: {len(STEPS)} steps")
