//! Lists of values that are left open.

use serde_json::Value;

use super::document::{missing, name_of, resolve};
use super::nulls::is_null_form;

/// A list that is open.
pub(super) struct OpenList<'d> {
    /// The listed values, those of all lists that it refers to.
    pub(super) listed: Value,
    /// The names of the types of the lists: of a list in place, its title.
    pub(super) names: Vec<String>,
    /// Any other value of their type.
    pub(super) any: &'d Value,
}

/// The list that a schema leaves open: its last alternative is the type of the values in the
/// others.
pub(super) fn open_list<'d>(document: &'d Value, schema: &'d Value) -> Option<OpenList<'d>> {
    let all = schema["anyOf"].as_array()?;
    let values: Vec<_> = all.iter().filter(|one| !is_null_form(one)).collect();
    let (any, lists) = values.split_last()?;
    let name = |list: &&Value| match list["$ref"].is_string() {
        true => Some(name_of(list)),
        false => Some(format!("`{}`", list["title"].as_str()?)),
    };
    let names = lists.iter().copied().filter_map(|list| name(&list)).collect();
    let lists: Vec<_> = lists.iter().map(|list| resolve(document, list)).collect();
    let fits = |list: &&Value| list["enum"].is_array() && list["type"] == any["type"];
    let open = any["enum"].is_null() && any.get("$ref").is_none() && lists.iter().all(fits);
    let (first, others) = lists.split_first().filter(|_| open)?;
    let mut listed = Value::clone(first);
    for list in others {
        for key in ["enum", "x-enum-varnames"] {
            let added = missing(&list[key], &listed[key]);
            if let Some(values) = listed[key].as_array_mut() {
                values.extend(added);
            }
        }
    }
    Some(OpenList { listed, names, any })
}
