//! What webhooks send: a comparison of the data before and after a request or job finds the events.

mod changes;

use serde::Serialize;
use serde_json::Value;
use url::{Host, Url};

pub(crate) use changes::Cause;

use crate::state::{Project, Row, State};

/// How the events begin that the sandbox does not send.
const NOT_SENT: [&str; 4] = [
    "project.language.settings_changed",
    "project.contributor.added_public",
    "project.task.initial_tm_leverage.",
    "team.",
];

/// Events of one object, and those of several.
const PLURALS: [[&str; 2]; 4] = [
    ["project.key.added", "project.keys.added"],
    ["project.key.modified", "project.keys.modified"],
    ["project.translation.updated", "project.translations.updated"],
    ["project.translation.proofread", "project.translations.proofread"],
];

/// The events that a webhook subscribes to: a singular one includes its plural.
pub(crate) fn subscribed(mut all: Vec<&str>) -> Vec<&str> {
    for [singular, plural] in PLURALS {
        if all.contains(&singular) && !all.contains(&plural) {
            all.push(plural);
        }
    }
    all
}

pub(crate) fn singular(event: &str) -> &str {
    PLURALS.iter().find(|[_, plural]| *plural == event).map_or(event, |[singular, _]| singular)
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct Delivery {
    pub(crate) webhook_id: String,
    pub(crate) project_id: String,
    pub(crate) url: String,
    #[serde(skip)]
    pub(crate) secret: String,
    pub(crate) body: Value,
    pub(crate) attempts: u32,
    pub(crate) status: Option<u16>,
    /// Why it was not sent, or got no response.
    pub(crate) error: Option<String>,
}

impl Delivery {
    pub(crate) fn new(webhook: &Row, project: &Project, body: Value) -> Self {
        Self {
            webhook_id: webhook.text("webhook_id").to_owned(),
            project_id: project.id.clone(),
            url: webhook.text("url").to_owned(),
            secret: webhook.text("secret").to_owned(),
            body,
            attempts: 0,
            status: None,
            error: None,
        }
    }

    pub(crate) fn has_arrived(&self) -> bool {
        self.status.is_some_and(|status| (200..300).contains(&status))
    }

    /// Whether it leads to this machine or to its network, by plain HTTP.
    pub(crate) fn is_nearby(&self) -> bool {
        let url = Url::parse(&self.url).ok().filter(|url| url.scheme() == "http");
        url.is_some_and(|url| match url.host() {
            Some(Host::Domain(name)) => !name.contains('.'),
            Some(Host::Ipv4(address)) => address.is_loopback() || address.is_private(),
            Some(Host::Ipv6(address)) => address.is_loopback() || address.is_unique_local(),
            None => false,
        })
    }
}

/// The projects with webhooks for what may happen, as they are before it.
pub(crate) struct Before(Vec<Project>);

impl Before {
    pub(crate) fn of(state: &State) -> Self {
        let is_sent = |event: &str| !NOT_SENT.iter().any(|start| event.starts_with(start));
        let watched = state.projects.iter().filter(|project| {
            let mut events = project.webhooks().iter().flat_map(|it| it.texts("events"));
            events.any(is_sent)
        });
        Self(watched.cloned().collect())
    }

    pub(crate) fn deliveries(self, state: &State, cause: &Cause<'_>) -> Vec<Delivery> {
        let mut deliveries = Vec::new();
        for before in &self.0 {
            let after = state.projects.iter().find(|project| project.uuid == before.uuid);
            let project = after.unwrap_or(before);
            for event in changes::events(state, before, after, cause) {
                let sent = project.webhooks().iter().filter_map(|webhook| {
                    let body = event.body(webhook, project)?;
                    Some(Delivery::new(webhook, project, body))
                });
                deliveries.extend(sent);
            }
        }
        deliveries
    }
}
