#!/usr/bin/env bash
# A client in Ruby, by openapi-generator.
source "$(dirname "$0")/../lib.sh"

document_as_json
openapi_generator ruby --library faraday \
  --global-property \
    apis,models,supportingFiles,apiDocs=false,modelDocs=false,apiTests=false,modelTests=false \
  --additional-properties gemName=l10n,moduleName=L10n
# Debian's packages have what the client needs; with Bundler, use the generated gemspec.
ruby -e 'require "faraday"; require "marcel"' 2> /dev/null ||
  $(test "$(id -u)" = 0 || echo sudo) sh -c \
    'apt-get update --quiet=2 &&
      apt-get install --yes --quiet=2 ruby ruby-faraday ruby-marcel > /dev/null'
ruby -c interop/ruby/everything.rb

every_round ruby -I target/interop/ruby/client/lib interop/ruby/everything.rb
