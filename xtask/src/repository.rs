//! The repository as cargo and git know it: its packages, and its files.

use std::process::{Command, Stdio};

use serde_json::Value;

/// The features of a package of the workspace.
pub(crate) fn features(package: &str) -> Result<Vec<String>, String> {
    let listed = Command::new("cargo")
        .current_dir(crate::root())
        .args(["metadata", "--format-version", "1", "--locked", "--no-deps"])
        .stderr(Stdio::inherit())
        .output();
    let listed = listed.map_err(|error| format!("cargo metadata: {error}"))?;
    let workspace: Value = serde_json::from_slice(&listed.stdout)
        .map_err(|error| format!("cargo metadata: {error}"))?;
    let mut packages = workspace["packages"].as_array().into_iter().flatten();
    let found = packages.find(|found| found["name"] == package);
    let features = found.and_then(|found| found["features"].as_object());
    let features = features.ok_or_else(|| format!("cargo metadata does not list {package}"))?;
    Ok(features.keys().cloned().collect())
}

/// The files, those that are new among them, by their paths from the root.
pub(crate) fn files() -> Result<Vec<String>, String> {
    let listed = Command::new("git")
        .current_dir(crate::root())
        .args(["ls-files", "-z", "--cached", "--others"])
        .arg("--exclude-standard")
        .output();
    match listed {
        Ok(output) if output.status.success() => {
            let names = String::from_utf8_lossy(&output.stdout);
            Ok(names.split_terminator('\0').map(str::to_owned).collect())
        }
        _ => Err("git does not list the files of the repository".to_owned()),
    }
}
