//! `l10n prune`: lists or deletes the keys that the base language no longer has.

use l10n_sync::{DifferingText, UnusedKeys};
use serde_json::json;

use super::Context;
use crate::args::PruneArgs;
use crate::exit::{Exit, Result};
use crate::output::Tone;
use crate::session;

pub(super) async fn run(context: Context<'_>, args: &PruneArgs) -> Result<Exit> {
    let workspace = context.settings.workspace()?;
    let client = session::client(context.settings).await?;
    let progress = context.output.progress();
    let sync = super::sync(context, client, workspace, &progress)?;
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
    let mut result = json!(unused);
    result["project"] = json!(context.settings.project()?);
    result["deleted"] = json!(deleted);
    context.output.result(exit, result);
    Ok(exit)
}

fn print(context: Context<'_>, unused: &UnusedKeys) {
    let output = context.output;
    for key in &unused.keys {
        output.line(Tone::Note, &format!("unused  {}  {}", key.name, key.filename));
    }
    for found in &unused.differing {
        let other = |text: &DifferingText| match &text.other {
            Some(other) => format!("there {other:?}"),
            None => "there none".to_owned(),
        };
        let texts = found.texts.iter().map(|text| match found.other_id {
            Some(id) => {
                format!("`l10n keys set {id} {} {:?}` ({})", text.lang, text.text, other(text))
            }
            None => format!("push it, then set {}: {:?}", text.lang, text.text),
        });
        output.error(
            None,
            &format!(
                "kept {} of {}, because {}, which has the key now, has other texts: {}; then delete \
                 this key with `l10n keys delete {}`",
                found.key.name,
                found.key.filename,
                found.filename,
                texts.collect::<Vec<_>>().join(", "),
                found.key.key_id
            ),
        );
    }
    for name in &unused.unsearched {
        output.note(&format!("{name}: not searched, because its file cannot be read here"));
    }
    let summary = match (unused.keys.len(), unused.total) {
        (_, 0) => "no keys were searched".to_owned(),
        (count, total) => format!("{count} of {total} keys are unused"),
    };
    output.line(Tone::Plain, &summary);
}
