"""Every operation once: what `openapi-python-client` makes of its answer is a value, or raises."""

import base64
import os
import time
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

import httpx
from connection import KEY, PROJECT, api, cursor_api
from l10n import Client
from l10n.api.comments import (
    create_key_comments,
    delete_key_comment,
    get_key_comment,
    list_key_comments,
    list_project_comments,
)
from l10n.api.contributors import (
    create_contributors,
    delete_all_contributors,
    delete_contributor,
    get_contributor,
    get_contributor_deletion_job,
    get_own_contributor,
    import_contributors,
    list_contributors,
    update_contributor,
)
from l10n.api.custom_translation_statuses import (
    create_custom_translation_status,
    delete_custom_translation_status,
    get_custom_translation_status,
    list_custom_translation_status_colors,
    list_custom_translation_statuses,
    update_custom_translation_status,
)
from l10n.api.files import export_files, start_export, list_files, upload_file
from l10n.api.items import list_items
from l10n.api.oauth import request_token
from l10n.api.processes import get_process, list_processes
from l10n.models import (
    CodeGrant,
    CodeGrantType,
    ColorListResponse,
    CommentListResponse,
    CommentResponse,
    ContributorImport,
    ContributorInvitation,
    ContributorInvitations,
    ContributorListResponse,
    ContributorResponse,
    ContributorUpdate,
    CustomTranslationStatusResponse,
    CustomTranslationStatusUpdate,
    DeletionJobStartedResponse,
    ErrorDetail,
    ErrorResponse,
    FileExport,
    FileUpload,
    LanguageAccess,
    NewComment,
    NewComments,
    NewCustomTranslationStatus,
    OAuthErrorResponse,
    ProcessResponse,
)

# The operations in bulk take UUIDs.
UUID_OF_PROJECT = UUID(os.environ.get("L10N_PROJECT_UUID", "01957a00-0000-7000-8000-0000000000a1"))
SOURCE = UUID(os.environ.get("L10N_SOURCE_UUID", "01957a00-0000-7000-8000-0000000000b2"))
AUTH_URL = os.environ.get("L10N_AUTH_URL", "http://127.0.0.1:8081")


def succeeded(answer: object) -> None:
    assert answer is not None
    assert not isinstance(answer, ErrorResponse | ErrorDetail | OAuthErrorResponse), answer


def use_comments() -> None:
    succeeded(list_project_comments.sync(PROJECT, client=api))
    new = NewComments(comments=[NewComment(comment="Is this still in use?")])
    created = create_key_comments.sync(PROJECT, KEY, client=api, body=new)
    assert isinstance(created, CommentResponse | CommentListResponse), created
    comment = created.comment if isinstance(created, CommentResponse) else created.comments[0]
    succeeded(list_key_comments.sync(PROJECT, KEY, client=api))
    succeeded(get_key_comment.sync(PROJECT, KEY, comment.comment_id, client=api))
    succeeded(delete_key_comment.sync(PROJECT, KEY, comment.comment_id, client=api))


def use_contributors() -> None:
    succeeded(list_contributors.sync(PROJECT, client=api))
    succeeded(get_own_contributor.sync(PROJECT, client=api))
    email = f"guest-{time.time_ns()}@sandbox.test"
    languages = [LanguageAccess(lang_iso="de", is_writable=True)]
    invitation = ContributorInvitation(email=email, languages=languages)
    invitations = ContributorInvitations(contributors=[invitation])
    invited = create_contributors.sync(PROJECT, client=api, body=invitations)
    assert isinstance(invited, ContributorResponse | ContributorListResponse), invited
    guest = (
        invited.contributor if isinstance(invited, ContributorResponse) else invited.contributors[0]
    )
    succeeded(get_contributor.sync(PROJECT, guest.user_id, client=api))
    update = ContributorUpdate(is_reviewer=True)
    succeeded(update_contributor.sync(PROJECT, guest.user_id, client=api, body=update))
    succeeded(delete_contributor.sync(PROJECT, guest.user_id, client=api))
    source = ContributorImport(from_project_uuid=SOURCE)
    succeeded(import_contributors.sync(UUID_OF_PROJECT, client=api, body=source))


def use_custom_translation_statuses() -> None:
    succeeded(list_custom_translation_statuses.sync(PROJECT, client=api))
    palette = list_custom_translation_status_colors.sync(PROJECT, client=api)
    assert isinstance(palette, ColorListResponse), palette
    new = NewCustomTranslationStatus(title="Approved", color=palette.colors[0])
    created = create_custom_translation_status.sync(PROJECT, client=api, body=new)
    assert isinstance(created, CustomTranslationStatusResponse), created
    status_id = created.custom_translation_status.status_id
    succeeded(get_custom_translation_status.sync(PROJECT, status_id, client=api))
    update = CustomTranslationStatusUpdate(title="Checked")
    succeeded(update_custom_translation_status.sync(PROJECT, status_id, client=api, body=update))
    succeeded(delete_custom_translation_status.sync(PROJECT, status_id, client=api))


def use_files_and_processes() -> None:
    succeeded(list_files.sync(PROJECT, client=api))
    data = base64.b64encode(b'{"greeting": "Hello"}').decode()
    upload = FileUpload(data=data, filename="interop/%LANG_ISO%.json", lang_iso="en")
    queued = upload_file.sync(PROJECT, client=api, body=upload)
    assert isinstance(queued, ProcessResponse), queued
    export = FileExport(format_="json", original_filenames=True)
    succeeded(export_files.sync(PROJECT, client=api, body=export))
    succeeded(start_export.sync(PROJECT, client=api, body=export))
    succeeded(list_processes.sync(PROJECT, client=api))
    succeeded(get_process.sync(PROJECT, queued.process.process_id, client=api))


def use_items() -> None:
    succeeded(list_items.sync(PROJECT, client=cursor_api, limit=2))


def request_a_token() -> None:
    # The sandbox's user grants everything; a user of the service is asked in a browser.
    wish = {"client_id": "sandbox-app", "scope": "read_comments", "state": "x"}
    wish["redirect_uri"] = "https://app.sandbox.test/callback"
    answer = httpx.get(f"{AUTH_URL}/oauth2/auth", params=wish)
    code = parse_qs(urlsplit(answer.headers["location"]).query)["code"][0]
    grant = CodeGrant(
        grant_type=CodeGrantType.AUTHORIZATION_CODE,
        client_id="sandbox-app",
        client_secret="sandbox-app-secret",
        code=code,
    )
    succeeded(request_token.sync(client=Client(base_url=AUTH_URL), body=grant))


def read_errors() -> None:
    # Not a color of the palette.
    status = NewCustomTranslationStatus(title="Approved", color="#000001")
    refused = create_custom_translation_status.sync(PROJECT, client=api, body=status)
    assert isinstance(refused, ErrorResponse), refused
    missing = get_key_comment.sync(PROJECT, KEY, 1, client=api)
    assert isinstance(missing, ErrorResponse), missing


def delete_everyone() -> None:
    job = delete_all_contributors.sync(UUID_OF_PROJECT, client=api)
    assert isinstance(job, DeletionJobStartedResponse), job
    succeeded(get_contributor_deletion_job.sync(UUID_OF_PROJECT, job.job_id, client=api))


use_comments()
use_contributors()
use_custom_translation_statuses()
use_files_and_processes()
use_items()
request_a_token()
read_errors()
delete_everyone()
print("openapi-python-client: every operation")
