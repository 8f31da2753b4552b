//! The events that the sandbox sends, as the client reads them.

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use l10n_client::types::{NewKey, Platform, WebhookEventName};
use l10n_client::webhooks::{Event, verify};
use tokio::net::TcpListener;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use crate::support::world;

async fn receive(
    State(arrived): State<UnboundedSender<(HeaderMap, Bytes)>>,
    headers: HeaderMap,
    body: Bytes,
) {
    arrived.send((headers, body)).unwrap();
}

#[tokio::test]
async fn events_are_typed_and_carry_the_secret() {
    let world = world().await;
    let (sender, mut arrived) = unbounded_channel();
    let routes = Router::new().fallback(receive).with_state(sender);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, routes).await });

    let (client, project) = (&world.client, world.project.project_id);
    let events = [
        WebhookEventName::ProjectTranslationUpdated,
        WebhookEventName::ProjectKeysAdded,
        WebhookEventName::ProjectImported,
    ];
    let webhook = client.create_webhook(project, &url, events).send().await.unwrap();
    let secret = webhook.webhook.secret.clone().unwrap();
    assert!(!format!("{webhook:?}").contains(secret.expose()));
    let mut next = async || {
        let (headers, body) = arrived.recv().await.unwrap();
        assert!(verify(&secret, headers.get("X-Secret")));
        Event::parse(&body).unwrap().0
    };
    assert_eq!(next().await, Event::Ping);

    let translation = world.project.translation_ids[1];
    client.update_translation(project, translation, "Hallo").send().await.unwrap();
    let event = next().await;
    let Event::ProjectTranslationUpdated(updated) = event else { panic!("{event:?}") };
    assert_eq!(updated.translation.value.as_deref(), Some("Hallo"));
    assert_eq!(updated.language.as_ref().unwrap().iso.as_deref(), Some("de"));

    let keys = ["one", "two"].map(|name| NewKey::new(name, [Platform::Web]));
    client.create_keys(project, keys).send().await.unwrap();
    let event = next().await;
    let Event::ProjectKeysAdded(added) = event else { panic!("{event:?}") };
    assert_eq!(added.keys.len(), 2);

    let upload = client.upload_file(project, "a.json", "en").data(r#"{"three": "3"}"#);
    upload.wait().await.unwrap();
    let event = next().await;
    let Event::ProjectImported(imported) = event else { panic!("{event:?}") };
    assert_eq!(imported.import.inserted, Some(1));
}
