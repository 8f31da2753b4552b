//! Resources as descriptions, and the one engine that lists, creates, shows, changes and deletes
//! them. What an object has, and which values fit, the document says; a description adds what the
//! document cannot say.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::call::seconds_of;
use super::{AccountCall, Outcome};
use crate::document::{Document, Field, Kind, Operation, SchemaMembers};
use crate::http::Refusal;
use crate::quirks::Quirks;
use crate::settings::Settings;
use crate::state::{Branch, Ids, Language, Place, Project, Row, State, new_uuid, now};

pub(crate) struct Resource {
    pub(crate) one: &'static str,
    /// Several of them in an envelope, in the data and in a seed.
    pub(crate) many: &'static str,
    pub(crate) schema: &'static str,
    pub(crate) scope: Scope,
    pub(crate) id: &'static str,
    /// The path parameter with its id; that of the field where it is empty.
    pub(crate) parameter: &'static str,
    pub(crate) new_id: fn(&mut Ids, i64) -> Value,
    /// Whether others, such as those of another branch, may have the same id in a seed.
    pub(crate) shared: bool,
    /// A field with a UUID that a new one gets.
    pub(crate) uuid: &'static str,
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
    /// Texts and lists that must not be empty.
    pub(crate) filled: &'static [&'static str],
    /// Completes what was sent, or says which field is wrong.
    pub(crate) check: Check,
    /// Whether what the path names beside the object itself exists.
    pub(crate) is_there: fn(&AccountCall<'_>) -> bool,
    /// What a list leaves out, and its order: by default that of creation.
    pub(crate) arrange: fn(&AccountCall<'_>, &mut Vec<&Row>),
    /// Whether the caller may create or delete this object, or update it to this.
    pub(crate) may: fn(&Around<'_>, Action, &Row) -> Result<(), Refusal>,
    /// What else happens.
    pub(crate) after: fn(&mut AccountCall<'_>, Action, &Row),
    /// What a response has that differs from what is kept.
    pub(crate) show: fn(&Around<'_>, Action, &Row, &mut Map<String, Value>),
    /// The name in an envelope, and whether it is a list, where it is not the usual one.
    pub(crate) name: fn(Quirks, Action) -> Option<(&'static str, bool)>,
}

type Check = fn(&Around<'_>, &mut Row, &Map<String, Value>) -> Result<(), Fault>;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    Account,
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

#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) field: String,
    pub(crate) message: String,
}

impl Fault {
    pub(crate) fn new(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self { field: field.into(), message: message.into() }
    }

    /// Rejects the first item of a list that is unknown.
    pub(crate) fn of_items(
        field: &str,
        items: &[Value],
        is_known: impl Fn(&Value) -> bool,
    ) -> Result<(), Self> {
        match items.iter().position(|item| !is_known(item)) {
            Some(at) => Err(Self::new(format!("{field}.{at}"), format!("Unknown: {}.", items[at]))),
            None => Ok(()),
        }
    }
}

/// Where an object comes from that is checked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Origin {
    #[default]
    Seed,
    Create,
    Update,
}

/// What is known where an object is read, checked or shown: by default, that it belongs to nothing.
#[derive(Default)]
pub(crate) struct Around<'a> {
    pub(crate) origin: Origin,
    pub(crate) quirks: Quirks,
    pub(crate) users: &'a [Row],
    pub(crate) languages: &'a [Language],
    pub(crate) project: &'a str,
    pub(crate) branch: Option<&'a Branch>,
    /// What the account has, once it is read.
    pub(crate) state: Option<&'a State>,
    pub(crate) settings: Option<&'a Settings>,
    pub(crate) caller: u64,
    pub(crate) owner: u64,
}

impl<'a> Around<'a> {
    pub(crate) fn of(state: &'a State, place: Option<Place>, quirks: Quirks, caller: u64) -> Self {
        let project = place.map(|place| &state.projects[place.project]);
        let branches = project.map_or(&[][..], |project| &project.branches);
        Self {
            origin: Origin::Update,
            quirks,
            users: state.users(),
            languages: place.map_or(&[], |place| branches[place.branch].languages()),
            project: project.map_or("", |project| &project.id),
            branch: place.map(|place| &branches[place.branch]),
            state: Some(state),
            settings: None,
            caller,
            owner: project.map_or(0, |project| project.owner),
        }
    }

    /// The project, once it is read.
    pub(crate) fn own_project(&self) -> Option<&'a Project> {
        self.state?.projects.iter().find(|project| project.id == self.project)
    }

    pub(crate) fn user(&self, id: u64) -> Option<&'a Row> {
        self.users.iter().find(|user| user.id("user_id") == id)
    }

    pub(crate) fn show_user(&self, id: u64, shown: &mut Map<String, Value>) {
        let user = self.user(id);
        for name in ["email", "fullname"] {
            shown.insert(name.to_owned(), user.map_or("", |user| user.text(name)).into());
        }
    }
}

impl Resource {
    pub(crate) const PLAIN: Self = Self {
        one: "",
        many: "",
        schema: "",
        scope: Scope::Project,
        id: "",
        parameter: "",
        new_id: |ids, _| ids.next().into(),
        shared: false,
        uuid: "",
        operations: &[],
        short: "",
        defaults: "{}",
        hidden: &[],
        computed: &[],
        users: &[],
        open: &[],
        filled: &[],
        check: |_, _, _| Ok(()),
        is_there: |_| true,
        arrange: |_, _| {},
        may: |_, _, _| Ok(()),
        after: |_, _, _| {},
        show: |_, _, _, _| {},
        name: |_, _| None,
    };

    pub(crate) fn run(&self, action: Action, call: &mut AccountCall<'_>) -> Outcome {
        match action {
            Action::List => self.list(call),
            Action::Create => self.create(call),
            Action::Get => {
                let shown = self.show(&call.around(), action, &self.rows(call)[self.index(call)?]);
                self.respond(call, action, vec![shown])
            }
            Action::Update => self.update(call),
            Action::Delete => self.delete(call),
        }
    }

    fn list(&self, call: &AccountCall<'_>) -> Outcome {
        let outer = self.outer(call)?;
        let mut rows: Vec<_> = self.rows(call).iter().filter(|row| row.includes(&outer)).collect();
        (self.arrange)(call, &mut rows);
        let around = call.around();
        let name = (self.name)(call.quirks, Action::List).map_or(self.many, |it| it.0);
        call.list(name, &rows, |row| self.show(&around, Action::List, row))
    }

    fn create(&self, call: &mut AccountCall<'_>) -> Outcome {
        let (body, outer) = (call.body, self.outer(call)?);
        let items = match body[self.many].as_array() {
            Some(items) => &items[..],
            None => std::slice::from_ref(body),
        };
        let mut rows = Vec::new();
        for (index, item) in items.iter().enumerate() {
            let is_list = body[self.many].is_array();
            let field = if is_list { format!("{}.{index}.", self.many) } else { String::new() };
            let mut row = outer.clone();
            self.change(call, &mut row, item, &field)?;
            (self.may)(&call.around(), Action::Create, &row)?;
            rows.push(self.completed(row, call.caller, now(), &mut call.state.ids));
        }
        for row in &rows {
            self.rows_mut(call).push(row.clone());
            (self.after)(call, Action::Create, row);
        }
        let around = call.around();
        let shown = rows.iter().map(|row| self.show(&around, Action::Create, row)).collect();
        self.respond(call, Action::Create, shown)
    }

    fn update(&self, call: &mut AccountCall<'_>) -> Outcome {
        let index = self.index(call)?;
        let mut row = self.rows(call)[index].clone();
        self.change(call, &mut row, call.body, "")?;
        (self.may)(&call.around(), Action::Update, &row)?;
        let shown = self.show(&call.around(), Action::Update, &row);
        self.rows_mut(call)[index] = row.clone();
        (self.after)(call, Action::Update, &row);
        self.respond(call, Action::Update, vec![shown])
    }

    fn delete(&self, call: &mut AccountCall<'_>) -> Outcome {
        let index = self.index(call)?;
        (self.may)(&call.around(), Action::Delete, &self.rows(call)[index])?;
        let row = self.rows_mut(call).remove(index);
        (self.after)(call, Action::Delete, &row);
        let name = (self.name)(call.quirks, Action::Delete).map(|(name, _)| name.to_owned());
        call.single(&name.unwrap_or_else(|| format!("{}_deleted", self.one)), json!(true))
    }

    fn respond(&self, call: &AccountCall<'_>, action: Action, mut shown: Vec<Value>) -> Outcome {
        let is_list = action == Action::Create && call.body[self.many].is_array();
        let usual = if is_list { (self.many, true) } else { (self.one, false) };
        match (self.name)(call.quirks, action).filter(|_| !shown.is_empty()).unwrap_or(usual) {
            (name, true) => call.single(name, json!(shown)),
            (name, false) => call.single(name, json!(shown.pop())),
        }
    }

    /// Sets what the request may set, and checks the result.
    pub(super) fn change(
        &self,
        call: &AccountCall<'_>,
        row: &mut Row,
        sent: &Value,
        field: &str,
    ) -> Result<(), Refusal> {
        let mut sent = sent.as_object().cloned().unwrap_or_default();
        let sendable = self.sendable(call.operation);
        sent.retain(|name, _| sendable.properties.contains_key(name));
        let is_new = row.get(self.id).is_null();
        let origin = if is_new { Origin::Create } else { Origin::Update };
        self.set(row, &sent);
        let around = Around { origin, ..call.around() };
        (self.check)(&around, row, &sent).and_then(|()| self.check_filled(&sent)).map_err(
            |Fault { field: name, message }| Refusal::field(format!("{field}{name}"), message),
        )
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

    pub(crate) fn check_filled(&self, sent: &Map<String, Value>) -> Result<(), Fault> {
        let mut filled = self.filled.iter();
        let is_empty = |value: &Value| value == "" || value.as_array().is_some_and(Vec::is_empty);
        match filled.find(|name| sent.get(**name).is_some_and(is_empty)) {
            Some(name) => Err(Fault::new(*name, format!("The {name} is empty."))),
            None => Ok(()),
        }
    }

    pub(crate) fn set(&self, row: &mut Row, sent: &Map<String, Value>) {
        let fields = self.fields();
        let is_kept = |it: &&Field| it.kind.is_kept() && !self.computed.contains(&&*it.name);
        for field in fields.iter().filter(is_kept) {
            match (sent.get(&field.name), &field.kind) {
                (Some(value), Kind::Time) => row.set(&field.name, json!(seconds_of(value))),
                (Some(value), _) => row.set(&field.name, value.clone()),
                (None, _) => {}
            }
        }
        for name in self.hidden {
            if let Some(value) = sent.get(*name) {
                row.set(name, value.clone());
            }
        }
    }

    /// A new object with its id, defaults, and the user and time of its creation.
    pub(crate) fn completed(&self, mut row: Row, by: u64, at: i64, ids: &mut Ids) -> Row {
        row.fill(self.id, || (self.new_id)(ids, at));
        let defaults: Map<String, Value> = serde_json::from_str(self.defaults).unwrap_or_default();
        for (name, value) in defaults {
            row.fill(&name, || value);
        }
        if !self.uuid.is_empty() {
            row.fill(self.uuid, || new_uuid(ids, at).to_string().into());
        }
        for field in self.fields().iter() {
            match (&*field.name, &field.kind) {
                ("created_at" | "added_at" | "createdAt", _) => row.fill(&field.name, || at.into()),
                ("created_by" | "added_by", _) => row.fill(&field.name, || by.into()),
                (_, Kind::Plain(default)) => row.fill(&field.name, || default.clone()),
                _ => {}
            }
        }
        debug_assert_eq!(self.unknown(&row), None, "{} does not have this field", self.schema);
        row
    }

    /// A field that no response shows, because the document names it otherwise.
    fn unknown<'r>(&self, row: &'r Row) -> Option<&'r str> {
        let fields = self.fields();
        let is_known = |name: &str| {
            fields.iter().any(|field| field.name == name)
                || name == self.id
                || self.hidden.contains(&name)
                || self.schema.is_empty()
        };
        row.0.keys().map(String::as_str).find(|name| !is_known(name))
    }

    pub(crate) fn show(&self, around: &Around<'_>, action: Action, row: &Row) -> Value {
        let mut shown = Map::new();
        for field in self.fields().iter() {
            let value = match &field.kind {
                Kind::Time => match row.get(&field.name).as_i64() {
                    Some(seconds) => json!(super::call::time(around.quirks, seconds)),
                    None => Value::Null,
                },
                Kind::Timestamp(of) => row.get(of).clone(),
                Kind::Email(of) if row.get(of).is_null() => Value::Null,
                Kind::Email(of) => json!(around.user(row.id(of)).map_or("", |it| it.text("email"))),
                Kind::Plain(_) => row.get(&field.name).clone(),
            };
            shown.insert(field.name.clone(), value);
        }
        (self.show)(around, action, row, &mut shown);
        shown.into()
    }

    pub(crate) fn fields(&self) -> Arc<Vec<Field>> {
        match Document::embedded() {
            Ok(document) => document.fields(self.schema),
            Err(_) => Arc::default(),
        }
    }

    pub(crate) fn parameter(&self) -> &'static str {
        if self.parameter.is_empty() { self.id } else { self.parameter }
    }

    pub(crate) fn rows<'c>(&self, call: &'c AccountCall<'_>) -> &'c [Row] {
        call.tables(self.scope).map_or(&[], |tables| tables.rows(self.many))
    }

    fn rows_mut<'c>(&self, call: &'c mut AccountCall<'_>) -> &'c mut Vec<Row> {
        call.tables_mut(self.scope).rows_mut(self.many)
    }

    /// What an object has of the path, such as the key of a comment.
    fn outer(&self, call: &AccountCall<'_>) -> Result<Row, Refusal> {
        if !(self.is_there)(call) {
            return Err(Refusal::not_found());
        }
        let path = call.named().filter(|(name, _)| *name != self.parameter());
        Ok(path.map(|(name, id)| (name.to_owned(), id)).collect())
    }

    /// The place of the object in the path.
    pub(crate) fn index(&self, call: &AccountCall<'_>) -> Result<usize, Refusal> {
        let id = call.path(self.parameter());
        let is_it = |row: &Row| match row.get(self.id) {
            Value::String(own) => own == id,
            own => own.as_u64().is_some_and(|own| id.parse() == Ok(own)),
        };
        let (outer, mut rows) = (self.outer(call)?, self.rows(call).iter());
        rows.position(|row| is_it(row) && row.includes(&outer)).ok_or_else(Refusal::not_found)
    }
}
