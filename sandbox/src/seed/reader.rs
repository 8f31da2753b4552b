//! Reads objects of a seed by their descriptions, and knows where it is.

use std::collections::HashSet;

use serde_json::{Map, Value};
use uuid::Uuid;

use crate::document::{Document, Kind};
use crate::http::validate;
use crate::operations::{Action, Around, FieldError, Resource, seconds_of};
use crate::state::{DataError, Ids, Row, suggestion, typed};

pub(super) type Read<T> = Result<T, DataError>;
pub(super) type Object = Map<String, Value>;

pub(super) struct Reader {
    pub(super) ids: Ids,
    pub(super) users: Vec<Row>,
    seen: HashSet<(&'static str, String)>,
    /// Where the reader is: `projects[0]`, `keys[3]`, `translations.de`.
    place: Vec<String>,
}

/// Who made an object, and when, where it does not say so.
#[derive(Clone, Copy)]
pub(super) struct Made {
    pub(super) by: u64,
    pub(super) at: i64,
}

impl Reader {
    pub(super) fn new(last: u64) -> Self {
        let (ids, users) = (Ids { last }, Vec::new());
        Self { ids, users, seen: HashSet::new(), place: Vec::new() }
    }

    pub(super) fn each<T>(
        &mut self,
        list: &str,
        items: Value,
        mut read: impl FnMut(&mut Self, Value) -> Read<T>,
    ) -> Read<Vec<T>> {
        let items = match items {
            Value::Array(items) => items,
            Value::Null => Vec::new(),
            _ => return self.wrong(list, "expected a list"),
        };
        let items = items.into_iter().enumerate();
        items
            .map(|(index, item)| self.at(format!("{list}[{index}]"), |it| read(it, item)))
            .collect()
    }

    pub(super) fn at<T>(
        &mut self,
        place: String,
        read: impl FnOnce(&mut Self) -> Read<T>,
    ) -> Read<T> {
        self.place.push(place);
        let read = read(self)?;
        self.place.pop();
        Ok(read)
    }

    pub(super) fn wrong<T>(&self, field: &str, message: impl Into<String>) -> Read<T> {
        Err(DataError::new(message).within(field).within(&self.place.join(".")))
    }

    pub(super) fn typed<T: serde::de::DeserializeOwned>(&self, value: Value) -> Read<T> {
        typed(value).map_err(|error: DataError| error.within(&self.place.join(".")))
    }

    pub(super) fn kept<T: serde::de::DeserializeOwned>(&self, mut row: Row) -> Read<T> {
        row.0.retain(|_, value| !value.is_null());
        self.typed(Value::Object(row.0))
    }

    pub(super) fn known<'n>(
        &self,
        object: &Object,
        names: impl IntoIterator<Item = &'n str> + Clone,
    ) -> Read<()> {
        let is_known = |name: &&String| names.clone().into_iter().any(|known| known == **name);
        match object.keys().find(|name| !is_known(name)) {
            Some(name) => {
                let near = match &*suggestion(name, names.clone()) {
                    "" => format!("; known: {}", Vec::from_iter(names).join(", ")),
                    near => near.to_owned(),
                };
                self.wrong(name, format!("unknown field{near}"))
            }
            None => Ok(()),
        }
    }

    /// The object that is written, or that a text stands for.
    pub(super) fn object(&self, short: &str, value: Value) -> Read<Object> {
        match value {
            Value::Object(object) => Ok(object),
            text @ Value::String(_) if !short.is_empty() => {
                Ok(Object::from_iter([(short.to_owned(), text)]))
            }
            _ if short.is_empty() => self.wrong("", "expected an object"),
            _ => self.wrong("", "expected a text or an object"),
        }
    }

    /// Reads a list of objects of one kind, each with an id of its own.
    pub(super) fn rows(
        &mut self,
        resource: &Resource,
        items: Value,
        around: &Around<'_>,
        made: Made,
    ) -> Read<Vec<Row>> {
        let mut ids = HashSet::new();
        self.each(resource.many, items, |reader, item| {
            let item = reader.object(resource.short, item)?;
            let row = reader.row(resource, item, around, made)?;
            reader.can_be_shown(resource, around, &row)?;
            let id = row.get(resource.id).to_string();
            match ids.insert(id.clone()) {
                true => Ok(row),
                false => reader.repeated(resource, &id),
            }
        })
    }

    /// Rejects an object of which no response could be made.
    fn can_be_shown(&self, resource: &Resource, around: &Around<'_>, row: &Row) -> Read<()> {
        let document = Document::embedded().map_err(|error| DataError::new(error.to_string()))?;
        let schema = format!("/components/schemas/{}", resource.schema);
        let mut shown = resource.show(around, Action::Get, row);
        let difference = validate::difference(document, &schema, &mut shown);
        match difference.filter(|_| !resource.schema.is_empty()) {
            Some(why) => self.wrong("", format!("no response can show it: {why}")),
            None => Ok(()),
        }
    }

    /// Reads an object: what is made of other fields is skipped, and what is left out is given.
    pub(super) fn row(
        &mut self,
        resource: &Resource,
        mut sent: Object,
        around: &Around<'_>,
        made: Made,
    ) -> Read<Row> {
        let fields = resource.fields();
        let names = fields.iter().map(|field| &*field.name);
        self.known(&sent, names.chain(resource.hidden.iter().copied()).chain([resource.id]))?;
        for name in resource.users {
            // Nobody is 0.
            if let Some(user) = sent.get_mut(*name).filter(|user| **user != 0 && !user.is_null()) {
                *user = self.user(name, user)?.into();
            }
        }
        for field in fields.iter().filter(|field| sent.contains_key(&field.name)) {
            let value = &sent[&field.name];
            match &field.kind {
                Kind::Time if !value.is_null() && seconds_of(value).is_none() => {
                    let message = "not a time: use the form 2025-03-01T09:10:00Z";
                    return self.wrong(&field.name, message);
                }
                Kind::Plain(_) if !resource.open.contains(&&*field.name) => {
                    self.fits(&field.name, &field.schema, value)?;
                }
                _ => {}
            }
        }
        self.identity(resource, &sent)?;
        let mut row = Row::default();
        match sent.get(resource.id) {
            None if resource.users.contains(&resource.id) => {
                return self.wrong(resource.id, "this field is missing");
            }
            Some(id) if !self.seen.insert((resource.many, id.to_string())) && !resource.shared => {
                return self.repeated(resource, &id.to_string());
            }
            Some(id) => row.set(resource.id, id.clone()),
            None => {}
        }
        resource.set(&mut row, &sent);
        let completed = (resource.complete)(around, &mut row, &sent);
        completed.or_else(|FieldError { field, message }| self.wrong(&field, message))?;
        Ok(resource.filled(row, made.by, made.at, &mut self.ids))
    }

    fn identity(&mut self, resource: &Resource, sent: &Object) -> Read<()> {
        let usual = (resource.new_id)(&mut Ids { last: 0 }, 0);
        if let Some(id) = sent.get(resource.id)
            && (id.is_string() != usual.is_string() || (id.is_number() && id.as_u64() < Some(1)))
        {
            let kind = if usual.is_string() { "a text" } else { "a number from 1" };
            return self.wrong(resource.id, format!("expected {kind}"));
        }
        let Some(uuid) = sent.get("uuid") else { return Ok(()) };
        let is_v7 = |uuid: Uuid| uuid.get_version_num() == 7;
        if !uuid.as_str().and_then(|it| it.parse().ok()).is_some_and(is_v7) {
            let message = "expected a UUID v7, such as 01957a00-0000-7000-8000-0000000000a1";
            return self.wrong("uuid", message);
        }
        match self.seen.insert((resource.one, uuid.to_string())) {
            true => Ok(()),
            false => self.wrong("uuid", format!("another {} has it", resource.one)),
        }
    }

    fn repeated<T>(&self, resource: &Resource, id: &str) -> Read<T> {
        self.wrong(resource.id, format!("another {} has the id {id}", resource.one))
    }

    fn fits(&self, name: &str, schema: &str, value: &Value) -> Read<()> {
        let document = Document::embedded().map_err(|error| DataError::new(error.to_string()))?;
        match document.violations(schema, value).into_iter().next() {
            Some(violation) => {
                let place = format!("{name}{}", violation.pointer.replace('/', "."));
                self.wrong(&place, violation.message)
            }
            None => Ok(()),
        }
    }

    pub(super) fn user(&self, field: &str, written: &Value) -> Read<u64> {
        let users = self.users.iter().map(|it| (it.id("user_id"), it.text("email")));
        self.find("user", field, written, users)
    }

    /// What is meant among these, by its id or by its name.
    pub(super) fn find<'n>(
        &self,
        kind: &str,
        field: &str,
        written: &Value,
        named: impl Iterator<Item = (u64, &'n str)> + Clone,
    ) -> Read<u64> {
        let is_it = |(id, name): &(u64, &str)| *written == *id || *written == *name;
        let mut found = named.clone().filter(is_it).map(|(id, _)| id);
        match (found.next(), found.next()) {
            (Some(id), None) => Ok(id),
            (Some(_), _) => self.wrong(field, format!("{written} is ambiguous: use the id")),
            (None, _) => {
                let near = suggestion(written.as_str().unwrap_or_default(), named.map(|it| it.1));
                self.wrong(field, format!("unknown {kind} {written}{near}"))
            }
        }
    }
}
