//! Tasks of a branch: how far they are, and how they end.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::{Branch, Project, Row, Stamp};

/// A key in a language: their ids.
pub(crate) type Item = (u64, u64);

impl Branch {
    pub(crate) fn tasks(&self) -> &[Row] {
        self.tables.rows("tasks")
    }

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

    pub(crate) fn is_queued(&self, task: &Row) -> bool {
        let parent = task.id("parent_task_id");
        self.tasks().iter().any(|it| it.id("task_id") == parent && is_open(it))
    }

    /// The number of keys of a language of a task that were not deleted, and of those that are
    /// done. A machine has done all of them.
    pub(crate) fn count(&self, task: &Row, language: &Row) -> (usize, usize) {
        let keys = ids(language.get("keys")).filter_map(|key| self.key(key));
        let texts = keys.clone().map(|key| key.translation(language.id("lang_id")));
        let done = texts.flatten().filter(|it| match task.text("task_type") {
            "translation" => !it.text.is_empty() && !it.unverified,
            "review" => it.reviewed,
            _ => true,
        });
        (keys.count(), done.count())
    }

    /// Closes the languages of a task whose keys are all done, and the task after its last
    /// language that the branch still has, unless they are closed by hand only.
    pub(crate) fn advance(&self, task: &mut Row, stamp: Stamp) {
        let mut languages = languages(task);
        if *task.get("auto_close_languages") != false && is_open(task) && !self.is_queued(task) {
            for language in &mut languages {
                let (keys, done) = self.count(task, language);
                if keys == done {
                    close(language, stamp);
                }
            }
        }
        let is_there = |it: &&Row| self.language_by_id(it.id("lang_id")).is_some();
        let mut there = languages.iter().filter(is_there);
        if *task.get("auto_close_task") != false && !there.any(is_open) {
            close(task, stamp);
        }
        task.set("languages", json!(languages));
    }

    /// Advances all tasks. One may wait for another, which comes before it.
    pub(crate) fn advance_tasks(&mut self, stamp: Stamp) {
        for index in 0..self.tasks().len() {
            let mut task = self.tasks()[index].clone();
            self.advance(&mut task, stamp);
            if !is_open(&task) && !task.flag("is_tagged") {
                self.tag_keys(&task, stamp);
                task.set("is_tagged", true);
            }
            if task != self.tasks()[index] {
                self.tables.rows_mut("tasks")[index] = task;
            }
        }
    }

    /// Adds the closing tags of a task that is closed to its keys.
    fn tag_keys(&mut self, task: &Row, stamp: Stamp) {
        if task.list("closing_tags").is_empty() {
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

impl Project {
    /// Takes a user or a group off the tasks that are open.
    pub(crate) fn unassign(&mut self, list: &str, gone: &Value) {
        let branches = self.branches.iter_mut();
        let tasks = branches.flat_map(|branch| branch.tables.rows_mut("tasks"));
        for task in tasks.filter(|task| is_open(task)) {
            let mut languages = languages(task);
            for language in &mut languages {
                language.remove(list, |it| it == gone);
            }
            task.set("languages", json!(languages));
        }
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
