#!/usr/bin/env bash
# The tests of the sandbox's page in Chromium, the one that CHROMIUM names or /usr/bin/chromium:
# sandbox/tests/page/run.sh [pattern of names]. They need Node 20.
set -euo pipefail
cd "$(dirname "$0")/../../.."
mkdir -p target/page
rm -f target/page/*.mjs
cp sandbox/tests/page/*.{mjs,json} target/page
npm install --prefix target/page --no-audit --no-fund --loglevel=error
.ci/with-sandbox -- sh -c 'cd target/page && exec node --test --test-reporter=spec "$@"' page \
    ${1:+"--test-name-pattern=$1"}
