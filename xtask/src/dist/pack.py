"""Makes npm packages, archives and checksums of the wheels in a folder: pack.py VERSION FOLDER"""

import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
LICENSES = [ROOT / "LICENSE-APACHE", ROOT / "LICENSE-MIT"]
VERSION, OUT = sys.argv[1], Path(sys.argv[2]).resolve()
JSON2TS = "json-schema-to-typescript@16.0.0"

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


def main():
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
    command = ["npm", "pack", "--silent", place]
    subprocess.run(command, cwd=OUT, check=True, stdout=subprocess.DEVNULL)


def archive(folder):
    """Makes an archive of both programs for one platform."""
    for file in [*LICENSES, ROOT / "cli" / "README.md"]:
        shutil.copy(file, folder)
    kind = "zip" if "windows" in folder.name else "gztar"
    shutil.make_archive(OUT / folder.name, kind, folder.parent, folder.name)


main()
