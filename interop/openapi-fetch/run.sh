#!/usr/bin/env bash
# A client in TypeScript, with types by openapi-typescript.
source "$(dirname "$0")/../lib.sh"

(
  mkdir -p target/interop/openapi-fetch
  cp interop/openapi-fetch/* interop/shared.ts target/interop/openapi-fetch
  document_as_json
  npm_packages openapi-fetch
  cd target/interop/openapi-fetch
  PATH="$PWD/node_modules/.bin:$PATH"
  openapi-typescript ../../../spec/openapi.yaml --default-non-nullable=false --output schema.d.ts
  node calls.mjs > calls.ts
  tsc
)

every_round node target/interop/openapi-fetch/dist/everything.js
