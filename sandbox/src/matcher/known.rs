//! What faults and filters can name, and what there is where they name something else.

use std::borrow::Cow;
use std::collections::BTreeSet;

use percent_encoding::percent_decode_str;

use super::{ANY, DOWNLOAD_BUNDLE};
use crate::document::{Document, Operation};
use crate::state::{Address, State, bare_project_id};

/// How many names come first, as the nearest to one that is unknown.
const NEAREST: usize = 3;

/// The operation of this name; `None` for that of the bundle host.
///
/// # Errors
///
/// When there is none: all that there are, the nearest first.
pub(super) fn known_operation(
    document: &'static Document,
    name: &str,
) -> Result<Option<&'static Operation>, String> {
    match document.operation(name) {
        Some(operation) => Ok(Some(operation)),
        None if name == DOWNLOAD_BUNDLE => Ok(None),
        None => Err(unknown(document, name)),
    }
}

fn unknown(document: &Document, name: &str) -> String {
    let operations = document.operations().iter().map(|it| it.id.as_str());
    let mut names: Vec<&str> = operations.chain([ANY, DOWNLOAD_BUNDLE]).collect();
    names.sort_unstable();
    let mut nearest = names.clone();
    let lower = name.to_lowercase();
    nearest.sort_by_key(|known| strsim::damerau_levenshtein(&lower, &known.to_lowercase()));
    format!(
        "there is no operation {name:?}; nearest: {}; all: {}",
        nearest[..NEAREST.min(nearest.len())].join(", "),
        names.join(", ")
    )
}

/// Whether requests can have this method: one of the document, or one that every server knows.
///
/// # Errors
///
/// When they cannot: those that there are.
pub(super) fn known_method(document: &Document, method: &str) -> Result<(), String> {
    let operations = document.operations().iter().map(|it| it.method.as_str());
    let known: BTreeSet<_> = operations.chain(["HEAD", "OPTIONS"]).collect();
    match known.contains(method) {
        true => Ok(()),
        false => {
            let known: Vec<_> = known.into_iter().collect();
            let known = known.join(", ");
            Err(format!("{method:?} is none; there are {known}, in capitals"))
        }
    }
}

/// The project, or the branch of it, that is addressed, percent-encoded or not.
///
/// # Errors
///
/// When there is none: those that there are.
pub(crate) fn known_address(state: &State, written: &str) -> Result<Address, String> {
    let spellings = spellings(written);
    let mut found = spellings.iter();
    if let Some((place, address)) = found.find_map(|it| Some((state.find(it)?, it))) {
        let project = &state.projects[place.project];
        let branch = &project.branches[place.branch];
        return Ok(Address {
            project: project.id.clone(),
            branch: address.contains(':').then(|| branch.name.clone()),
        });
    }
    let Some(place) = state.find(bare_project_id(written)) else {
        let known: Vec<_> = state.projects.iter().map(|it| it.id.as_str()).collect();
        return Err(format!("there is no {written:?}; there are {}", known.join(", ")));
    };
    let project = &state.projects[place.project];
    let known: Vec<_> = project.branches.iter().map(|it| it.name.as_str()).collect();
    Err(format!(
        "there is no {written:?}: of the branches of {}, there are {}",
        project.id,
        known.join(", ")
    ))
}

/// An address as it is, and as it is in a path.
pub(crate) fn spellings(address: &str) -> [Cow<'_, str>; 2] {
    let decoded = percent_decode_str(address).decode_utf8();
    [address.into(), decoded.unwrap_or_else(|_| address.into())]
}
