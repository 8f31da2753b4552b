#!/usr/bin/env bash
# The requests, to the sandbox that the environment names.
set -euo pipefail
run() {
  (cd target/interop/schemathesis && venv/bin/schemathesis \
    --config-file ../../../interop/schemathesis/schemathesis.toml run openapi.json --url "$@")
}
# One operation has no sequences.
alone=--phases=examples,coverage,fuzzing
run "$L10N_AUTH_URL" $alone --include-path /oauth2/token
run "$L10N_CURSOR_API_URL" $alone \
  --include-path '/projects/{projectId}/items' --include-path '/audit-logs'
run "$L10N_BASE_URL" --exclude-path-regex '^/(oauth2|audit-logs)' \
  --exclude-path '/projects/{projectId}/items'
