# One scenario with openapi-generator's `ruby` client, against the sandbox: `cargo run -p
# l10n-sandbox`.

require_relative "client"
require "net/http"

def emails
  L10n::ContributorsApi.new(API).list_contributors(PROJECT, limit: 5000).contributors.map(&:email)
end

def list_the_contributors
  check(emails.include?("owner@sandbox.test"), "the owner is in the list")
end

def invite_a_contributor
  email = "guest-#{Process.clock_gettime(Process::CLOCK_REALTIME, :nanosecond)}@sandbox.test"
  languages = [L10n::LanguageAccess.new(lang_iso: "de", is_writable: true)]
  invitation = L10n::ContributorInvitation.new(email: email, languages: languages, role_id: 5)
  invitations = L10n::ContributorInvitations.new(contributors: [invitation])
  answer = L10n::ContributorsApi.new(API).create_contributors(PROJECT, invitations)
  # The service answers one contributor, or a list.
  invited = answer.is_a?(L10n::ContributorResponse) ? [answer.contributor] : answer.contributors
  check(invited.map(&:email) == [email], "the answer names who was invited")
  check(emails.include?(email), "the invited contributor is in the list")
end

def add_a_comment
  text = "Is this still in use?"
  comments = L10n::NewComments.new(comments: [L10n::NewComment.new(comment: text)])
  answer = L10n::CommentsApi.new(API).create_key_comments(PROJECT, KEY, comments)
  added = answer.is_a?(L10n::CommentResponse) ? [answer.comment] : answer.comments
  check(added.map(&:comment) == [text], "the text comes back")
end

def untranslated(language)
  found = []
  query = { filter_lang_id: language, filter_untranslated: 1, pagination: "cursor", limit: 2 }
  loop do
    translations = L10n::TranslationsApi.new(API)
    page, _, headers = translations.list_translations_with_http_info(PROJECT, query)
    found += page.translations.map(&:translation_id)
    query[:cursor] = headers["X-Pagination-Next-Cursor"]
    # At the end the header is absent, or empty.
    return found if query[:cursor].to_s.empty?
  end
end

def translate_what_french_lacks
  languages = L10n::LanguagesApi.new(API).list_languages(PROJECT).languages
  # The id is a number, and text in some answers.
  french = Integer(languages.find { |language| language.lang_iso == "fr" }.lang_id)
  first, *others = untranslated(french)
  check(others.length >= 2, "there is more than a page of them")
  update = L10n::TranslationUpdate.new(translation: "Bonjour", is_reviewed: true)
  answer = L10n::TranslationsApi.new(API).update_translation(PROJECT, first, update).translation
  check(answer.translation == "Bonjour" && answer.is_reviewed, "it is translated and reviewed")
  check(untranslated(french) == others, "the others are left")
end

def comment_on_a_key_of_which_the_name_is_known
  keys = L10n::KeysApi.new(API).list_keys(PROJECT, filter_keys: ["cart::total"]).keys
  check(keys.length == 1, "a name is that of one key")
  comment = L10n::NewComment.new(comment: "With or without tax?")
  comments = L10n::NewComments.new(comments: [comment])
  L10n::CommentsApi.new(API).create_key_comments(PROJECT, keys.first.key_id, comments)
end

def send_a_plural_and_read_it_back
  forms = { one: "%{count} file", other: "%{count} files" }
  english = L10n::NewKeyTranslation.new(language_iso: "en", translation: forms)
  name = "files-#{Process.clock_gettime(Process::CLOCK_REALTIME, :nanosecond)}"
  key = L10n::NewKey.new(key_name: name, platforms: ["web"], is_plural: true)
  key.translations = [english]
  keys = L10n::KeysApi.new(API)
  created = keys.create_keys(PROJECT, L10n::NewKeys.new(keys: [key]))
  # What is refused is told in `errors`, with status 200.
  check(created.keys.length == 1, "the key is created, and not #{created.errors}")
  read = keys.get_key(PROJECT, created.keys.first.key_id).key
  text = read.translations.find { |translation| translation.language_iso == "en" }.translation
  # The forms come as JSON in a text, or as the object that was sent.
  text = JSON.parse(text, symbolize_names: true) if text.is_a?(String)
  check(text == forms, "the forms come back")
end

def upload_a_file_and_wait_for_its_process
  data = ['{"greeting": "Hello"}'].pack("m0")
  upload = L10n::FileUpload.new(data: data, filename: "interop/%LANG_ISO%.json", lang_iso: "en")
  queued, status, = L10n::FilesApi.new(API).upload_file_with_http_info(PROJECT, upload)
  check([200, 202].include?(status), "the file is queued")
  process = queued.process
  until %w[finished failed cancelled].include?(process.status)
    sleep(0.05)
    process = L10n::ProcessesApi.new(API).get_process(PROJECT, process.process_id).process
  end
  check(process.status == "finished", "the process finishes")
end

def export_a_bundle_and_download_it
  export = L10n::FileExport.new(format: "json", original_filenames: true)
  address = L10n::FilesApi.new(API).export_files(PROJECT, export).bundle_url
  # The bundle is on another host: no credential goes there.
  bundle = Net::HTTP.get_response(URI(address))
  check(bundle.code == "200", "the bundle is there")
  check(bundle.body.start_with?("PK"), "the bundle is a zip file")
end

def read_the_violations_of_an_error
  # Not a color of the palette.
  status = L10n::NewCustomTranslationStatus.new(title: "Approved", color: "#000001")
  statuses = L10n::CustomTranslationStatusesApi.new(API)
  error = refusal(400) { statuses.create_custom_translation_status(PROJECT, status) }
  check(error.violations.keys == ["color"], "the violations name the field")
end

def read_a_page_by_cursor
  items = L10n::ItemsApi.new(CURSOR_API)
  first = items.list_items(PROJECT, limit: 2)
  check(first.data.length == 2, "the page is as large as asked")
  check(first.meta.has_more && first.meta.cursor, "a cursor leads to more items")
  second = items.list_items(PROJECT, limit: 2, after: first.meta.cursor)
  check(second.data != first.data, "the next page is another one")
end

STEPS = %i[
  list_the_contributors
  invite_a_contributor
  add_a_comment
  translate_what_french_lacks
  comment_on_a_key_of_which_the_name_is_known
  send_a_plural_and_read_it_back
  upload_a_file_and_wait_for_its_process
  export_a_bundle_and_download_it
  read_the_violations_of_an_error
  read_a_page_by_cursor
].freeze

STEPS.each do |step|
  send(step)
  puts "ruby: #{step.to_s.tr("_", " ")}"
end
puts "ruby: #{STEPS.length} steps"
