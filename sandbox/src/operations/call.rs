//! A request on its way through a handler: what it brings, what it reaches, and how it is answered.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use serde_json::{Value, json};

use super::{Outcome, resource::time};
use crate::document::{Document, Operation};
use crate::http::{Answer, Parameters, Refusal};
use crate::quirks::Preset;
use crate::settings::Settings;
use crate::state::{Branch, Edit, Place, Project, Row, State};
use crate::webhooks::{Delivery, deliveries, deliveries_of_changes};

const LIMIT: &str = "x-pagination-limit";
pub(super) const NEXT_CURSOR: &str = "x-pagination-next-cursor";

/// A request that fits the document, by a caller who may make it.
#[derive(Debug)]
pub(crate) struct Call<'a> {
    pub(crate) operation: &'a Operation,
    /// The project and the branch that are addressed.
    pub(crate) place: Place,
    pub(crate) state: &'a mut State,
    pub(crate) caller: u64,
    pub(crate) parameters: &'a Parameters<'a>,
    pub(crate) body: &'a Value,
    pub(crate) preset: Preset,
    pub(crate) settings: &'a Settings,
    /// The ids of processes to be moved on after the response.
    pub(crate) processes: Vec<String>,
    /// What webhooks get after a success.
    pub(crate) deliveries: Vec<Delivery>,
}

impl Call<'_> {
    pub(super) fn path(&self, name: &str) -> &str {
        self.parameters.path(name).unwrap_or_default()
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
        Ok(answer.header(LIMIT, limit).header("x-pagination-page", page))
    }

    /// Adds the headers that say how many items a list has, and how many pages of `limit`.
    pub(super) fn totals(&self, answer: Answer, total: usize, limit: usize) -> Answer {
        // The quirk `total_count`.
        let answer = match self.preset {
            Preset::Sample => answer.header("x-total-count", total),
            _ => answer,
        };
        let pages = total.div_ceil(limit);
        answer.header("x-pagination-total-count", total).header("x-pagination-page-count", pages)
    }

    /// Adds a time to `object`: `{name}` as text and `{name}_timestamp` in seconds.
    pub(super) fn stamp(&self, object: &mut Value, name: &str, seconds: i64) {
        object[name] = json!(time(seconds));
        object[format!("{name}_timestamp")] = json!(seconds);
    }

    pub(super) fn email(&self, user: u64) -> &str {
        self.state.user(user).map_or("", |user| user.text("email"))
    }

    /// Sends an event of the project to its webhooks, if the request succeeds.
    pub(super) fn emit(&mut self, name: &str, members: Value) {
        let event = (format!("project.{name}"), members);
        self.deliveries.extend(deliveries(self.state, self.place, self.caller, &event));
    }

    /// Sends the events of the keys and texts that the request has changed.
    pub(crate) fn emit_changes(&mut self) {
        let changed = deliveries_of_changes(self.state, self.place, self.caller, false);
        self.deliveries.extend(changed);
    }

    pub(super) fn project(&self) -> &Project {
        &self.state.projects[self.place.project]
    }

    pub(super) fn project_mut(&mut self) -> &mut Project {
        &mut self.state.projects[self.place.project]
    }

    pub(super) fn branch(&self) -> &Branch {
        &self.project().branches[self.place.branch]
    }

    pub(super) fn branch_mut(&mut self) -> &mut Branch {
        let branch = self.place.branch;
        &mut self.project_mut().branches[branch]
    }

    pub(super) fn edit(&mut self) -> Edit<'_> {
        self.state.edit(self.place, self.caller)
    }

    /// What the path names beside the project, as numbers where they are.
    pub(super) fn named(&self) -> impl Iterator<Item = (&str, Value)> {
        let path = self.parameters.path.iter().map(|(name, value)| (&**name, value));
        let path = path.filter(|(name, _)| !["project_id", "projectId"].contains(name));
        path.map(|(name, value)| {
            (name, value.parse::<i64>().map_or_else(|_| json!(value), Value::from))
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
        let mut body: Row = self.named().map(|(name, value)| (name.to_owned(), value)).collect();
        body.set("user_id", self.caller);
        body.set("errors", json!([]));
        if let Value::Object(envelope) = self.envelope() {
            body.0.extend(envelope);
        }
        body.0.retain(|name, _| is_known(name));
        body.set(name, json!(value));
        Ok(Answer::ok(&body))
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
        let answer = self.single(name, shown)?.header(LIMIT, limit);
        Ok(match next {
            Some(next) => answer.header(NEXT_CURSOR, cursor_behind(next)),
            None if self.preset == Preset::Other => answer.header(NEXT_CURSOR, ""),
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

    /// What an answer about the project begins with.
    pub(super) fn envelope(&self) -> Value {
        let Some(project) = self.state.projects.get(self.place.project) else { return json!({}) };
        let mut envelope = json!({ "project_id": project.id });
        // One form of the quirk `older_answers` has no branch.
        if project.settings.flag("branching") && self.preset != Preset::Other {
            envelope["branch"] = json!(self.branch().name);
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
