# Settings of both programs, and an instance of the generated client for an address.

require "l10n"
require "uri"

TOKEN = ENV.fetch("L10N_TOKEN", "sandbox-read-write-token")
PROJECT = ENV.fetch("L10N_PROJECT", "garnet-7041.26")
KEY = Integer(ENV.fetch("L10N_KEY", "3101"))

def client(base_url)
  uri = URI(base_url)
  configuration = L10n::Configuration.new do |settings|
    settings.scheme = uri.scheme
    settings.host = "#{uri.host}:#{uri.port}"
    settings.base_path = uri.path
    settings.api_key["X-Api-Token"] = TOKEN
    # The addresses of the document are the sandbox's defaults: the one given here holds for every
    # operation.
    settings.ignore_operation_servers = true
  end
  L10n::ApiClient.new(configuration)
end

API = client(ENV.fetch("L10N_BASE_URL", "http://127.0.0.1:8080/v2"))

def check(holds, what)
  raise "it does not hold that #{what}" unless holds
end

# The error that a call is refused with, read into its type.
def refusal(status)
  yield
rescue L10n::ApiError => error
  check(error.code == status, "the service answers #{status}")
  body = JSON.parse(error.response_body, symbolize_names: true)
  # It has its documented envelope, or none.
  if body.key?(:error)
    L10n::ErrorResponse.build_from_hash(body).error
  else
    L10n::ErrorDetail.build_from_hash(body)
  end
else
  raise "the service refuses"
end
