#!/usr/bin/env bash
# Whether the document is valid OpenAPI.
source "$(dirname "$0")/../lib.sh"

mkdir -p target/interop/openapi-spec-validator
python3 -m venv target/interop/openapi-spec-validator/venv
target/interop/openapi-spec-validator/venv/bin/pip install --quiet \
  --requirement interop/openapi-spec-validator/requirements.txt
target/interop/openapi-spec-validator/venv/bin/openapi-spec-validator spec/openapi.yaml

