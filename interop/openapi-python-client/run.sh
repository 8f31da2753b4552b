#!/usr/bin/env bash
# A client in Python, by openapi-python-client.
source "$(dirname "$0")/../lib.sh"

(
  mkdir -p target/interop/openapi-python-client
  cp interop/openapi-python-client/* interop/shared.py target/interop/openapi-python-client
  document_as_json
  cd target/interop/openapi-python-client
  python3 -m venv venv
  PATH="$PWD/venv/bin:$PATH"
  pip install --quiet --requirement requirements.txt
  openapi-python-client generate --path ../../../spec/openapi.yaml --output-path l10n \
    --meta none --overwrite
  mypy --strict --follow-imports silent everything.py
)

every_round target/interop/openapi-python-client/venv/bin/python \
  target/interop/openapi-python-client/everything.py
