//! Building the programs, each in a wheel: maturin and zig link them so that they run on old
//! systems, and maturin rejects a program that does not.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, path};

use crate::{Done, done};

const TOOLS: [&str; 2] = ["maturin==1.16.0", "ziglang==0.17.1"];

/// The folders of the wheels.
const FOLDERS: [&str; 2] = ["cli/packages", "sandbox/packages/python"];

/// Builds the wheels for these targets; for this machine if there are none.
pub(super) fn build(targets: &[&str]) -> Done {
    // Absolute, but not the form of Windows that C compilers do not take.
    let target_folder = path::absolute(crate::target())?;
    let tools = install_tools(&target_folder)?;
    let out = target_folder.join("packages");
    if out.exists() {
        fs::remove_dir_all(&out)?;
    }
    fs::create_dir_all(&out)?;
    let here = [&*format!("{}-unknown-linux-gnu", env::consts::ARCH)];
    for target in if targets.is_empty() { &here } else { targets } {
        if !here.contains(target) {
            done(Command::new("rustup").args(["target", "add", target]))?;
        }
        for folder in FOLDERS {
            let folder = crate::root().join(folder);
            // A wheel takes them from its own folder only.
            for license in ["LICENSE-APACHE", "LICENSE-MIT"] {
                fs::copy(crate::root().join(license), folder.join(license))?;
            }
            let mut maturin = Command::new(tools.join("maturin"));
            maturin.args(["build", "--quiet", "--locked", "--target", target, "--out"]).arg(&out);
            // Fails if the program needs a newer libc.
            if target.contains("linux") {
                let libc =
                    if target.ends_with("musl") { "musllinux_1_2" } else { "manylinux_2_17" };
                maturin.args(["--zig", "--compatibility", libc]);
            }
            maturin.env("CARGO_TARGET_DIR", &target_folder);
            maturin.env("CARGO_ZIGBUILD_PYTHON_PATH", tools.join("python"));
            done(maturin.current_dir(folder))?;
        }
    }
    Ok(())
}

/// Installs the tools in an environment of their own, and returns the folder of its programs.
fn install_tools(target_folder: &Path) -> Result<PathBuf, Box<dyn std::error::Error>> {
    let environment = target_folder.join("dist-tools");
    done(Command::new("python3").args(["-m", "venv"]).arg(&environment))?;
    let programs = environment.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let mut pip = Command::new(programs.join("pip"));
    done(pip.args(["install", "--quiet", "--disable-pip-version-check"]).args(TOOLS))?;
    Ok(programs)
}
