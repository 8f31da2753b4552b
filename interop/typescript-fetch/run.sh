#!/usr/bin/env bash
# A client in TypeScript, by openapi-generator.
source "$(dirname "$0")/../lib.sh"

(
  mkdir -p target/interop/typescript-fetch
  cp interop/typescript-fetch/* interop/shared.ts target/interop/typescript-fetch
  document_as_json
  openapi_generator typescript-fetch \
    --additional-properties importFileExtension=.js
  npm_packages typescript-fetch
  cd target/interop/typescript-fetch
  node_modules/.bin/tsc
)

every_round node target/interop/typescript-fetch/dist/everything.js
