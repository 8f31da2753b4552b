//! Tasks.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::resource::{Action, Around, Fault, Resource, Scope};
use crate::quirks::Quirk;
use crate::rules::progress;
use crate::state::tasks::{close, close_if_last, id, ids, is_open};
use crate::state::{Branch, Row, Stamp, items, now};

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
        let may_close = body["close_task"] == true || body["languages"].is_array();
        if let (Some(place), true) = (call.place, may_close && action != Action::Delete) {
            call.state.projects[place.project].branches[place.branch].tag_keys(task, stamp);
        }
    },
    show,
    ..Resource::PLAIN
};

/// A language of a task, kept with the ids of the language, its users, groups and keys.
static LANGUAGE: Resource = Resource {
    schema: "TaskLanguage",
    hidden: &["lang_id"],
    computed: &["status", "progress", "initial_tm_leverage", "keys_count", "words_count"],
    ..Resource::PLAIN
};

fn check(around: &Around<'_>, task: &mut Row, sent: &Map<String, Value>) -> Result<(), Fault> {
    let Some(branch) = around.branch else { return Ok(()) };
    if sent.get("due_date").is_some_and(|date| !date.is_null()) && task.get("due_date").is_null() {
        return Err(Fault::new("due_date", "This is not a time, such as 2025-04-01 18:00:00."));
    }
    task.fill("task_type", || "translation".into());
    let written = sent.get("languages").map_or(&[][..], items);
    if around.state.is_none() {
        let written = written.iter().enumerate();
        let languages = written.map(|(index, it)| language(branch, index, it));
        task.set("languages", languages.collect::<Result<Vec<_>, _>>()?);
        return Ok(());
    }
    let languages = match task.id("task_id") {
        0 => create(around, branch, task, written, sent.get("keys").map_or(&[], items))?,
        _ => update(around, branch, task, written)?,
    };
    task.set("languages", languages);
    let stamp = Stamp { by: around.caller, at: now() };
    if sent.get("close_task").is_some_and(|close| *close == true) {
        close(&mut task.0, stamp);
    }
    close_if_last(task, stamp);
    Ok(())
}

/// A language as it is kept, of one in a request, a response or a seed.
fn language(branch: &Branch, index: usize, written: &Value) -> Result<Value, Fault> {
    let mut row = Row::default();
    LANGUAGE.set(&mut row, written.as_object().unwrap_or(&Map::new()));
    for (list, name) in [("users", "user_id"), ("groups", "id")] {
        let ids = row.list(list).iter().map(|it| it.get(name).unwrap_or(it).clone());
        row.set(list, ids.collect::<Vec<_>>());
    }
    let known = branch.language(row.text("language_iso")).map(|it| it.id);
    // A response has no code of a language that was removed.
    let removed = row.get("language_iso").is_null().then_some(0);
    let id = row.get("lang_id").as_u64().or(known).or(removed);
    let field = || format!("languages.{index}.language_iso");
    row.set("lang_id", id.ok_or_else(|| Fault::new(field(), NO_LANGUAGE))?);
    Ok(Value::Object(row.0))
}

const NO_LANGUAGE: &str = "The project does not have this language.";

fn is_for_machine(task: &Row) -> bool {
    ["automatic_translation", "lqa_by_ai"].contains(&task.text("task_type"))
}

/// The languages of a new task. A machine does its task at once, by default in all languages.
fn create(
    around: &Around<'_>,
    branch: &Branch,
    task: &mut Row,
    written: &[Value],
    keys: &[Value],
) -> Result<Vec<Value>, Fault> {
    let (keys, machine) = (keys_of(branch, task, keys)?, is_for_machine(task));
    let base = branch.languages().first().map_or("", |language| &*language.iso);
    task.fill("source_language_iso", || base.into());
    if branch.language(task.text("source_language_iso")).is_none() {
        return Err(Fault::new("source_language_iso", NO_LANGUAGE));
    }
    let others = branch.languages().iter().filter(|it| it.iso != task.text("source_language_iso"));
    let others: Vec<Value> = others.map(|it| json!({ "language_iso": it.iso })).collect();
    let written = match written {
        [] if machine => &others,
        [] => return Err(Fault::new("languages", "A language is missing.")),
        written => written,
    };
    let mut languages = Vec::new();
    for (index, written) in written.iter().enumerate() {
        let mut language = language(branch, index, written)?;
        language["keys"] = json!(keys);
        check_assigned(around, task, index, &language)?;
        check_free(branch, task, &language)?;
        if let (true, Some(language)) = (machine, language.as_object_mut()) {
            close(language, Stamp { by: around.caller, at: now() });
        }
        languages.push(language);
    }
    Ok(languages)
}

/// The keys of a new task: those that are sent, or those of its parent.
fn keys_of(branch: &Branch, task: &Row, sent: &[Value]) -> Result<BTreeSet<u64>, Fault> {
    Fault::of_items("keys", sent, |key| branch.key(id(key)).is_some())?;
    let mut keys: BTreeSet<u64> = sent.iter().map(id).collect();
    if let Some(parent) = task.get("parent_task_id").as_u64() {
        let mut tasks = branch.tasks().iter().filter(|_| task.text("task_type") == "review");
        let parent = tasks.find(|it| it.id("task_id") == parent && is_open(&it.0));
        let message = "Only a review can follow another task, which must be open.";
        let parent = parent.ok_or_else(|| Fault::new("parent_task_id", message))?;
        if keys.is_empty() {
            keys = all_keys(parent).filter(|key| branch.key(*key).is_some()).collect();
        }
    }
    match keys.is_empty() {
        true => Err(Fault::new("keys", "A key or a parent task is missing.")),
        false => Ok(keys),
    }
}

fn check_assigned(
    around: &Around<'_>,
    task: &Row,
    index: usize,
    language: &Value,
) -> Result<(), Fault> {
    let field = |list: &str| format!("languages.{index}.{list}");
    let (users, groups) = (items(&language["users"]), items(&language["groups"]));
    if (users.is_empty() && groups.is_empty()) != is_for_machine(task) {
        let message = "Assign a user or a group, unless the task is for a machine.";
        return Err(Fault::new(field("users"), message));
    }
    Fault::of_items(&field("users"), users, |it| around.user(id(it)).is_some())?;
    let known = around.rows("team_groups");
    Fault::of_items(&field("groups"), groups, |it| {
        known.iter().any(|own| own.get("group_id") == it)
    })
}

/// A key is in at most one open task of a type in a language.
fn check_free(branch: &Branch, task: &Row, language: &Value) -> Result<(), Fault> {
    let mut others = branch.open_languages().filter(|(other, it)| {
        other.get("task_type") == task.get("task_type") && it["lang_id"] == language["lang_id"]
    });
    let is_taken = |key: u64| ids(&language["keys"]).any(|own| own == key);
    match others.find(|(_, it)| ids(&it["keys"]).any(is_taken)) {
        Some((other, _)) => {
            let message = format!("A key is in the open task {}.", other.id("task_id"));
            Err(Fault::new("keys", message))
        }
        None => Ok(()),
    }
}

fn update(
    around: &Around<'_>,
    branch: &Branch,
    task: &Row,
    written: &[Value],
) -> Result<Vec<Value>, Fault> {
    let mut languages = task.list("languages").to_vec();
    for (index, sent) in written.iter().enumerate() {
        let known = branch.language(sent["language_iso"].as_str().unwrap_or_default());
        let own = known.and_then(|known| languages.iter_mut().find(|it| it["lang_id"] == known.id));
        let message = "The task does not have this language.";
        let field = || format!("languages.{index}.language_iso");
        let own = own.ok_or_else(|| Fault::new(field(), message))?;
        for list in ["users", "groups"] {
            if sent[list].is_array() {
                own[list] = sent[list].clone();
                check_assigned(around, task, index, own)?;
            }
        }
        if let (true, Some(own)) = (sent["close_language"] == true, own.as_object_mut()) {
            close(own, Stamp { by: around.caller, at: now() });
        }
    }
    Ok(languages)
}

fn all_keys(task: &Row) -> impl Iterator<Item = u64> {
    task.list("languages").iter().flat_map(|language| ids(&language["keys"]))
}

fn status(branch: &Branch, task: &Row) -> &'static str {
    let mut languages = task.list("languages").iter();
    match is_open(&task.0) {
        false => "completed",
        true if branch.is_queued(task) => "queued",
        true if languages
            .any(|it| branch.count(task, it).1 > 0 || !it["completed_at"].is_null()) =>
        {
            "in_progress"
        }
        true => "created",
    }
}

fn show(around: &Around<'_>, _: Action, task: &Row, shown: &mut Map<String, Value>) {
    let Some(branch) = around.branch else { return };
    let languages = task.list("languages").iter();
    let counts = languages.clone().map(|it| branch.count(task, it));
    let (keys, done) = counts.fold((0, 0), |sum, it| (sum.0 + it.0, sum.1 + it.1));
    let languages: Vec<_> = languages.map(|it| show_language(around, branch, task, it)).collect();
    let words = languages.iter().map(|it| id(&it["words_count"])).sum::<u64>();
    for (name, value) in [
        ("status", json!(status(branch, task))),
        ("progress", json!(progress::of_language(keys, keys - done))),
        ("can_be_parent", json!(is_open(&task.0))),
        ("keys_count", json!(all_keys(task).collect::<BTreeSet<_>>().len())),
        ("words_count", json!(words)),
        ("languages", json!(languages)),
    ] {
        shown.insert(name.to_owned(), value);
    }
    // Nobody has recorded skipped languages.
    shown.shift_remove("skipped_languages");
}

fn show_language(around: &Around<'_>, branch: &Branch, task: &Row, language: &Value) -> Value {
    let quirks = around.quirks;
    let (keys, done) = branch.count(task, language);
    let source = branch.language(task.text("source_language_iso")).map_or(0, |it| it.id);
    let known = ids(&language["keys"]).map(|key| branch.key(key));
    let words = known.clone().flatten().map(|key| key.words(source));
    let users = ids(&language["users"]).filter_map(|id| around.user(id));
    let groups = around.rows("team_groups").iter();
    let groups = groups.filter(|it| items(&language["groups"]).contains(it.get("group_id")));
    let mut row = Row(language.as_object().cloned().unwrap_or_default());
    match branch.language_by_id(id(&language["lang_id"])) {
        Some(known) => row.set("language_iso", &*known.iso),
        None if quirks.other(Quirk::RemovedLanguage) => {}
        None => row.set("language_iso", Value::Null),
    }
    let status = match (is_open(&row.0), done, quirks.other(Quirk::TaskLanguageStatus)) {
        (false, ..) => "completed",
        (true, 0, _) => "created",
        (_, _, true) => "in progress",
        (_, _, false) => "in_progress",
    };
    // There is no translation memory.
    let leverage = match quirks.other(Quirk::TmLeverageList) {
        true => json!([]),
        false => json!({ "0%+": 0, "60%+": 0, "75%+": 0, "95%+": 0, "100%": 0 }),
    };
    let groups = groups.map(|it| json!({ "id": it.get("group_id"), "name": it.get("name") }));
    for (name, value) in [
        ("users", users.map(|user| json!(user)).collect()),
        ("groups", groups.collect()),
        ("keys", known.clone().map(|key| key.map_or(0, |key| key.id)).collect()),
        ("status", status.into()),
        ("progress", progress::of_language(keys, keys - done).into()),
        ("initial_tm_leverage", leverage),
        ("keys_count", known.count().into()),
        ("words_count", words.sum::<usize>().into()),
    ] {
        row.set(name, value);
    }
    LANGUAGE.show(around, Action::Get, &row)
}
