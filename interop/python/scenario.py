"""One scenario with openapi-generator's `python` client, against the sandbox: `cargo run -p l10n-sandbox`."""

import base64
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
    LanguageAccess,
    ListedRoleId,
    NewComment,
    NewComments,
    NewCustomTranslationStatus,
    ProcessesApi,
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


def upload_a_file_and_wait_for_its_process() -> None:
    data = base64.b64encode(b'{"greeting": "Hello"}').decode()
    upload = FileUpload(data=data, filename="interop/%LANG_ISO%.json", lang_iso="en")
    queued = FilesApi(api).upload_file_with_http_info(PROJECT, upload)
    assert queued.status_code == 202
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
    upload_a_file_and_wait_for_its_process,
    export_a_bundle_and_download_it,
    read_the_violations_of_an_error,
    read_a_page_by_cursor,
]

for step in STEPS:
    step()
    print("python:", step.__name__.replace("_", " "))
print(f"python: {len(STEPS)} steps")
