#!/usr/bin/env bash
# A client in Python, by openapi-generator.
source "$(dirname "$0")/../lib.sh"

(
  mkdir -p target/interop/python
  cp interop/python/* interop/shared.py target/interop/python
  document_as_json
  openapi_generator python \
    --additional-properties packageName=l10n --schema-mappings AdminRight=str
  cd target/interop/python
  python3 -m venv venv
  PATH="$PWD/venv/bin:$PATH"
  pip install --quiet --requirement requirements.txt
  MYPYPATH=client mypy --strict --follow-imports silent everything.py
)

export PYTHONPATH=target/interop/python/client
every_round target/interop/python/venv/bin/python target/interop/python/everything.py
