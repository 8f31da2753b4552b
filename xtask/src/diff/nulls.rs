//! Where null is allowed, in either form: `nullable`, or an alternative that is null alone.

use serde_json::Value;

pub(super) use crate::check::is_null_form;

/// Whether null is allowed; nothing where any value is, as there is no type to tell.
pub(super) fn accepts_null(schema: &Value) -> Option<bool> {
    let told = ["type", "enum", "oneOf", "anyOf", "allOf", "properties", "$ref"];
    if told.iter().all(|key| schema[*key].is_null()) {
        return None;
    }
    Some(schema["nullable"] == true || has_null(schema))
}

/// The forms in which a schema itself says that null is allowed.
pub(super) fn forms_of_null(schema: &Value) -> (bool, bool) {
    (schema["nullable"] == true, has_null(schema))
}

fn has_null(schema: &Value) -> bool {
    alternatives(schema).any(is_null_form)
}

fn alternatives(schema: &Value) -> impl Iterator<Item = &Value> {
    let lists = ["oneOf", "anyOf"].map(|key| schema[key].as_array());
    lists.into_iter().flatten().flatten()
}

/// Two schemas without null, where one of them is nothing but another schema or null.
pub(super) fn apart_from_null<'d>(
    old: &'d Value,
    new: &'d Value,
) -> Option<(&'d Value, &'d Value)> {
    let only = |schema: &'d Value| {
        let mut others = alternatives(schema).filter(|one| !is_null_form(one));
        let one = others.next()?;
        (has_null(schema) && others.next().is_none()).then_some(one)
    };
    match (only(old), only(new)) {
        (None, None) => None,
        (before, after) => Some((before.unwrap_or(old), after.unwrap_or(new))),
    }
}
