"""A whole release from a clean clone into registries on this machine. Each fails in the middle, as
a folder is in the place of a file, and is repeated. Installs and starts what was published."""

import atexit
import hashlib
import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from dist import ROOT, VERSION, install_tools, run

# The last that runs with Node 18. Its `node-fetch@cjs` is a tag, which not every mirror has.
NPM = {"dependencies": {"verdaccio": "6.3.2"}, "overrides": {"node-fetch": "2.6.7"}}

# Programs need not be fast or small here.
QUICK = {
    "CARGO_PROFILE_DEV_DEBUG": "0",
    "CARGO_PROFILE_DIST_CODEGEN_UNITS": "16",
    "CARGO_PROFILE_DIST_LTO": "off",
    "CARGO_PROFILE_DIST_OPT_LEVEL": "0",
}

INSTALL = """
    cargo install --quiet --locked --debug --root rust l10n-cli l10n-sandbox
    python3 -m venv python
    python/bin/pip install --quiet l10n-cli l10n-sandbox
    npm install --silent l10n-cli l10n-sandbox
    for programs in rust/bin python/bin node_modules/.bin; do
        for name in l10n l10n-sandbox; do
            echo "$programs/$name --version: $("$programs/$name" --version)" | tee /dev/stderr |
                grep --quiet ": $name $0$"
        done
    done"""


class Crates(SimpleHTTPRequestHandler):
    """A registry for cargo, in a folder. Crates of others are where they always are."""

    def do_GET(self):
        if "l10n-" in self.path or self.path == "/index/config.json":
            return super().do_GET()
        _, kind, path = self.path.split("/", 2)
        host = {"index": "index.crates.io", "dl": "static.crates.io/crates"}[kind]
        self.send_response(302)
        self.send_header("Location", f"https://{host}/{path}")
        self.end_headers()

    def do_PUT(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        end = 4 + int.from_bytes(body[:4], "little")
        line, crate = json.loads(body[4:end]), body[end + 4 :]
        for dependency in line["deps"]:
            dependency["req"] = dependency.pop("version_req")
        line |= {"cksum": hashlib.sha256(crate).hexdigest(), "yanked": False}
        name, folder = line["name"], Path(self.directory)
        file = folder / "dl" / name / line["vers"] / "download"
        if file.exists():
            return self.send_error(409)
        write(file, crate)
        write(folder / "index" / name[:2] / name[2:4] / name, json.dumps(line).encode())
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *_):
        """Keeps silent."""


def write(file, content):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)


def trial(folder):
    clone = folder / "clone"
    run("git", "clone", "--quiet", ROOT, clone)
    environment = os.environ | QUICK | {"CARGO_TARGET_DIR": str(clone / "target")}

    def xtask(script, *arguments, fails=False):
        print(f"\n== {script} {' '.join(arguments)}", flush=True)
        command = [sys.executable, clone / "xtask" / script, *arguments]
        if fails != bool(subprocess.run(command, env=environment).returncode):
            sys.exit(f"this {'does not fail' if fails else 'fails'}")

    log = clone / "CHANGELOG.md"
    log.write_text(log.read_text().replace("\n## Unreleased\n", f"\n## {VERSION} - 2030-01-31\n"))
    git = ["git", "-c", "user.name=trial", "-c", "user.email="]
    run(*git, "commit", "--quiet", "--allow-empty", "--all", "--message=Release", cwd=clone)
    xtask("release.py", "check", "v0.0.0", fails=True)
    xtask("release.py", "check", f"v{VERSION}")
    xtask("dist.py", "wheels")
    xtask("dist.py", "pack")

    environment |= start_crates(folder) | start_pypi(folder) | start_npm(folder)
    [wheel] = (clone / "target/packages").glob("l10n_sandbox-*.whl")
    for step, obstacle in {
        "crates": f"dl/l10n-sync/{VERSION}/download",
        "pypi": wheel.name,
        "npm": f"l10n-sandbox/l10n-sandbox-{VERSION}.tgz",
    }.items():
        (folder / step / obstacle).mkdir(parents=True)
        xtask("release.py", step, fails=True)
        (folder / step / obstacle).rmdir()
        xtask("release.py", step)
        # All is there, and no registry takes anything twice.
        xtask("release.py", step)

    # Only what was published here is installed.
    del environment["PIP_EXTRA_INDEX_URL"]
    (folder / "empty").mkdir()
    bash = ["bash", "-euo", "pipefail", "-c", INSTALL, VERSION]
    run(*bash, cwd=folder / "empty", env=environment)


def start_crates(folder):
    handler = partial(Crates, directory=folder / "crates")
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}"
    config = json.dumps({"api": url, "dl": f"{url}/dl"})
    write(folder / "crates/index/config.json", config.encode())
    write(folder / "cargo/config.toml", b"source.crates-io.replace-with = 'local'")
    return {
        "CARGO_HOME": str(folder / "cargo"),
        "CARGO_REGISTRY_DEFAULT": "local",
        "CARGO_REGISTRIES_LOCAL_INDEX": f"sparse+{url}/index/",
        "CARGO_REGISTRIES_LOCAL_TOKEN": "any",
    }


def start_pypi(folder):
    (folder / "pypi").mkdir()
    program = install_tools("pypiserver==2.4.2") / "pypi-server"
    options = ["--authenticate=.", "--passwords=.", "--disable-fallback", "--interface=127.0.0.1"]
    url = start(program, "run", *options, folder / "pypi", "--port")
    return {
        "TWINE_REPOSITORY_URL": url,
        "TWINE_USERNAME": "any",
        "TWINE_PASSWORD": "any",
        "PIP_INDEX_URL": f"{url}/simple",
        # It has twine.
        "PIP_EXTRA_INDEX_URL": os.environ.get("PIP_INDEX_URL", "https://pypi.org/simple"),
    }


def start_npm(folder):
    # npm installs where a folder above has packages, so these are not above where it is tried.
    server = folder / "server"
    write(server / "package.json", json.dumps(NPM).encode())
    run("npm", "install", "--silent", cwd=server)
    config = {
        "storage": str(folder / "npm"),
        "auth": {"htpasswd": {"file": "users"}},
        "packages": {"**": {"access": "$all", "publish": "$all"}},
        "max_body_size": "200mb",
    }
    write(server / "config.yaml", json.dumps(config).encode())
    url = start(server / "node_modules/.bin/verdaccio", "-c", server / "config.yaml", "--listen")
    token = f"npm_config_{url.removeprefix('http:')}/:_authToken"
    return {"npm_config_registry": url, token: "any", "npm_config_fetch_retries": "0"}


def start(*command):
    """Starts a server on a free port, which is its last option, and returns the address."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = free.getsockname()
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen([*command, str(address[1])], **quiet)
    atexit.register(process.kill)
    while socket.socket().connect_ex(address) and process.poll() is None:
        time.sleep(0.1)
    return f"http://127.0.0.1:{address[1]}"


with tempfile.TemporaryDirectory() as place:
    trial(Path(place))
