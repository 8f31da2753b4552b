//! Branches: a marker and a version in the name.

use l10n_client::types::Branch;
use l10n_client::{Client, Error};

use super::Seen;

impl From<Branch> for Seen {
    fn from(branch: Branch) -> Self {
        let name = branch.name.unwrap_or_default();
        let (marker, version) = name.split_once('/').unwrap_or((&name, ""));
        Self { id: branch.branch_id, marker: marker.to_owned(), value: version.to_owned() }
    }
}

fn name((marker, version): (String, String)) -> String {
    format!("{marker}/{version}")
}

pub(super) async fn create(
    client: Client,
    project: String,
    wanted: Vec<(String, String)>,
) -> Result<Vec<Seen>, Error> {
    let mut created = Vec::new();
    for wanted in wanted {
        let call = client.create_branch(project.clone(), name(wanted));
        created.push(call.send().await?.into_inner().branch.into());
    }
    Ok(created)
}

pub(super) async fn read(client: Client, project: String, id: i64) -> Result<Seen, Error> {
    let call = client.get_branch(project, id);
    Ok(call.send().await?.into_inner().branch.into())
}

pub(super) async fn update(
    client: Client,
    project: String,
    id: i64,
    wanted: (String, String),
) -> Result<Seen, Error> {
    let call = client.update_branch(project, id, name(wanted));
    Ok(call.send().await?.into_inner().branch.into())
}

pub(super) async fn delete(client: Client, project: String, id: i64) -> Result<bool, Error> {
    let call = client.delete_branch(project, id);
    Ok(call.send().await?.branch_deleted)
}

pub(super) async fn all(client: &Client, project: &str) -> Result<Vec<Seen>, Error> {
    let mut all = Vec::new();
    let mut list = client.list_branches(project).stream();
    while let Some(branch) = list.next().await {
        all.push(branch?.into());
    }
    Ok(all)
}
