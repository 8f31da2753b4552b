//! Lists of values on the page, closed and open ones.

use maud::{Markup, html};
use serde_json::Value;

use super::document::{Document, entries};
use super::kinds::lists_only_null;
use super::schemas::shown;

/// So many values of a component are shown where it is used; more are in its own place.
const SHORT: usize = 12;

/// The values of a schema, with their names.
pub(super) struct List<'v> {
    values: Vec<(&'v Value, Option<&'v str>)>,
    /// Whether any other value may come as well.
    is_open: bool,
}

impl Document<'_> {
    /// The list that a schema is, or one that it leaves open.
    pub(super) fn list_of<'v>(&'v self, schema: &'v Value) -> Option<List<'v>> {
        let schema = self.resolve(schema);
        if schema["enum"].is_array() {
            let (values, is_open) = (values(schema), false);
            return Some(List { values, is_open });
        }
        let parts: Vec<_> = entries(&schema["anyOf"]).filter(|one| !lists_only_null(one)).collect();
        let (rest, lists) = parts.split_last()?;
        let lists = match self.is_rest(rest, lists) {
            true => lists,
            false => return None,
        };
        let lists: Vec<_> = lists.iter().map(|list| self.resolve(list)).collect();
        let are_lists = lists.iter().all(|list| list["enum"].is_array());
        are_lists
            .then(|| List { values: lists.into_iter().flat_map(values).collect(), is_open: true })
    }
}

fn values(schema: &Value) -> Vec<(&Value, Option<&str>)> {
    let name = |at: usize| schema["x-enum-varnames"].get(at).and_then(Value::as_str);
    let values = entries(&schema["enum"]).enumerate();
    let values = values.filter(|(_, value)| !value.is_null());
    values.map(|(at, value)| (value, name(at))).collect()
}

impl List<'_> {
    /// All values, unless they are too many for a place where the list is only used.
    pub(super) fn short(&self) -> Markup {
        html! { @if self.values.len() <= SHORT { (self.whole()) } }
    }

    pub(super) fn whole(&self) -> Markup {
        let last = match self.is_open {
            true => self.values.len(),
            false => self.values.len().saturating_sub(1),
        };
        html! {
            p.values {
                (if self.values.len() == 1 && !self.is_open { "Value: " } else { "Values: " })
                @for (at, (value, name)) in self.values.iter().enumerate() {
                    @if at > 0 { (if at == last { " or " } else { ", " }) }
                    code { (shown(value)) }
                    @if let Some(name) = name { " (" (name) ")" }
                }
                @if self.is_open { " or any other" }
            }
        }
    }
}
