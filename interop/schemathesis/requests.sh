#!/usr/bin/env bash
# The requests, to the sandbox that the environment names.
set -euo pipefail
export L10N_TOKEN="${L10N_TOKEN:-sandbox-read-write-token}"
run() {
  (cd target/interop/schemathesis && venv/bin/schemathesis \
    --config-file ../../../interop/schemathesis/schemathesis.toml run openapi.json --url "$@")
}
main="${L10N_BASE_URL:-http://127.0.0.1:8080/v2}"
# Without a credential it accepts 401 and 403 alone.
curl --silent --show-error --fail --request PUT --data '{"variant": "sample"}' \
  "${L10N_CONTROL_URL:-http://127.0.0.1:8084}/quirks/invalid_token"
# One operation has no sequences.
alone=--phases=examples,coverage,fuzzing
run "${L10N_AUTH_URL:-http://127.0.0.1:8081}" $alone --include-path /oauth2/token
run "${L10N_CURSOR_API_URL:-http://127.0.0.1:8082/v1}" $alone \
  --include-path '/projects/{projectId}/items' --include-path '/audit-logs'
run "$main" --exclude-path-regex '^/(oauth2|audit-logs)' \
  --exclude-path '/projects/{projectId}/items' \
  --exclude-operation-id deleteAllContributors
# By itself, because the other operations on contributors need some that exist.
run "$main" --include-operation-id deleteAllContributors \
  --include-operation-id getContributorDeletionJob
