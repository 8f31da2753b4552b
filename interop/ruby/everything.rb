# Every operation with openapi-generator's `ruby` client: what it answers is read into its type, or
# raises.

require "l10n"
require "net/http"

PROJECT = ENV.fetch("L10N_PROJECT")

def client(base_url)
  uri = URI(base_url)
  configuration = L10n::Configuration.new do |settings|
    settings.scheme = uri.scheme
    settings.host = "#{uri.host}:#{uri.port}"
    settings.base_path = uri.path
    settings.api_key["X-Api-Token"] = ENV.fetch("L10N_TOKEN")
    # The addresses of the document are the sandbox's defaults: the one given here holds for every
    # operation.
    settings.ignore_operation_servers = true
  end
  L10n::ApiClient.new(configuration)
end

API = client(ENV.fetch("L10N_BASE_URL"))

def check(holds, what)
  raise "it does not hold that #{what}" unless holds
end

# A value of JSON as its model, where it has one.
def model(schema, value)
  type = L10n.const_get(schema)
  type.respond_to?(:build_from_hash) ? type.build_from_hash(value) : type.build(value)
end

# Calls an operation with the examples of the document; the names are those of the client.
def call(operation)
  tag, server, body = operation.values_at(:tag, :server, :body)
  group = L10n.const_get("#{tag[0].upcase}#{tag[1..]}Api").new(client(ENV.fetch(server)))
  arguments = operation[:parameters].to_h { |one| [one[:snake].to_sym, one[:value]] }
  arguments[body[:snake].to_sym] = model(body[:schema], body[:value]) if body
  method = group.method(operation[:snake])
  needed = method.parameters.filter_map { |kind, name| name if kind == :req }
  method.call(*needed.map { |name| arguments.fetch(name) })
end

def call_every_operation
  text = File.read("target/interop/operations.json")
  text = text.gsub(/\$(L10N_\w+)/) { ENV.fetch(Regexp.last_match(1)) }
  operations = JSON.parse(text, symbolize_names: true)
  operations.each do |operation|
    check(call(operation), "the answer is read into a type")
    next if operation[:method] == "GET"

    Net::HTTP.post(URI("#{ENV.fetch("L10N_CONTROL_URL")}/seed"), "")
  rescue StandardError => error
    raise "#{operation[:id]} is not read: #{error.message}"
  end
  puts "#{operations.uniq { |one| one[:id] }.size} operations, #{operations.size} calls"
end

def read_an_error
  # Not a color of the palette.
  status = L10n::NewCustomTranslationStatus.new(title: "Approved", color: "#000001")
  L10n::CustomTranslationStatusesApi.new(API).create_custom_translation_status(PROJECT, status)
rescue L10n::ApiError => error
  check(error.code == 400, "the service answers 400")
  body = JSON.parse(error.response_body, symbolize_names: true)
  # It has its documented envelope, or none.
  read = L10n::ErrorResponse.build_from_hash(body).error if body.key?(:error)
  check(read || L10n::ErrorDetail.build_from_hash(body), "the error is read")
else
  raise "the service refuses the color"
end

def read_pages
  found = []
  query = { filter_untranslated: 1, pagination: "cursor", limit: 2 }
  # At the end the header is absent, or empty.
  until query[:cursor] == ""
    translations = L10n::TranslationsApi.new(API)
    page, _, headers = translations.list_translations_with_http_info(PROJECT, query)
    found += page.translations.map(&:translation_id)
    query[:cursor] = headers["X-Pagination-Next-Cursor"].to_s
  end
  check(found.uniq == found && found.size > 2, "there are pages")
end

call_every_operation
read_an_error
read_pages
