//! What goes beyond one call: streams over lists, raw requests, waiting for jobs.

use l10n_client::{Client, Error};
use l10n_sandbox::Sandbox;
use reqwest::Method;
use serde_json::Value;
use uuid::Uuid;

use crate::report::Report;

pub(crate) async fn tour(client: &Client, sandbox: &Sandbox, report: &mut Report) {
    let project = sandbox.project().project_id;
    report.done("a stream of items", contributors(client, project).await);
    report.done("a stream by cursor", items(client, project).await);
    let keys = client.request(Method::GET, format!("projects/{project}/files"));
    let keys = keys.send::<Value>().await;
    report.done(
        "a raw request",
        keys.map(|response| format!("{} bytes", response.to_string().len())),
    );
    report.done("waiting for a job", deletion(client, sandbox.project().uuid).await);
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
