//! Tasks of a branch.

use std::collections::HashMap;

use serde_json::Value;

use super::{Branch, Row, Stamp};

/// A key in a language: their ids.
pub(crate) type Item = (u64, u64);

impl Branch {
    /// The open task of each item that is in one: the first one.
    pub(crate) fn tasks_by_item(&self) -> HashMap<Item, u64> {
        let mut by_item = HashMap::new();
        for task in self.tables.rows("tasks").iter().filter(|task| is_open(task)) {
            for language in languages(task).iter().filter(|language| is_open(language)) {
                for key in ids(language.get("keys")) {
                    let item = (key, language.id("lang_id"));
                    by_item.entry(item).or_insert_with(|| task.id("task_id"));
                }
            }
        }
        by_item
    }
}

pub(crate) fn languages(task: &Row) -> Vec<Row> {
    let languages = task.list("languages").iter().filter_map(Value::as_object);
    languages.cloned().map(Row).collect()
}

pub(crate) fn is_open(row: &Row) -> bool {
    row.get("completed_at").is_null()
}

/// Closes a task, or a language of one. That is final.
pub(crate) fn close(row: &mut Row, stamp: Stamp) {
    if is_open(row) {
        row.set("completed_at", stamp.at);
        row.set("completed_by", stamp.by);
    }
}

pub(crate) fn ids(list: &Value) -> impl Iterator<Item = u64> + Clone {
    list.as_array().into_iter().flatten().map(id)
}

/// An id, or 0, which nothing has.
pub(crate) fn id(value: &Value) -> u64 {
    value.as_u64().unwrap_or_default()
}
