//! Webhooks: the operations, and the events that are sent.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use l10n_sandbox::document::Document;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::mpsc;

use crate::support::{Api, has, includes, requests};

/// A receiver of events: the address, and what arrives.
pub(crate) struct Receiver {
    pub(crate) url: String,
    arrived: mpsc::UnboundedReceiver<(HeaderMap, Value)>,
}

impl Receiver {
    /// Starts one that responds with these statuses, and then with 204.
    pub(crate) async fn start(statuses: &[u16]) -> Self {
        let (sender, arrived) = mpsc::unbounded_channel();
        let statuses = Mutex::new(VecDeque::from(statuses.to_vec()));
        let state = Arc::new((sender, statuses));
        let routes = Router::new().fallback(receive).with_state(state);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, routes).await });
        Self { url, arrived }
    }

    async fn next(&mut self) -> Value {
        self.arrived.recv().await.unwrap().1
    }
}

type Received = (mpsc::UnboundedSender<(HeaderMap, Value)>, Mutex<VecDeque<u16>>);

async fn receive(
    State(received): State<Arc<Received>>,
    headers: HeaderMap,
    body: String,
) -> StatusCode {
    received.0.send((headers, serde_json::from_str(&body).unwrap())).unwrap();
    let status = received.1.lock().unwrap().pop_front().unwrap_or(204);
    StatusCode::from_u16(status).unwrap()
}

/// The names of all events.
fn events() -> &'static Vec<Value> {
    let place = "/components/schemas/WebhookEventName/anyOf/0/enum";
    Document::embedded().unwrap().value().pointer(place).unwrap().as_array().unwrap()
}

impl Api {
    /// Creates a webhook for all events, with these members, and waits for its ping.
    async fn subscribed(&self, receiver: &mut Receiver, members: Value) {
        let mut webhook = json!({ "url": receiver.url, "events": events() });
        webhook.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
        self.post("/webhooks", &webhook).await.expect(200);
        assert_eq!(receiver.next().await, json!(["ping"]));
    }
}

/// Each request has a delivery of its own, so that events have no order.
const EVENTS: &str = "branch.added branch.deleted branch.merged contributor.deleted copied deleted \
    exported imported key.added key.comment.added key.modified keys.added keys.added keys.deleted \
    language.removed languages.added snapshot task.closed task.created task.deleted \
    task.language.closed translation.updated translations.updated";

#[tokio::test]
async fn changes_are_events() {
    let api = Api::start().await;
    let mut receiver = Receiver::start(&[]).await;
    api.subscribed(&mut receiver, json!({})).await;
    let content = r#"{"start.title": "Hello", "new": "New"}"#;
    let replace = json!({ "replace_modified": true });
    api.upload("locales/%LANG_ISO%.json", content, replace).await;
    let requests = r#"
PUT /translations/310102 {"translation": "Hallo"} -> 200
POST /keys {"keys": [{"key_name": "two", "platforms": ["web"]},
  {"key_name": "three", "platforms": ["web"]}]} -> 200
PUT /keys/3101 {"tags": ["a"], "key_name": "start"} -> 200
DELETE /keys/3101 -> 200
POST /keys/3102/comments {"comments": [{"comment": "Hi"}]} -> 200
POST /languages {"languages": [{"lang_iso": "it"}]} -> 200
DELETE /languages/673 -> 200
DELETE /contributors/1003 -> 200
POST /tasks {"title": "T", "keys": [3105],
  "languages": [{"language_iso": "de", "users": [1002]}]} -> 200
PUT /tasks/8801 {"languages": [{"language_iso": "de", "close_language": true}]} -> 200
PUT /tasks/8801 {"close_task": true} -> 200
DELETE /tasks/8801 -> 200
POST /branches {"name": "b"} -> 200 {"branch": {"branch_id": "$id"}}
POST :b/keys {"keys": [{"key_name": "four", "platforms": ["web"]}]} -> 200
POST /branches/$id/merge {} -> 200
DELETE /branches/$id -> 200
POST /files/download {"format": "json", "original_filenames": true} -> 200
POST /snapshots {"title": "A"} -> 200 {"snapshot": {"snapshot_id": "$snapshot"}}
POST /snapshots/$snapshot -> 200
DELETE / -> 200
"#;
    api.run(requests).await;
    let expected: Vec<_> = EVENTS.split(' ').map(|name| format!("project.{name}")).collect();
    let mut events = Vec::new();
    for _ in &expected {
        events.push(receiver.next().await);
    }
    events.sort_by_key(|event| event["event"].as_str().unwrap().to_owned());
    let names: Vec<_> = events.iter().map(|event| event["event"].as_str().unwrap()).collect();
    assert_eq!(names, expected);
    for expected in [
        json!({ "event": "project.imported",
                "import": { "inserted": 1, "updated": 1, "skipped": 0 },
                "user": { "email": "owner@sandbox.test", "full_name": "Olive Owner" } }),
        json!({ "event": "project.keys.added", "action": "import.file" }),
        json!({ "event": "project.keys.added", "keys": [{}, { "name": "three" }] }),
        json!({ "event": "project.translations.updated", "translations": [
            { "value": "Hello", "previous_value": "Welcome", "key": { "id": 3101 } }] }),
        json!({ "event": "project.translation.updated",
                "translation": { "id": 310102, "value": "Hallo", "previous_value": "Willkommen" },
                "language": { "id": 666, "iso": "de", "name": "German" },
                "project": { "id": "garnet-7041.26", "name": "Garnet", "branch": "master" },
                "key": { "name": "start.title" } }),
        json!({ "event": "project.key.modified",
                "key": { "name": "start", "previous_name": "start.title", "tags": ["a"] } }),
    ] {
        assert!(events.iter().any(|event| includes(event, &expected)), "{expected}");
    }
}

#[tokio::test]
async fn the_webhook_url_of_an_export_gets_the_link_of_the_bundle() {
    let api = Api::start().await;
    let mut receiver = Receiver::start(&[]).await;
    let options = json!({ "format": "json", "webhook_url": receiver.url });
    let url = api.bundle_url(&options).await;
    assert_eq!(receiver.next().await["bundle_url"], url);
    let started = api.post("/files/async-download", &options).await.expect(200);
    let url = receiver.next().await["bundle_url"].clone();
    assert_eq!(api.open(url.as_str().unwrap()).await.len(), 9);
    let process = api.ended(started["process_id"].as_str().unwrap()).await;
    has(
        &process["details"],
        json!({ "total_number_of_keys": 8, "items_processed": 8,
        "download_url": url }),
    );
}

#[tokio::test]
async fn a_webhook_has_a_branch_and_languages() {
    let api = Api::start().await;
    let mut receiver = Receiver::start(&[]).await;
    let german = json!([{ "event": "project.translation.updated", "lang_iso_codes": ["de"] }]);
    let updated = "project.translation.updated";
    let members = json!({ "branch": "master", "events": [updated], "event_lang_map": german });
    api.subscribed(&mut receiver, members).await;
    let requests = r#"
PUT :feature%2Fstart/translations/320102 {"translation": "Other"} -> 200
PUT /translations/310103 {"translation": "Other"} -> 200
PUT /translations/310102 {"translation": "Other"} -> 200
"#;
    api.run(requests).await;
    assert_eq!(receiver.next().await["language"]["iso"], "de");
}

#[tokio::test]
async fn a_failed_delivery_is_repeated_once_and_a_far_one_is_not_sent() {
    let api = Api::start().await;
    let mut receiver = Receiver::start(&[204, 500, 503]).await;
    let (url, far) = (receiver.url.clone(), "https://hooks.sandbox.test/in");
    api.subscribed(&mut receiver, json!({})).await;
    api.run(&format!(r#"POST /webhooks {{"url": "{far}", "events": []}} -> 200"#)).await;
    api.run(r#"POST /keys {"keys": [{"key_name": "one", "platforms": ["web"]}]} -> 200"#).await;
    for _ in 0..2 {
        assert_eq!(receiver.next().await["event"], "project.key.added");
    }
    let list = loop {
        let list = api.run("GET control//deliveries -> 200").await["deliveries"].clone();
        if list.as_array().unwrap().len() == 3 {
            break list;
        }
    };
    let error = "not sent: the URL is not one of this network";
    for expected in [
        json!({ "url": url, "attempts": 1, "status": 204, "body": ["ping"], "error": null }),
        json!({ "url": url, "attempts": 2, "status": 503, "secret": null }),
        json!({ "url": far, "attempts": 0, "status": null, "error": error }),
    ] {
        let mut list = list.as_array().unwrap().iter();
        assert!(list.any(|delivery| includes(delivery, &expected)), "{expected}");
    }
}

#[tokio::test]
async fn the_example_of_any_event_is_sent_to_a_receiver() {
    let api = Api::start().await;
    let mut receiver = Receiver::start(&[]).await;
    let url = receiver.url.clone();
    let ask = async |event: &str, expected: &str| {
        let body = json!({ "event": event, "url": url });
        api.run(&format!("POST control//deliveries {body} -> {expected}")).await
    };
    for event in events() {
        ask(event.as_str().unwrap(), r#"200 {"status": 204, "attempts": 1}"#).await;
        let (headers, body) = receiver.arrived.recv().await.unwrap();
        assert_eq!(body["event"], *event);
        assert_eq!(headers["x-secret"], "0123456789abcdef0123456789abcdef01234567");
        assert_eq!(headers["project-id"], "garnet-7041.26");
        assert_eq!(headers["webhook-id"], "00000000000000000000000000000000000074a1");
    }
    let near = "did you mean `project.key.added`?; there are project.deleted, ";
    ask("project.key.addd", &format!("400 {near}")).await;
}

requests! {
    webhooks_are_created_changed_and_deleted: r#"
POST /webhooks {"url": "https://a.test", "events": ["project.renamed"]} -> 400 events
POST /webhooks {"url": "https://a.test", "events": [], "branch": "feature/none"} -> 400 branch
POST /webhooks {"url": "https://a.test", "events": ["project.translation.updated",
  "project.imported"]} -> 200 {"webhook": {"webhook_id": "$id", "url": "https://a.test",
  "branch": null, "secret": "$secret", "events": "$events", "event_lang_map": [
  {"event": "project.translation.updated", "lang_iso_codes": ["en", "de", "fr"]}]}}
PUT /webhooks/$id {"branch": "feature/start", "event_lang_map": [
  {"event": "project.translation.updated", "lang_iso_codes": ["de"]}]} -> 200 {"webhook": {
  "branch": "feature/start", "secret": "$secret", "events": $events, "event_lang_map": [
  {"event": "project.translation.updated", "lang_iso_codes": ["de"]}]}}
PUT /branches/9102 {"name": "feature/next"} -> 200
PUT /webhooks/$id {"events": ["project.exported"]} -> 200 {"webhook": {"branch": "feature/next",
  "events": ["project.exported"], "event_lang_map": []}}
GET /webhooks -> 200 {"webhooks": [{}, {"webhook_id": "$id"}]}
PATCH /webhooks/$id/secret/regenerate -> 200 {"secret": "!$secret"}
PATCH /webhooks/$id/secret/regenerate -> 200 {"secret": "$renewed"}
GET /webhooks/$id -> 200 {"webhook": {"secret": "$renewed"}}
DELETE /webhooks/$id -> 200 {"webhook_deleted": true}
GET /webhooks/$id -> 404
"#
}
