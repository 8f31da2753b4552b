//! The repository as cargo and git know it: its packages, and its files.

use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

/// The folders of the members of the workspace, from its root: empty, or ending with a slash.
pub(crate) fn members() -> Result<Vec<String>, String> {
    let workspace = metadata()?;
    let root = workspace["workspace_root"].as_str().unwrap_or_default();
    let folder = |package: &Value| {
        let manifest = Path::new(package["manifest_path"].as_str()?);
        let folder = manifest.parent()?.strip_prefix(root).ok()?;
        Some(folder.iter().map(|name| format!("{}/", name.display())).collect())
    };
    let packages = workspace["packages"].as_array().into_iter().flatten();
    packages.map(folder).collect::<Option<_>>().ok_or_else(|| "cargo metadata has changed".into())
}

/// The features of a package of the workspace.
pub(crate) fn features(package: &str) -> Result<Vec<String>, String> {
    let workspace = metadata()?;
    let mut packages = workspace["packages"].as_array().into_iter().flatten();
    let found = packages.find(|found| found["name"] == package);
    let features = found.and_then(|found| found["features"].as_object());
    let features = features.ok_or_else(|| format!("cargo metadata does not list {package}"))?;
    Ok(features.keys().cloned().collect())
}

/// What cargo reports about the workspace.
fn metadata() -> Result<Value, String> {
    let output = Command::new("cargo")
        .current_dir(crate::root())
        .args(["metadata", "--format-version", "1", "--locked", "--no-deps"])
        .stderr(Stdio::inherit())
        .output();
    let output = output.ok().filter(|output| output.status.success());
    output
        .and_then(|output| serde_json::from_slice(&output.stdout).ok())
        .ok_or_else(|| "cargo metadata fails".to_owned())
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

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_members_are_the_packages_of_the_repository() {
        let files = files().unwrap();
        let manifests = files.iter().filter_map(|name| name.strip_suffix("Cargo.toml"));
        let mut folders: BTreeSet<_> = manifests.map(str::to_owned).collect();
        assert!(folders.remove("fuzz/"), "a workspace of its own");
        assert_eq!(BTreeSet::from_iter(members().unwrap()), folders);
    }

    #[test]
    fn a_command_without_a_package_is_about_all_members() {
        let workspace = metadata().unwrap();
        let ids = |members: &str| -> BTreeSet<String> {
            let ids = workspace[members].as_array().unwrap().iter();
            ids.map(ToString::to_string).collect()
        };
        assert_eq!(ids("workspace_default_members"), ids("workspace_members"));
    }
}
