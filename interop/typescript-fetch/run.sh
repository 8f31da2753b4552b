#!/usr/bin/env bash
# A client in TypeScript, by openapi-generator.
source "$(dirname "$0")/../lib.sh"

(
  mkdir -p target/interop/typescript-fetch
  openapi_generator
  cp interop/typescript-fetch/* target/interop/typescript-fetch
  document_as_json
  rm -rf target/interop/typescript-fetch/client
  target/interop/openapi-generator/bin/openapi-generator-cli generate \
    --generator-name typescript-fetch --input-spec spec/openapi.yaml \
    --output target/interop/typescript-fetch/client \
    --additional-properties importFileExtension=.js
  npm_packages typescript-fetch
  cd target/interop/typescript-fetch
  node_modules/.bin/tsc
)

every_variant node target/interop/typescript-fetch/dist/scenario.js
every_round node target/interop/typescript-fetch/dist/everything.js
