//! Receives the events of a webhook: creates one, changes a translation, prints the event that
//! arrives, and deletes the webhook.

use std::error::Error;
use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use l10n_client::types::WebhookEventName;
use l10n_client::webhooks::{Event, verify};
use l10n_client::{Client, Secret};
use l10n_sandbox::Sandbox;
use tokio::net::TcpListener;
use tokio::sync::mpsc;

struct Receiver {
    /// Set once the webhook is created.
    secret: OnceLock<Secret>,
    events: mpsc::Sender<Event>,
}

async fn receive(
    State(receiver): State<Arc<Receiver>>,
    headers: HeaderMap,
    body: Bytes,
) -> StatusCode {
    let event = match Event::parse(&body) {
        // The ping arrives before the secret is known, and needs no check.
        Ok((Event::Ping, _)) => return StatusCode::NO_CONTENT,
        Ok((event, _)) => event,
        Err(_) => return StatusCode::BAD_REQUEST,
    };
    let secret = receiver.secret.get();
    if !secret.is_some_and(|secret| verify(secret, headers.get("X-Secret"))) {
        return StatusCode::UNAUTHORIZED;
    }
    // Respond at once, and process the event later. If the channel is full, the service retries.
    match receiver.events.try_send(event) {
        Ok(()) => StatusCode::NO_CONTENT,
        Err(_) => StatusCode::SERVICE_UNAVAILABLE,
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let sandbox = Sandbox::start().await?;
    let project = sandbox.project();
    let client =
        Client::builder(sandbox.base_url()).api_token(sandbox.tokens().read_write).build()?;

    let (events, mut received) = mpsc::channel(100);
    let receiver = Arc::new(Receiver { secret: OnceLock::new(), events });
    let routes = Router::new().route("/webhook", post(receive)).with_state(Arc::clone(&receiver));
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let url = format!("http://{}/webhook", listener.local_addr()?);
    tokio::spawn(async move { axum::serve(listener, routes).await });

    let wanted = [WebhookEventName::ProjectTranslationUpdated];
    let created = client.create_webhook(project.project_id, url, wanted).send().await?;
    let webhook = created.into_inner().webhook;
    let _ = receiver.secret.set(webhook.secret.unwrap_or_default());

    let id = project.translation_ids[1];
    client.update_translation(project.project_id, id, "Hallo").send().await?;
    while let Some(event) = received.recv().await {
        if let Event::ProjectTranslationUpdated(updated) = event {
            println!("{:?}", updated.translation.value);
            break;
        }
    }

    client.delete_webhook(project.project_id, webhook.webhook_id).send().await?;
    Ok(())
}
