//! Tasks of a branch: how far they are, and how they end.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::{Branch, Row, Stamp};

/// A key in a language: their ids.
pub(crate) type Item = (u64, u64);

impl Branch {
    pub(crate) fn tasks(&self) -> &[Row] {
        self.tables.rows("tasks")
    }

    /// The languages that tasks are open for.
    pub(crate) fn open_languages(&self) -> impl Iterator<Item = (&Row, &Value)> {
        let tasks = self.tasks().iter().filter(|task| is_open(&task.0));
        let pairs = tasks.flat_map(|task| task.list("languages").iter().map(move |it| (task, it)));
        pairs.filter(|(_, language)| language["completed_at"].is_null())
    }

    /// The open task of each item that is in one: the first one.
    pub(crate) fn tasks_by_item(&self) -> HashMap<Item, u64> {
        let mut by_item = HashMap::new();
        for (task, language) in self.open_languages() {
            for key in ids(&language["keys"]) {
                let item = (key, id(&language["lang_id"]));
                by_item.entry(item).or_insert_with(|| task.id("task_id"));
            }
        }
        by_item
    }

    /// Whether a task waits for the end of another.
    pub(crate) fn is_queued(&self, task: &Row) -> bool {
        let parent = task.id("parent_task_id");
        self.tasks().iter().any(|it| it.id("task_id") == parent && is_open(&it.0))
    }

    /// The keys of a language of a task that were not deleted, and those of them that are done. A
    /// machine has done all of them.
    pub(crate) fn count(&self, task: &Row, language: &Value) -> (usize, usize) {
        let keys = ids(&language["keys"]).filter_map(|key| self.key(key));
        let texts = keys.clone().map(|key| key.translation(id(&language["lang_id"])));
        let done = texts.flatten().filter(|it| match task.text("task_type") {
            "translation" => !it.text.is_empty() && !it.unverified,
            "review" => it.reviewed,
            _ => true,
        });
        (keys.count(), done.count())
    }

    /// Closes the languages whose keys are all done and the tasks whose languages are all closed,
    /// if they close by themselves.
    pub(crate) fn advance_tasks(&mut self, stamp: Stamp) {
        for index in 0..self.tasks().len() {
            let task = &self.tasks()[index];
            if !is_open(&task.0) || self.is_queued(task) {
                continue;
            }
            let (mut new, mut languages) = (task.clone(), task.list("languages").to_vec());
            for language in languages.iter_mut().filter(|_| task.flag("auto_close_languages")) {
                let (keys, done) = self.count(task, language);
                if let (true, Some(language)) = (keys > 0 && keys == done, language.as_object_mut())
                {
                    close(language, stamp);
                }
            }
            new.set("languages", languages);
            close_if_last(&mut new, stamp);
            if new != *task {
                self.tag_keys(&new, stamp);
                self.tables.rows_mut("tasks")[index] = new;
            }
        }
    }

    /// Adds the closing tags of a task that is closed to its keys.
    pub(crate) fn tag_keys(&mut self, task: &Row, stamp: Stamp) {
        if is_open(&task.0) || task.list("closing_tags").is_empty() {
            return;
        }
        for key in task.list("languages").iter().flat_map(|it| ids(&it["keys"])) {
            if let Some(key) = self.key_mut(key) {
                key.tag(task.texts("closing_tags"));
                key.modified_at = stamp.at;
            }
        }
    }
}

/// Whether a task, or a language of one, is open.
pub(crate) fn is_open(object: &Map<String, Value>) -> bool {
    object.get("completed_at").is_none_or(Value::is_null)
}

/// Closes a task, or a language of one. That is final.
pub(crate) fn close(object: &mut Map<String, Value>, stamp: Stamp) {
    if is_open(object) {
        object.insert("completed_at".to_owned(), stamp.at.into());
        object.insert("completed_by".to_owned(), stamp.by.into());
    }
}

/// Closes a task that is to close with its last language, if all are closed.
pub(crate) fn close_if_last(task: &mut Row, stamp: Stamp) {
    let mut languages = task.list("languages").iter();
    let closes = task.get("auto_close_task") != false;
    if closes && languages.all(|it| !it["completed_at"].is_null()) {
        close(&mut task.0, stamp);
    }
}

/// The ids in a list.
pub(crate) fn ids(list: &Value) -> impl Iterator<Item = u64> + Clone {
    list.as_array().into_iter().flatten().map(id)
}

/// An id, or 0, which nothing has.
pub(crate) fn id(value: &Value) -> u64 {
    value.as_u64().unwrap_or_default()
}
