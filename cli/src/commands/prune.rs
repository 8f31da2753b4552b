//! `l10n prune`: lists or deletes the keys that the base language no longer has.

use l10n_sync::{Sync, UnusedKey, UnusedKeys};
use serde_json::{Value, json};

use super::{Context, listen};
use crate::args::PruneArgs;
use crate::exit::{Exit, Result};
use crate::output::Tone;
use crate::session;

pub(super) async fn run(context: Context<'_>, args: &PruneArgs) -> Result<Exit> {
    let workspace = context.settings.workspace(&[])?;
    let client = session::client(context.settings).await?;
    let project = context.settings.project()?;
    let progress = context.output.progress();
    let sync = Sync::new(client, project, workspace).branch(context.settings.branch());
    let sync = sync.on_event(listen::to(&progress, context.underway));
    let unused = sync.unused_keys().await?;
    drop(progress);
    print(context, &unused);
    let mut exit = if unused.differing.is_empty() { Exit::Done } else { Exit::SomeFailed };
    let mut deleted = None;
    if args.delete {
        match sync.delete_keys(&unused, args.confirmed).await {
            Ok(count) => {
                context.output.line(Tone::Good, &format!("keys deleted: {count}"));
                deleted = Some(count);
            }
            Err(error @ l10n_sync::Error::Config { .. }) => {
                context.output.error(None, &error.to_string());
                exit = Exit::SomeFailed;
            }
            Err(error) => return Err(error.into()),
        }
    }
    let differing = unused.differing.iter().map(|found| {
        json!({"key": key_json(&found.key), "filename": found.filename, "lang_iso": found.lang,
            "text": found.text, "other": found.other})
    });
    context.output.result(
        exit,
        json!({"project": project, "unused_keys": unused.keys.iter().map(key_json).collect::<Vec<_>>(),
            "differing": differing.collect::<Vec<_>>(), "total": unused.total,
            "unsearched": unused.unsearched, "deleted": deleted}),
    );
    Ok(exit)
}

fn print(context: Context<'_>, unused: &UnusedKeys) {
    let output = context.output;
    for key in &unused.keys {
        output.line(Tone::Note, &format!("unused  {}  {}", key.name, key.filename));
    }
    for found in &unused.differing {
        let other = match &found.other {
            Some(other) => format!("is {other:?} in {}", found.filename),
            None => format!("is missing in {}", found.filename),
        };
        output.error(
            None,
            &format!(
                "kept {} of {}: its text {:?} ({}) {other}, which has the key now: set the right \
                 text there with `l10n keys set`, then delete this key with `l10n keys delete {}`",
                found.key.name, found.key.filename, found.text, found.lang, found.key.key_id
            ),
        );
    }
    for name in &unused.unsearched {
        output.note(&format!("{name}: not searched, because its file cannot be read here"));
    }
    let count = unused.keys.len();
    output.line(Tone::Plain, &format!("{count} of {} keys are unused", unused.total));
}

fn key_json(key: &UnusedKey) -> Value {
    json!({"key_id": key.key_id, "name": key.name, "filename": key.filename})
}
