//! The events between two states of a project.

use std::collections::{HashMap, HashSet};

use chrono::DateTime;
use serde_json::{Value, json};
use uuid::Uuid;

use super::singular;
use crate::state::tasks::is_open;
use crate::state::{
    Branch, ImportWork, Key, Language, Platform, Process, ProcessStatus, Project, Row, State, Task,
    Text, now,
};

const BATCH: usize = 300;

/// What may have changed a project.
pub(crate) struct Cause<'a> {
    pub(crate) user: u64,
    pub(crate) project: Option<Uuid>,
    pub(crate) operation: &'a str,
    pub(crate) body: &'a Value,
    pub(crate) response: &'a [u8],
}

pub(super) struct Event {
    name: String,
    members: Value,
    branch: Option<String>,
    user: Value,
}

impl Event {
    pub(super) fn body(&self, webhook: &Row, project: &Project) -> Option<Value> {
        let branch = webhook.get("branch").as_str();
        let is_of_branch =
            branch.is_none() || self.branch.is_none() || branch == self.branch.as_deref();
        let names = [&*self.name, singular(&self.name)];
        let name = names.into_iter().find(|name| webhook.texts("events").any(|it| it == *name))?;
        if !is_of_branch {
            return None;
        }
        let mut body = self.members.clone();
        if let Some(map) = webhook.list("event_lang_map").iter().find(|it| it["event"] == name) {
            let is_meant = |part: &Value| {
                let codes = map["lang_iso_codes"].as_array().into_iter().flatten();
                codes.clone().any(|code| part["language"]["iso"] == *code)
            };
            if let Some(list) = body.get_mut("translations").and_then(Value::as_array_mut) {
                list.retain(is_meant);
                list.first()?;
            } else if !is_meant(&body) {
                return None;
            }
        }
        body["event"] = json!(self.name);
        body["project"] = json!({ "id": project.id, "name": project.name });
        if let Some(branch) = &self.branch {
            body["project"]["branch"] = json!(branch);
        }
        body["user"] = self.user.clone();
        let time = DateTime::from_timestamp(now(), 0).unwrap_or_default();
        body["created_at"] = json!(time.format("%F %T").to_string());
        body["created_at_timestamp"] = json!(time.timestamp());
        Some(body)
    }
}

pub(super) fn events(
    state: &State,
    before: &Project,
    after: Option<&Project>,
    cause: &Cause<'_>,
) -> Vec<Event> {
    let user = state.user(cause.user);
    let user = json!({
        "email": user.map(|user| user.text("email")),
        "full_name": user.map(|user| user.text("fullname")),
    });
    let mut found = Found { user, branch: None, events: Vec::new() };
    let Some(after) = after else {
        found.add("deleted", json!({}));
        return found.events;
    };
    for (these, others, action) in [(after, before, "added"), (before, after, "deleted")] {
        for contributor in
            only_in(these.contributors(), others.contributors(), |it| it.id("user_id"))
        {
            let email = state.user(contributor.id("user_id")).map(|user| user.text("email"));
            let members = json!({ "contributor": { "email": email } });
            found.add(&format!("contributor.{action}"), members);
        }
        for branch in only_in(&these.branches, &others.branches, |branch| branch.id) {
            let members = json!({ "branch": { "id": branch.id, "name": branch.name } });
            found.add(&format!("branch.{action}"), members);
        }
    }
    let old = |branch: &Branch| before.branches.iter().find(|old| old.id == branch.id);
    let both = || after.branches.iter().filter_map(|branch| Some((old(branch)?, branch)));
    let response = || serde_json::from_slice::<Value>(cause.response).unwrap_or_default();
    let is_addressed = cause.project == Some(before.uuid);
    let operation = if is_addressed { cause.operation } else { "" };
    if operation == "mergeBranch" {
        found.merge(both(), &response());
        return found.events;
    }
    for (old, branch) in both() {
        found.branch = Some(branch.name.clone());
        found.content(old, branch);
    }
    found.branch = None;
    if operation == "createSnapshot" {
        found.add("snapshot", json!({}));
    }
    if operation == "restoreSnapshot" {
        let new = response();
        let new = json!({ "id": new["project_id"], "name": new["name"] });
        found.add("copied", json!({ "new_project": new }));
    }
    if operation == "exportFiles" {
        let response = response();
        let url = response["bundle_url"].as_str().unwrap_or_default();
        found.branch = response["branch"].as_str().map(str::to_owned);
        // Without the signature, which opens the bundle.
        found.export(cause.body, url.split('?').next().unwrap_or_default());
    }
    found.events
}

/// The events found so far, and what the next one has in its envelope.
struct Found {
    user: Value,
    branch: Option<String>,
    events: Vec<Event>,
}

impl Found {
    fn add(&mut self, name: &str, members: Value) {
        let (branch, user) = (self.branch.clone(), self.user.clone());
        self.events.push(Event { name: format!("project.{name}"), members, branch, user });
    }

    /// Adds one event for one object, and else events for many. An import counts as many.
    fn add_all(&mut self, object: &str, action: &str, is_import: bool, mut objects: Vec<Value>) {
        let has_singular = (object, action) != ("key", "deleted") && !is_import;
        if has_singular && objects.len() == 1 {
            let mut view = objects.remove(0);
            let mut members = json!({});
            // They are beside a single translation, and in each of several.
            for name in ["language", "key"].into_iter().filter(|_| object == "translation") {
                let member = view.as_object_mut().and_then(|fields| fields.remove(name));
                members[name] = member.unwrap_or_default();
            }
            members[object] = view;
            return self.add(&format!("{object}.{action}"), members);
        }
        for batch in objects.chunks(BATCH) {
            let mut members = json!({ format!("{object}s"): batch });
            if is_import {
                members["action"] = json!("import.file");
            }
            self.add(&format!("{object}s.{action}"), members);
        }
    }

    fn merge<'b>(
        &mut self,
        branches: impl Iterator<Item = (&'b Branch, &'b Branch)>,
        response: &Value,
    ) {
        let (mut inserted, mut updated) = (0, 0);
        for (old, new) in branches {
            inserted += only_in(new.keys(), old.keys(), |key| key.id).count();
            updated += kept(old, new).filter(|(old, new)| old != new).count();
        }
        let view = |name: &str| {
            let branch = &response[name];
            json!({ "id": branch["branch_id"], "name": branch["name"] })
        };
        let mut members = json!({
            "branch": view("branch"),
            "affected_keys": { "inserted_count": inserted, "updated_count": updated },
        });
        if response["target_branch"].is_object() {
            members["target_branch"] = view("target_branch");
        }
        self.add("branch.merged", members);
    }

    fn content(&mut self, old: &Branch, new: &Branch) {
        let has_ended = |process: &Process| process.status == ProcessStatus::Finished;
        let mut is_import = false;
        for process in new.processes.iter().filter(|process| has_ended(process)) {
            if old.processes.iter().any(|it| it.id == process.id && !has_ended(it)) {
                is_import |= matches!(process.task, Task::Import(_));
                self.process(process, new);
            }
        }
        let languages = only_in(new.languages(), old.languages(), |language| language.id);
        let languages: Vec<_> = languages.map(language_view).collect();
        if !languages.is_empty() {
            self.add("languages.added", json!({ "languages": languages }));
        }
        for language in only_in(old.languages(), new.languages(), |language| language.id) {
            self.add("language.removed", json!({ "language": language_view(language) }));
        }
        self.keys(old, new, is_import);
        self.translations(old, new, is_import);
        self.tasks(old, new);
        for comment in only_in(new.comments(), old.comments(), |comment| comment.id("comment_id")) {
            let key = new.key(comment.id("key_id")).map(|key| key_view(key, json!({})));
            let members = json!({ "comment": { "value": comment.text("comment") }, "key": key });
            self.add("key.comment.added", members);
        }
    }

    fn keys(&mut self, old: &Branch, new: &Branch, is_import: bool) {
        let base_value =
            |branch: &Branch, key: &Key| json!(key.text(branch.base()).map(Text::plain));
        let added = only_in(new.keys(), old.keys(), |key| key.id).map(|key| {
            key_view(key, json!({ "base_value": base_value(new, key), "tags": key.tags }))
        });
        self.add_all("key", "added", is_import, added.collect());
        let deleted = only_in(old.keys(), new.keys(), |key| key.id);
        let deleted =
            deleted.map(|key| key_view(key, json!({ "base_value": base_value(old, key) })));
        self.add_all("key", "deleted", is_import, deleted.collect());
        let [before, screenshots] = [old, new].map(Branch::screenshots_by_key);
        let of_key = |by_key: &HashMap<u64, Vec<&Row>>, key: &Key| {
            let rows = by_key.get(&key.id).into_iter().flatten();
            rows.map(|it| it.id("screenshot_id")).collect::<Vec<_>>()
        };
        let modified = kept(old, new).filter(|(old, new)| {
            !old.is_same_but_texts(new) || of_key(&before, old) != of_key(&screenshots, new)
        });
        let modified = modified.map(|(old, new)| {
            let more = json!({
                "previous_name": old.name(),
                "tags": new.tags,
                "hidden": new.hidden,
                "screenshots": of_key(&screenshots, new),
            });
            key_view(new, more)
        });
        self.add_all("key", "modified", is_import, modified.collect());
    }

    fn translations(&mut self, old: &Branch, new: &Branch, is_import: bool) {
        let (mut updated, mut proofread) = (Vec::new(), Vec::new());
        for (old, key) in kept(old, new) {
            for translation in key.translations() {
                let Some(before) = old.translation(translation.language) else {
                    continue;
                };
                let mut view = json!({
                    "id": translation.id,
                    "value": translation.text.plain(),
                    "language": new.language_by_id(translation.language).map(language_view),
                    "key": key_view(key, json!({})),
                });
                if before.text != translation.text {
                    view["previous_value"] = json!(before.text.plain());
                    updated.push(view.clone());
                }
                if translation.reviewed && !before.reviewed {
                    view["is_proofread"] = json!(true);
                    proofread.push(view);
                }
            }
        }
        self.add_all("translation", "updated", is_import, updated);
        self.add_all("translation", "proofread", is_import, proofread);
    }

    fn tasks(&mut self, old: &Branch, new: &Branch) {
        let id = |task: &Row| task.id("task_id");
        for task in only_in(new.tasks(), old.tasks(), id) {
            let action = if new.is_queued(task) { "queued" } else { "created" };
            self.add(&format!("task.{action}"), task_view(task));
        }
        for task in only_in(old.tasks(), new.tasks(), id) {
            self.add("task.deleted", task_view(task));
        }
        for task in new.tasks() {
            let before = old.tasks().iter().find(|it| id(it) == id(task));
            let languages = task.list("languages").iter().enumerate();
            let is_closed = |language: &Value| !language["completed_at"].is_null();
            let was_closed =
                |at| before.is_some_and(|it| it.list("languages").get(at).is_some_and(is_closed));
            for (_, language) in languages.filter(|(at, it)| is_closed(it) && !was_closed(*at)) {
                let known = language["lang_id"].as_u64().and_then(|id| new.language_by_id(id));
                let mut members = task_view(task);
                members["language"] = json!(known.map(language_view));
                self.add("task.language.closed", members);
            }
            if before.is_none_or(is_open) && !is_open(task) {
                self.add("task.closed", task_view(task));
            }
        }
    }

    fn process(&mut self, process: &Process, branch: &Branch) {
        match &process.task {
            Task::Import(ImportWork { options, result, .. }) => {
                let language = options["lang_iso"].as_str().and_then(|iso| branch.language(iso));
                let import = json!({
                    "filename": options["filename"],
                    "format": options["format"],
                    "inserted": result.inserted,
                    "updated": result.updated,
                    "skipped": result.skipped,
                });
                let members = json!({ "import": import, "language": language.map(language_view) });
                self.add("imported", members);
            }
            Task::Export(work) => {
                let bundle = work.bundle.map(|id| id.to_string());
                self.export(&work.options, &bundle.unwrap_or_default());
            }
        }
    }

    fn export(&mut self, options: &Value, filename: &str) {
        let format = options["format"].as_str().unwrap_or_default();
        let platform = Platform::of_format(format).name();
        let export = json!({ "type": format, "filename": filename, "platform": platform });
        self.add("exported", json!({ "export": export }));
    }
}

/// What is in one list and not in another, by its id.
fn only_in<'a, T>(
    these: &'a [T],
    others: &[T],
    id: impl Fn(&T) -> u64 + 'a,
) -> impl Iterator<Item = &'a T> {
    let others: HashSet<u64> = others.iter().map(&id).collect();
    these.iter().filter(move |it| !others.contains(&id(it)))
}

/// The keys that a branch has had and still has, as they were and as they are.
fn kept<'a>(old: &'a Branch, new: &'a Branch) -> impl Iterator<Item = (&'a Key, &'a Key)> {
    new.keys().iter().filter_map(|key| Some((old.key(key.id)?, key)))
}

fn task_view(task: &Row) -> Value {
    let due = task.get("due_date").as_i64().and_then(|at| DateTime::from_timestamp(at, 0));
    json!({ "task": {
        "id": task.get("task_id"),
        "type": task.get("task_type"),
        "title": task.get("title"),
        "description": task.get("description"),
        "due_date": due.map(|due| due.format("%F %T").to_string()),
    } })
}

fn language_view(language: &Language) -> Value {
    json!({ "id": language.id, "iso": language.iso, "name": language.name })
}

/// A key with what an event has beside its name.
fn key_view(key: &Key, more: Value) -> Value {
    let mut view = json!({ "id": key.id, "name": key.name(), "filenames": key.filenames });
    if let (Some(view), Value::Object(more)) = (view.as_object_mut(), more) {
        view.extend(more);
    }
    view
}
