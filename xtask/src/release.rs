//! What a release wants to know and to show: `cargo xtask notes`, `semver` and `sbom`.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::{fs, io};

use crate::{Done, done, repository};

/// Prints what `CHANGELOG.md` says of a version, or of what is not released yet; nothing where the
/// arguments are not understood.
pub(crate) fn notes(arguments: &[&str]) -> Option<Done> {
    let version = match arguments {
        [] => "Unreleased",
        [version] => version,
        _ => return None,
    };
    Some(print_notes(version))
}

fn print_notes(version: &str) -> Done {
    let changelog = fs::read_to_string(crate::root().join("CHANGELOG.md"))?;
    match section(&changelog, version) {
        Some(notes) => writeln!(io::stdout(), "{notes}")?,
        None => {
            let known: Vec<_> = headings(&changelog).map(|(_, name)| name).collect();
            let known = known.join(", ");
            return Err(format!("CHANGELOG.md has no version {version}; it has: {known}").into());
        }
    }
    Ok(())
}

/// The text below the heading of a version, without the heading.
fn section<'c>(changelog: &'c str, version: &str) -> Option<&'c str> {
    let mut headings = headings(changelog);
    let (start, _) = headings.find(|(_, name)| *name == version)?;
    let end = headings.next().map_or(changelog.len(), |(at, _)| at);
    let (_, text) = changelog[start..end].split_once('\n')?;
    Some(text.trim())
}

/// The versions, and where their headings begin: `## Unreleased`, `## [1.2.0] - 2027-01-31`.
fn headings(changelog: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    changelog.split_inclusive('\n').filter_map(move |line| {
        let start = at;
        at += line.len();
        let name = line.strip_prefix("## ")?.split_whitespace().next()?;
        Some((start, name.trim_matches(['[', ']'])))
    })
}

/// Holds the crates with a library against those of a revision, such as the tag of the last
/// release; nothing where there is no such argument.
pub(crate) fn semver(arguments: &[&str]) -> Option<Done> {
    let [revision] = arguments else {
        return None;
    };
    Some(installed("semver-checks").and_then(|()| {
        let mut cargo = Command::new("cargo");
        cargo.current_dir(crate::root()).arg("semver-checks");
        let published = repository::published()?.into_iter();
        for library in published.filter(|member| member.has_library) {
            cargo.arg("--package").arg(library.name);
        }
        done(cargo.args(["--baseline-rev", revision]))
    }))
}

/// Writes what each published crate is made of, as CycloneDX, into `target/sbom`; nothing where
/// there are arguments.
pub(crate) fn sbom(arguments: &[&str]) -> Option<Done> {
    if !arguments.is_empty() {
        return None;
    }
    Some(installed("cyclonedx").and_then(|()| write_sbom()))
}

fn write_sbom() -> Done {
    const NAME: &str = "sbom";
    let root = crate::root();
    let mut cargo = Command::new("cargo");
    cargo.args(["cyclonedx", "--format", "json", "--all-features"]);
    // What is only built with is no part of it.
    cargo.args(["--target", "all", "--no-build-deps"]);
    cargo.args(["--spec-version", "1.5", "--override-filename", NAME]);
    done(cargo.current_dir(&root))?;
    let folder = crate::target().join(NAME);
    fs::create_dir_all(&folder)?;
    // The tool writes beside each manifest, those that are not published among them.
    for member in repository::members()? {
        let written = root.join(member.folder).join("sbom.json");
        if member.is_published {
            let file = folder.join(format!("{}.cdx.json", member.name));
            fs::copy(&written, &file)?;
            println!("{}", file.display());
        }
        forget(&written)?;
    }
    Ok(())
}

fn forget(file: &Path) -> io::Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Whether cargo has this command of others, which is told how to get otherwise: it takes minutes,
/// and nobody needs it but for a release.
fn installed(command: &str) -> Done {
    let mut cargo = Command::new("cargo");
    cargo.args([command, "--help"]);
    let found = cargo.stdout(Stdio::null()).stderr(Stdio::null()).status()?;
    match found.success() {
        true => Ok(()),
        false => {
            Err(format!("cargo-{command} is not installed: cargo install cargo-{command} --locked")
                .into())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHANGELOG: &str = "# Changelog\n\n## Unreleased\n\n- New.\n\n### Part\n\n- More.\n\n\
                             ## [0.2.0] - 2027-01-31\n\n- Second.\n\n## 0.1.0\n\n- First.\n";

    #[test]
    fn the_notes_of_a_version_are_its_section_and_no_more() {
        let notes = |version| section(CHANGELOG, version);
        assert_eq!(notes("Unreleased"), Some("- New.\n\n### Part\n\n- More."));
        assert_eq!(notes("0.2.0"), Some("- Second."));
        assert_eq!(notes("0.1.0"), Some("- First."));
        assert_eq!(notes("0.1"), None);
        assert_eq!(notes("Part"), None);
    }

    #[test]
    fn a_tool_that_is_not_there_is_told_with_the_command_that_installs_it() {
        let reason = installed("no-such-command").err().map(|it| it.to_string());
        let command = "cargo install cargo-no-such-command --locked";
        assert!(reason.is_some_and(|reason| reason.contains(command)));
    }
}
