# An instance of the generated client for an address.

require "l10n"
require "uri"

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
