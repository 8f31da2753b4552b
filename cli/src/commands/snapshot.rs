//! `l10n snapshot`: saves a copy of the project, or restores one as a new project.

use serde_json::json;

use super::Context;
use crate::args::SnapshotArgs;
use crate::exit::{Exit, Result};
use crate::output::Tone;
use crate::session;

pub(super) async fn run(context: Context<'_>, args: &SnapshotArgs) -> Result<Exit> {
    let client = session::client(context.settings).await?;
    let project = super::address(context, &client).await?;
    let (line, result) = match args.restore {
        None => {
            let created = client.create_snapshot(&project).title(&args.title).send().await?;
            let id = created.snapshot.snapshot_id;
            (format!("created   {id}"), json!({"project": project, "snapshot": id}))
        }
        Some(id) => {
            let restored = client.restore_snapshot(&project, id).send().await?.into_inner();
            let (new, name) = (restored.project_id, restored.name.unwrap_or_default());
            let result = json!({"project": project, "snapshot": id, "restored": new});
            (format!("restored  {new}  {name}"), result)
        }
    };
    context.output.line(Tone::Good, &line);
    context.output.done(result)
}
