//! The document as text: which line a place is on, and keys that stand twice or are no text.

use saphyr::{LoadableYamlNode, MarkedYaml, YamlData};

use super::finding::Finding;
use super::outline::unescape;

/// The document with the lines of its nodes.
#[derive(Debug)]
pub(super) struct Lines<'t>(MarkedYaml<'t>);

impl<'t> Lines<'t> {
    /// Reads the document. Refuses what other readers pass over: a key that stands twice in one
    /// place, and one without quotes that is not text.
    pub(super) fn read(text: &'t str) -> Result<Self, Finding> {
        let documents = MarkedYaml::load_from_str(text).map_err(|error| Finding {
            line: error.marker().line(),
            ..Finding::unreadable(error.info().to_owned())
        })?;
        let [document] = <[_; 1]>::try_from(documents).map_err(|documents: Vec<_>| {
            let count = documents.len();
            Finding::unreadable(format!("the file holds {count} documents instead of one"))
        })?;
        match unquoted(&document) {
            None => Ok(Self(document)),
            Some(key) => Err(Finding {
                line: key.span.start.line(),
                ..Finding::unreadable("a key that is not text: a status needs quotes".to_owned())
            }),
        }
    }

    /// The line at `pointer`, from 1, or that of the nearest place above it.
    pub(super) fn of(&self, pointer: &str) -> usize {
        let mut node = &self.0;
        let mut line = 1;
        for token in pointer.split('/').skip(1) {
            let Some((key, child)) = step(node, &unescape(token)) else {
                break;
            };
            line = key.span.start.line();
            node = child;
        }
        line
    }
}

/// A key that is read as a number, a boolean or null.
fn unquoted<'n, 't>(node: &'n MarkedYaml<'t>) -> Option<&'n MarkedYaml<'t>> {
    match &node.data {
        YamlData::Mapping(members) => {
            members.iter().find_map(|(key, value)| match key.data.as_str() {
                Some(_) => unquoted(value),
                None => Some(key),
            })
        }
        YamlData::Sequence(elements) => elements.iter().find_map(unquoted),
        _ => None,
    }
}

/// The member or element that `token` names; the key tells its line, the element its own.
fn step<'n, 't>(
    node: &'n MarkedYaml<'t>,
    token: &str,
) -> Option<(&'n MarkedYaml<'t>, &'n MarkedYaml<'t>)> {
    match &node.data {
        YamlData::Mapping(members) => {
            members.iter().find(|(key, _)| key.data.as_str() == Some(token))
        }
        YamlData::Sequence(elements) => {
            let element = elements.get(token.parse::<usize>().ok()?)?;
            Some((element, element))
        }
        _ => None,
    }
}
