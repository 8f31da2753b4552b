//! What webhooks send. A handler says which event it causes; changes of keys and texts are
//! recorded as they are made.

mod events;

use std::error::Error;
use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use axum::http::header::CONTENT_TYPE;
use chrono::DateTime;
use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;
use serde::Serialize;
use serde_json::{Value, json};
use tokio::time::timeout;
use url::{Host, Url};

use events::of_changes;
pub(crate) use events::{key_view, language_view, of_export, of_import, task_view};

use crate::document::{self, Document};
use crate::state::{Place, Project, Row, State, now, suggestion};

/// For a response of a receiver.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The names of all events.
const EVENTS: &str = "/components/schemas/WebhookEventName/anyOf/0/enum";

/// Where the requests to webhooks are described.
const CALLBACK: &str = "/paths/~1projects~1{project_id}~1webhooks/post/callbacks/webhookEvent\
                        /{$request.body#~1url}/post";

/// Fails if the document has no event of this name.
pub(crate) fn known_event(name: &str) -> Result<(), String> {
    if document::texts(EVENTS).any(|known| known == name) {
        return Ok(());
    }
    let near = suggestion(name, document::texts(EVENTS));
    let all: Vec<&str> = document::texts(EVENTS).collect();
    Err(format!("Unknown event {name:?}{near}; there are {}.", all.join(", ")))
}

#[derive(Debug, Clone, Default, Serialize)]
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
            ..Self::default()
        }
    }

    /// The document's example of an event, with its example headers.
    pub(crate) fn example(event: &str, url: String) -> Result<Self, String> {
        known_event(event)?;
        let document = Document::embedded().map_err(|error| error.to_string())?;
        let callback = document.value().pointer(CALLBACK).unwrap_or(&Value::Null);
        let examples = &callback["requestBody"]["content"]["application/json"]["examples"];
        let mut examples = examples.as_object().into_iter().flatten().map(|(_, it)| &it["value"]);
        let body = examples.find(|it| it["event"] == event);
        let body = body.ok_or_else(|| format!("the document has no example of {event}"))?.clone();
        let headers = callback["parameters"].as_array().into_iter().flatten();
        let [secret, project_id, webhook_id] = ["X-Secret", "Project-Id", "Webhook-Id"].map(|it| {
            let header = headers.clone().find(|header| header["name"] == it);
            header.and_then(|it| it["example"].as_str()).unwrap_or_default().to_owned()
        });
        Ok(Self { webhook_id, project_id, url, secret, body, ..Self::default() })
    }

    /// Sends it, and again if that fails, by plain HTTP and only to this machine or its network.
    pub(crate) async fn send(&mut self) {
        if !self.is_nearby() {
            self.error = Some("not sent: the URL is not one of this network".to_owned());
            return;
        }
        let is_success = |status: u16| (200..300).contains(&status);
        while self.attempts < 2 && !self.status.is_some_and(is_success) {
            let sent = self.post().await;
            self.attempts += 1;
            self.error = sent.as_ref().err().map(ToString::to_string);
            self.status = sent.ok();
        }
    }

    /// Sends a POST, and returns the status of the response. Follows no redirects, and omits user
    /// information.
    async fn post(&self) -> Result<u16, Box<dyn Error + Send + Sync>> {
        let url = Url::parse(&self.url)?;
        let request = Request::post(url.as_str())
            .header(CONTENT_TYPE, "application/json")
            .header("X-Secret", &self.secret)
            .header("Project-Id", &self.project_id)
            .header("Webhook-Id", &self.webhook_id)
            .body(Body::from(self.body.to_string()))?;
        let http = Client::builder(TokioExecutor::new()).build_http();
        let response = timeout(TIMEOUT, http.request(request)).await??;
        Ok(response.status().as_u16())
    }

    fn is_nearby(&self) -> bool {
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
    let envelope = json!({
        "event": name,
        "project": { "id": project.id, "name": project.name, "branch": branch },
        "user": {
            "email": user.map(|user| user.text("email")),
            "full_name": user.map(|user| user.text("fullname")),
        },
        "created_at": time.format("%F %T").to_string(),
        "created_at_timestamp": time.timestamp(),
    });
    let deliveries = project.tables.rows("webhooks").iter().filter_map(|webhook| {
        if webhook.get("branch").as_str().is_some_and(|of| of != branch) {
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
/// by a request or an import.
pub(crate) fn deliveries_of_changes(
    state: &mut State,
    place: Place,
    user: u64,
    is_import: bool,
) -> Vec<Delivery> {
    let Some(project) = state.projects.get_mut(place.project) else { return Vec::new() };
    let Some(branch) = project.branches.get_mut(place.branch) else { return Vec::new() };
    let changes = std::mem::take(&mut branch.changes);
    if project.tables.rows("webhooks").is_empty() {
        return Vec::new();
    }
    let events = of_changes(branch, &changes, is_import);
    events.iter().flat_map(|event| deliveries(state, place, user, event)).collect()
}

/// What a webhook gets of an event; nothing if it does not subscribe to it, or to its languages.
fn members_for(webhook: &Row, name: &str, mut members: Value) -> Option<Value> {
    webhook.texts("events").find(|it| *it == name)?;
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
