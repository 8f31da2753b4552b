//! Reads objects of a seed by their descriptions.

use std::collections::HashSet;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::document::{Document, Field, Kind};
use crate::operations::{Around, Resource};
use crate::state::{DataError, Ids, Row, Stamp, suggestion, typed};

pub(super) type Read<T> = Result<T, DataError>;
pub(super) type Object = Map<String, Value>;

pub(super) struct Reader {
    pub(super) ids: Ids,
    pub(super) users: Vec<Row>,
    /// The statuses of the project that is read.
    pub(super) statuses: Vec<Row>,
    /// Who made an object, and when, if it does not say so.
    pub(super) made: Stamp,
}

pub(super) fn wrong<T>(field: &str, message: impl Into<String>) -> Read<T> {
    Err(DataError::new(field, message))
}

/// Reads the items of a list, of which no two have the same id.
pub(super) fn each<T>(
    list: &str,
    id: &str,
    items: Value,
    mut read: impl FnMut(Value) -> Read<T>,
) -> Read<Vec<T>> {
    let items = match items {
        Value::Array(items) => items,
        Value::Null => Vec::new(),
        _ => return wrong(list, "expected a list"),
    };
    let mut ids = HashSet::new();
    let items = items.into_iter().enumerate().map(|(index, item)| {
        // The id of a project can come from its name.
        let own = if item.is_object() { item.get(id).or(item.get("name")) } else { Some(&item) };
        let is_new = own.is_none_or(|own| ids.insert(own.to_string()));
        let read = if is_new { read(item) } else { wrong(id, "another item of the list has it") };
        read.map_err(|error| error.within(&format!("{list}[{index}]")))
    });
    items.collect()
}

/// The object that is written, or that a name stands for.
pub(super) fn object(name: &str, written: Value) -> Read<Object> {
    match written {
        Value::Object(object) => Ok(object),
        Value::String(_) if !name.is_empty() => Ok(Map::from_iter([(name.to_owned(), written)])),
        _ => wrong("", "expected an object"),
    }
}

/// Takes the lists with these names out of an object.
pub(super) fn taken<'n>(object: &mut Object, names: impl Iterator<Item = &'n str>) -> Object {
    names.filter_map(|name| Some((name.to_owned(), object.remove(name)?))).collect()
}

pub(super) fn check_names<'n>(
    kind: &str,
    object: &Object,
    names: impl Iterator<Item = &'n str> + Clone,
) -> Read<()> {
    let is_unknown = |name: &&String| names.clone().all(|known| known != **name);
    let Some(name) = object.keys().find(is_unknown) else { return Ok(()) };
    let near = suggestion(name, names.clone());
    let known = names.collect::<Vec<_>>().join(", ");
    wrong(name, format!("unknown {kind}{near}; known: {known}"))
}

/// Replaces the name of an object by its id, alone or in a list.
pub(super) fn name_id<'n>(
    kind: &str,
    field: &str,
    written: Option<&mut Value>,
    named: impl Iterator<Item = (u64, &'n str)> + Clone,
) -> Read<()> {
    let written = match written {
        Some(Value::Array(list)) => &mut list[..],
        Some(one) => std::slice::from_mut(one),
        None => return Ok(()),
    };
    // Nobody is 0, and so is a deleted key.
    for value in written.iter_mut().filter(|it| !it.is_null() && **it != 0) {
        let is_it = |(id, name): &(u64, &str)| *value == *id || *value == *name;
        let Some((id, _)) = named.clone().find(is_it) else {
            let near = suggestion(value.as_str().unwrap_or_default(), named.map(|it| it.1));
            return wrong(field, format!("unknown {kind} {value}{near}"));
        };
        *value = id.into();
    }
    Ok(())
}

/// A row as a type, whose fields are absent rather than null.
pub(super) fn typed_row<T: DeserializeOwned>(Row(mut fields): Row) -> Read<T> {
    fields.retain(|_, value| !value.is_null());
    typed(fields.into())
}

impl Reader {
    pub(super) fn rows(
        &mut self,
        resource: &Resource,
        items: Value,
        around: &Around<'_>,
    ) -> Read<Vec<Row>> {
        each(resource.many, resource.id, items, |item| self.row(resource, item, around))
    }

    /// Reads an object: ignores fields that follow from others, and completes the absent ones.
    pub(super) fn row(
        &mut self,
        resource: &Resource,
        written: Value,
        around: &Around<'_>,
    ) -> Read<Row> {
        let mut sent = object(resource.short, written)?;
        let fields = resource.fields();
        let names = fields.iter().map(|field| &*field.name);
        check_names("field", &sent, names.chain(resource.hidden.iter().copied()))?;
        for name in resource.users {
            self.name_user(name, sent.get_mut(*name))?;
        }
        if let Some(branch) = around.branch {
            let keys = branch.keys().iter().map(|key| (key.id, key.name()));
            name_id("key", "key_id", sent.get_mut("key_id"), keys.clone())?;
            name_id("key", "key_ids", sent.get_mut("key_ids"), keys)?;
        }
        let document =
            Document::embedded().map_err(|error| DataError::new("", error.to_string()))?;
        let is_checked =
            |it: &&Field| matches!(it.kind, Kind::Plain(_)) && !resource.open.contains(&&*it.name);
        for Field { name, schema, .. } in fields.iter().filter(is_checked) {
            let Some(value) = sent.get(name) else { continue };
            if let Some(it) = document.violations(schema, value).first() {
                return wrong(&format!("{name}{}", it.pointer).replace('/', "."), &*it.message);
            }
        }
        let mut row = Row::default();
        resource.set(around, &mut row, &sent)?;
        Ok(resource.filled(row, self.made.by, self.made.at, &mut self.ids))
    }

    pub(super) fn name_user(&self, field: &str, written: Option<&mut Value>) -> Read<()> {
        let users = self.users.iter().map(|it| (it.id("user_id"), it.text("email")));
        name_id("user", field, written, users)
    }
}
