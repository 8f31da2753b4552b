//! `cargo xtask check`, beside the document: the files and folders at the root of a crate depend on
//! each other in one direction only, as `docs/architecture.md` says.
//!
//! It reads `use` items and paths. It does not see method calls, which name no module, nor what
//! macros expand to.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use syn::visit::{self, Visit};
use syn::{Attribute, ItemMod, ItemUse, Meta, Path, UseTree, Visibility};

use crate::{Done, repository};

/// What each part of a crate uses.
type Uses = BTreeMap<String, BTreeSet<String>>;

/// Reports dependency cycles between the parts of each crate.
pub(crate) fn check() -> Done {
    let root = crate::root();
    let names = repository::files()?;
    let mut count = 0;
    for folder in repository::members()? {
        let source = format!("{folder}src/");
        let inside = names.iter().filter_map(|name| name.strip_prefix(&source));
        let read = |name: &str| fs::read_to_string(root.join(&source).join(name)).ok();
        let files: Vec<(&str, String)> = inside
            .filter(|name| name.ends_with(".rs") && !is_of_tests(name))
            .filter_map(|name| Some((name, read(name)?)))
            .collect();
        for cycle in cycles(&uses(&files)?) {
            println!("{source}: dependency cycle: {}", cycle.join(" uses "));
            count += 1;
        }
    }
    match count {
        0 => Ok(()),
        _ => Err(format!("{count} cycles: see docs/architecture.md").into()),
    }
}

fn is_of_tests(name: &str) -> bool {
    name.ends_with("tests.rs") || name.split('/').any(|folder| folder == "tests")
}

/// The file or folder at the root of a crate that a file belongs to.
fn part_of(name: &str) -> &str {
    let first = name.split('/').next().unwrap_or(name);
    first.strip_suffix(".rs").unwrap_or(first)
}

/// What the parts of a crate use, by its files and what is in them.
fn uses(files: &[(&str, String)]) -> syn::Result<Uses> {
    let parts: BTreeSet<&str> = files.iter().map(|(name, _)| part_of(name)).collect();
    let (mut exported, mut uses) = (BTreeMap::new(), Uses::new());
    let mut seen = Vec::new();
    for (name, text) in files {
        let mut paths = Paths::default();
        paths.visit_file(&syn::parse_file(text)?);
        match part_of(name) {
            // What is exported from the root is used by its short name.
            "lib" => exported.extend(paths.exported),
            part => seen.push((part, paths.used)),
        }
    }
    for (part, used) in seen {
        let targets = used.iter().map(|name| match parts.contains(&**name) {
            true => name,
            false => exported.get(name).unwrap_or(name),
        });
        let targets = targets.filter(|name| parts.contains(&***name) && *name != part);
        uses.entry(part.to_owned()).or_default().extend(targets.cloned());
    }
    Ok(uses)
}

/// Ways from a part through others to itself: one for each use that closes a cycle.
fn cycles(uses: &Uses) -> Vec<Vec<&str>> {
    /// Extends the path by each part that has not been visited.
    fn follow<'u>(
        uses: &'u Uses,
        way: &mut Vec<&'u str>,
        done: &mut BTreeSet<&'u str>,
        found: &mut Vec<Vec<&'u str>>,
    ) {
        let Some(part) = way.last().copied().filter(|part| !done.contains(part)) else {
            return;
        };
        for next in uses.get(part).into_iter().flatten() {
            let begin = way.iter().position(|part| part == next);
            way.push(next);
            match begin {
                Some(begin) => found.push(way[begin..].to_vec()),
                None => follow(uses, way, done, found),
            }
            way.pop();
        }
        done.insert(part);
    }
    let (mut done, mut found) = (BTreeSet::new(), Vec::new());
    for part in uses.keys() {
        follow(uses, &mut vec![part], &mut done, &mut found);
    }
    found
}

/// The paths of a file that begin at the root of the crate, without those of tests and docs.
#[derive(Default)]
struct Paths {
    /// What comes first in each.
    used: BTreeSet<String>,
    /// Names that a file exports, with what comes first in their paths.
    exported: BTreeMap<String, String>,
}

impl<'ast> Visit<'ast> for Paths {
    fn visit_item_mod(&mut self, module: &'ast ItemMod) {
        if !is_conditional(&module.attrs) {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        if is_conditional(&item.attrs) {
            return;
        }
        let mut paths = Vec::new();
        flatten(&item.tree, &mut Vec::new(), &mut paths);
        for path in paths {
            match &*path {
                [root, first, ..] if root == "crate" => drop(self.used.insert(first.clone())),
                [first, .., last] if !matches!(item.vis, Visibility::Inherited) => {
                    self.exported.insert(last.clone(), first.clone());
                }
                _ => {}
            }
        }
    }

    fn visit_path(&mut self, path: &'ast Path) {
        let mut names = path.segments.iter().map(|segment| &segment.ident);
        if names.next().is_some_and(|root| root == "crate") {
            self.used.extend(names.next().map(ToString::to_string));
        }
        visit::visit_path(self, path);
    }
}

/// Whether this is only there for tests or docs.
fn is_conditional(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) if list.path.is_ident("cfg") => {
            matches!(&*list.tokens.to_string(), "test" | "doc")
        }
        _ => false,
    })
}

/// The paths of a `use`.
fn flatten(tree: &UseTree, before: &mut Vec<String>, paths: &mut Vec<Vec<String>>) {
    let with = |name: &syn::Ident| [&before[..], &[name.to_string()]].concat();
    match tree {
        UseTree::Path(path) => {
            before.push(path.ident.to_string());
            flatten(&path.tree, before, paths);
            before.pop();
        }
        UseTree::Name(name) => paths.push(with(&name.ident)),
        UseTree::Rename(rename) => paths.push(with(&rename.ident)),
        UseTree::Glob(_) => paths.push(before.clone()),
        UseTree::Group(group) => {
            for tree in &group.items {
                flatten(tree, before, paths);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cycles_of(files: &[(&str, &str)]) -> syn::Result<Vec<String>> {
        let files = files.iter();
        let files: Vec<_> = files.map(|(name, text)| (*name, (*text).to_owned())).collect();
        let uses = uses(&files)?;
        let cycles = cycles(&uses).into_iter();
        Ok(cycles.map(|cycle| cycle.join(" ")).collect())
    }

    #[test]
    fn a_cycle_is_found_by_uses_paths_and_short_names() -> syn::Result<()> {
        let down = ("call/mod.rs", "use crate::{error::Error, wire::{self, open}};");
        let root = ("lib.rs", "mod call; pub use call::attempts::Attempts;");
        let none = cycles_of(&[root, down, ("error.rs", ""), ("wire.rs", "")])?;
        assert!(none.is_empty(), "{none:?}");
        for up in [
            "use crate::call::attempts;",
            "fn new() -> crate::call::Call { loop {} }",
            "mod inner { use crate::Attempts; }",
        ] {
            let found = cycles_of(&[root, down, ("error.rs", ""), ("wire/open.rs", up)])?;
            assert_eq!(found, ["call wire call"], "{up}");
        }
        Ok(())
    }

    #[test]
    fn each_use_that_closes_a_cycle_is_reported() -> syn::Result<()> {
        let found = cycles_of(&[
            ("a.rs", "use crate::b; use crate::c;"),
            ("b.rs", "use crate::a;"),
            ("c.rs", "use crate::d;"),
            ("d.rs", "use crate::a; use crate::c;"),
        ])?;
        assert_eq!(found, ["a b a", "a c d a", "c d c"]);
        Ok(())
    }

    #[test]
    fn tests_and_docs_may_use_what_is_above() -> syn::Result<()> {
        let down = ("call.rs", "use crate::wire;");
        let up = "#[cfg(doc)] use crate::call; #[cfg(test)] mod tests { use crate::call; }";
        assert!(cycles_of(&[down, ("wire.rs", up)])?.is_empty());
        assert!(is_of_tests("wire/open/tests.rs") && is_of_tests("diff/tests/mod.rs"));
        Ok(())
    }
}
