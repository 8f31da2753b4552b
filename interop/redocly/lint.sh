#!/usr/bin/env bash
# What Redocly finds in the document; `cargo xtask check` runs this.
source "$(dirname "$0")/../lib.sh"

npm_packages redocly
target/interop/redocly/node_modules/.bin/redocly lint --config interop/redocly/redocly.yaml \
    --format codeframe "${1:-spec/openapi.yaml}"
