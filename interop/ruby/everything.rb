# Every operation once with openapi-generator's `ruby` client: what it answers is read into its
# type, or raises.

require_relative "client"
require "net/http"

# The operations in bulk take UUIDs.
PROJECT_UUID = ENV.fetch("L10N_PROJECT_UUID", "01957a00-0000-7000-8000-0000000000a1")
SOURCE = ENV.fetch("L10N_SOURCE_UUID", "01957a00-0000-7000-8000-0000000000b2")
AUTH_URL = ENV.fetch("L10N_AUTH_URL", "http://127.0.0.1:8081")

COMMENTS = L10n::CommentsApi.new(API)
CONTRIBUTORS = L10n::ContributorsApi.new(API)
STATUSES = L10n::CustomTranslationStatusesApi.new(API)
FILES = L10n::FilesApi.new(API)
PROCESSES = L10n::ProcessesApi.new(API)

def use_comments
  COMMENTS.list_project_comments(PROJECT)
  new = L10n::NewComments.new(comments: [L10n::NewComment.new(comment: "Is this still in use?")])
  created = COMMENTS.create_key_comments(PROJECT, KEY, new)
  comment = created.is_a?(L10n::CommentResponse) ? created.comment : created.comments.first
  COMMENTS.list_key_comments(PROJECT, KEY)
  COMMENTS.get_key_comment(PROJECT, KEY, comment.comment_id)
  COMMENTS.delete_key_comment(PROJECT, KEY, comment.comment_id)
end

def use_contributors
  CONTRIBUTORS.list_contributors(PROJECT)
  CONTRIBUTORS.get_own_contributor(PROJECT)
  email = "guest-#{Process.clock_gettime(Process::CLOCK_REALTIME, :nanosecond)}@sandbox.test"
  languages = [L10n::LanguageAccess.new(lang_iso: "de", is_writable: true)]
  invitation = L10n::ContributorInvitation.new(email: email, languages: languages)
  invitations = L10n::ContributorInvitations.new(contributors: [invitation])
  invited = CONTRIBUTORS.create_contributors(PROJECT, invitations)
  one = invited.is_a?(L10n::ContributorResponse)
  guest = one ? invited.contributor : invited.contributors.first
  CONTRIBUTORS.get_contributor(PROJECT, guest.user_id)
  update = L10n::ContributorUpdate.new(is_reviewer: true)
  CONTRIBUTORS.update_contributor(PROJECT, guest.user_id, update)
  CONTRIBUTORS.delete_contributor(PROJECT, guest.user_id)
  source = L10n::ContributorImport.new(from_project_uuid: SOURCE)
  CONTRIBUTORS.import_contributors(PROJECT_UUID, source)
end

def use_custom_translation_statuses
  STATUSES.list_custom_translation_statuses(PROJECT)
  color = STATUSES.list_custom_translation_status_colors(PROJECT).colors.first
  new = L10n::NewCustomTranslationStatus.new(title: "Approved", color: color)
  id = STATUSES.create_custom_translation_status(PROJECT, new).custom_translation_status.status_id
  check(STATUSES.get_custom_translation_status(PROJECT, id), "the status is read into a type")
  update = L10n::CustomTranslationStatusUpdate.new(title: "Checked")
  STATUSES.update_custom_translation_status(PROJECT, id, update)
  STATUSES.delete_custom_translation_status(PROJECT, id)
end

def use_files_and_processes
  FILES.list_files(PROJECT)
  data = ['{"greeting": "Hello"}'].pack("m0")
  upload = L10n::FileUpload.new(data: data, filename: "interop/%LANG_ISO%.json", lang_iso: "en")
  process = FILES.upload_file(PROJECT, upload).process
  export = L10n::FileExport.new(format: "json", original_filenames: true)
  FILES.export_files(PROJECT, export)
  FILES.start_export(PROJECT, export)
  PROCESSES.list_processes(PROJECT)
  PROCESSES.get_process(PROJECT, process.process_id)
end

def request_a_token
  # The sandbox's user grants everything; a user of the service is asked in a browser.
  wish = { client_id: "sandbox-app", scope: "read_comments", state: "x" }
  wish[:redirect_uri] = "https://app.sandbox.test/callback"
  redirect = Net::HTTP.get_response(URI("#{AUTH_URL}/oauth2/auth?#{URI.encode_www_form(wish)}"))
  code = URI.decode_www_form(URI(redirect["location"]).query).assoc("code").last
  grant = L10n::CodeGrant.new(
    grant_type: "authorization_code",
    client_id: "sandbox-app",
    client_secret: "sandbox-app-secret",
    code: code
  )
  L10n::OauthApi.new(client(AUTH_URL)).request_token(grant)
end

def read_errors
  # Not a color of the palette.
  status = L10n::NewCustomTranslationStatus.new(title: "Approved", color: "#000001")
  refused = refusal(400) { STATUSES.create_custom_translation_status(PROJECT, status) }
  check(refused, "the error is read")
  check(refusal(404) { COMMENTS.get_key_comment(PROJECT, KEY, 1) }, "the error is read")
end

def delete_all_contributors
  job_id = CONTRIBUTORS.delete_all_contributors(PROJECT_UUID).job_id
  CONTRIBUTORS.get_contributor_deletion_job(PROJECT_UUID, job_id)
end

use_comments
use_contributors
use_custom_translation_statuses
use_files_and_processes
L10n::ItemsApi.new(CURSOR_API).list_items(PROJECT, limit: 2)
request_a_token
read_errors
delete_all_contributors
puts "ruby: every operation"
