"""Every operation once with openapi-generator's `python` client: each answer is read, or raises."""

import base64
import os
import time
from urllib.parse import parse_qs, urlencode, urlsplit
from uuid import UUID

import urllib3
from connection import KEY, PROJECT, api, client, cursor_api
from l10n import (
    AnyErrorResponse,
    CodeGrant,
    CodeGrantType,
    CommentListResponse,
    CommentResponse,
    CommentsApi,
    ContributorImport,
    ContributorInvitation,
    ContributorInvitations,
    ContributorListResponse,
    ContributorResponse,
    ContributorsApi,
    ContributorUpdate,
    CustomTranslationStatusesApi,
    CustomTranslationStatusUpdate,
    ErrorResponse,
    FileExport,
    FilesApi,
    FileUpload,
    ItemsApi,
    LanguageAccess,
    NewComment,
    NewComments,
    NewCustomTranslationStatus,
    OauthApi,
    ProcessesApi,
    TokenRequest,
)
from l10n.exceptions import BadRequestException, NotFoundException
from pydantic import SecretStr

# The operations in bulk take UUIDs.
UUID_OF_PROJECT = UUID(os.environ.get("L10N_PROJECT_UUID", "01957a00-0000-7000-8000-0000000000a1"))
SOURCE = UUID(os.environ.get("L10N_SOURCE_UUID", "01957a00-0000-7000-8000-0000000000b2"))
AUTH_URL = os.environ.get("L10N_AUTH_URL", "http://127.0.0.1:8081")
comments = CommentsApi(api)
contributors = ContributorsApi(api)
statuses = CustomTranslationStatusesApi(api)
files = FilesApi(api)
processes = ProcessesApi(api)


def use_comments() -> None:
    comments.list_project_comments(PROJECT)
    new = NewComments(comments=[NewComment(comment="Is this still in use?")])
    created = comments.create_key_comments(PROJECT, KEY, new).actual_instance
    assert isinstance(created, CommentResponse | CommentListResponse)
    comment = created.comment if isinstance(created, CommentResponse) else created.comments[0]
    comments.list_key_comments(PROJECT, KEY)
    comments.get_key_comment(PROJECT, KEY, comment.comment_id)
    comments.delete_key_comment(PROJECT, KEY, comment.comment_id)


def use_contributors() -> None:
    contributors.list_contributors(PROJECT)
    contributors.get_own_contributor(PROJECT)
    email = f"guest-{time.time_ns()}@sandbox.test"
    languages = [LanguageAccess(lang_iso="de", is_writable=True)]
    invitation = ContributorInvitation(email=email, languages=languages)
    invitations = ContributorInvitations(contributors=[invitation])
    invited = contributors.create_contributors(PROJECT, invitations).actual_instance
    assert isinstance(invited, ContributorResponse | ContributorListResponse)
    guest = (
        invited.contributor if isinstance(invited, ContributorResponse) else invited.contributors[0]
    )
    contributors.get_contributor(PROJECT, guest.user_id)
    contributors.update_contributor(PROJECT, guest.user_id, ContributorUpdate(is_reviewer=True))
    contributors.delete_contributor(PROJECT, guest.user_id)
    contributors.import_contributors(UUID_OF_PROJECT, ContributorImport(from_project_uuid=SOURCE))


def use_custom_translation_statuses() -> None:
    statuses.list_custom_translation_statuses(PROJECT)
    color = statuses.list_custom_translation_status_colors(PROJECT).colors[0]
    new = NewCustomTranslationStatus(title="Approved", color=color)
    created = statuses.create_custom_translation_status(PROJECT, new)
    status_id = created.custom_translation_status.status_id
    statuses.get_custom_translation_status(PROJECT, status_id)
    update = CustomTranslationStatusUpdate(title="Checked")
    statuses.update_custom_translation_status(PROJECT, status_id, update)
    statuses.delete_custom_translation_status(PROJECT, status_id)


def use_files_and_processes() -> None:
    files.list_files(PROJECT)
    data = base64.b64encode(b'{"greeting": "Hello"}').decode()
    upload = FileUpload(data=data, filename="interop/%LANG_ISO%.json", lang_iso="en")
    process = files.upload_file(PROJECT, upload).process
    export = FileExport(format="json", original_filenames=True)
    files.export_files(PROJECT, export)
    files.start_export(PROJECT, export)
    processes.list_processes(PROJECT)
    processes.get_process(PROJECT, process.process_id)


def use_items() -> None:
    ItemsApi(cursor_api).list_items(PROJECT, limit=2)


def request_a_token() -> None:
    # The sandbox's user grants everything; a user of the service is asked in a browser.
    wish = {"client_id": "sandbox-app", "scope": "read_comments", "state": "x"}
    wish["redirect_uri"] = "https://app.sandbox.test/callback"
    answer = urllib3.request("GET", f"{AUTH_URL}/oauth2/auth?{urlencode(wish)}", redirect=False)
    code = parse_qs(urlsplit(answer.headers["location"]).query)["code"][0]
    grant = CodeGrant(
        grant_type=CodeGrantType.AUTHORIZATION_CODE,
        client_id="sandbox-app",
        client_secret=SecretStr("sandbox-app-secret"),
        code=SecretStr(code),
    )
    OauthApi(client(AUTH_URL)).request_token(TokenRequest(grant))


def read_errors() -> None:
    # Not a color of the palette.
    status = NewCustomTranslationStatus(title="Approved", color="#000001")
    try:
        statuses.create_custom_translation_status(PROJECT, status)
    except BadRequestException as refusal:
        assert isinstance(refusal.data, AnyErrorResponse)
        assert isinstance(refusal.data.actual_instance, ErrorResponse), refusal.data
    else:
        raise AssertionError("the service refuses the color")
    try:
        comments.get_key_comment(PROJECT, KEY, 1)
    except NotFoundException as refusal:
        assert refusal.data is not None
    else:
        raise AssertionError("there is no such comment")


def delete_all_contributors() -> None:
    job = contributors.delete_all_contributors(UUID_OF_PROJECT)
    contributors.get_contributor_deletion_job(UUID_OF_PROJECT, job.job_id)


use_comments()
use_contributors()
use_custom_translation_statuses()
use_files_and_processes()
use_items()
request_a_token()
read_errors()
delete_all_contributors()
print("python: every operation")
