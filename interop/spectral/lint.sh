#!/usr/bin/env bash
# What Spectral finds in the document; `cargo xtask check` runs this.
source "$(dirname "$0")/../lib.sh"

npm_packages spectral
target/interop/spectral/node_modules/.bin/spectral lint --fail-severity hint \
    --ruleset interop/spectral/spectral.yaml "${1:-spec/openapi.yaml}"
