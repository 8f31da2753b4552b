//! Tasks.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::resource::{Action, Around, Fault, Resource, Scope};
use super::statuses::STATUS_IDS;
use crate::quirks::Quirk;
use crate::rules::progress;
use crate::state::tasks::{close, id, ids, is_open, languages};
use crate::state::{Branch, Row, Stamp, items, now};

pub(crate) static TASKS: Resource = Resource {
    one: "task",
    many: "tasks",
    schema: "Task",
    scope: Scope::Branch,
    id: "task_id",
    defaults: r#"{"description": "", "auto_close_languages": true, "auto_close_task": true,
        "auto_close_items": true, "do_lock_translations": false}"#,
    hidden: &["source_lang_id", "is_tagged"],
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
    object: "Task",
    actions: &Action::ALL,
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
    after: |call, action, gone| {
        if action == Action::Delete {
            let tasks = call.tables_mut(Scope::Branch).rows_mut(TASKS.many).iter_mut();
            let children = tasks.filter(|it| it.get("parent_task_id") == gone.get("task_id"));
            children.for_each(|task| task.set("parent_task_id", Value::Null));
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

/// What closes by itself, unless a task says otherwise.
const AUTO_CLOSE: [&str; 3] = ["auto_close_languages", "auto_close_task", "auto_close_items"];

const NO_LANGUAGE: &str = "The project does not have this language.";

fn check(around: &Around<'_>, task: &mut Row, sent: &Map<String, Value>) -> Result<(), Fault> {
    let Some(branch) = around.branch else { return Ok(()) };
    if sent.get("due_date").is_some_and(|date| !date.is_null()) && task.get("due_date").is_null() {
        return Err(Fault::new("due_date", "This is not a time, such as 2025-04-01 18:00:00."));
    }
    task.fill("task_type", || "translation".into());
    let written = sent.get("languages").map_or(&[][..], items);
    let stamp = Stamp { by: around.caller, at: now() };
    let languages = match task.id("task_id") {
        _ if around.state.is_none() => read(branch, written)?,
        0 => create(around, task, read(branch, written)?, sent.get("keys").map_or(&[], items))?,
        _ if !is_open(task) => languages(task),
        _ => update(around, task, written, stamp)?,
    };
    task.set("languages", json!(languages));
    let source = branch.language(task.text("source_language_iso")).map_or(0, |it| it.id);
    task.fill("source_lang_id", || source.into());
    let is_closed = !is_open(task);
    task.fill("is_tagged", || is_closed.into());
    if sent.get("close_task").is_some_and(|close| *close == true) {
        close(task, stamp);
    }
    if around.state.is_some() {
        branch.advance(task, stamp);
    }
    Ok(())
}

/// Languages as they are kept, of those in a request, a response or a seed.
fn read(branch: &Branch, written: &[Value]) -> Result<Vec<Row>, Fault> {
    let read = |(index, written): (usize, &Value)| {
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
        let field = format!("languages.{index}.language_iso");
        row.set("lang_id", id.ok_or_else(|| Fault::new(field, NO_LANGUAGE))?);
        Ok(row)
    };
    written.iter().enumerate().map(read).collect()
}

fn create(
    around: &Around<'_>,
    task: &mut Row,
    mut languages: Vec<Row>,
    keys: &[Value],
) -> Result<Vec<Row>, Fault> {
    let Some(branch) = around.branch else { return Ok(languages) };
    let keys = keys_of(branch, task, keys)?;
    let base = branch.languages().first().map_or("", |language| &*language.iso);
    task.fill("source_language_iso", || base.into());
    if branch.language(task.text("source_language_iso")).is_none() {
        return Err(Fault::new("source_language_iso", NO_LANGUAGE));
    }
    let by_hand = |name: &&&str| is_for_machine(task) && *task.get(name) == false;
    if let Some(name) = AUTO_CLOSE.iter().find(by_hand) {
        return Err(Fault::new(*name, "A task for a machine closes by itself."));
    }
    let project = around.own_project();
    Fault::of_items(STATUS_IDS, task.list(STATUS_IDS), |status| {
        project.is_some_and(|project| project.has_status(id(status)))
    })?;
    if languages.is_empty() && !is_for_machine(task) {
        return Err(Fault::new("languages", "A language is missing."));
    }
    for (index, language) in languages.iter_mut().enumerate() {
        check_assigned(around, task, index, language)?;
        language.set("keys", json!(keys));
        // A key is in at most one open task of a type in a language.
        let mut open = branch.open_languages().filter(|(other, it)| {
            other.get("task_type") == task.get("task_type")
                && it["lang_id"] == *language.get("lang_id")
        });
        if let Some((other, _)) =
            open.find(|(_, it)| ids(&it["keys"]).any(|key| keys.contains(&key)))
        {
            let message = format!("A key is in the open task {}.", other.id("task_id"));
            return Err(Fault::new("keys", message));
        }
    }
    Ok(languages)
}

fn keys_of(branch: &Branch, task: &Row, sent: &[Value]) -> Result<BTreeSet<u64>, Fault> {
    let is_known = |key: &u64| branch.key(*key).is_some();
    Fault::of_items("keys", sent, |key| is_known(&id(key)))?;
    let mut keys: BTreeSet<u64> = sent.iter().map(id).collect();
    if let Some(parent) = task.get("parent_task_id").as_u64() {
        let mut tasks = branch.tasks().iter().filter(|_| task.text("task_type") == "review");
        let parent = tasks.find(|it| it.id("task_id") == parent && is_open(it));
        let message = "Only a review can follow another task, which must be open.";
        let parent = parent.ok_or_else(|| Fault::new("parent_task_id", message))?;
        if keys.is_empty() {
            keys = all_keys(parent).filter(is_known).collect();
        }
    }
    match keys.is_empty() {
        true => Err(Fault::new("keys", "A key or a parent task is missing.")),
        false => Ok(keys),
    }
}

fn update(
    around: &Around<'_>,
    task: &Row,
    written: &[Value],
    stamp: Stamp,
) -> Result<Vec<Row>, Fault> {
    let mut languages = languages(task);
    for (index, sent) in written.iter().enumerate() {
        let known = around.languages.iter().find(|it| sent["language_iso"] == *it.iso);
        let own = known.and_then(|it| languages.iter_mut().find(|own| own.id("lang_id") == it.id));
        let field = format!("languages.{index}.language_iso");
        let own = own.ok_or_else(|| Fault::new(field, "The task does not have this language."))?;
        let lists = ["users", "groups"].into_iter().filter(|list| sent[*list].is_array());
        if lists.clone().next().is_some() {
            lists.for_each(|list| own.set(list, sent[list].clone()));
            check_assigned(around, task, index, own)?;
        }
        if sent["close_language"] == true {
            close(own, stamp);
        }
    }
    Ok(languages)
}

fn is_for_machine(task: &Row) -> bool {
    !["translation", "review"].contains(&task.text("task_type"))
}

fn check_assigned(
    around: &Around<'_>,
    task: &Row,
    index: usize,
    language: &Row,
) -> Result<(), Fault> {
    let field = |list: &str| format!("languages.{index}.{list}");
    let (users, groups) = (language.list("users"), language.list("groups"));
    if (users.is_empty() && groups.is_empty()) != is_for_machine(task) {
        let message = "Assign a user or a group, unless the task is for a machine.";
        return Err(Fault::new(field("users"), message));
    }
    let Some((state, project)) = around.state.zip(around.own_project()) else { return Ok(()) };
    let team = project.team;
    let of_team = around.rows("team_groups").iter().filter(|it| it.id("team_id") == team);
    Fault::of_items(&field("users"), users, |it| state.team_role(team, id(it)).is_some())?;
    Fault::of_items(&field("groups"), groups, |it| {
        of_team.clone().any(|own| own.get("group_id") == it)
    })
}

fn all_keys(task: &Row) -> impl Iterator<Item = u64> {
    task.list("languages").iter().flat_map(|language| ids(&language["keys"]))
}

fn status(branch: &Branch, task: &Row) -> &'static str {
    let is_begun = |it: &Row| branch.count(task, it).1 > 0 || !is_open(it);
    match is_open(task) {
        false => "completed",
        true if branch.is_queued(task) => "queued",
        true if languages(task).iter().any(is_begun) => "in_progress",
        true => "created",
    }
}

fn show(around: &Around<'_>, _: Action, task: &Row, shown: &mut Map<String, Value>) {
    let Some(branch) = around.branch else { return };
    let languages = languages(task);
    let counts = languages.iter().map(|it| branch.count(task, it));
    let (keys, done) = counts.fold((0, 0), |sum, it| (sum.0 + it.0, sum.1 + it.1));
    let languages = languages.into_iter().map(|it| show_language(around, branch, task, it));
    let languages: Vec<_> = languages.collect();
    let words = languages.iter().map(|it| id(&it["words_count"])).sum::<u64>();
    shown.insert("status".to_owned(), status(branch, task).into());
    shown.insert("progress".to_owned(), progress::of_language(keys, keys - done).into());
    shown.insert("can_be_parent".to_owned(), is_open(task).into());
    shown.insert("keys_count".to_owned(), all_keys(task).collect::<BTreeSet<_>>().len().into());
    shown.insert("words_count".to_owned(), words.into());
    shown.insert("languages".to_owned(), languages.into());
    if let Some(source) = branch.language_by_id(task.id("source_lang_id")) {
        shown.insert("source_language_iso".to_owned(), source.iso.clone().into());
    }
    // Nobody has recorded skipped languages.
    shown.shift_remove("skipped_languages");
}

fn show_language(around: &Around<'_>, branch: &Branch, task: &Row, mut row: Row) -> Value {
    let quirks = around.quirks;
    let (count, done) = branch.count(task, &row);
    let source = task.id("source_lang_id");
    let keys: Vec<_> = ids(row.get("keys")).map(|key| branch.key(key)).collect();
    let words: usize = keys.iter().flatten().map(|key| key.words(source)).sum();
    let users = ids(row.get("users")).filter_map(|id| around.user(id)).map(|user| json!(user));
    let groups = around.rows("team_groups").iter();
    let groups = groups.filter(|it| row.list("groups").contains(it.get("group_id")));
    let groups = groups.map(|it| json!({ "id": it.get("group_id"), "name": it.get("name") }));
    let (users, groups): (Value, Value) = (users.collect(), groups.collect());
    match branch.language_by_id(row.id("lang_id")) {
        Some(known) => row.set("language_iso", &*known.iso),
        None if quirks.other(Quirk::RemovedLanguage) => {}
        None => row.set("language_iso", Value::Null),
    }
    let status = match (is_open(&row), done, quirks.other(Quirk::TaskLanguageStatus)) {
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
    row.set("users", users);
    row.set("groups", groups);
    row.set("status", status);
    row.set("progress", progress::of_language(count, count - done));
    row.set("initial_tm_leverage", leverage);
    row.set("keys_count", keys.len());
    row.set("words_count", words);
    row.set("keys", keys.iter().map(|key| key.map_or(0, |key| key.id)).collect::<Vec<_>>());
    LANGUAGE.show(around, Action::Get, &row)
}
