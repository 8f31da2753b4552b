//! Which requests are meant, by what their heads say: of faults, and of looks at the record.

mod known;

use std::fmt;

use crate::document::{Document, Operation};
use crate::state::Address;

pub(crate) use known::{known_address, spellings};
use known::{known_method, known_operation};

/// The pseudo-operation of requests to the bundle host.
pub const DOWNLOAD_BUNDLE: &str = "downloadBundle";
/// What stands for every operation.
const ANY: &str = "any";

/// Requests that have all that is asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Matcher {
    operation: Option<String>,
    method: Option<String>,
    project: Option<String>,
}

/// What is known of a request by its head.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Heading<'r> {
    pub(crate) operation: Option<&'r str>,
    pub(crate) method: &'r str,
    pub(crate) project: Option<&'r str>,
    pub(crate) branch: Option<&'r str>,
}

/// The operations of the requests that are meant.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Subject {
    Any,
    Bundle,
    Operation(&'static Operation),
}

/// What no request can ever have.
#[derive(Debug)]
pub(crate) struct Unmatchable {
    /// The member that asks for it.
    pub(crate) member: &'static str,
    /// What would be right.
    pub(crate) message: String,
}

impl fmt::Display for Unmatchable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}", self.member, self.message)
    }
}

impl Matcher {
    pub(crate) fn new(
        operation: Option<&str>,
        method: Option<&str>,
        project: Option<&str>,
    ) -> Self {
        let operation = operation.filter(|name| *name != ANY);
        let [operation, method, project] =
            [operation, method, project].map(|name| name.map(str::to_owned));
        Self { operation, method, project }
    }

    pub(crate) fn operation(&mut self, name: &str) {
        self.operation = (name != ANY).then(|| name.to_owned());
    }

    pub(crate) fn method(&mut self, method: &str) {
        self.method = Some(method.to_owned());
    }

    pub(crate) fn project(&mut self, address: &str) {
        self.project = Some(address.to_owned());
    }

    /// Whether it means every request.
    pub(crate) fn is_any(&self) -> bool {
        *self == Self::default()
    }

    /// What the operation means.
    pub(crate) fn subject(&self, document: &'static Document) -> Result<Subject, Unmatchable> {
        let Some(name) = &self.operation else {
            return Ok(Subject::Any);
        };
        match known_operation(document, name) {
            Ok(operation) => Ok(operation.map_or(Subject::Bundle, Subject::Operation)),
            Err(message) => Err(Unmatchable { member: "operation", message }),
        }
    }

    /// Checks what else is asked for; what the project means, which `find` knows.
    pub(crate) fn address(
        &self,
        document: &Document,
        subject: Subject,
        find: impl FnOnce(&str) -> Result<Address, String>,
    ) -> Result<Option<Address>, Unmatchable> {
        self.check_method(document, subject)
            .map_err(|message| Unmatchable { member: "method", message })?;
        let found = self.project.as_deref().map(|address| {
            let has_project = match subject {
                Subject::Any => true,
                Subject::Bundle => false,
                Subject::Operation(operation) => operation.path.starts_with("/projects/{"),
            };
            match has_project {
                true => find(address),
                false => {
                    Err("requests of this operation name no project in their path; leave it out"
                        .to_owned())
                }
            }
        });
        found.transpose().map_err(|message| Unmatchable { member: "project", message })
    }

    fn check_method(&self, document: &Document, subject: Subject) -> Result<(), String> {
        let Some(method) = &self.method else {
            return Ok(());
        };
        known_method(document, method)?;
        let right = match subject {
            Subject::Operation(operation) => operation.method.as_str(),
            Subject::Bundle => "GET",
            Subject::Any => return Ok(()),
        };
        match right == method || (right, method.as_str()) == ("GET", "HEAD") {
            true => Ok(()),
            false => {
                let name = self.operation.as_deref().unwrap_or(ANY);
                Err(format!("{name} is {right}, never {method}; leave it out"))
            }
        }
    }

    /// Whether a request is meant, where `address` is what the project means.
    pub(crate) fn fits(&self, address: Option<&Address>, heading: &Heading<'_>) -> bool {
        fn fits(wanted: Option<&str>, given: Option<&str>) -> bool {
            wanted.is_none() || wanted == given
        }
        fits(self.operation.as_deref(), heading.operation)
            && fits(self.method.as_deref(), Some(heading.method))
            && address.is_none_or(|wanted| wanted.covers(heading))
    }
}

impl Address {
    /// Whether a request is to it.
    pub(crate) fn covers(&self, heading: &Heading<'_>) -> bool {
        heading.project == Some(&self.project)
            && (self.branch.is_none() || self.branch.as_deref() == heading.branch)
    }
}
