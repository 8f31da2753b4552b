"""The tool and the sandbox as they are installed without Rust: wheels, npm packages and archives in
target/packages, and a trial of each. Or one step: dist.py [wheels [TARGET]..|pack]"""

import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).resolve()
OUT = TARGET / "packages"
VERSION = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["package"]["version"]
LICENSES = [ROOT / "LICENSE-APACHE", ROOT / "LICENSE-MIT"]
TOOLS = ["maturin==1.16.0", "ziglang==0.17.1"]
WHEELS = ["cli/packages", "sandbox/packages/python"]

# What an installation may weigh, in bytes.
MOST = 15_000_000

# Folders of npm packages, with the program of each.
PACKAGES = {"cli/packages": "l10n", "sandbox/packages/npm": "l10n-sandbox"}

# How the name of a wheel ends, the platform for Rust, and the one for Node. Static programs come
# first: they also run if a package manager ignores `libc`.
PLATFORMS = [
    ("musllinux*x86_64", "x86_64-unknown-linux-musl", "linux-x64-musl"),
    ("musllinux*aarch64", "aarch64-unknown-linux-musl", "linux-arm64-musl"),
    ("manylinux*x86_64", "x86_64-unknown-linux-gnu", "linux-x64-glibc"),
    ("manylinux*aarch64", "aarch64-unknown-linux-gnu", "linux-arm64-glibc"),
    ("macosx*x86_64", "x86_64-apple-darwin", "darwin-x64"),
    ("macosx*arm64", "aarch64-apple-darwin", "darwin-arm64"),
    ("win_amd64", "x86_64-pc-windows-msvc", "win32-x64"),
]

# Packages whose README is one trial, with the commands that run their tests.
TESTED = {
    "cli/packages": "bash -euo pipefail tests/push.sh",
    "sandbox/packages/python": """
        venv/bin/pip install --quiet mypy==2.4.1
        venv/bin/mypy --strict --package l10n_sandbox
        venv/bin/pytest --quiet tests""",
    "sandbox/packages/npm": """
        npm install --silent --no-fund --no-audit typescript@5.9.3 @types/node@20.19.43
        npx tsc --noEmit --checkJs --module nodenext --target es2022 keys.test.mjs
        node --test tests/""",
}

# Checks the files, and unpacks the programs.
UNPACK = """
    sha256sum --quiet --check SHA256SUMS
    tar --extract --strip-components 1 --file l10n-[0-9]*.tar.gz"""

# What the examples need and not every machine has: from Debian's packages.
RUBY = """
    ruby -e 'require "minitest"' || $(test "$(id -u)" = 0 || echo sudo) sh -c \
        'apt-get update --quiet=2 && apt-get install --yes --quiet=2 ruby ruby-minitest curl'"""


def main(arguments):
    match arguments:
        case ["wheels", *targets]:
            build_wheels(targets)
        case ["pack"]:
            pack_all()
        case []:
            build_wheels([])
            pack_all()
            for file in files():
                print(f"{file.name}: {file.stat().st_size} bytes")
                if file.stat().st_size > MOST:
                    sys.exit(f"{file.name} is larger than {MOST} bytes")
            try_all()
        case _:
            sys.exit(__doc__)


def build_wheels(targets):
    """Builds the programs for these targets, or for this machine. maturin and zig link them so that
    they run on old systems, and maturin rejects a program that does not."""
    tools = install_tools(*TOOLS)
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir(parents=True)
    environment = os.environ | {
        "CARGO_TARGET_DIR": str(TARGET),
        "CARGO_ZIGBUILD_PYTHON_PATH": str(tools / "python"),
    }
    here = f"{platform.machine()}-unknown-linux-gnu"
    for target in targets or [here]:
        if target != here:
            run("rustup", "target", "add", target)
        options = ["--quiet", "--locked", "--target", target, "--out", OUT]
        if "linux" in target:
            libc = "musllinux_1_2" if target.endswith("musl") else "manylinux_2_17"
            options += ["--zig", "--compatibility", libc]
        for folder in WHEELS:
            # A wheel takes them from its own folder only.
            for license in LICENSES:
                shutil.copy(license, ROOT / folder)
            run(tools / "maturin", "build", *options, cwd=ROOT / folder, env=environment)


def install_tools(*tools):
    """Installs tools in an environment of their own, and returns the folder of its programs."""
    run(sys.executable, "-m", "venv", TARGET / "dist-tools")
    programs = TARGET / "dist-tools" / ("Scripts" if os.name == "nt" else "bin")
    run(programs / "pip", "install", "--quiet", "--disable-pip-version-check", *tools)
    return programs


def run(*command, **options):
    subprocess.run(command, check=True, **options)


def pack_all():
    """Makes npm packages, archives and checksums of the wheels."""
    with tempfile.TemporaryDirectory() as stage:
        for folder, program in PACKAGES.items():
            pack(ROOT / folder, program, Path(stage))
        for folder in Path(stage, "archives").iterdir():
            archive(folder)
    sums = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files()]
    (OUT / "SHA256SUMS").write_text("".join(sums))


def files():
    return sorted(file for file in OUT.iterdir() if file.name != "SHA256SUMS")


def pack(folder, program, stage):
    """Makes the npm package of a folder, and one for each platform that has a wheel."""
    manifest = json.loads((folder / "package.json").read_text())
    name = manifest["name"]
    for tag, rust, node in PLATFORMS:
        for wheel in OUT.glob(f"{name.replace('-', '_')}-{VERSION}-*{tag}.whl"):
            place = stage / f"{name}-{node}"
            place.mkdir()
            binary = extract(wheel, place)
            collected = stage / "archives" / f"l10n-{VERSION}-{rust}"
            collected.mkdir(parents=True, exist_ok=True)
            shutil.copy(binary, collected)
            npm_package(place, platform_manifest(place.name, node, manifest["license"]))
    main = shutil.copytree(folder, stage / name)
    manifest["optionalDependencies"] = {f"{name}-{node}": VERSION for _, _, node in PLATFORMS}
    npm_package(main, manifest)


def extract(wheel, place):
    """Extracts the program of a wheel."""
    with zipfile.ZipFile(wheel) as files:
        [member] = [it for it in files.infolist() if "/scripts/" in it.filename]
        member.filename = Path(member.filename).name
        binary = Path(files.extract(member, place))
    binary.chmod(0o755)
    return binary


def platform_manifest(name, node, license):
    system, processor, *libc = node.split("-")
    manifest = {"name": name, "license": license, "os": [system], "cpu": [processor]}
    # Yarn keeps packages in archives, in which a program cannot be run.
    return manifest | ({"libc": libc} if libc else {}) | {"preferUnplugged": True}


def npm_package(place, manifest):
    (place / "package.json").write_text(json.dumps({**manifest, "version": VERSION}, indent=2))
    for license in LICENSES:
        shutil.copy(license, place)
    run("npm", "pack", "--silent", place, cwd=OUT, stdout=subprocess.DEVNULL)


def archive(folder):
    """Makes an archive of both programs for one platform."""
    for file in [*LICENSES, ROOT / "cli" / "README.md"]:
        shutil.copy(file, folder)
    kind = "zip" if "windows" in folder.name else "gztar"
    shutil.make_archive(OUT / folder.name, kind, folder.parent, folder.name)


def try_all():
    """Does what the READMEs say, in empty folders without cargo, and runs the tests of packages."""
    for folder, tests in TESTED.items():
        text = (ROOT / folder / "README.md").read_text()
        steps = [step for section in sections(text).values() for step in section]
        try_steps(folder, [*steps, (None, tests)], ROOT / folder / "tests")
    shell(RUBY, ROOT, os.environ)
    for title, steps in sections((ROOT / "sandbox/README.md").read_text()).items():
        # A section with a file is an example that is complete.
        if any(name for name, _ in steps):
            try_steps(title, steps)


def sections(text):
    """Reads the steps of each section: a file with its name, or commands (`sh`) without."""
    sections = {(title := ""): []}
    for block in re.finditer(r"^## (.+)|^```(\S*) ?(.*)\n((?s:.*?))^```$", text, re.MULTILINE):
        heading, language, name, content = block.groups()
        if heading:
            sections[(title := heading)] = []
        elif name or language == "sh":
            sections[title].append((name, content))
    return sections


def try_steps(name, steps, tests=None):
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(OUT, folder, dirs_exist_ok=True)
        if tests:
            shutil.copytree(tests, Path(folder, "tests"))
        # The programs are on the PATH, as by an installation; settings are those of the README.
        path = [folder, *path_without_cargo()]
        own = {name: value for name, value in os.environ.items() if not name.startswith("L10N_")}
        environment = own | {"PATH": os.pathsep.join(path), "NO_COLOR": "1", "TERM": "dumb"}
        for file, text in [(None, UNPACK), *steps]:
            if file:
                Path(folder, file).write_text(text)
            else:
                shell(text, folder, environment)
    print(f"{name}: as it says ({time.monotonic() - start:.0f} s)", flush=True)


def shell(script, folder, environment):
    """Runs a script as a reader would who stops at the first error."""
    command = ["bash", "-euo", "pipefail", "-c", f"exec 2>&1\n{script}"]
    ended = subprocess.run(
        command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True
    )
    if ended.returncode:
        sys.exit(f"this fails:\n{script}\n{ended.stdout.decode(errors='replace')}")


def path_without_cargo():
    for folder in os.environ["PATH"].split(os.pathsep):
        if not any(Path(folder, program).exists() for program in ["cargo", "rustc"]):
            yield folder


if __name__ == "__main__":
    main(sys.argv[1:])
