//! Tasks. They are closed by requests only: nobody knows when the service closes one by itself.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::Call;
use super::resource::{Action, Around, Origin, Resource, Scope};
use crate::quirks::Preset;
use crate::state::tasks::{close, id, ids, is_open, languages};
use crate::state::{Branch, DataError, Row, Stamp, items, now};
use crate::webhooks::{language_view, task_view};

pub(crate) static TASKS: Resource = Resource {
    one: "task",
    many: "tasks",
    schema: "Task",
    scope: Scope::Branch,
    id: "task_id",
    defaults: r#"{"description": "", "auto_close_languages": true, "auto_close_task": true,
        "auto_close_items": true, "do_lock_translations": false, "task_type": "translation"}"#,
    computed: &["languages"],
    users: &["created_by", "completed_by"],
    open: &["languages", "status"],
    operations: &[
        ("listTasks", Action::List),
        ("createTask", Action::Create),
        ("getTask", Action::Get),
        ("updateTask", Action::Update),
        ("deleteTask", Action::Delete),
    ],
    complete,
    arrange: |call, tasks| {
        let statuses = call.query_list("filter_statuses");
        let title = call.parameters.query.get("filter_title").map_or("", String::as_str);
        tasks.retain(|task| {
            task.text("title").contains(title)
                && (statuses.is_empty() || statuses.contains(&status(task)))
        });
        tasks.reverse();
    },
    after,
    show,
    ..Resource::PLAIN
};

/// A language of a task, kept with the ids of the language, its users, groups and keys.
static LANGUAGE: Resource =
    Resource { schema: "TaskLanguage", hidden: &["lang_id"], ..Resource::PLAIN };

fn complete(
    around: &Around<'_>,
    task: &mut Row,
    sent: &Map<String, Value>,
) -> Result<(), DataError> {
    let Some(branch) = around.branch else { return Ok(()) };
    let base = branch.languages().first().map_or("", |language| &*language.iso);
    task.fill("source_language_iso", || base.into());
    let stamp = Stamp { by: around.by, at: now() };
    let list = |name: &str| sent.get(name).map_or(&[][..], items);
    let mut languages = languages(task);
    for (index, sent) in list("languages").iter().enumerate() {
        let is_seed = around.origin == Origin::Seed;
        let iso = sent["language_iso"].as_str().unwrap_or_default();
        let known = branch.language(iso).map(|language| language.id);
        // A response has no code of a language that was removed.
        let id = known.or(sent["lang_id"].as_u64().or(Some(0)).filter(|_| is_seed));
        let mut own = languages.iter().position(|own| !is_seed && Some(own.id("lang_id")) == id);
        if own.is_none() && around.origin != Origin::Update {
            languages.push(Row::of([("lang_id", id.into()), ("language_iso", iso.into())]));
            own = Some(languages.len() - 1);
        }
        let own = own.filter(|_| id.is_some()).ok_or_else(|| {
            let field = format!("languages.{index}.language_iso");
            DataError::new(field, "The project or the task does not have this language.")
        })?;
        if let Some(sent) = sent.as_object().filter(|_| is_seed) {
            LANGUAGE.set(around, &mut languages[own], sent)?;
        }
        // A response has users and groups as objects.
        for (list, id) in [("users", "user_id"), ("groups", "id")] {
            if let Some(sent) = sent[list].as_array() {
                let ids = sent.iter().map(|it| it.get(id).unwrap_or(it).clone());
                languages[own].set(list, ids.collect::<Vec<_>>());
            }
        }
        if sent["close_language"] == true {
            close(&mut languages[own], stamp);
        }
    }
    if around.origin == Origin::Create {
        let keys = keys_of_new(branch, task, list("keys"))?;
        languages.iter_mut().for_each(|language| language.set("keys", &*keys));
    }
    task.set("languages", json!(languages));
    if sent.get("close_task").is_some_and(|close| *close == true) {
        close(task, stamp);
    }
    Ok(())
}

/// The keys of a request, or else those of the parent task.
fn keys_of_new(branch: &Branch, task: &Row, sent: &[Value]) -> Result<Vec<u64>, DataError> {
    let keys: Vec<u64> = sent.iter().filter_map(Value::as_u64).collect();
    if let Some(index) = keys.iter().position(|id| branch.key(*id).is_none()) {
        return Err(DataError::new(format!("keys.{index}"), "The branch does not have this key."));
    }
    let parent = task.get("parent_task_id");
    let mut tasks = branch.tables.rows(TASKS.many).iter();
    match tasks.find(|it| it.get("task_id") == parent) {
        Some(parent) if keys.is_empty() => Ok(all_keys(parent).collect()),
        None if !parent.is_null() => Err(DataError::new("parent_task_id", "Unknown task.")),
        None if keys.is_empty() => {
            Err(DataError::new("keys", "A key or a parent task is missing."))
        }
        _ => Ok(keys),
    }
}

fn after(call: &mut Call<'_>, action: Action, task: &Row) {
    let members = json!({ "task": task_view(task) });
    match action {
        Action::Create => call.emit("task.created", members),
        Action::Delete => call.emit("task.deleted", members),
        _ => {
            let sent = items(&call.body["languages"]).iter();
            for sent in sent.filter(|sent| sent["close_language"] == true) {
                let iso = sent["language_iso"].as_str().unwrap_or_default();
                let mut closed = members.clone();
                closed["language"] = json!(call.branch().language(iso).map(language_view));
                call.emit("task.language.closed", closed);
            }
            if call.body["close_task"] == true {
                call.emit("task.closed", members);
            }
        }
    }
}

fn all_keys(task: &Row) -> impl Iterator<Item = u64> {
    task.list("languages").iter().flat_map(|language| ids(&language["keys"]))
}

fn status(task: &Row) -> &'static str {
    match is_open(task) {
        false => "completed",
        true if languages(task).iter().all(is_open) => "created",
        true => "in_progress",
    }
}

fn progress(row: &Row) -> u64 {
    if is_open(row) { 0 } else { 100 }
}

fn show(call: &Call<'_>, _: Action, task: &Row, shown: &mut Map<String, Value>) {
    let languages = languages(task).into_iter().map(|it| show_language(call, task, it));
    let languages: Vec<_> = languages.collect();
    let words = languages.iter().map(|it| id(&it["words_count"])).sum::<u64>();
    shown.insert("status".to_owned(), status(task).into());
    shown.insert("progress".to_owned(), progress(task).into());
    shown.insert("can_be_parent".to_owned(), is_open(task).into());
    shown.insert("keys_count".to_owned(), all_keys(task).collect::<BTreeSet<_>>().len().into());
    shown.insert("words_count".to_owned(), words.into());
    shown.insert("languages".to_owned(), languages.into());
    // Nobody has recorded skipped languages.
    shown.shift_remove("skipped_languages");
}

fn show_language(call: &Call<'_>, task: &Row, mut row: Row) -> Value {
    let branch = call.branch();
    let source = branch.language(task.text("source_language_iso")).map_or(0, |it| it.id);
    let keys: Vec<_> = ids(row.get("keys")).map(|key| branch.key(key)).collect();
    let words: usize = keys.iter().flatten().map(|key| key.words(source)).sum();
    let users = ids(row.get("users")).filter_map(|id| call.state.user(id)).map(|user| json!(user));
    let groups = row.list("groups").iter().map(|id| json!({ "id": id }));
    let (users, groups): (Value, Value) = (users.collect(), groups.collect());
    match branch.language_by_id(row.id("lang_id")) {
        Some(known) => row.set("language_iso", &*known.iso),
        // One form of the quirk `removed_language` has the code.
        None if call.preset == Preset::Other => {}
        None => row.set("language_iso", Value::Null),
    }
    row.set("users", users);
    row.set("groups", groups);
    row.set("status", if is_open(&row) { "in progress" } else { "completed" });
    row.set("progress", progress(&row));
    // There is no translation memory.
    let leverage = json!({ "0%+": 0, "60%+": 0, "75%+": 0, "95%+": 0, "100%": 0 });
    row.set("initial_tm_leverage", leverage);
    row.set("keys_count", keys.len());
    row.set("words_count", words);
    row.set("keys", keys.iter().map(|key| key.map_or(0, |key| key.id)).collect::<Vec<_>>());
    LANGUAGE.show(call, Action::Get, &row)
}
