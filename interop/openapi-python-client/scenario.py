"""One scenario with the client of `openapi-python-client`, against the sandbox: `cargo run -p l10n-sandbox`."""

import base64
import time
from collections.abc import Callable

import httpx
from connection import KEY, PROJECT, api, cursor_api
from l10n.api.comments import create_key_comments
from l10n.api.contributors import create_contributors, list_contributors
from l10n.api.custom_translation_statuses import create_custom_translation_status
from l10n.api.files import export_files, upload_file
from l10n.api.items import list_items
from l10n.api.processes import get_process
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
    LanguageAccess,
    ListedRoleId,
    NewComment,
    NewComments,
    NewCustomTranslationStatus,
    ProcessResponse,
)
from l10n.types import Unset


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


def upload_a_file_and_wait_for_its_process() -> None:
    data = base64.b64encode(b'{"greeting": "Hello"}').decode()
    upload = FileUpload(data=data, filename="interop/%LANG_ISO%.json", lang_iso="en")
    queued = upload_file.sync_detailed(PROJECT, client=api, body=upload)
    assert queued.status_code == 202
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
    upload_a_file_and_wait_for_its_process,
    export_a_bundle_and_download_it,
    read_the_violations_of_an_error,
    read_a_page_by_cursor,
]

for step in STEPS:
    step()
    print("openapi-python-client:", step.__name__.replace("_", " "))
print(f"openapi-python-client: {len(STEPS)} steps")
