#!/usr/bin/env bash
# The documentation page, whole in one file: target/interop/redocly/index.html
source "$(dirname "$0")/../lib.sh"

npm_packages redocly
target/interop/redocly/node_modules/.bin/redocly build-docs spec/openapi.yaml --inlineBundle \
    --config interop/redocly/redocly.yaml --output target/interop/redocly/index.html
