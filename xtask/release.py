"""A release, in steps that can be repeated: each asks what is published of this version, and
publishes the rest. release.py check TAG|crates|pypi|npm|image|github

Registries and tokens are those of the environment, as cargo, pip, twine, npm and gh name them;
IMAGE is the image with its tag."""

import json
import os
import re
import subprocess
import sys
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

from dist import OUT, ROOT, TARGET, VERSION, files, install_tools, run


def main(arguments):
    steps = {step.__name__: step for step in [crates, pypi, npm, image, github]}
    match arguments:
        case ["check", tag]:
            check(tag)
        case [step] if step in steps:
            try:
                steps[step]()
            except (subprocess.CalledProcessError, URLError) as error:
                sys.exit(f"{error}\nto publish the rest, repeat `cargo xtask release {step}`")
        case _:
            sys.exit(__doc__)


def check(tag):
    """Compares the versions of all packages with the tag, and looks for a date in the changelog."""
    number, changelog = tag.removeprefix("v"), (ROOT / "CHANGELOG.md").read_text()
    document = (ROOT / "spec/openapi.yaml").read_text()
    versions = {"spec/openapi.yaml": re.search(r"^  version: (.+)$", document, re.MULTILINE)[1]}
    for package in packages():
        versions[package["name"]] = package["version"]
        for other in package["dependencies"]:
            # A dependency of tests has no version, and is not published.
            if other.get("path") and other["req"] != "*":
                versions[f"{other['name']} in {package['name']}"] = other["req"].removeprefix("^")
    problems = [f"{name} is {it}" for name, it in versions.items() if tag != f"v{it}"]
    if not re.search(rf"^## {re.escape(number)} - \d{{4}}-\d\d-\d\d$", changelog, re.MULTILINE):
        problems.append(f"CHANGELOG.md lacks a heading `## {number} - YYYY-MM-DD`")
    if problems:
        sys.exit(f"the tag {tag} does not fit: " + "; ".join(problems))
    print(f"{tag} is the version of all packages, and has a date")


def packages():
    """Returns what cargo knows of the packages that are published as crates."""
    command = ["cargo", "metadata", "--format-version=1", "--no-deps"]
    metadata = json.loads(subprocess.check_output(command, cwd=ROOT))
    return [package for package in metadata["packages"] if package["publish"] is None]


def missing(items, is_published):
    """Returns those that are not published, and prints the others."""
    published = [item for item in items if is_published(item)]
    for item in published:
        print(f"{item}: {VERSION} is published already, skipped", flush=True)
    return [item for item in items if item not in published]


def ask(address):
    """Returns what a registry has at an address, which may be nothing."""
    try:
        with urlopen(address, timeout=60) as response:
            return response.read().decode()
    except HTTPError as error:
        if error.code == 404:
            return ""
        raise


def crates():
    registry = os.environ.get("CARGO_REGISTRY_DEFAULT", "crates-io").upper().replace("-", "_")
    index = os.environ.get(f"CARGO_REGISTRIES_{registry}_INDEX", "https://index.crates.io/")

    def is_published(name):
        lines = ask(f"{index.removeprefix('sparse+')}{name[:2]}/{name[2:4]}/{name}").splitlines()
        return VERSION in [json.loads(line)["vers"] for line in lines]

    if names := missing([package["name"] for package in packages()], is_published):
        # CI has compiled what is packaged.
        options = ["--locked", "--no-verify", *[f"--package={name}" for name in names]]
        run("cargo", "publish", *options, cwd=ROOT)


def pypi():
    index = os.environ.get("PIP_INDEX_URL", "https://pypi.org/simple").rstrip("/")
    wheels = [file.name for file in files() if file.suffix == ".whl"]
    if wheels := missing(wheels, lambda it: it in ask(f"{index}/{it.partition('-')[0]}/")):
        # Without a password, GitHub's token for this job is exchanged for one.
        twine = install_tools("twine==7.0.0") / "twine"
        run(twine, "upload", "--disable-progress-bar", *wheels, cwd=OUT)


def npm():
    registry = os.environ.get("npm_config_registry", "https://registry.npmjs.org").rstrip("/")
    names = [f.name.removesuffix(f"-{VERSION}.tgz") for f in files() if f.suffix == ".tgz"]
    # Those of platforms first, on which the others depend: their names are longer.
    names = sorted(names, key=len, reverse=True)
    for name in missing(names, lambda name: ask(f"{registry}/{name}/{VERSION}")):
        run("npm", "publish", f"./{name}-{VERSION}.tgz", cwd=OUT)


def image():
    inspect = ["docker", "buildx", "imagetools", "inspect"]
    for image in missing([os.environ["IMAGE"]], lambda it: succeeds(*inspect, it)):
        for place, processor in [("amd64", "x86_64"), ("arm64", "aarch64")]:
            folder = TARGET / "image" / place
            folder.mkdir(parents=True, exist_ok=True)
            name = f"l10n-{VERSION}-{processor}-unknown-linux-musl.tar.gz"
            run("tar", "--extract", "--strip-components=1", "--file", OUT / name, cwd=folder)
        build = ["docker", "buildx", "build", "--platform=linux/amd64,linux/arm64", "--push"]
        run(*build, "--tag", image, "--file", ROOT / "cli/Containerfile", TARGET / "image")


def github():
    address = "repos/{owner}/{repo}/releases/tags/"
    for tag in missing([f"v{VERSION}"], lambda it: succeeds("gh", "api", address + it)):
        # Published when it has all files.
        options = ["--verify-tag", "--generate-notes", *OUT.iterdir()]
        run("gh", "release", "create", tag, *options, cwd=ROOT)


def succeeds(*command):
    return subprocess.run(command, cwd=ROOT, capture_output=True).returncode == 0


if __name__ == "__main__":
    main(sys.argv[1:])
