//! Receives the events of a webhook. Each is stored in an inbox before the response, and processed
//! afterwards. After a downtime, a catch-up lists what changed.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use futures_util::TryStreamExt as _;
use l10n_client::types::WebhookEventName;
use l10n_client::webhooks::{Event, verify};
use l10n_client::{BoxError, Client, Error, Secret};
use l10n_sandbox::Sandbox;
use rusqlite::{Connection, OptionalExtension as _};
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio::task::spawn_blocking;

/// Duplicates are the same text of the same webhook.
const TABLE: &str = "
    CREATE TABLE IF NOT EXISTS inbox (
        id INTEGER PRIMARY KEY,
        webhook TEXT NOT NULL,
        body TEXT NOT NULL,
        processed INTEGER NOT NULL DEFAULT 0,
        UNIQUE (webhook, body)
    )";
const STORE: &str = "INSERT OR IGNORE INTO inbox (webhook, body) VALUES (?1, ?2)";
const NEXT: &str = "SELECT id, body FROM inbox WHERE NOT processed ORDER BY id LIMIT 1";
const PROCESSED: &str = "UPDATE inbox SET processed = 1 WHERE id = ?1";
const NEWEST: &str = "SELECT ifnull(max(body ->> 'created_at_timestamp'), 0) FROM inbox";
const DAY: i64 = 86_400;

pub(crate) struct Receiver {
    inbox: Mutex<Connection>,
    /// Set once the webhook is created. Keep it with your other secrets.
    pub(crate) secret: OnceLock<Secret>,
    /// Wakes the worker.
    stored: Notify,
}

impl Receiver {
    pub(crate) fn open(path: &str) -> rusqlite::Result<Arc<Self>> {
        let inbox = Connection::open(path)?;
        inbox.execute(TABLE, [])?;
        let (inbox, secret, stored) = (Mutex::new(inbox), OnceLock::new(), Notify::new());
        Ok(Arc::new(Self { inbox, secret, stored }))
    }

    /// Runs a statement on a thread that may block.
    async fn run<T: Send + 'static>(
        self: &Arc<Self>,
        statement: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, BoxError> {
        let receiver = Arc::clone(self);
        let ran = spawn_blocking(move || {
            statement(&receiver.inbox.lock().unwrap_or_else(PoisonError::into_inner))
        });
        Ok(ran.await??)
    }

    /// Returns the oldest event that is not processed. Waits for one.
    pub(crate) async fn next(self: &Arc<Self>) -> Result<(i64, Event), BoxError> {
        loop {
            let next = |sql: &Connection| {
                let next = sql.query_row(NEXT, [], |row| Ok((row.get(0)?, row.get(1)?)));
                next.optional()
            };
            let next: Option<(i64, String)> = self.run(next).await?;
            if let Some((id, body)) = next {
                return Ok((id, Event::parse(body.as_bytes())?.0));
            }
            self.stored.notified().await;
        }
    }

    /// Call this after the work: if the process is killed before, the work is repeated.
    pub(crate) async fn processed(self: &Arc<Self>, id: i64) -> Result<(), BoxError> {
        self.run(move |sql| sql.execute(PROCESSED, [id])).await?;
        Ok(())
    }

    pub(crate) fn routes(self: &Arc<Self>) -> Router {
        Router::new().route("/webhook", post(receive)).with_state(Arc::clone(self))
    }
}

async fn receive(
    State(receiver): State<Arc<Receiver>>,
    headers: HeaderMap,
    body: String,
) -> StatusCode {
    match Event::parse(body.as_bytes()) {
        // The ping arrives before the secret is known, and needs no check.
        Ok((Event::Ping, _)) => return StatusCode::NO_CONTENT,
        Ok(_) => {}
        Err(_) => return StatusCode::BAD_REQUEST,
    }
    let secret = receiver.secret.get();
    if !secret.is_some_and(|secret| verify(secret, headers.get("X-Secret"))) {
        return StatusCode::UNAUTHORIZED;
    }
    let webhook = headers.get("Webhook-Id").and_then(|id| id.to_str().ok());
    let row = (webhook.unwrap_or_default().to_owned(), body);
    match receiver.run(move |sql| sql.execute(STORE, row)).await {
        Ok(_) => receiver.stored.notify_one(),
        // The service sends the event again.
        Err(_) => return StatusCode::SERVICE_UNAVAILABLE,
    }
    StatusCode::NO_CONTENT
}

/// Your work: reads the text from the service, as events arrive out of order and more than once.
fn text_changed(key_id: i64, language: &str) {
    println!("key {key_id}, {language}");
}

/// Returns the texts that changed since a time in Unix seconds: keys and languages.
pub(crate) async fn changed_since(
    client: &Client,
    project: &str,
    since: i64,
) -> Result<Vec<(i64, String)>, Error> {
    let mut changed = Vec::new();
    let mut keys = client.list_keys(project).include_translations(true).stream();
    while let Some(key) = keys.try_next().await? {
        let texts = key.translations.unwrap_or_default().into_iter();
        let texts = texts.filter(|text| text.modified_at_timestamp.is_none_or(|at| at >= since));
        changed.extend(texts.filter_map(|text| Some((key.key_id, text.language_iso?))));
    }
    Ok(changed)
}

#[tokio::main]
pub(crate) async fn main() -> Result<(), BoxError> {
    let sandbox = Sandbox::start().await?;
    let project = sandbox.project();
    let client =
        Client::builder(sandbox.base_url()).api_token(sandbox.tokens().read_write).build()?;

    let receiver = Receiver::open(":memory:")?;
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let url = format!("http://{}/webhook", listener.local_addr()?);
    let routes = receiver.routes();
    tokio::spawn(async move { axum::serve(listener, routes).await });

    let wanted = [WebhookEventName::ProjectTranslationUpdated];
    let created = client.create_webhook(project.project_id, url, wanted).send().await?;
    let _ = receiver.secret.set(created.into_inner().webhook.secret.unwrap_or_default());

    let id = project.translation_ids[1];
    client.update_translation(project.project_id, id, "Hallo").send().await?;
    // Your worker is a task that does this in a loop.
    let (id, event) = receiver.next().await?;
    if let Event::ProjectTranslationUpdated(event) = event {
        let (key, language) = (event.key.unwrap_or_default(), event.language.unwrap_or_default());
        text_changed(key.id, &language.iso.unwrap_or_default());
    }
    receiver.processed(id).await?;

    // After a downtime. Events arrive up to a day late, so go back a day before the newest one.
    let newest: i64 = receiver.run(|sql| sql.query_row(NEWEST, [], |row| row.get(0))).await?;
    for (key, language) in changed_since(&client, project.project_id, newest - DAY).await? {
        text_changed(key, &language);
    }
    Ok(())
}
