//! The files of a push or pull: the texts that it left out, each with its reason, and JSON.

use std::collections::{BTreeMap, BTreeSet};

use l10n_sync::{Item, PulledFile, PushedFile, Reason, Weight, printed};
use serde::Serialize;
use serde_json::{Value, json};

use super::Context;
use crate::text::{counted, listed};

/// The maximum number of keys to print for each reason.
const SHORT: usize = 10;

type Names<'n> = BTreeSet<&'n str>;

/// A file of a push or pull.
#[derive(Debug)]
pub(super) struct Account<'r> {
    pub(super) path: &'r str,
    /// Its state and path, as a line of output.
    pub(super) line: String,
    /// Why it is not sent or written.
    pub(super) reason: Option<&'r String>,
    pub(super) items: &'r [Item],
    fields: Value,
}

/// Returns the name of a state or change, as in the JSON output but for its spaces.
pub(super) fn name(state: impl Serialize) -> String {
    json!(state).as_str().unwrap_or_default().replace('_', " ")
}

impl<'r> Account<'r> {
    pub(super) fn of_push(file: &'r PushedFile) -> Self {
        let count = match file.changes().count() {
            0 => String::new(),
            count => format!(" ({})", counted(count, "text")),
        };
        let path = &file.file.path;
        let line = format!("{:<10}  {path}{count}", name(file.state));
        Self { path, line, reason: file.reason.as_ref(), items: &file.items, fields: json!(file) }
    }

    pub(super) fn of_pull(file: &'r PulledFile) -> Self {
        let path = &file.path;
        let line = format!("{:<9}  {path}", name(file.change));
        Self { path, line, reason: file.reason.as_ref(), items: &file.items, fields: json!(file) }
    }

    pub(super) fn changes(&self) -> Vec<&'r Item> {
        self.items.iter().filter(|item| item.is_change()).collect()
    }

    /// Returns the file as JSON, with the texts that change, and those that are left out.
    fn json(&self) -> Value {
        let text =
            |item: &Item| json!({"key": item.key, "before": item.before, "after": item.after});
        let left_out = self.items.iter().filter_map(|item| {
            let mut left_out = text(item);
            let reason = item.reason()?;
            left_out["reason"] = json!(reason)["reason"].take();
            left_out["message"] = json!(reason.to_string());
            left_out["is_problem"] = json!(reason.weight() == Weight::Problem);
            Some(left_out)
        });
        let mut object = self.fields.clone();
        object["texts"] = self.changes().into_iter().map(text).collect();
        object["left_out"] = left_out.collect();
        object
    }
}

/// Prints the problems of each file, then a note for each other reason; if `is_verbose`, for each
/// reason in each file. `done` is what did not happen to the texts, such as `sent`.
pub(super) fn print(context: Context<'_>, files: &[Account<'_>], done: &str, is_verbose: bool) {
    let limit = if is_verbose { usize::MAX } else { SHORT };
    let mut notes: BTreeMap<(&Reason, &str), (Names<'_>, Names<'_>)> = BTreeMap::new();
    for file in files {
        let mut problems: BTreeMap<&Reason, Vec<&Item>> = BTreeMap::new();
        for item in file.items {
            let Some(reason) = item.reason() else { continue };
            match reason.weight() {
                Weight::Silent => {}
                Weight::Problem => problems.entry(reason).or_default().push(item),
                _ => {
                    let group = (reason, if is_verbose { file.path } else { "" });
                    let (paths, keys) = notes.entry(group).or_default();
                    paths.insert(file.path);
                    keys.insert(&item.key);
                }
            }
        }
        for (reason, items) in problems {
            print_problems(context, file, reason, &items, done, limit);
        }
    }
    for ((reason, _), (paths, keys)) in notes {
        let advice = advice(reason, &paths, &keys);
        let names: Vec<_> = keys.iter().map(|key| format!("`{key}`")).collect();
        let (paths, names) = (listed(&paths, 1), listed(&names, limit));
        let how = match reason {
            Reason::Forms(_) | Reason::FormsOnlyHere(_) => "left out in part".to_owned(),
            _ => format!("not {done}"),
        };
        context.output.note(&format!("{paths}: {how}, because {reason}: {names}{advice}"));
    }
}

fn print_problems(
    context: Context<'_>,
    file: &Account<'_>,
    reason: &Reason,
    items: &[&Item],
    done: &str,
    limit: usize,
) {
    let path = context.settings.folder.join(file.path);
    for item in items.iter().take(limit) {
        let [before, after] =
            [&item.before, &item.after].map(|text| text.as_deref().unwrap_or_default());
        let texts = match reason {
            Reason::Conflict => format!(" (here {after:?}, at the service {before:?})"),
            _ => String::new(),
        };
        let advice = advice(reason, &BTreeSet::from([file.path]), &BTreeSet::from([&*item.key]));
        let message = format!("`{}`: not {done}, because {reason}{texts}{advice}", item.key);
        context.output.error(Some(&path), &message);
    }
    if items.len() > limit {
        let more = items.len() - limit;
        let more = counted(more, "more text");
        let message = format!("not {done}, because {reason}: {more}");
        context.output.error(Some(&path), &message);
    }
}

/// Returns what to do about texts that differ on both sides.
fn advice(reason: &Reason, paths: &Names<'_>, keys: &Names<'_>) -> String {
    if !matches!(reason, Reason::Kept | Reason::Conflict) {
        return String::new();
    }
    let path = paths.first().filter(|_| paths.len() == 1).unwrap_or(&"PATH");
    let key = keys.first().filter(|_| keys.len() == 1);
    // As a shell quotes it.
    let key = key.map_or("NAME".to_owned(), |key| printed(key).replace('\'', r"'\''"));
    format!(
        "; take the service's with `l10n pull`, or send yours with `l10n push --replace {path} \
         --key '{key}'`"
    )
}

/// Returns the files as JSON, if that is printed: they may have many texts.
pub(super) fn json(context: Context<'_>, files: &[Account<'_>]) -> Value {
    files.iter().filter(|_| context.output.json).map(Account::json).collect()
}

/// Returns the counts of texts that change, that are left out, and that are problems.
pub(super) fn summary(files: &[Account<'_>]) -> Vec<String> {
    let items: Vec<_> = files.iter().flat_map(|file| file.items).collect();
    let count = |weight: Weight| {
        items.iter().filter_map(|it| it.reason()).filter(|it| it.weight() == weight).count()
    };
    let counts = [
        (items.iter().filter(|item| item.is_change()).count(), "changed"),
        (count(Weight::Note), "left out"),
        (count(Weight::Problem), "with problems"),
    ];
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    counts.map(|(count, what)| format!("{} {what}", counted(count, "text"))).collect()
}
