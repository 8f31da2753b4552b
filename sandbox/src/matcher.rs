//! Which requests a fault or a filter of the record applies to.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

use crate::document::{Document, Operation};
use crate::state::{Address, State, bare_project_id, suggestion};

/// The pseudo-operation of requests to the bundle host.
pub const DOWNLOAD_BUNDLE: &str = "downloadBundle";
const ANY: &str = "any";

/// Requests by their operation and project; `None` matches every request.
#[derive(Debug)]
pub(crate) struct Matcher {
    operation: Option<String>,
    address: Option<Address>,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Matchable<'r> {
    pub(crate) operation: Option<&'r str>,
    pub(crate) project: Option<&'r str>,
    pub(crate) branch: Option<&'r str>,
}

impl Matcher {
    /// # Errors
    ///
    /// Fails if there is no such operation, or its requests name no project.
    pub(crate) fn new(
        document: &Document,
        state: &State,
        operation: Option<&str>,
        project: Option<&str>,
    ) -> Result<Self, String> {
        let operation = operation.filter(|name| *name != ANY);
        if let Some(name) = operation {
            let known = document.operation(name);
            if known.is_none() && name != DOWNLOAD_BUNDLE {
                return Err(unknown_operation(document, name));
            }
            if project.is_some() && !known.is_some_and(has_project) {
                let message = "requests of this operation name no project in their path";
                return Err(format!("`project`: {message}"));
            }
        }
        Ok(Self {
            operation: operation.map(str::to_owned),
            address: project.map(|written| Address::narrow(state, &decoded(written))),
        })
    }

    pub(crate) fn matches(&self, request: &Matchable<'_>) -> bool {
        let operation = self.operation.as_deref();
        operation.is_none_or(|wanted| request.operation == Some(wanted))
            && self.address.as_ref().is_none_or(|wanted| wanted.covers(request))
    }
}

impl Address {
    fn covers(&self, request: &Matchable<'_>) -> bool {
        request.project == Some(&self.project)
            && (self.branch.is_none() || self.branch.as_deref() == request.branch)
    }
}

/// # Errors
///
/// Fails if the project or branch does not exist, and lists those that do.
pub(crate) fn check_project(state: &State, written: &str) -> Result<(), String> {
    let address = decoded(written);
    if state.find(&address).is_some() {
        return Ok(());
    }
    let known: Vec<_> = match state.find(bare_project_id(&address)) {
        Some(place) => state.projects[place.project].branches.iter().map(|it| &*it.name).collect(),
        None => state.projects.iter().map(|it| &*it.id).collect(),
    };
    Err(format!("`project`: there is no {written:?}; there are {}", known.join(", ")))
}

/// An address as in a path, or not percent-encoded.
fn decoded(address: &str) -> Cow<'_, str> {
    percent_decode_str(address).decode_utf8_lossy()
}

fn has_project(operation: &Operation) -> bool {
    operation.path.starts_with("/projects/{")
}

fn unknown_operation(document: &Document, name: &str) -> String {
    let operations = document.operations().iter().map(|it| it.id.as_str());
    let near = suggestion(name, operations.chain([ANY, DOWNLOAD_BUNDLE]));
    format!("`operation`: there is no {name:?}{near}")
}
