# The program of each package, against the sandbox that came with it.

echo '{"projects": [{"name": "Shop", "project_id": "shop", "languages": ["en", "de"]}]}' >seed.json
coproc SANDBOX {
    exec l10n-sandbox --listen 127.0.0.1:0 --json --stop-with-stdin --seed seed.json
}
read -r started <&"${SANDBOX[0]}"
address() { node -p 'JSON.parse(process.argv[1])[process.argv[2]]' "$started" "$1"; }
control=$(address control_url)
export L10N_BASE_URL L10N_TOKEN=sandbox-read-write-token
L10N_BASE_URL=$(address base_url)

npx l10n push | tee pushed
grep --quiet sent pushed
venv/bin/l10n push | tee pushed
grep --quiet 'no changes' pushed

# The exit code of the npm package's command is the program's.
code=0
npx l10n push --no-such-option || code=$?
((code == 2))

# A signal reaches the program.
curl --silent --fail "$control/faults" --output fault --data '{"what": {"delay": 60000}, "times": "always"}'
curl --silent --fail --request DELETE "$control/requests"
node_modules/.bin/l10n push 2>stopped &
curl --silent --fail "$control/requests?wait=1" >requests
kill -TERM $!
code=0
wait $! || code=$?
((code == 143))
grep --quiet 'stopped by SIGTERM' stopped
