//! Custom translation statuses: a marker and a version in the title, and a color.

use fastrand::Rng;
use l10n_client::types::CustomTranslationStatus;
use l10n_client::{Client, Error};
use reqwest::Method;
use serde_json::{Value, json};

use super::{Seen, parts};

const COLORS: [&str; 4] = ["#61bd4f", "#f2d600", "#ff9f1a", "#eb5a46"];

pub(super) fn value(number: u32, random: &mut Rng) -> String {
    format!("{} v{number}", random.choice(COLORS).unwrap_or_default())
}

impl From<CustomTranslationStatus> for Seen {
    fn from(status: CustomTranslationStatus) -> Self {
        let title = status.title.unwrap_or_default();
        let (marker, version) = parts(&title);
        Self {
            id: status.status_id,
            marker: marker.to_owned(),
            value: format!("{} {version}", status.color.unwrap_or_default()),
        }
    }
}

pub(super) async fn create(
    client: Client,
    project: String,
    wanted: Vec<(String, String)>,
    raw: bool,
) -> Result<Vec<Seen>, Error> {
    let mut created = Vec::new();
    for (marker, value) in wanted {
        let (color, version) = parts(&value);
        let title = format!("{marker} {version}");
        if raw {
            let path = format!("projects/{project}/custom_translation_statuses");
            let body = json!({ "title": title, "color": color });
            let call = client.request(Method::POST, path).json(&body);
            // Its id is not looked for: what is not known is not changed.
            call.send::<Value>().await?;
            continue;
        }
        let call = client.create_custom_translation_status(project.clone(), title, color);
        let answer = call.send().await?.into_inner();
        created.push(answer.custom_translation_status.into());
    }
    Ok(created)
}

pub(super) async fn read(client: Client, project: String, id: i64) -> Result<Seen, Error> {
    let answer = client.get_custom_translation_status(project, id).send().await?.into_inner();
    Ok(answer.custom_translation_status.into())
}

pub(super) async fn update(
    client: Client,
    project: String,
    id: i64,
    (marker, value): (String, String),
) -> Result<Seen, Error> {
    let (color, version) = parts(&value);
    let title = format!("{marker} {version}");
    let call = client.update_custom_translation_status(project, id).title(title).color(color);
    let answer = call.send().await?.into_inner();
    Ok(answer.custom_translation_status.into())
}

pub(super) async fn delete(
    client: Client,
    project: String,
    id: i64,
    raw: bool,
) -> Result<bool, Error> {
    if raw {
        let path = format!("projects/{project}/custom_translation_statuses/{id}");
        let call = client.request(Method::DELETE, path);
        return call.send::<Value>().await.map(|_| true);
    }
    let answer = client.delete_custom_translation_status(project, id).send().await?;
    Ok(answer.is_deleted() == Some(true))
}

pub(super) async fn all(client: &Client, project: &str) -> Result<Vec<Seen>, Error> {
    let mut all = Vec::new();
    let mut list = client.list_custom_translation_statuses(project).stream();
    while let Some(status) = list.next().await {
        all.push(status?.into());
    }
    Ok(all)
}
