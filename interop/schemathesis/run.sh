#!/usr/bin/env bash
# Requests made up from the document, valid and invalid.
source "$(dirname "$0")/../lib.sh"

mkdir -p target/interop/schemathesis
python3 -m venv target/interop/schemathesis/venv
target/interop/schemathesis/venv/bin/pip install --quiet \
  --requirement interop/schemathesis/requirements.txt
document_as_json
python3 interop/schemathesis/closed.py < target/interop/openapi.json \
  > target/interop/schemathesis/openapi.json

# Without a credential it accepts 401 and 403 alone, as the samples have it.
.ci/with-sandbox --strict --variants sample -- bash interop/schemathesis/requests.sh
