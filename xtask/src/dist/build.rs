//! Building what is installed.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

use serde_json::Value;

use super::{ending_in, only};
use crate::done;

/// What puts the program into a wheel, with the tag of the systems that it runs on.
const MATURIN: &str = "maturin==1.16.0";

type Built = Result<PathBuf, Box<dyn std::error::Error>>;

/// The program, the wheel and the npm package.
pub(super) fn all(root: &Path) -> Result<[PathBuf; 3], Box<dyn std::error::Error>> {
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--quiet", "--locked", "--profile", "dist"]);
    done(cargo.args(["--package", "l10n-sandbox"]).current_dir(root))?;
    // The folder is that of the profile's name.
    let target = crate::target().canonicalize()?;
    let dist = target.join("dist");
    for former in [".whl", ".tgz"] {
        ending_in(&dist, former)?.iter().try_for_each(fs::remove_file)?;
    }
    let program = dist.join(format!("l10n-sandbox{}", env::consts::EXE_SUFFIX));
    let wheel = wheel(root, &target)?;
    let package = npm_package(root, &dist, &program)?;
    Ok([program, wheel, package])
}

fn wheel(root: &Path, target: &Path) -> Built {
    let tools = target.join("dist-tools");
    let mut venv = Command::new("python3");
    done(venv.args(["-m", "venv"]).arg(&tools))?;
    let mut pip = Command::new(tools.join("bin/pip"));
    done(pip.args(["install", "--quiet", "--disable-pip-version-check", MATURIN]))?;
    let dist = target.join("dist");
    let mut maturin = Command::new(tools.join("bin/maturin"));
    maturin.args(["build", "--quiet", "--locked", "--out"]).arg(&dist);
    maturin.current_dir(root.join("sandbox/packages/python"));
    // The same as above, so that the program is not built anew.
    done(maturin.env("CARGO_TARGET_DIR", target))?;
    only(&dist, ".whl")
}

fn npm_package(root: &Path, dist: &Path, program: &Path) -> Built {
    let folder = tempfile::tempdir()?;
    let stage = folder.path();
    let source = root.join("sandbox/packages/npm");
    copy_folder(&source, stage)?;
    for license in ["LICENSE-APACHE", "LICENSE-MIT"] {
        fs::copy(root.join(license), stage.join(license))?;
    }
    let mut manifest: Value = serde_json::from_slice(&fs::read(source.join("package.json"))?)?;
    manifest["version"] = env!("CARGO_PKG_VERSION").into();
    fs::write(stage.join("package.json"), manifest.to_string())?;
    let platform = stage.join("bin").join(platform());
    fs::create_dir_all(&platform)?;
    let name = program.file_name().ok_or("the program has no name")?;
    fs::copy(program, platform.join(name))?;
    let mut npm = Command::new("npm");
    npm.args(["pack", "--silent", "--pack-destination"]).arg(dist);
    done(npm.current_dir(stage))?;
    only(dist, ".tgz")
}

/// This platform, as Node has it: `process.platform` and `process.arch`.
fn platform() -> String {
    let system = match env::consts::OS {
        "macos" => "darwin",
        "windows" => "win32",
        other => other,
    };
    let processor = match env::consts::ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        other => other,
    };
    format!("{system}-{processor}")
}

/// Copies a folder's files, and its folders with theirs.
pub(super) fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let place = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => copy_folder(&entry.path(), &place)?,
            false => drop(fs::copy(entry.path(), place)?),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Done;

    /// A wheel takes them from its own folder only.
    #[test]
    fn the_wheel_has_the_licences_of_the_repository() -> Done {
        let root = crate::root();
        for license in ["LICENSE-APACHE", "LICENSE-MIT"] {
            let copy = fs::read(root.join("sandbox/packages/python").join(license))?;
            assert!(copy == fs::read(root.join(license))?, "{license}");
        }
        Ok(())
    }
}
