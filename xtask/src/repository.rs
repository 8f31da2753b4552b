//! The repository as cargo and git know it: its packages, and its files.

use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

/// A member of the workspace.
pub(crate) struct Member {
    pub(crate) name: String,
    /// From the root of the repository: nothing, or a path that ends with a slash.
    pub(crate) folder: String,
    pub(crate) is_published: bool,
    pub(crate) has_library: bool,
    /// The names of what it installs.
    pub(crate) programs: Vec<String>,
    /// The features that docs.rs documents.
    pub(crate) features: Vec<String>,
    /// The members that it stands on, which no registry has before they are published.
    pub(crate) stands_on: Vec<String>,
}

impl Member {
    /// From what cargo says of a package; nothing where that is not as cargo says it.
    fn of(package: &Value, root: &Path) -> Option<Self> {
        let manifest = Path::new(package["manifest_path"].as_str()?);
        let folder = manifest.parent()?.strip_prefix(root).ok()?;
        let folders = folder.iter().map(|name| format!("{}/", name.display()));
        let targets = || list(&package["targets"]);
        let is = |target: &Value, kind: &str| list(&target["kind"]).any(|one| one == kind);
        let programs = targets().filter(|target| is(target, "bin"));
        let bases = list(&package["dependencies"])
            .filter(|base| base["path"].is_string() && base["kind"] != "dev");
        Some(Self {
            name: text(&package["name"]),
            folder: folders.collect(),
            is_published: package["publish"].is_null(),
            has_library: targets().any(|target| is(target, "lib")),
            programs: programs.map(|target| text(&target["name"])).collect(),
            features: list(&package["metadata"]["docs"]["rs"]["features"]).map(text).collect(),
            stands_on: bases.map(|base| text(&base["name"])).collect(),
        })
    }
}

/// The members of the workspace.
pub(crate) fn members() -> Result<Vec<Member>, String> {
    let workspace = metadata(&["--no-deps"])?;
    let root = text(&workspace["workspace_root"]);
    list(&workspace["packages"])
        .map(|package| Member::of(package, Path::new(&root)))
        .collect::<Option<_>>()
        .ok_or_else(|| "cargo describes a package in another way than it did".to_owned())
}

/// The members that are published.
pub(crate) fn published() -> Result<Vec<Member>, String> {
    let members = members()?.into_iter();
    Ok(members.filter(|member| member.is_published).collect())
}

/// What cargo says of the workspace.
pub(crate) fn metadata(arguments: &[&str]) -> Result<Value, String> {
    let said = Command::new("cargo")
        .current_dir(crate::root())
        .args(["metadata", "--format-version", "1", "--locked"])
        .args(arguments)
        .stderr(Stdio::inherit())
        .output();
    let said = said.ok().filter(|output| output.status.success());
    said.and_then(|output| serde_json::from_slice(&output.stdout).ok())
        .ok_or_else(|| "cargo does not describe the workspace".to_owned())
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

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_members_are_the_packages_of_the_repository() -> Result<(), String> {
        let files = files()?;
        let manifests = files.iter().filter_map(|name| name.strip_suffix("Cargo.toml"));
        let mut folders: BTreeSet<_> = manifests.map(str::to_owned).collect();
        assert!(folders.remove("fuzz/"), "a workspace of its own");
        let members = members()?.into_iter().map(|member| member.folder);
        assert_eq!(members.collect::<BTreeSet<_>>(), folders);
        Ok(())
    }

    #[test]
    fn a_command_without_a_package_is_about_all_members() -> Result<(), String> {
        let workspace = metadata(&["--no-deps"])?;
        let ids = |members: &str| -> BTreeSet<_> { list(&workspace[members]).map(text).collect() };
        assert_eq!(ids("workspace_default_members"), ids("workspace_members"));
        Ok(())
    }

    #[test]
    fn a_member_is_what_its_manifest_says() -> Result<(), String> {
        let published = published()?;
        let named = |name| published.iter().find(|member| member.name == name);
        let client = named("l10n-client").ok_or("the client")?;
        assert_eq!((&*client.folder, client.has_library), ("", true));
        assert!(client.features.is_empty());
        assert!(client.programs.is_empty() && client.stands_on.is_empty());
        let tool = named("l10n-cli").ok_or("the tool")?;
        assert_eq!((&*tool.folder, tool.has_library), ("cli/", false));
        assert_eq!(
            (&tool.programs[..], &tool.stands_on[..]),
            (&["l10n".to_owned()][..], &["l10n-client".to_owned(), "l10n-sync".to_owned()][..])
        );
        assert!(named("xtask").is_none());
        Ok(())
    }
}
