//! A request on its way through a handler: what it brings, what it reaches, and how it is answered.

use std::ops::{Deref, DerefMut};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, NaiveDateTime};
use serde::Serialize;
use serde_json::{Value, json};

use super::Outcome;
use super::resource::{Around, Scope};
use crate::document::{Document, Operation};
use crate::http::{Answer, Parameters, Refusal};
use crate::quirks::{Quirk, Quirks};
use crate::settings::Settings;
use crate::state::{Branch, Edit, Place, Project, Row, State, Tables};
use crate::webhooks::{Delivery, deliveries, deliveries_of_changes};

const COUNTS: [&str; 5] = [
    "x-total-count",
    "x-pagination-total-count",
    "x-pagination-page-count",
    "x-pagination-limit",
    "x-pagination-page",
];

pub(super) const NEXT_CURSOR: &str = "x-pagination-next-cursor";

/// A request that fits the document, by a caller who may make it.
#[derive(Debug)]
pub(crate) struct AccountCall<'a> {
    pub(crate) operation: &'a Operation,
    /// The project and branch that are addressed, if the operation is one of projects.
    pub(crate) place: Option<Place>,
    pub(crate) state: &'a mut State,
    pub(crate) caller: u64,
    pub(crate) parameters: &'a Parameters<'a>,
    pub(crate) body: &'a Value,
    pub(crate) quirks: Quirks,
    pub(crate) settings: &'a Settings,
    /// The ids of processes to be moved on after the response.
    pub(crate) processes: Vec<String>,
    /// What webhooks get after a success.
    pub(crate) deliveries: Vec<Delivery>,
}

/// Such a request that addresses a project, and one of its branches.
#[derive(Debug)]
pub(crate) struct Call<'a> {
    pub(crate) account: AccountCall<'a>,
    pub(crate) place: Place,
}

impl<'a> Deref for Call<'a> {
    type Target = AccountCall<'a>;

    fn deref(&self) -> &Self::Target {
        &self.account
    }
}

impl DerefMut for Call<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.account
    }
}

impl AccountCall<'_> {
    pub(super) fn path(&self, name: &str) -> &str {
        let values = &mut self.parameters.path.iter();
        values.find(|(known, _)| known == name).map_or("", |(_, value)| value.as_str())
    }

    pub(super) fn path_id(&self, name: &str) -> Result<u64, Refusal> {
        // The document rejects non-integers, and no object has a negative id.
        self.path(name).parse().map_err(|_| Refusal::not_found())
    }

    /// A query parameter that is a number; the document rejects others.
    pub(super) fn query_count(&self, name: &str, default: usize) -> usize {
        let text = self.parameters.query.get(name);
        text.and_then(|text| text.parse().ok()).unwrap_or(default)
    }

    pub(super) fn limit(&self) -> usize {
        self.query_count("limit", 100)
    }

    /// A query parameter that is a flag, `1` or `0`; `None` where it is absent.
    pub(super) fn query_flag(&self, name: &str) -> Option<bool> {
        self.parameters.query.get(name).map(|text| text == "1")
    }

    /// A query parameter that is a list: one text, its elements parted by commas.
    pub(super) fn query_list(&self, name: &str) -> Vec<&str> {
        let text = self.parameters.query.get(name);
        let elements = text.into_iter().flat_map(|text| text.split(','));
        elements.filter(|element| !element.is_empty()).collect()
    }

    pub(super) fn query_ids(&self, name: &str) -> Vec<u64> {
        let ids = self.query_list(name).into_iter();
        // The document rejects non-integers. 0 is no id, so it matches nothing.
        ids.map(|id| id.parse().unwrap_or_default()).collect()
    }

    /// The page of a list that was asked for, under `name`, with the headers that count.
    pub(super) fn list<'t, T, V: Serialize>(
        &self,
        name: &str,
        items: &'t [T],
        view: impl Fn(&'t T) -> V,
    ) -> Outcome {
        let limit = self.limit();
        let page = self.query_count("page", 1);
        let shown: Vec<V> =
            items.iter().skip((page - 1).saturating_mul(limit)).take(limit).map(view).collect();
        let answer = self.totals(self.single(name, shown)?, items.len(), limit);
        Ok(answer.header(COUNTS[3], limit).header(COUNTS[4], page))
    }

    /// Adds the headers that say how many items a list has, and how many pages of `limit`.
    pub(super) fn totals(&self, answer: Answer, total: usize, limit: usize) -> Answer {
        let answer = match self.quirks.other(Quirk::TotalCount) {
            true => answer,
            false => answer.header(COUNTS[0], total),
        };
        let pages = total.div_ceil(limit);
        answer.header(COUNTS[1], total).header(COUNTS[2], pages)
    }

    /// Adds a moment to `object`: `{name}` as text and `{name}_timestamp` in seconds.
    pub(super) fn stamp(&self, object: &mut Value, name: &str, seconds: i64) {
        object[name] = json!(time(self.quirks, seconds));
        object[format!("{name}_timestamp")] = json!(seconds);
    }

    /// Adds a moment of a response whose older form has no seconds.
    pub(super) fn date(&self, object: &mut Value, name: &str, seconds: i64) {
        match self.quirks.other(Quirk::OlderAnswers) {
            true => object[name] = json!(time(self.quirks, seconds)),
            false => self.stamp(object, name, seconds),
        }
    }

    pub(super) fn email(&self, user: u64) -> &str {
        self.state.user(user).map_or("", |user| user.text("email"))
    }

    /// Sends an event of the project to its webhooks, if the request succeeds.
    pub(super) fn emit(&mut self, name: &str, members: Value) {
        if let Some(place) = self.place {
            let event = (format!("project.{name}"), members);
            self.deliveries.extend(deliveries(self.state, place, self.caller, &event));
        }
    }

    /// Sends the events of the keys and texts that the request has changed.
    pub(crate) fn emit_changes(&mut self) {
        let Some(place) = self.place else { return };
        let changed = deliveries_of_changes(self.state, place, self.caller, false);
        self.deliveries.extend(changed);
    }

    pub(super) fn around(&self) -> Around<'_> {
        let around = Around::of(self.state, self.place, self.quirks, self.caller);
        Around { settings: Some(self.settings), ..around }
    }

    pub(super) fn project(&self) -> Option<&Project> {
        self.place.map(|place| &self.state.projects[place.project])
    }

    pub(super) fn project_mut(&mut self) -> Option<&mut Project> {
        self.place.map(|place| &mut self.state.projects[place.project])
    }

    pub(super) fn branch(&self) -> Option<&Branch> {
        self.place.map(|place| &self.state.projects[place.project].branches[place.branch])
    }

    pub(super) fn tables(&self, scope: Scope) -> Option<&Tables> {
        match scope {
            Scope::Account => Some(&self.state.tables),
            Scope::Project => self.project().map(|project| &project.tables),
            Scope::Branch => self.branch().map(|branch| &branch.tables),
        }
    }

    pub(super) fn tables_mut(&mut self, scope: Scope) -> &mut Tables {
        let State { tables, projects, .. } = &mut *self.state;
        match (scope, self.place) {
            (Scope::Project, Some(place)) => &mut projects[place.project].tables,
            (Scope::Branch, Some(place)) => {
                &mut projects[place.project].branches[place.branch].tables
            }
            (_, _) => tables,
        }
    }

    /// What the path names beside the project, as numbers where they are.
    pub(super) fn named(&self) -> impl Iterator<Item = (&str, Value)> {
        let path = self.parameters.path.iter().map(|(name, value)| (&**name, value));
        let path = path.filter(|(name, _)| !["project_id", "projectId"].contains(name));
        path.map(|(name, value)| {
            (name, value.parse::<u64>().map_or_else(|_| json!(value), Value::from))
        })
    }

    /// 200 with one thing under `name`, and what else the document has beside it: the bare id of
    /// the project, whichever address was used, its branch, what the path names, and the caller.
    /// Where the document has no such name, the response is the thing itself.
    pub(super) fn single(&self, name: &str, value: impl Serialize) -> Outcome {
        let document = Document::embedded().ok();
        let schema =
            document.and_then(|it| Some(it.members(&it.answer_schema(self.operation, 200)?)));
        let schema = schema.unwrap_or_default();
        let is_known = |name: &str| schema.properties.contains_key(name);
        if !is_known(name) {
            return Ok(Answer::ok(&value));
        }
        let project = self.project().map(|project| ("project_id", json!(project.id)));
        let branch = self.branch_name().map(|branch| ("branch", json!(branch)));
        let caller = ("user_id", json!(self.caller));
        let beside = [caller].into_iter().chain(project).chain(branch).chain(self.named());
        let mut body: Row = beside.map(|(name, value)| (name.to_owned(), value)).collect();
        body.0.retain(|name, _| is_known(name));
        body.set(name, json!(value));
        Ok(Answer::ok(&body))
    }

    pub(super) fn branch_name(&self) -> Option<&str> {
        let branching = self.project().is_some_and(|project| project.settings.branching);
        let shown = branching && !self.quirks.other(Quirk::OlderAnswers);
        self.branch().filter(|_| shown).map(|branch| &*branch.name)
    }
}

impl Call<'_> {
    pub(super) fn project(&self) -> &Project {
        &self.state.projects[self.place.project]
    }

    pub(super) fn project_mut(&mut self) -> &mut Project {
        let place = self.place;
        &mut self.state.projects[place.project]
    }

    pub(super) fn branch(&self) -> &Branch {
        &self.project().branches[self.place.branch]
    }

    pub(super) fn branch_mut(&mut self) -> &mut Branch {
        let place = self.place;
        &mut self.project_mut().branches[place.branch]
    }

    pub(super) fn edit(&mut self) -> Edit<'_> {
        let (place, by) = (self.place, self.caller);
        self.state.edit(place, by)
    }

    /// A list by rising id that is read by page number or by cursor, as the request wants it.
    pub(super) fn list_or_cursor<T, V: Serialize>(
        &self,
        name: &str,
        items: &[T],
        id: impl Fn(&T) -> u64,
        view: impl Fn(&T) -> V,
    ) -> Outcome {
        if !self.by_cursor() {
            return self.list(name, items, view);
        }
        let limit = self.limit();
        let last = self.cursor(last_id)?;
        let (page, next) = page_behind(items, id, last, limit);
        let shown: Vec<V> = page.iter().map(view).collect();
        let answer = self.single(name, shown)?.header(COUNTS[3], limit);
        Ok(match next {
            Some(next) => answer.header(NEXT_CURSOR, cursor_behind(next)),
            _ if self.quirks.other(Quirk::EmptyCursor) => answer.header(NEXT_CURSOR, ""),
            _ => answer,
        })
    }

    /// The last id that was read, by the cursor of the request; 0 without one.
    pub(super) fn cursor(&self, read: impl Fn(&str) -> Option<u64>) -> Result<u64, Refusal> {
        let cursor = self.parameters.query.get("cursor").map_or("", String::as_str);
        match cursor.is_empty() {
            true => Ok(0),
            false => read(cursor)
                .ok_or_else(|| Refusal::field("cursor", "This is not a cursor of this list.")),
        }
    }

    pub(super) fn by_cursor(&self) -> bool {
        let pagination = self.parameters.query.get("pagination");
        pagination.is_some_and(|kind| kind == "cursor")
    }

    /// What an answer about the project begins with, for one that holds more than one thing.
    pub(super) fn envelope(&self) -> Value {
        let mut envelope = json!({ "project_id": self.project().id });
        if let Some(branch) = self.branch_name() {
            envelope["branch"] = json!(branch);
        }
        envelope
    }
}

/// A page of a list by rising id, behind the last id that was read, and its own last id if more
/// items follow.
pub(super) fn page_behind<T>(
    items: &[T],
    id: impl Fn(&T) -> u64,
    last: u64,
    limit: usize,
) -> (&[T], Option<u64>) {
    let rest = &items[items.partition_point(|item| id(item) <= last)..];
    let page = &rest[..limit.min(rest.len())];
    (page, page.last().filter(|_| rest.len() > limit).map(id))
}

/// A moment as the service writes it.
pub(super) fn time(quirks: Quirks, seconds: i64) -> String {
    let time = DateTime::from_timestamp(seconds, 0).unwrap_or_default().naive_utc();
    let zone = if quirks.other(Quirk::Timestamps) { "Etc/UTC" } else { "UTC" };
    format!("{time} ({zone})")
}

/// The seconds of a moment in one of its forms: as the service writes it (its zone is UTC), in RFC
/// 3339, or in seconds.
pub(crate) fn seconds_of(moment: &Value) -> Option<i64> {
    let Some(text) = moment.as_str() else {
        return moment.as_i64().filter(|at| DateTime::from_timestamp(*at, 0).is_some());
    };
    let plain = text.split(" (").next().unwrap_or_default();
    match NaiveDateTime::parse_from_str(plain, "%Y-%m-%d %H:%M:%S") {
        Ok(moment) => Some(moment.and_utc().timestamp()),
        Err(_) => DateTime::parse_from_rfc3339(text).ok().map(|moment| moment.timestamp()),
    }
}

/// The cursor of a list by rising id, behind the last id of a page.
pub(super) fn cursor_behind(id: u64) -> String {
    STANDARD.encode(json!({ "id": id }).to_string())
}

/// The id of the last item before a cursor.
pub(super) fn last_id(cursor: &str) -> Option<u64> {
    let text = STANDARD.decode(cursor).ok()?;
    let value: Value = serde_json::from_slice(&text).ok()?;
    value["id"].as_u64()
}
