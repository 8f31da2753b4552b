//! The operations: one handler for each `operationId`, and what they have in common.

mod bulk;
mod comments;
mod contributors;
mod exports;
mod files;
mod items;
mod oauth;
mod processes;
mod statuses;

use std::collections::HashMap;
use std::fmt;

use chrono::{DateTime, NaiveDateTime};
use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::quirks::{Quirk, Quirks};
use crate::server::{Answer, Body, Parameters, Refusal, Settings};
use crate::state::{OAuth, Project, State};
use crate::work::Effect;

/// The headers that count a list and its pages.
pub(crate) const COUNTS: [&str; 5] = [
    "x-total-count",
    "x-pagination-total-count",
    "x-pagination-page-count",
    "x-pagination-limit",
    "x-pagination-page",
];

type Outcome = Result<Answer, Refusal>;

/// What serves an operation.
pub(crate) enum Handler {
    /// An operation of a project, whose address is the first path parameter.
    Project(Addressing, fn(&mut Call<'_>) -> Outcome),
    /// The token endpoint.
    Token(fn(&mut TokenCall<'_>) -> Outcome),
    /// A page for browsers, which checks its query itself.
    Page(fn(&mut State, &HashMap<String, String>) -> Outcome),
}

/// How a project may be addressed.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Addressing {
    /// By id or UUID, with or without a branch.
    Any,
    /// By its UUID v7 only.
    Uuid,
}

const fn any(handler: fn(&mut Call<'_>) -> Outcome) -> Handler {
    Handler::Project(Addressing::Any, handler)
}

const fn uuid(handler: fn(&mut Call<'_>) -> Outcome) -> Handler {
    Handler::Project(Addressing::Uuid, handler)
}

/// All handlers by `operationId`.
static HANDLERS: [(&str, Handler); 29] = [
    ("listProjectComments", any(comments::list_of_project)),
    ("listKeyComments", any(comments::list_of_key)),
    ("createKeyComments", any(comments::create)),
    ("getKeyComment", any(comments::get)),
    ("deleteKeyComment", any(comments::delete)),
    ("listContributors", any(contributors::list)),
    ("createContributors", any(contributors::create)),
    ("getContributor", any(contributors::get)),
    ("getOwnContributor", any(contributors::get_own)),
    ("updateContributor", any(contributors::update)),
    ("deleteContributor", any(contributors::delete)),
    ("importContributors", uuid(bulk::import)),
    ("deleteAllContributors", uuid(bulk::delete_all)),
    ("getContributorDeletionJob", uuid(bulk::get_job)),
    ("listCustomTranslationStatuses", any(statuses::list)),
    ("createCustomTranslationStatus", any(statuses::create)),
    ("getCustomTranslationStatus", any(statuses::get)),
    ("updateCustomTranslationStatus", any(statuses::update)),
    ("deleteCustomTranslationStatus", any(statuses::delete)),
    ("listCustomTranslationStatusColors", any(statuses::colors)),
    ("listFiles", any(files::list)),
    ("uploadFile", any(files::upload)),
    ("exportFiles", any(exports::export)),
    ("startExport", any(exports::export_async)),
    ("listProcesses", any(processes::list)),
    ("getProcess", any(processes::get)),
    ("listItems", any(items::list)),
    ("requestToken", Handler::Token(oauth::request_token)),
    ("authorize", Handler::Page(oauth::authorize)),
];

/// The handler of an operation.
pub(crate) fn handler(operation: &str) -> Option<&'static Handler> {
    HANDLERS
        .iter()
        .find(|(id, _)| *id == operation)
        .map(|(_, handler)| handler)
}

/// A request to the token endpoint that fits the document.
#[derive(Debug)]
pub(crate) struct TokenCall<'a> {
    pub(crate) oauth: &'a mut OAuth,
    pub(crate) body: &'a Value,
    pub(crate) settings: &'a Settings,
}

/// A request of a project that fits the document, by a caller who may make it.
#[derive(Debug)]
pub(crate) struct Call<'a> {
    pub(crate) state: &'a mut State,
    /// The index of the project.
    pub(crate) project: usize,
    /// The user who calls.
    pub(crate) caller: u64,
    pub(crate) parameters: &'a Parameters<'a>,
    pub(crate) body: &'a Body,
    pub(crate) quirks: Quirks,
    pub(crate) settings: &'a Settings,
    /// What goes on after the answer.
    pub(crate) effects: Vec<Effect>,
}

impl Call<'_> {
    fn project(&self) -> &Project {
        &self.state.projects[self.project]
    }

    fn project_mut(&mut self) -> &mut Project {
        &mut self.state.projects[self.project]
    }

    /// A path parameter as text.
    fn path(&self, name: &str) -> &str {
        let values = &mut self.parameters.path.iter();
        values
            .find(|(known, _)| known == name)
            .map_or("", |(_, value)| value.as_str())
    }

    /// A path parameter that is a number.
    fn path_id(&self, name: &str) -> Result<u64, Refusal> {
        // What is no integer does not come here: the document rules it out. Nothing has a negative id.
        let id = self.path(name).parse();
        id.map_err(|_| Refusal::not_found("There is nothing with this id"))
    }

    /// A query parameter that is a number, at least 1.
    fn query_count(&self, name: &str, default: usize) -> Result<usize, Refusal> {
        let Some(text) = self.parameters.query.get(name) else {
            return Ok(default);
        };
        text.parse()
            .ok()
            .filter(|count| *count > 0)
            .ok_or_else(|| Refusal::field(name, "This is not a positive number."))
    }

    /// The page of a list that was asked for, under `name`, with the headers that count.
    fn list<'t, T, V: Serialize>(
        &self,
        name: &str,
        items: &'t [T],
        view: impl Fn(&'t T) -> V,
    ) -> Outcome {
        let limit = self.query_count("limit", 100)?;
        if limit > 5000 {
            return Err(Refusal::field("limit", "The maximum is 5000."));
        }
        let page = self.query_count("page", 1)?;
        let shown: Vec<V> = items
            .iter()
            .skip((page - 1).saturating_mul(limit))
            .take(limit)
            .map(view)
            .collect();
        let total = items.len();
        let counts = [total, total, total.div_ceil(limit), limit, page];
        let answer = self.single(name, shown)?;
        Ok(COUNTS
            .into_iter()
            .zip(counts)
            .fold(answer, |answer, (name, count)| answer.header(name, count)))
    }

    /// 200 with one thing under `name`.
    fn single(&self, name: &str, value: impl Serialize) -> Outcome {
        Ok(Answer::ok(&Envelope {
            project_id: &self.project().id,
            name,
            value,
        }))
    }

    /// Adds a moment to `object`: `{name}` as text and `{name}_timestamp` in seconds.
    fn stamp(&self, object: &mut Value, name: &str, seconds: i64) {
        object[name] = json!(self.time(seconds).to_string());
        object[format!("{name}_timestamp")] = json!(seconds);
    }

    /// A moment as the service writes it.
    fn time(&self, seconds: i64) -> Time {
        Time {
            time: DateTime::from_timestamp(seconds, 0)
                .unwrap_or_default()
                .naive_utc(),
            zone: if self.quirks.other(Quirk::Timestamps) {
                "Etc/UTC"
            } else {
                "UTC"
            },
        }
    }

    /// The e-mail address of a user, empty when there is no such user.
    fn email(&self, user: u64) -> &str {
        self.state.user(user).map_or("", |user| &user.email)
    }
}

/// What answers about a project have in common: its bare id, whichever address was used, and one thing under a name.
struct Envelope<'a, V> {
    project_id: &'a str,
    name: &'a str,
    value: V,
}

impl<V: Serialize> Serialize for Envelope<'_, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(Some(2))?;
        object.serialize_entry("project_id", self.project_id)?;
        object.serialize_entry(self.name, &self.value)?;
        object.end()
    }
}

/// A moment as the service writes it.
#[derive(Debug)]
struct Time {
    time: NaiveDateTime,
    zone: &'static str,
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.time, self.zone)
    }
}

impl Serialize for Time {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Now, in Unix seconds.
pub(crate) fn now() -> i64 {
    chrono::Utc::now().timestamp()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::document::Document;

    #[test]
    fn every_operation_has_a_handler_and_every_handler_an_operation() {
        let document = Document::embedded().unwrap();
        let documented: BTreeSet<_> = document
            .operations()
            .iter()
            .map(|o| o.id.as_str())
            .collect();
        let served: BTreeSet<_> = HANDLERS.iter().map(|(id, _)| *id).collect();
        assert_eq!(documented, served);
    }
}
