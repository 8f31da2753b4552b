//! `cargo xtask check`, beside the document: the files and folders at the root of a crate depend on
//! each other in one direction only, as `docs/architecture.md` says.
//!
//! It reads paths that begin with `crate`. It does not see method calls, which name no module, nor
//! what macros expand to.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use proc_macro2::{Delimiter, LexError, TokenStream, TokenTree};

use crate::{TaskResult, repository};

/// What each part of a crate uses.
type Uses = BTreeMap<String, BTreeSet<String>>;

/// Reports the parts of each crate that use each other in a cycle.
pub(crate) fn check() -> TaskResult {
    let paths = repository::files()?;
    let mut crates = BTreeMap::<_, Vec<_>>::new();
    for path in paths.iter().filter(|path| path.ends_with(".rs") && !path.contains("tests")) {
        if let Some((folder, name)) = path.split_once("src/") {
            let text = fs::read_to_string(crate::root().join(path))?;
            crates.entry(folder).or_default().push((name, text));
        }
    }
    let mut count = 0;
    for (folder, files) in crates {
        for (part, used) in in_cycles(uses(&files)?) {
            println!("{folder}src: {part} uses {}", Vec::from_iter(used).join(", "));
            count += 1;
        }
    }
    match count {
        0 => Ok(()),
        _ => Err("these modules use each other in a cycle: see docs/architecture.md".into()),
    }
}

/// What the parts of a crate use, by its files and what is in them.
fn uses(files: &[(&str, String)]) -> Result<Uses, LexError> {
    let part_of = |name: &str| name.split(['/', '.']).next().unwrap_or_default().to_owned();
    let parts: BTreeSet<_> = files.iter().map(|(name, _)| part_of(name)).collect();
    // What is exported from the root is used by its short name.
    let root = files.iter().find(|(name, _)| *name == "lib.rs").map_or("", |(_, text)| text);
    let exported = exported(root);
    let mut uses = Uses::new();
    for (name, text) in files.iter().filter(|(name, _)| *name != "lib.rs") {
        let mut names = BTreeSet::new();
        paths(text.parse()?, &mut names);
        let part = part_of(name);
        let used = names.iter().filter_map(|name| parts.get(name).or_else(|| exported.get(name)));
        uses.entry(part.clone()).or_default().extend(used.filter(|used| **used != part).cloned());
    }
    Ok(uses)
}

/// The names that the root exports, with the first one in the path of each.
fn exported(root: &str) -> BTreeMap<String, String> {
    let mut exported = BTreeMap::new();
    for path in root.split("\npub use ").skip(1) {
        let path = path.split(';').next().unwrap_or_default();
        let mut names = path.split(|c: char| !c.is_alphanumeric() && c != '_').map(str::to_owned);
        let first = names.next().unwrap_or_default();
        exported.extend(names.map(|name| (name, first.clone())));
    }
    exported
}

/// Collects what follows `crate` in each path, but for tests and docs.
fn paths(tokens: TokenStream, names: &mut BTreeSet<String>) {
    let tokens = Vec::from_iter(tokens);
    let mut rest = &tokens[..];
    while let [token, after @ ..] = rest {
        rest = after;
        match (token, after) {
            (TokenTree::Punct(hash), [condition, item @ ..])
                if hash.as_char() == '#' && is_conditional(condition) =>
            {
                let end = item.iter().position(is_end);
                rest = end.and_then(|end| item.get(end + 1..)).unwrap_or_default();
            }
            (TokenTree::Ident(root), [_, _, TokenTree::Ident(name), ..]) if root == "crate" => {
                names.insert(name.to_string());
            }
            (TokenTree::Ident(root), [_, _, TokenTree::Group(group), ..]) if root == "crate" => {
                let group = Vec::from_iter(group.stream());
                let paths = group.split(|token| token.to_string() == ",");
                names.extend(paths.filter_map(|path| Some(path.first()?.to_string())));
            }
            (TokenTree::Group(group), _) => paths(group.stream(), names),
            _ => {}
        }
    }
}

/// Whether an attribute makes its item one of tests or docs.
fn is_conditional(attribute: &TokenTree) -> bool {
    matches!(&*attribute.to_string().replace(' ', ""), "[cfg(test)]" | "[cfg(doc)]")
}

/// Whether this ends an item: its block, or a semicolon.
fn is_end(token: &TokenTree) -> bool {
    match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        token => token.to_string() == ";",
    }
}

/// The uses that are left without parts that use nothing, or that nothing uses.
fn in_cycles(mut uses: Uses) -> Uses {
    loop {
        let before = uses.clone();
        uses.values_mut().for_each(|used| used.retain(|part| before.contains_key(part)));
        let used: BTreeSet<_> = before.into_values().flatten().collect();
        let count = uses.len();
        uses.retain(|part, targets| used.contains(part) && !targets.is_empty());
        if uses.len() == count {
            return uses;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cycle_is_found_by_uses_paths_and_short_names() -> Result<(), LexError> {
        let cycles = |up: &str| {
            let files = [
                ("lib.rs", "mod call;\npub use call::attempts::Attempts;"),
                ("call/mod.rs", "use crate::{error::Error, wire::{self, open}};"),
                ("error.rs", ""),
                ("wire/open.rs", up),
            ];
            let uses = uses(&files.map(|(name, text)| (name, text.to_owned())))?;
            Ok(Vec::from_iter(in_cycles(uses).into_keys()).join(" "))
        };
        for up in [
            "use crate::call::attempts;",
            "use crate::{Attempts, error};",
            "fn new() -> crate::call::Call { vec![crate::error::Error] }",
            "mod inner { fn new() { vec![crate::Attempts] } }",
        ] {
            assert_eq!(cycles(up)?, "call wire", "{up}");
        }
        for down in ["use crate::error::Error;", "#[cfg(test)] mod tests { use crate::call; }"] {
            assert_eq!(cycles(down)?, "", "{down}");
        }
        assert_eq!(cycles("#[cfg(doc)] use crate::call; use crate::error;")?, "");
        Ok(())
    }
}
