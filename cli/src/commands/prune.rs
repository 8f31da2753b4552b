//! `l10n prune`: lists or deletes the keys that the base language no longer has.

use l10n_sync::{OnlyCopy, UnusedKey, UnusedKeys};
use serde_json::json;

use super::Context;
use crate::args::PruneArgs;
use crate::exit::{Exit, Result};
use crate::text::counted;

pub(super) async fn run(context: Context<'_>, args: &PruneArgs) -> Result<Exit> {
    let workspace = context.settings.workspace()?;
    let sync = super::sync(context, workspace)?;
    let mut unused = sync.unused_keys().await?;
    print(context, &unused);
    let mut result = json!(unused);
    if args.only_copies {
        unused.keys.iter_mut().for_each(|key| key.only_copies.clear());
    }
    let (mut exit, mut deleted) = (Exit::Done, None);
    if args.delete {
        let kept = unused.keys.iter().filter(|key| !key.only_copies.is_empty()).count();
        if kept > 0 {
            let message = format!(
                "keys kept, because they have texts that are in no file here: {kept}; copy these \
                 texts, or add `--only-copies` to delete them"
            );
            context.output.error(None, &message);
            exit = Exit::SomeFailed;
        }
        let count = sync.delete_keys(&unused, args.confirmed).await?;
        context.output.line(&format!("keys deleted: {count}"));
        deleted = Some(count);
    }
    result["project"] = json!(context.settings.project()?);
    result["deleted"] = json!(deleted);
    context.output.result(exit, result);
    Ok(exit)
}

fn print(context: Context<'_>, unused: &UnusedKeys) {
    let output = context.output;
    for UnusedKey { name, filename, only_copies, .. } in &unused.keys {
        let copies =
            only_copies.iter().map(|OnlyCopy { lang, text, .. }| format!("{lang}: {text:?}"));
        let copies: Vec<_> = copies.collect();
        let copies = match copies.len() {
            0 => String::new(),
            _ => format!("  in no file here: {}", copies.join(", ")),
        };
        output.line(&format!("unused  {name}  {filename}{copies}"));
    }
    for name in &unused.unsearched {
        output.note(&format!("{name}: not searched, because its file cannot be read here"));
    }
    let summary = match (unused.keys.len(), unused.total) {
        (_, 0) => "no keys were searched".to_owned(),
        (count, total) => format!("{count} of {} unused", counted(total, "key")),
    };
    output.line(&summary);
}
