//! Which version a change asks for, and whether the versions of the document and the crate say so.

use semver::Version;
use serde_json::Value;

use super::change::Effect;

/// The versions that stand in a state of the repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Versions {
    /// `info.version` of the document.
    pub(super) document: Version,
    /// `workspace.package.version` of `Cargo.toml`: that of the crate.
    pub(super) package: Version,
}

impl Versions {
    /// Reads both; where there is no `Cargo.toml`, the crate's is that of the document.
    pub(super) fn read(document: &Value, manifest: Option<&str>) -> Result<Self, String> {
        let text = document["info"]["version"].as_str();
        let document = parse("info.version of the document", text)?;
        let package = match manifest {
            None => document.clone(),
            Some(manifest) => {
                let manifest: toml::Table = manifest
                    .parse()
                    .map_err(|error| format!("Cargo.toml cannot be read: {error}"))?;
                let package =
                    manifest.get("workspace").and_then(|workspace| workspace.get("package"));
                let version = package.and_then(|package| package.get("version"));
                parse(
                    "workspace.package.version of Cargo.toml",
                    version.and_then(toml::Value::as_str),
                )?
            }
        };
        Ok(Self { document, package })
    }
}

fn parse(what: &str, text: Option<&str>) -> Result<Version, String> {
    let text = text.ok_or_else(|| format!("there is no {what}"))?;
    Version::parse(text).map_err(|error| format!("{what} is {text}: {error}"))
}

/// The lowest version that may follow `before` after a change with this effect; the same where
/// nothing changed. Before 1.0.0 the minor number takes the place of the major one, as cargo
/// understands it.
pub(super) fn next(before: &Version, effect: Option<Effect>) -> Version {
    let Version { major, minor, patch, .. } = *before;
    match (effect, major) {
        (None, _) => before.clone(),
        (Some(Effect::Breaking), 1..) => Version::new(major + 1, 0, 0),
        (Some(Effect::Breaking), 0) | (Some(Effect::Additive), 1..) => {
            Version::new(major, minor + 1, 0)
        }
        (Some(Effect::Additive), 0) | (Some(Effect::Documentation), _) => {
            Version::new(major, minor, patch + 1)
        }
    }
}
