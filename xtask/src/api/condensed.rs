//! The interface in as few lines as tell each change of it: what a type has of traits is one line,
//! and what follows from another line is none.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use public_api::PublicItem;

/// An item on a line, with the line of what it is a part of.
pub(super) struct Line {
    text: String,
    parent: Option<String>,
}

/// The items as lines.
pub(super) fn lines(items: &[PublicItem]) -> Vec<Line> {
    let texts: HashMap<_, _> = items.iter().map(|item| (item.id(), item.to_string())).collect();
    let line = |item: &PublicItem| Line {
        text: item.to_string(),
        parent: item.parent_id().and_then(|id| texts.get(&id).cloned()),
    };
    items.iter().map(line).collect()
}

/// Each line once, without those that others imply; the traits of a type stand together, where the
/// first of them stood.
pub(super) fn condensed(lines: &[Line]) -> Vec<String> {
    let mut traits: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for line in lines {
        if let Some(Block::Trait { of, name }) = Block::read(&line.text) {
            traits.entry(of).or_default().insert(name);
        }
    }
    let mut known = BTreeSet::new();
    let kept = lines.iter().filter_map(|line| {
        let text = match Block::read(&line.text) {
            // Its methods have the type in their paths.
            Some(Block::Inherent) => return None,
            Some(Block::Trait { of, .. }) => {
                let names: Vec<_> = traits.remove(of)?.into_iter().collect();
                format!("impl {of}: {}", names.join(", "))
            }
            // The trait says what its methods are; not so its types.
            None if is_method(&line.text) && line.parent.as_deref().is_some_and(is_trait) => {
                return None;
            }
            None => line.text.clone(),
        };
        known.insert(text.clone()).then_some(text)
    });
    kept.collect()
}

/// The head of an implementation without conditions.
enum Block<'l> {
    /// Of a type itself.
    Inherent,
    /// Of a trait, which goes by its name and its arguments.
    Trait { of: &'l str, name: &'l str },
}

impl<'l> Block<'l> {
    fn read(line: &'l str) -> Option<Self> {
        let (parameters, rest) = head(line)?;
        if rest.contains(" where ") || parameters.contains(':') {
            return None;
        }
        let Some((path, of)) = rest.split_once(" for ") else {
            return Some(Self::Inherent);
        };
        let only_lifetimes =
            parameters.split(", ").all(|one| one.is_empty() || one.starts_with('\''));
        let arguments = path.find('<').unwrap_or(path.len());
        let name = path[..arguments].rfind("::").map_or(0, |at| at + 2);
        only_lifetimes.then(|| Self::Trait { of, name: &path[name..] })
    }
}

/// What stands between the brackets behind `impl`, and what follows them.
fn head(line: &str) -> Option<(&str, &str)> {
    let rest = line.strip_prefix("impl")?;
    let Some(parameters) = rest.strip_prefix('<') else {
        return Some(("", rest.strip_prefix(' ')?));
    };
    let mut depth = 1;
    let end = parameters.char_indices().find(|(at, letter)| {
        match letter {
            '<' => depth += 1,
            '>' if !parameters[..*at].ends_with('-') => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    let (end, _) = end?;
    Some((&parameters[..end], parameters[end + 1..].trim_start()))
}

/// Whether this is the head of an implementation of a trait, with conditions or without.
fn is_trait(line: &str) -> bool {
    let line = line.strip_prefix("unsafe ").unwrap_or(line);
    head(line).is_some_and(|(_, rest)| {
        let before_conditions = rest.split(" where ").next().unwrap_or_default();
        before_conditions.contains(" for ")
    })
}

fn is_method(line: &str) -> bool {
    ["pub fn ", "pub async fn ", "pub unsafe fn "].iter().any(|start| line.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn condense(lines: &[(&str, &str)]) -> Vec<String> {
        let line = |(text, parent): &(&str, &str)| Line {
            text: (*text).to_owned(),
            parent: Some((*parent).to_owned()),
        };
        condensed(&lines.iter().map(line).collect::<Vec<_>>())
    }

    #[test]
    fn the_traits_of_a_type_are_one_line_and_each_of_them_shows() {
        let (clone, from) = (
            "impl<'a> core::clone::Clone for ours::Key<'a>",
            "impl<'a> core::convert::From<&'a str> for ours::Key<'a>",
        );
        let lines = [
            ("pub struct ours::Key<'a>", ""),
            ("impl<'a> ours::Key<'a>", ""),
            ("pub fn ours::Key<'a>::name(&self) -> &str", "impl<'a> ours::Key<'a>"),
            (clone, ""),
            ("pub fn ours::Key<'a>::clone(&self) -> ours::Key<'a>", clone),
            (from, ""),
            ("pub fn ours::Key<'a>::from(&'a str) -> Self", from),
            (clone, ""),
        ];
        let told = condense(&lines);
        assert_eq!(
            told,
            [
                "pub struct ours::Key<'a>",
                "pub fn ours::Key<'a>::name(&self) -> &str",
                "impl ours::Key<'a>: Clone, From<&'a str>",
            ]
        );
        assert_eq!(condense(&lines[..5])[2], "impl ours::Key<'a>: Clone");
    }

    #[test]
    fn conditions_and_types_of_traits_stay() {
        let (bounded, parsed) = (
            "impl<T: core::clone::Clone> core::clone::Clone for ours::Many<T>",
            "impl core::str::traits::FromStr for ours::Key",
        );
        let lines = [
            (bounded, ""),
            ("pub fn ours::Many<T>::clone(&self) -> Self", bounded),
            ("impl<T> ours::Many<T> where T: ours::One", ""),
            ("impl<F: Fn(u8) -> u8> ours::Many<F>", ""),
            (parsed, ""),
            ("pub type ours::Key::Err = ours::Error", parsed),
            ("pub fn ours::Key::from_str(&str) -> Result<Self, Self::Err>", parsed),
            ("pub fn ours::free()", "pub mod ours"),
        ];
        assert_eq!(
            condense(&lines),
            [
                bounded,
                "impl<T> ours::Many<T> where T: ours::One",
                "impl<F: Fn(u8) -> u8> ours::Many<F>",
                "impl ours::Key: FromStr",
                "pub type ours::Key::Err = ours::Error",
                "pub fn ours::free()",
            ]
        );
    }
}
