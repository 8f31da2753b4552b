# Every operation once with openapi-generator's `ruby` client: what it answers is read into its
# type, or raises.

require_relative "client"
require "net/http"

AUTH_URL = ENV.fetch("L10N_AUTH_URL", "http://127.0.0.1:8081")
CONTROL_URL = ENV.fetch("L10N_CONTROL_URL", "http://127.0.0.1:8084")
OPERATIONS = JSON.parse(File.read("target/interop/operations.json"), symbolize_names: true)

# A value of JSON as its model, where it has one.
def model(schema, value)
  type = L10n.const_get(schema)
  type.respond_to?(:build_from_hash) ? type.build_from_hash(value) : type.build(value)
end

# Calls an operation with the examples of the document; the names are those of the client.
def call(operation)
  tag, server, body = operation.values_at(:tag, :server, :body)
  address = ENV.fetch(server[:setting], server[:address])
  group = L10n.const_get("#{tag[0].upcase}#{tag[1..]}Api").new(client(address))
  arguments = operation[:parameters].to_h { |one| [one[:snake].to_sym, one[:value]] }
  arguments[body[:snake].to_sym] = model(body[:schema], body[:value]) if body
  method = group.method(operation[:snake])
  needed = method.parameters.filter_map { |kind, name| name if kind == :req }
  method.call(*needed.map { |name| arguments.fetch(name) })
end

# The sandbox's user grants everything; a user of the service is asked in a browser.
def code
  grant = { client_id: "sandbox-app", scope: "read_comments", state: "x" }
  grant[:redirect_uri] = "https://app.sandbox.test/callback"
  redirect = Net::HTTP.get_response(URI("#{AUTH_URL}/oauth2/auth?#{URI.encode_www_form(grant)}"))
  URI.decode_www_form(URI(redirect["location"]).query).assoc("code").last
end

# What no example can show: a job, and a code.
def give(operation)
  case operation[:id]
  when "getContributorDeletionJob"
    deletion = OPERATIONS.find { |one| one[:id] == "deleteAllContributors" }
    job = operation[:parameters].find { |one| one[:snake] == "job_id" }
    job[:value] = call(deletion).job_id
  when "requestToken"
    operation[:body][:value][:code] = code
  end
end

def read_errors
  # Not a color of the palette.
  status = L10n::NewCustomTranslationStatus.new(title: "Approved", color: "#000001")
  statuses = L10n::CustomTranslationStatusesApi.new(API)
  refused = refusal(400) { statuses.create_custom_translation_status(PROJECT, status) }
  check(refused, "the error is read")
  comments = L10n::CommentsApi.new(API)
  check(refusal(404) { comments.get_key_comment(PROJECT, KEY, 1) }, "the error is read")
end

OPERATIONS.each do |operation|
  Net::HTTP.post(URI("#{CONTROL_URL}/seed"), "")
  give(operation)
  check(call(operation), "the answer is read into a type")
rescue StandardError => error
  raise "#{operation[:id]} is not read: #{error.message}"
end
read_errors
puts "ruby: #{OPERATIONS.size} operations"
