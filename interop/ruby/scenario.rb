# One scenario with openapi-generator's `ruby` client, against a sandbox.

require_relative "client"

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

def send_a_plural_and_read_it_back
  forms = { one: "%{count} file", other: "%{count} files" }
  english = L10n::NewKeyTranslation.new(language_iso: "en", translation: forms)
  name = "files-#{Process.clock_gettime(Process::CLOCK_REALTIME, :nanosecond)}"
  key = L10n::NewKey.new(key_name: name, platforms: ["web"], is_plural: true)
  key.translations = [english]
  keys = L10n::KeysApi.new(API)
  created = keys.create_keys(PROJECT, L10n::NewKeys.new(keys: [key]))
  # A rejected key is reported in `errors`, with status 200.
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

translate_what_french_lacks
send_a_plural_and_read_it_back
upload_a_file_and_wait_for_its_process
