# Every operation once with openapi-generator's `ruby` client: what it answers is read into its
# type, or raises.

require_relative "client"
require "net/http"

OPERATIONS = JSON.parse(File.read("target/interop/operations.json"), symbolize_names: true)

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

# The sandbox's user grants everything; a user of the service is asked in a browser.
def code
  grant = { client_id: "sandbox-app", scope: "read_comments", state: "x" }
  grant[:redirect_uri] = "https://app.sandbox.test/callback"
  address = "#{ENV.fetch("L10N_AUTH_URL")}/oauth2/auth?#{URI.encode_www_form(grant)}"
  redirect = Net::HTTP.get_response(URI(address))
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

read_an_error
OPERATIONS.each do |operation|
  Net::HTTP.post(URI("#{ENV.fetch("L10N_CONTROL_URL")}/seed"), "")
  give(operation)
  check(call(operation), "the answer is read into a type")
rescue StandardError => error
  raise "#{operation[:id]} is not read: #{error.message}"
end
puts "#{OPERATIONS.size} operations"
