//! The public interface of the crate as text: a snapshot is checked in, so that every change of it
//! shows in review.
//!
//! The interface is read from rustdoc's JSON, with all features on. Its format changes with Rust:
//! if this version of Rust writes another one than the reader (`public-api`) knows, upgrade the
//! reader.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::env;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use public_api::Builder;

use crate::repository;

/// The snapshot, from the root of the repository.
pub(super) const SNAPSHOT: &str = "public-api.txt";

/// Set where cargo runs this program in place of rustdoc.
const IN_PLACE_OF_RUSTDOC: &str = "XTASK_IN_PLACE_OF_RUSTDOC";

/// The lines that are gone, and those that are new.
pub(super) fn changes(before: &str, now: &str) -> String {
    let [old, new] = [before, now].map(|text| text.lines().collect::<BTreeSet<_>>());
    let mut text = String::new();
    for gone in old.difference(&new) {
        let _ = writeln!(text, "- {gone}");
    }
    for came in new.difference(&old) {
        let _ = writeln!(text, "+ {came}");
    }
    text
}

/// The items of the interface, each on a line.
pub(super) fn interface(root: &Path) -> Result<String, String> {
    let json = rustdoc(root)?;
    let items = Builder::from_rustdoc_json(json)
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .build()
        .map_err(|error| format!("rustdoc's JSON cannot be read: {error}"))?;
    let texts: HashMap<_, _> = items.items().map(|item| (item.id(), item.to_string())).collect();
    let mut traits: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    for (of, name) in texts.values().filter_map(|text| implementation(text)) {
        traits.entry(of).or_default().insert(name);
    }
    let mut lines = Vec::new();
    let mut known = HashSet::new();
    for item in items.items() {
        let text = item.to_string();
        let parent = item.parent_id().and_then(|id| texts.get(&id));
        let line = match implementation(&text) {
            Some((of, _)) => traits
                .remove(of)
                .map(|names| format!("impl {of}: {}", Vec::from_iter(names).join(", "))),
            None => plain(&text, parent).map(str::to_owned),
        };
        lines.extend(line.filter(|line| known.insert(line.clone())));
    }
    // Those of several `impl` blocks come in another order in each build.
    for methods in lines.chunk_by_mut(|one, next| path(one).is_some() && path(next).is_some()) {
        methods.sort_by_cached_key(|line| path(line).map(str::to_owned));
    }
    Ok(lines.join("\n") + "\n")
}

/// The path of a function.
fn path(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("pub ")?;
    let rest =
        rest.trim_start_matches("const ").trim_start_matches("async ").strip_prefix("fn ")?;
    rest.split(['(', '<']).next()
}

/// The type and the trait of an implementation without conditions; the traits of a type are shown
/// on one line.
fn implementation(line: &str) -> Option<(&str, &str)> {
    let (head, of) = line.split_once(" for ").filter(|(_, of)| !of.contains(" where "))?;
    let name = match head.strip_prefix("impl<") {
        Some(rest) => {
            let (parameters, name) = rest.split_once("> ")?;
            let lifetimes = parameters.split(", ").all(|one| one.starts_with('\''));
            (lifetimes && !parameters.contains(':')).then_some(name)?
        }
        None => head.strip_prefix("impl ")?,
    };
    let path = &name[..name.find('<').unwrap_or(name.len())];
    Some((of, &name[path.rfind("::").map_or(0, |at| at + 2)..]))
}

/// The line, unless another implies it: the methods of a type have it in their paths, and a trait
/// says what its methods are.
fn plain<'l>(line: &'l str, parent: Option<&String>) -> Option<&'l str> {
    let of_trait = parent.is_some_and(|parent| {
        parent.trim_start_matches("unsafe ").starts_with("impl") && parent.contains(" for ")
    });
    let is_method = ["pub fn ", "pub async fn ", "pub unsafe fn "];
    let is_method = is_method.iter().any(|start| line.starts_with(start));
    let inherent = line.starts_with("impl") && !line.contains(" for ");
    let bare = !line.contains(" where ") && !line.contains(": ");
    let implied = (of_trait && is_method) || (inherent && bare);
    (!implied).then_some(line)
}

/// Has rustdoc describe the crate; the path of what it wrote.
fn rustdoc(root: &Path) -> Result<PathBuf, String> {
    let program = env::current_exe().map_err(|error| format!("this program: {error}"))?;
    let mut described = Command::new("cargo");
    described
        .current_dir(root)
        .args(["rustdoc", "--quiet", "--lib", "--locked", "--no-default-features"])
        .args(["--features", &repository::features("l10n-client")?.join(","), "--"])
        .args(["-Z", "unstable-options", "--output-format", "json"])
        .env("RUSTDOC", program)
        .env(IN_PLACE_OF_RUSTDOC, "1");
    // Those of this program. With them, build scripts would run again, and all that depends on them.
    for (name, _) in env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
            described.env_remove(&name);
        }
    }
    let described = described.status();
    match described.is_ok_and(|status| status.success()) {
        true => Ok(crate::target().join("doc/l10n_client.json")),
        false => Err("rustdoc does not describe the crate".to_owned()),
    }
}

/// Runs rustdoc, which gives JSON only to those who ask for what is not stable, where cargo runs
/// this program in its place. Said to cargo, the same would reach the build scripts, and everything
/// would be built again.
pub(crate) fn in_place_of_rustdoc() -> Option<ExitCode> {
    env::var_os(IN_PLACE_OF_RUSTDOC)?;
    let status =
        Command::new("rustdoc").args(env::args_os().skip(1)).env("RUSTC_BOOTSTRAP", "1").status();
    Some(match status {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_gone_and_what_is_new_shows() {
        assert_eq!(changes("a\nb\nc\n", "a\nc\nd\n"), "- b\n+ d\n");
        assert_eq!(changes("a\n", "a\n"), "");
    }

    #[test]
    fn the_traits_of_a_type_are_known_by_their_names() {
        let (of, name) = ("ours::Key<'a>", "From<&'a str>");
        let line = format!("impl<'a> core::convert::{name} for {of}");
        assert_eq!(implementation(&line), Some((of, name)));
        assert_eq!(
            implementation("impl core::clone::Clone for ours::Key"),
            Some(("ours::Key", "Clone"))
        );
        for conditional in ["impl<T: ours::One> core::clone::Clone for ours::Many<T>", "pub fn a()"]
        {
            assert_eq!(implementation(conditional), None);
        }
        assert_eq!(plain("impl ours::Key", None), None);
        assert_eq!(plain("pub fn ours::Key::clone(&self)", Some(&line)), None);
        assert!(
            plain("pub fn ours::Key::name(&self)", Some(&"impl ours::Key".to_owned())).is_some()
        );
    }
}
