# The program of each package, against the sandbox that came with it.

echo '{"projects": [{"name": "Shop", "project_id": "shop", "languages": ["en", "de"]}]}' >seed.json
coproc SANDBOX {
    exec l10n-sandbox --listen 127.0.0.1:0 --json --stop-with-stdin --seed seed.json
}
read -r said <&"${SANDBOX[0]}"
export L10N_BASE_URL L10N_TOKEN=sandbox-read-write-token
L10N_BASE_URL=$(node -p 'JSON.parse(process.argv[1]).base_url' "$said")

npx l10n push | tee pushed
grep --quiet imported pushed
venv/bin/l10n push | tee pushed
grep --quiet 'no changes' pushed

# The exit code is the program's, and a signal reaches it.
code=0
npx l10n push --no-such-option || code=$?
((code == 2))
