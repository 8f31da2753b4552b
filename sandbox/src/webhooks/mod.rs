//! What webhooks send. A handler says which event it causes; changes of keys and texts are
//! recorded as they are made.

mod events;

use chrono::DateTime;
use serde::Serialize;
use serde_json::{Value, json};
use url::{Host, Url};

pub(crate) use events::{key_view, language_view, of_export, task_view};
use events::{of_changes, of_import};

use crate::state::{ImportResult, Place, Project, Row, State, now};

/// Events of one object, and those of several.
const PLURALS: [[&str; 2]; 4] = [
    ["project.key.added", "project.keys.added"],
    ["project.key.modified", "project.keys.modified"],
    ["project.translation.updated", "project.translations.updated"],
    ["project.translation.proofread", "project.translations.proofread"],
];

/// What the names of events begin with whose project has no branch.
const WITHOUT_BRANCH: [&str; 6] = [
    "project.branch.",
    "project.contributor.",
    "project.copied",
    "project.deleted",
    "project.snapshot",
    "project.language.removed",
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

/// An event: its name, and what its body has beside the envelope.
pub(crate) type Event = (String, Value);

/// The deliveries of an event that a user has caused in a branch.
pub(crate) fn deliveries(
    state: &State,
    place: Place,
    user: u64,
    (name, members): &Event,
) -> Vec<Delivery> {
    let project = &state.projects[place.project];
    let branch = &project.branches[place.branch].name;
    let user = state.user(user);
    let time = DateTime::from_timestamp(now(), 0).unwrap_or_default();
    let mut envelope = json!({
        "event": name,
        "project": { "id": project.id, "name": project.name },
        "user": {
            "email": user.map(|user| user.text("email")),
            "full_name": user.map(|user| user.text("fullname")),
        },
        "created_at": time.format("%F %T").to_string(),
        "created_at_timestamp": time.timestamp(),
    });
    let has_branch = !WITHOUT_BRANCH.iter().any(|start| name.starts_with(start));
    if has_branch {
        envelope["project"]["branch"] = json!(branch);
    }
    let deliveries = project.webhooks().iter().filter_map(|webhook| {
        let of = webhook.get("branch").as_str();
        if has_branch && of.is_some_and(|of| of != branch) {
            return None;
        }
        let mut body = members_for(webhook, name, members.clone())?;
        for (name, value) in envelope.as_object().into_iter().flatten() {
            body[name] = value.clone();
        }
        Some(Delivery::new(webhook, project, body))
    });
    deliveries.collect()
}

/// The deliveries of what has changed in the keys of a branch since the last call of this function,
/// by a request, or by an import with these options and this result.
pub(crate) fn deliveries_of_changes(
    state: &mut State,
    place: Place,
    user: u64,
    import: Option<(&Value, &ImportResult)>,
) -> Vec<Delivery> {
    let Some(project) = state.projects.get_mut(place.project) else { return Vec::new() };
    let Some(branch) = project.branches.get_mut(place.branch) else { return Vec::new() };
    let changes = std::mem::take(&mut branch.changes);
    if project.tables.rows("webhooks").is_empty() {
        return Vec::new();
    }
    let imported = import.map(|(options, result)| of_import(branch, options, result));
    let events = imported.into_iter().chain(of_changes(branch, changes, import.is_some()));
    let events: Vec<Event> = events.collect();
    events.iter().flat_map(|event| deliveries(state, place, user, event)).collect()
}

/// What a webhook gets of an event; nothing if it does not subscribe to it, or to its languages.
fn members_for(webhook: &Row, name: &str, mut members: Value) -> Option<Value> {
    let names = [name, singular(name)];
    let name = names.into_iter().find(|name| webhook.texts("events").any(|it| it == *name))?;
    let mut maps = webhook.list("event_lang_map").iter();
    let Some(map) = maps.find(|it| it["event"] == name) else { return Some(members) };
    let codes = map["lang_iso_codes"].as_array()?;
    let is_meant = |part: &Value| codes.contains(&part["language"]["iso"]);
    if let Some(list) = members.get_mut("translations").and_then(Value::as_array_mut) {
        list.retain(is_meant);
        list.first()?;
        return Some(members);
    }
    is_meant(&members).then_some(members)
}
