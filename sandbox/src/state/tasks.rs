//! Tasks of a branch: how far they are, and how they end.
//!
//! A language of a task is kept with the ids of its language (`lang_id`), users, groups and keys,
//! and with the number of its keys that are `done`, which no longer changes once it is closed.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::{Branch, Row, Stamp};

/// A key in a language: their ids.
pub(crate) type Item = (u64, u64);

impl Branch {
    pub(crate) fn tasks(&self) -> &[Row] {
        self.tables.rows("tasks")
    }

    /// The languages that tasks are open for.
    pub(crate) fn open_languages(&self) -> impl Iterator<Item = (&Row, &Value)> {
        let tasks = self.tasks().iter().filter(|task| is_open(task));
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
        self.tasks().iter().any(|it| it.id("task_id") == parent && is_open(it))
    }

    /// The keys of a language of a task that were not deleted.
    pub(crate) fn task_keys(&self, language: &Value) -> usize {
        ids(&language["keys"]).filter(|key| self.key(*key).is_some()).count()
    }

    /// The keys of a language of a task that are done.
    pub(crate) fn done(&self, task: &Row, language: &Value) -> usize {
        let review = task.text("task_type") == "review";
        let keys = ids(&language["keys"]).filter_map(|key| self.key(key));
        let texts = keys.filter_map(|key| key.translation(id(&language["lang_id"])));
        let done = texts.filter(|it| match review {
            true => it.reviewed,
            false => !it.text.is_empty() && !it.unverified,
        });
        done.count()
    }

    /// Counts what is done. A language whose last key was just done is closed, and with the last
    /// language its task, if the task is to do so. That may start another, which waited for it.
    pub(crate) fn advance_tasks(&mut self, stamp: Stamp) {
        loop {
            let tasks = self.tasks().iter().enumerate();
            let changed = tasks.filter_map(|(index, it)| Some((index, self.advanced(it, stamp)?)));
            let changed: Vec<(usize, Row)> = changed.collect();
            if changed.is_empty() {
                return;
            }
            for (index, task) in changed {
                self.tag_keys(&task, stamp);
                self.tables.rows_mut("tasks")[index] = task;
            }
        }
    }

    fn advanced(&self, task: &Row, stamp: Stamp) -> Option<Row> {
        let is_ongoing = is_open(task) && !self.is_queued(task);
        let before = Some(task.list("languages")).filter(|_| is_ongoing)?;
        let mut languages = before.to_vec();
        let is_there = |it: &&mut Value| self.language_by_id(id(&it["lang_id"])).is_some();
        let open = languages.iter_mut().filter(|it| it["completed_at"].is_null());
        for language in open.filter(is_there) {
            let (done, before) = (self.done(task, language), language["done"].as_u64());
            let is_last = done == self.task_keys(language) && Some(done as u64) > before;
            language["done"] = json!(done);
            if is_last && task.flag("auto_close_languages") {
                close_language(language, stamp);
            }
        }
        (languages != before).then(|| {
            let mut task = task.clone();
            task.set("languages", languages);
            close_if_last(&mut task, stamp);
            task
        })
    }

    /// Adds the closing tags of a task that is closed to its keys.
    pub(crate) fn tag_keys(&mut self, task: &Row, stamp: Stamp) {
        if is_open(task) || task.list("closing_tags").is_empty() {
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

pub(crate) fn is_open(task: &Row) -> bool {
    task.get("completed_at").is_null()
}

/// Closes a task. That is final.
pub(crate) fn close_task(task: &mut Row, stamp: Stamp) {
    if is_open(task) {
        task.set("completed_at", stamp.at);
        task.set("completed_by", stamp.by);
    }
}

/// Closes a task that is to close with its last language, if all are closed.
pub(crate) fn close_if_last(task: &mut Row, stamp: Stamp) {
    let mut languages = task.list("languages").iter();
    if task.flag("auto_close_task") && languages.all(|it| !it["completed_at"].is_null()) {
        close_task(task, stamp);
    }
}

pub(crate) fn close_language(language: &mut Value, stamp: Stamp) {
    if language["completed_at"].is_null() {
        language["completed_at"] = json!(stamp.at);
        language["completed_by"] = json!(stamp.by);
    }
}

/// The ids in a list.
pub(crate) fn ids(list: &Value) -> impl Iterator<Item = u64> {
    list.as_array().into_iter().flatten().map(id)
}

/// An id, or 0, which nothing has.
pub(crate) fn id(value: &Value) -> u64 {
    value.as_u64().unwrap_or_default()
}
