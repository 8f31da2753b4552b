//! Resources as descriptions, and the one engine that lists, creates, shows, changes and deletes
//! them. What an object has, and which values fit, the document says; a description adds what the
//! document cannot say.

use std::sync::Arc;

use chrono::{DateTime, NaiveDateTime};
use serde_json::{Map, Value, json};

use super::Outcome;
use super::call::Call;
use crate::document::{Document, Field, Kind, Operation, SchemaMembers};
use crate::http::Refusal;
use crate::state::{Branch, DataError, Ids, Language, Project, Row, Tables, new_uuid, now};

pub(crate) struct Resource {
    pub(crate) one: &'static str,
    /// Several of them in an envelope, in the data and in a seed.
    pub(crate) many: &'static str,
    pub(crate) schema: &'static str,
    pub(crate) scope: Scope,
    pub(crate) id: &'static str,
    pub(crate) new_id: fn(&mut Ids, i64) -> Value,
    /// The operations that the engine serves.
    pub(crate) operations: &'static [(&'static str, Action)],
    /// The field that a text stands for in a seed.
    pub(crate) short: &'static str,
    /// What a new one has unless it is sent, as JSON.
    pub(crate) defaults: &'static str,
    /// Fields that are kept and no response shows.
    pub(crate) hidden: &'static [&'static str],
    /// Fields of responses that follow from others.
    pub(crate) computed: &'static [&'static str],
    /// Fields with the id of a user, which is an e-mail address in a seed too.
    pub(crate) users: &'static [&'static str],
    /// Fields that a seed writes in another form than responses.
    pub(crate) open: &'static [&'static str],
    /// Completes an object from what was sent, or says which field is wrong.
    pub(crate) complete: Complete,
    /// What a list leaves out, and its order: by default that of creation.
    pub(crate) arrange: fn(&Call<'_>, &mut Vec<&Row>),
    /// Whether the caller may create or delete this object, or update it to this. To list, the
    /// object has only what the path names.
    pub(crate) may: fn(&Call<'_>, Action, &Row) -> Result<(), Refusal>,
    /// What else happens.
    pub(crate) after: fn(&mut Call<'_>, Action, &Row),
    /// What a response has that differs from what is kept.
    pub(crate) show: fn(&Call<'_>, Action, &Row, &mut Map<String, Value>),
}

type Complete = fn(&Around<'_>, &mut Row, &Map<String, Value>) -> Result<(), DataError>;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    Project,
    Branch,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Action {
    List,
    Create,
    Get,
    Update,
    Delete,
}

/// Where an object comes from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Origin {
    #[default]
    Seed,
    Create,
    Update,
}

/// What surrounds an object that is completed: by default nothing.
#[derive(Default)]
pub(crate) struct Around<'a> {
    pub(crate) origin: Origin,
    pub(crate) project: Option<&'a Project>,
    /// The default one, for an object of a project in a seed.
    pub(crate) branch: Option<&'a Branch>,
    /// Who sends it.
    pub(crate) by: u64,
}

impl<'a> Around<'a> {
    pub(crate) fn of(call: &'a Call<'_>, origin: Origin) -> Self {
        let (project, branch) = (Some(call.project()), Some(call.branch()));
        Self { origin, project, branch, by: call.caller }
    }

    pub(crate) fn languages(&self) -> &'a [Language] {
        self.branch.map_or(&[], Branch::languages)
    }
}

impl Resource {
    pub(crate) const PLAIN: Self = Self {
        one: "",
        many: "",
        schema: "",
        scope: Scope::Project,
        id: "",
        new_id: |ids, _| ids.next().into(),
        operations: &[],
        short: "",
        defaults: "{}",
        hidden: &[],
        computed: &[],
        users: &[],
        open: &[],
        complete: |_, _, _| Ok(()),
        arrange: |_, _| {},
        may: |_, _, _| Ok(()),
        after: |_, _, _| {},
        show: |_, _, _, _| {},
    };

    pub(crate) fn run(&self, action: Action, call: &mut Call<'_>) -> Outcome {
        match action {
            Action::List => self.list(call),
            Action::Create => self.create(call),
            Action::Get => self.respond(call, action, &self.rows(call)[self.index(call)?]),
            Action::Update => self.update(call),
            Action::Delete => self.delete(call),
        }
    }

    fn list(&self, call: &Call<'_>) -> Outcome {
        let outer = self.outer(call, false)?;
        let mut rows: Vec<_> = self.rows(call).iter().filter(|row| row.includes(&outer)).collect();
        (self.arrange)(call, &mut rows);
        call.list(self.many, &rows, |row| self.show(call, Action::List, row))
    }

    fn create(&self, call: &mut Call<'_>) -> Outcome {
        let (body, outer) = (call.body, self.outer(call, false)?);
        let Some(items) = body[self.many].as_array() else {
            let row = self.new_row(call, outer, body, "")?;
            self.add(call, &row);
            return self.respond(call, Action::Create, &row);
        };
        let rows = items.iter().enumerate().map(|(index, item)| {
            self.new_row(call, outer.clone(), item, &format!("{}.{index}", self.many))
        });
        let rows = rows.collect::<Result<Vec<_>, _>>()?;
        self.add_all(call, &rows)
    }

    pub(super) fn add_all(&self, call: &mut Call<'_>, rows: &[Row]) -> Outcome {
        rows.iter().for_each(|row| self.add(call, row));
        let shown = rows.iter().map(|row| self.show(call, Action::Create, row));
        call.single(self.many, shown.collect::<Value>())
    }

    /// Makes an object of an item of a request.
    pub(super) fn new_row(
        &self,
        call: &mut Call<'_>,
        mut row: Row,
        sent: &Value,
        place: &str,
    ) -> Result<Row, Refusal> {
        self.change(call, &mut row, sent, place)?;
        (self.may)(call, Action::Create, &row)?;
        Ok(self.filled(row, call.caller, now(), &mut call.state.ids))
    }

    pub(super) fn add(&self, call: &mut Call<'_>, row: &Row) {
        self.rows_mut(call).push(row.clone());
        (self.after)(call, Action::Create, row);
    }

    fn update(&self, call: &mut Call<'_>) -> Outcome {
        let index = self.index(call)?;
        let mut row = self.rows(call)[index].clone();
        self.change(call, &mut row, call.body, "")?;
        (self.may)(call, Action::Update, &row)?;
        self.rows_mut(call)[index] = row.clone();
        (self.after)(call, Action::Update, &row);
        self.respond(call, Action::Update, &row)
    }

    fn delete(&self, call: &mut Call<'_>) -> Outcome {
        let index = self.index(call)?;
        (self.may)(call, Action::Delete, &self.rows(call)[index])?;
        let row = self.rows_mut(call).remove(index);
        (self.after)(call, Action::Delete, &row);
        call.single(&format!("{}_deleted", self.one), json!(true))
    }

    fn respond(&self, call: &Call<'_>, action: Action, row: &Row) -> Outcome {
        call.single(self.one, self.show(call, action, row))
    }

    /// Sets what the request may set, and completes the result. `place` is where it was sent.
    pub(super) fn change(
        &self,
        call: &Call<'_>,
        row: &mut Row,
        sent: &Value,
        place: &str,
    ) -> Result<(), Refusal> {
        let mut sent = sent.as_object().cloned().unwrap_or_default();
        let sendable = self.sendable(call.operation);
        sent.retain(|name, _| sendable.properties.contains_key(name));
        let is_new = row.get(self.id).is_null();
        let origin = if is_new { Origin::Create } else { Origin::Update };
        let set = self.set(&Around::of(call, origin), row, &sent);
        Ok(set.map_err(|error| error.within(place))?)
    }

    /// What a request may set of an object, alone or in a list.
    fn sendable(&self, operation: &Operation) -> Arc<SchemaMembers> {
        let (Ok(document), Some(body)) = (Document::embedded(), &operation.request_body) else {
            return Arc::default();
        };
        let members = document.members(&body.schema);
        let list = members.properties.get(self.many).map(|list| document.members(list));
        let item = list.and_then(|list| Some(document.members(list.items.as_ref()?)));
        item.unwrap_or(members)
    }

    /// Sets what was sent, and completes the result.
    pub(crate) fn set(
        &self,
        around: &Around<'_>,
        row: &mut Row,
        sent: &Map<String, Value>,
    ) -> Result<(), DataError> {
        let fields = self.fields();
        let is_kept = |it: &&Field| it.kind.is_kept() && !self.computed.contains(&&*it.name);
        for Field { name, kind, .. } in fields.iter().filter(is_kept) {
            let Some(value) = sent.get(name) else { continue };
            let seconds = seconds_of(value);
            match kind {
                Kind::Time if seconds.is_none() && !value.is_null() => {
                    return Err(DataError::new(name, "not a time, such as 2025-03-01 09:10:00"));
                }
                Kind::Time => row.set(name, json!(seconds)),
                _ => row.set(name, value.clone()),
            }
        }
        for name in self.hidden {
            if let Some(value) = sent.get(*name) {
                row.set(name, value.clone());
            }
        }
        (self.complete)(around, row, sent)
    }

    /// A new object with its id, defaults, and the user and time of its creation.
    pub(crate) fn filled(&self, mut row: Row, by: u64, at: i64, ids: &mut Ids) -> Row {
        row.fill(self.id, || (self.new_id)(ids, at));
        let defaults: Map<String, Value> = serde_json::from_str(self.defaults).unwrap_or_default();
        for (name, value) in defaults {
            row.fill(&name, || value);
        }
        let fields = self.fields();
        for field in fields.iter() {
            match (&*field.name, &field.kind) {
                ("uuid", _) => row.fill(&field.name, || new_uuid(ids, at).to_string().into()),
                ("created_at" | "added_at" | "createdAt", _) => row.fill(&field.name, || at.into()),
                ("created_by" | "added_by", _) => row.fill(&field.name, || by.into()),
                (_, Kind::Plain(default)) => row.fill(&field.name, || default.clone()),
                _ => {}
            }
        }
        // A field that the document names otherwise would never be shown.
        let is_known = |name: &String| {
            let mut known = fields.iter().map(|it| &*it.name).chain(self.hidden.iter().copied());
            known.any(|known| known == name) || name == self.id || self.schema.is_empty()
        };
        let unknown = row.0.keys().find(|name| !is_known(name));
        debug_assert_eq!(unknown, None, "{} does not have this field", self.schema);
        row
    }

    pub(crate) fn show(&self, call: &Call<'_>, action: Action, row: &Row) -> Value {
        let mut shown = Map::new();
        for field in self.fields().iter() {
            let value = match &field.kind {
                Kind::Time => row.get(&field.name).as_i64().map(time).into(),
                Kind::Timestamp(of) => row.get(of).clone(),
                Kind::Email(of) if row.get(of).is_null() => Value::Null,
                Kind::Email(of) => call.email(row.id(of)).into(),
                Kind::Plain(_) => row.get(&field.name).clone(),
            };
            shown.insert(field.name.clone(), value);
        }
        (self.show)(call, action, row, &mut shown);
        shown.into()
    }

    pub(crate) fn fields(&self) -> Arc<Vec<Field>> {
        match Document::embedded() {
            Ok(document) => document.fields(self.schema),
            Err(_) => Arc::default(),
        }
    }

    pub(crate) fn rows<'c>(&self, call: &'c Call<'_>) -> &'c [Row] {
        match self.scope {
            Scope::Project => call.project().tables.rows(self.many),
            Scope::Branch => call.branch().tables.rows(self.many),
        }
    }

    pub(super) fn rows_mut<'c>(&self, call: &'c mut Call<'_>) -> &'c mut Vec<Row> {
        let tables: &mut Tables = match self.scope {
            Scope::Project => &mut call.project_mut().tables,
            Scope::Branch => &mut call.branch_mut().tables,
        };
        tables.rows_mut(self.many)
    }

    /// What an object has of the path, such as the key of a comment. The last id may be its own.
    fn outer(&self, call: &Call<'_>, has_own: bool) -> Result<Row, Refusal> {
        let mut path: Vec<_> = call.named().map(|(name, id)| (name.to_owned(), id)).collect();
        path.truncate(path.len() - usize::from(has_own));
        let outer = Row::from_iter(path);
        (self.may)(call, Action::List, &outer)?;
        Ok(outer)
    }

    /// The place of the object in the path.
    pub(crate) fn index(&self, call: &Call<'_>) -> Result<usize, Refusal> {
        let id = call.parameters.path.last().map_or("", |(_, id)| id.as_str());
        let is_it = |row: &Row| match row.get(self.id) {
            Value::String(own) => own == id,
            own => own.as_u64().is_some_and(|own| id.parse() == Ok(own)),
        };
        let (outer, mut rows) = (self.outer(call, true)?, self.rows(call).iter());
        rows.position(|row| is_it(row) && row.includes(&outer)).ok_or_else(Refusal::not_found)
    }
}

/// A time as the service writes it.
pub(super) fn time(seconds: i64) -> String {
    let time = DateTime::from_timestamp(seconds, 0).unwrap_or_default().naive_utc();
    format!("{time} (Etc/UTC)")
}

/// The seconds of a time in one of its forms: as the service writes it (its zone is UTC), in RFC
/// 3339, or in seconds.
fn seconds_of(time: &Value) -> Option<i64> {
    let Some(text) = time.as_str() else {
        return time.as_i64().filter(|at| DateTime::from_timestamp(*at, 0).is_some());
    };
    let plain = text.split(" (").next().unwrap_or_default();
    match NaiveDateTime::parse_from_str(plain, "%Y-%m-%d %H:%M:%S") {
        Ok(time) => Some(time.and_utc().timestamp()),
        Err(_) => DateTime::parse_from_rfc3339(text).ok().map(|time| time.timestamp()),
    }
}
