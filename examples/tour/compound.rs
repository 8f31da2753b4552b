//! What goes beyond one call: streams over lists, waiting for jobs, push and pull.

use std::error::Error as StdError;

use l10n_client::{Client, Error};
use l10n_sandbox::Sandbox;
use l10n_sync::{Config, FileGroup, PullOptions, PushOptions, Sync, Workspace};
use reqwest::Method;
use serde_json::Value;
use uuid::Uuid;

use crate::report::Report;

pub(crate) async fn tour(
    client: &Client,
    sandbox: &Sandbox,
    report: &mut Report,
) -> Result<(), Box<dyn StdError>> {
    let project = sandbox.project().project_id;
    let folder = tempfile::tempdir()?;
    for (lang, hello) in [("en", "Hello"), ("de", "Hallo")] {
        let content = format!(r#"{{"tour.hello": "{hello}"}}"#);
        std::fs::write(folder.path().join(lang).with_extension("json"), content)?;
    }

    report.done("a stream of items", contributors(client, project).await);
    report.done("a stream by cursor", items(client, project).await);
    let workspace = Workspace::new(folder.path(), &files())?;
    let sync = Sync::new(client.clone(), project, workspace);
    let mut all = PushOptions::new();
    all.translations = true;
    let pushed = sync.push(&all).await;
    let pushed = pushed
        .map(|pushed| format!("{} files, {} failed", pushed.files.len(), pushed.failed().count()));
    report.done("push", pushed);
    let pulled = sync.pull(&PullOptions::new()).await;
    report.done("pull", pulled.map(|pulled| format!("{} files", pulled.files.len())));
    let keys = client.request(Method::GET, format!("projects/{project}/files"));
    let keys = keys.send::<Value>().await;
    report.done(
        "a raw request",
        keys.map(|response| format!("{} bytes", response.to_string().len())),
    );
    report.done("waiting for a job", deletion(client, sandbox.project().uuid).await);
    Ok(())
}

/// The files of the tour; the project has others.
fn files() -> Config {
    let mut files = Config::new("en").group(FileGroup::new("{lang}.json"));
    files.ignore = vec!["*".to_owned(), "**/*".to_owned()];
    files
}

async fn contributors(client: &Client, project: &str) -> Result<String, Error> {
    let list = client.list_contributors(project).limit(2);
    let mut contributors = list.stream();
    let mut count = 0;
    while let Some(contributor) = contributors.next().await {
        contributor?;
        count += 1;
    }
    Ok(format!("{count} contributors, two a page"))
}

async fn items(client: &Client, project: &str) -> Result<String, Error> {
    let mut items = client.list_items(project).limit(3).stream();
    let mut count = 0;
    while let Some(item) = items.next().await {
        item?;
        count += 1;
    }
    Ok(format!("{count} items, three a page"))
}

async fn deletion(client: &Client, project: Uuid) -> Result<String, Error> {
    let mut states = client.delete_all_contributors(project).wait();
    let mut seen = Vec::new();
    while let Some(job) = states.next().await {
        seen.push(job?.state.to_string());
    }
    Ok(seen.join(", "))
}
