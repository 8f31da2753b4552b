//! Tasks.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::call::time;
use super::resource::{Action, Around, Fault, Resource, Scope};
use crate::quirks::Quirk;
use crate::rules::progress;
use crate::state::tasks::{close_if_last, close_language, close_task, id, ids, is_open};
use crate::state::{Branch, Language, Row, Stamp, now};

pub(crate) static TASKS: Resource = Resource {
    one: "task",
    many: "tasks",
    schema: "Task",
    scope: Scope::Branch,
    id: "task_id",
    defaults: r#"{"description": "", "auto_close_languages": true, "auto_close_task": true,
        "auto_close_items": true, "do_lock_translations": false}"#,
    computed: &[
        "status",
        "progress",
        "can_be_parent",
        "keys_count",
        "words_count",
        "languages",
        "skipped_languages",
    ],
    users: &["created_by", "completed_by"],
    open: &["languages", "status"],
    filled: &["title"],
    operations: &[
        ("listTasks", Action::List),
        ("createTask", Action::Create),
        ("getTask", Action::Get),
        ("updateTask", Action::Update),
        ("deleteTask", Action::Delete),
    ],
    check,
    arrange: |call, tasks| {
        let statuses = call.query_list("filter_statuses");
        let title = call.parameters.query.get("filter_title").map_or("", String::as_str);
        let Some(branch) = call.branch() else { return };
        tasks.retain(|task| {
            task.text("title").contains(title)
                && (statuses.is_empty() || statuses.contains(&status(branch, task)))
        });
        tasks.reverse();
    },
    after: |call, action, task| {
        let (body, stamp) = (&call.body.value, Stamp { by: call.caller, at: now() });
        let is_closing = body["close_task"] == true || body["languages"].is_array();
        let project = call.place.map(|place| &mut call.state.projects[place.project]);
        if let (Some(project), Some(place)) = (project, call.place)
            && (action == Action::Create || action == Action::Update && is_closing)
        {
            project.branches[place.branch].tag_keys(task, stamp);
        }
    },
    show,
    ..Resource::PLAIN
};

const STATUS_IDS: &str = "custom_translation_status_ids";
const NO_LANGUAGE: &str = "The project does not have this language.";

fn check(around: &Around<'_>, task: &mut Row, sent: &Map<String, Value>) -> Result<(), Fault> {
    let Some(branch) = around.branch else { return Ok(()) };
    if sent.get("due_date").is_some_and(|date| !date.is_null()) && task.get("due_date").is_null() {
        return Err(Fault::new("due_date", "This is not a time, such as 2025-04-01 18:00:00."));
    }
    task.fill("task_type", || "translation".into());
    match (around.state, task.id("task_id")) {
        (None, _) => read(branch, task, sent),
        (_, 0) => create(around, branch, task, sent),
        _ => update(around, branch, task, sent),
    }
}

/// Reads the languages of a task in a seed, as a response has them or as they are kept.
fn read(branch: &Branch, task: &mut Row, sent: &Map<String, Value>) -> Result<(), Fault> {
    let mut languages = Vec::new();
    for (index, written) in items(sent, "languages").iter().enumerate() {
        let iso = written["language_iso"].as_str();
        let language = iso.and_then(|iso| branch.language(iso)).map(|language| language.id);
        let removed = written["lang_id"].as_u64().or(iso.is_none().then_some(0));
        let field = || Fault::new(format!("languages[{index}].language_iso"), NO_LANGUAGE);
        let ids = |list: &str, name: &str| -> Vec<u64> {
            let items = written[list].as_array().into_iter().flatten();
            items.map(|it| id(it.get(name).unwrap_or(it))).collect()
        };
        let mut language = json!({
            "lang_id": removed.filter(|id| *id > 0).or(language).or(removed).ok_or_else(field)?,
            "language_iso": iso,
            "users": ids("users", "user_id"),
            "groups": ids("groups", "id"),
            "keys": ids("keys", ""),
            "completed_at": super::seconds_of(&written["completed_at"]),
            "completed_by": written["completed_by"],
        });
        let done = written["done"].as_u64();
        language["done"] = json!(done.unwrap_or_else(|| branch.done(task, &language) as u64));
        languages.push(language);
    }
    task.set("languages", languages);
    Ok(())
}

fn create(
    around: &Around<'_>,
    branch: &Branch,
    task: &mut Row,
    sent: &Map<String, Value>,
) -> Result<(), Fault> {
    let machine = ["automatic_translation", "lqa_by_ai"].contains(&task.text("task_type"));
    let keys = keys(branch, task, sent)?;
    let base = branch.languages().first().map_or("", |language| &*language.iso);
    task.fill("source_language_iso", || base.into());
    if branch.language(task.text("source_language_iso")).is_none() {
        return Err(Fault::new("source_language_iso", NO_LANGUAGE));
    }
    let others = branch.languages().iter().filter(|it| it.iso != task.text("source_language_iso"));
    let others: Vec<Value> = others.map(|it| json!({ "language_iso": it.iso })).collect();
    let sent = match items(sent, "languages") {
        [] if machine => &others,
        [] => return Err(Fault::new("languages", "A language is missing.")),
        sent => sent,
    };
    let stamp = Stamp { by: around.caller, at: now() };
    let mut languages: Vec<Value> = Vec::new();
    for (index, sent) in sent.iter().enumerate() {
        let field = format!("languages.{index}");
        let known = branch.language(sent["language_iso"].as_str().unwrap_or_default());
        let known = known.filter(|it| languages.iter().all(|other| other["lang_id"] != it.id));
        let message = "The project does not have this language, or it is repeated.";
        let known = known.ok_or_else(|| Fault::new(format!("{field}.language_iso"), message))?;
        check_assigned(around, machine, sent, &field)?;
        check_free(branch, task, known, &keys)?;
        let mut language = json!({
            "lang_id": known.id,
            "language_iso": known.iso,
            "users": items_of(sent, "users"),
            "groups": items_of(sent, "groups"),
            "keys": keys,
            "completed_at": null,
            "completed_by": null,
        });
        let done = if machine { keys.len() } else { branch.done(task, &language) };
        language["done"] = json!(done);
        if machine {
            close_language(&mut language, stamp);
        }
        languages.push(language);
    }
    task.set("languages", languages);
    if machine {
        close_task(task, stamp);
    }
    Ok(())
}

/// The keys of a new task: those that are sent, or those of its parent.
fn keys(branch: &Branch, task: &Row, sent: &Map<String, Value>) -> Result<BTreeSet<u64>, Fault> {
    let keys = items(sent, "keys");
    let known = |key: &Value| branch.key(id(key)).is_some();
    if let Some(index) = keys.iter().position(|key| !known(key)) {
        return Err(Fault::new(format!("keys.{index}"), "The project does not have this key."));
    }
    let mut keys: BTreeSet<u64> = keys.iter().map(id).collect();
    if let Some(parent) = task.get("parent_task_id").as_u64() {
        let refuse = |message: &str| Err(Fault::new("parent_task_id", message));
        if task.text("task_type") != "review" {
            return refuse("Only a review can follow another task.");
        }
        let mut tasks = branch.tasks().iter();
        match tasks.find(|it| it.id("task_id") == parent) {
            None => return refuse("There is no such task."),
            Some(parent) if !is_open(parent) => return refuse("This task is closed."),
            Some(parent) if keys.is_empty() => keys.extend(all_keys(parent)),
            Some(_) => {}
        }
        keys.remove(&0);
    }
    match keys.is_empty() {
        true => Err(Fault::new("keys", "A key or a parent task is missing.")),
        false => Ok(keys),
    }
}

/// A person does a task, or a machine.
fn check_assigned(
    around: &Around<'_>,
    machine: bool,
    language: &Value,
    field: &str,
) -> Result<(), Fault> {
    let refuse = |name: &str, message: &str| Err(Fault::new(format!("{field}.{name}"), message));
    let nobody = items_of(language, "users").is_empty() && items_of(language, "groups").is_empty();
    match (machine, nobody) {
        (true, false) => return refuse("users", "A machine does this task: omit them."),
        (false, true) => return refuse("users", "A user or a group is missing."),
        _ => {}
    }
    let groups = around.state.map_or(&[][..], |state| state.tables.rows("team_groups"));
    let is_group = |id: u64| groups.iter().any(|group| group.id("group_id") == id);
    if ids(&language["users"]).any(|id| around.user(id).is_none()) {
        return refuse("users", "There is no such user.");
    }
    match ids(&language["groups"]).all(is_group) {
        true => Ok(()),
        false => refuse("groups", "There is no such group."),
    }
}

/// A key is in at most one open task of a type in a language.
fn check_free(
    branch: &Branch,
    task: &Row,
    language: &Language,
    keys: &BTreeSet<u64>,
) -> Result<(), Fault> {
    let mut others = branch.open_languages().filter(|(other, it)| {
        other.text("task_type") == task.text("task_type") && it["lang_id"] == language.id
    });
    let taken = others.find_map(|(other, it)| {
        let key = ids(&it["keys"]).find(|key| keys.contains(key))?;
        Some(format!("The key {key} is in the open task {}.", other.id("task_id")))
    });
    taken.map_or(Ok(()), |message| Err(Fault::new("keys", message)))
}

fn update(
    around: &Around<'_>,
    branch: &Branch,
    task: &mut Row,
    sent: &Map<String, Value>,
) -> Result<(), Fault> {
    let stamp = Stamp { by: around.caller, at: now() };
    let mut languages = task.list("languages").to_vec();
    for (index, sent) in items(sent, "languages").iter().enumerate() {
        let field = format!("languages.{index}");
        let known = branch.language(sent["language_iso"].as_str().unwrap_or_default());
        let own = known.and_then(|known| languages.iter_mut().find(|it| it["lang_id"] == known.id));
        let message = "The task does not have this language.";
        let own = own.ok_or_else(|| Fault::new(format!("{field}.language_iso"), message))?;
        let assigned = ["users", "groups"].into_iter().filter(|name| sent[*name].is_array());
        let assigned: Vec<&str> = assigned.collect();
        assigned.iter().for_each(|name| own[*name] = sent[*name].clone());
        if !assigned.is_empty() {
            check_assigned(around, false, own, &field)?;
        }
        if sent["close_language"] == true {
            close_language(own, stamp);
        }
    }
    task.set("languages", languages);
    if sent.get("close_task").is_some_and(|close| *close == true) {
        close_task(task, stamp);
    }
    close_if_last(task, stamp);
    Ok(())
}

fn items<'v>(sent: &'v Map<String, Value>, name: &str) -> &'v [Value] {
    sent.get(name).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn items_of<'v>(value: &'v Value, name: &str) -> &'v [Value] {
    value.as_object().map_or(&[], |value| items(value, name))
}

fn all_keys(task: &Row) -> impl Iterator<Item = u64> {
    task.list("languages").iter().flat_map(|language| ids(&language["keys"]))
}

fn status(branch: &Branch, task: &Row) -> &'static str {
    let mut languages = task.list("languages").iter();
    match is_open(task) {
        false => "completed",
        true if branch.is_queued(task) => "queued",
        true if languages.any(|it| id(&it["done"]) > 0 || !it["completed_at"].is_null()) => {
            "in_progress"
        }
        true => "created",
    }
}

fn show(around: &Around<'_>, _: Action, task: &Row, shown: &mut Map<String, Value>) {
    let Some(branch) = around.branch else { return };
    let languages = task.list("languages").iter().map(|it| language_view(around, branch, task, it));
    let languages: Vec<Value> = languages.collect();
    let sum = |name: &str| languages.iter().map(|it| id(&it[name])).sum::<u64>();
    let parts = task.list("languages").iter();
    let (all, done) = parts.fold((0, 0), |(all, done), language| {
        let keys = branch.task_keys(language);
        (all + keys, done + keys.min(id(&language["done"]) as usize))
    });
    for (name, value) in [
        ("status", json!(status(branch, task))),
        ("progress", json!(progress::of_language(all, all - done))),
        ("can_be_parent", json!(is_open(task))),
        ("keys_count", json!(all_keys(task).collect::<BTreeSet<_>>().len())),
        ("words_count", json!(sum("words_count"))),
        ("languages", json!(languages)),
    ] {
        shown.insert(name.to_owned(), value);
    }
    let older: &[&str] = match around.quirks.other(Quirk::OlderAnswers) {
        true => &["source_language_iso", "auto_close_items", "do_lock_translations", STATUS_IDS],
        false => &[],
    };
    // Nobody has recorded skipped languages.
    ["skipped_languages"].iter().chain(older).for_each(|name| drop(shown.shift_remove(*name)));
}

fn language_view(around: &Around<'_>, branch: &Branch, task: &Row, language: &Value) -> Value {
    let (known, quirks) = (branch.language_by_id(id(&language["lang_id"])), around.quirks);
    let iso = match known {
        Some(known) => json!(known.iso),
        None if quirks.other(Quirk::RemovedLanguage) => language["language_iso"].clone(),
        None => Value::Null,
    };
    let users = ids(&language["users"]).filter_map(|id| around.user(id));
    let groups = around.state.map_or(&[][..], |state| state.tables.rows("team_groups")).iter();
    let groups =
        groups.filter(|group| ids(&language["groups"]).any(|id| id == group.id("group_id")));
    let source = branch.language(task.text("source_language_iso")).map_or(0, |it| it.id);
    let (keys, done) = (branch.task_keys(language), id(&language["done"]) as usize);
    let words = ids(&language["keys"]).filter_map(|key| branch.key(key));
    let (closed_at, closed_by) = (language["completed_at"].as_i64(), &language["completed_by"]);
    json!({
        "language_iso": iso,
        "users": users.map(|user| json!({
            "user_id": user.get("user_id"),
            "email": user.get("email"),
            "fullname": user.get("fullname"),
        })).collect::<Value>(),
        "groups": groups.map(|it| json!({ "id": it.get("group_id"), "name": it.get("name") }))
            .collect::<Value>(),
        "keys": ids(&language["keys"]).map(|key| branch.key(key).map_or(0, |key| key.id))
            .collect::<Value>(),
        "status": match (closed_at, done) {
            (Some(_), _) => "completed",
            (None, 0) => "created",
            _ if quirks.other(Quirk::TaskLanguageStatus) => "in progress",
            _ => "in_progress",
        },
        "progress": progress::of_language(keys, keys.saturating_sub(done)),
        // There is no translation memory.
        "initial_tm_leverage": match quirks.other(Quirk::TmLeverageList) {
            true => json!([]),
            false => json!({ "0%+": 0, "60%+": 0, "75%+": 0, "95%+": 0, "100%": 0 }),
        },
        "keys_count": items_of(language, "keys").len(),
        "words_count": words.map(|key| key.words(source)).sum::<usize>(),
        "completed_at": closed_at.map(|at| time(quirks, at)),
        "completed_at_timestamp": closed_at,
        "completed_by": closed_by,
        "completed_by_email": closed_by.as_u64().and_then(|id| around.user(id))
            .map(|user| user.get("email")),
    })
}
