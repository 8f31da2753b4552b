# What each `run.sh` here begins with: settings, npm, and the sandboxes that programs run against.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export NO_COLOR=1 TERM=dumb

# Installs the npm packages that `interop/$1` pins into `target/interop/$1`.
npm_packages() {
    local from=interop/$1/package.json to=target/interop/$1
    mkdir -p "$to"
    if [[ ! -d $to/node_modules ]] || ! cmp --silent "$from" "$to/package.json"; then
        cp "$from" "$to"
        npm install --prefix "$to" --no-audit --no-fund --loglevel=error
    fi
}

# Installs openapi-generator into `target/interop`, and generates the client of the recipe `$1`.
openapi_generator() {
    local to=target/interop/$1/client
    python3 -m venv target/interop/openapi-generator
    target/interop/openapi-generator/bin/pip install --quiet openapi-generator-cli==7.26.0
    rm -rf "$to"
    target/interop/openapi-generator/bin/openapi-generator-cli generate \
        --generator-name "$1" --input-spec spec/openapi.yaml --output "$to" "${@:2}"
}

# Run a command once for each variant of the sandbox's responses.
every_variant() {
    .ci/with-sandbox --strict -- "$@"
    .ci/with-sandbox --strict --variants sample -- "$@"
    .ci/with-sandbox --strict --variants other -- "$@"
}
every_round() {
    set -- interop/with-prepared "$@"
    every_variant "$@"
    .ci/with-sandbox --strict --nulls values -- "$@"
    .ci/with-sandbox --strict --nulls all -- "$@"
}

# Writes the document as JSON, and calls of its operations, into `target/interop`.
document_as_json() {
    npm_packages redocly
    target/interop/redocly/node_modules/.bin/redocly bundle spec/openapi.yaml \
        --config interop/redocly/redocly.yaml --output target/interop/openapi.json >/dev/null 2>&1
    python3 interop/operations.py <target/interop/openapi.json >target/interop/operations.json
}
