//! The receiver of the guide, and the events that the sandbox sends, as the client reads them.

use l10n_client::types::{NewKey, Platform, WebhookEventName};
use l10n_client::webhooks::Event;
use reqwest::StatusCode;
use tokio::net::TcpListener;

use crate::every::browser;
use crate::support::world;

#[path = "../../src/guide/webhook_receiver.rs"]
mod program;

use program::{Receiver, changed_since};

#[test]
fn the_program_ends() {
    program::main().unwrap();
}

#[tokio::test]
async fn events_are_verified_stored_once_and_typed() {
    let world = world().await;
    let receiver = Receiver::open(":memory:").unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/webhook", listener.local_addr().unwrap());
    let routes = receiver.routes();
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
    receiver.secret.set(secret.clone()).unwrap();
    let next = async || {
        let (id, event) = receiver.next().await.unwrap();
        receiver.processed(id).await.unwrap();
        event
    };

    let deleted = r#"{"event": "project.deleted"}"#;
    for (secret, body, status) in [
        ("", r#"["ping"]"#, StatusCode::NO_CONTENT),
        ("", deleted, StatusCode::UNAUTHORIZED),
        ("another", deleted, StatusCode::UNAUTHORIZED),
        (secret.expose(), "{", StatusCode::BAD_REQUEST),
        (secret.expose(), deleted, StatusCode::NO_CONTENT),
        (secret.expose(), deleted, StatusCode::NO_CONTENT),
    ] {
        let sent = browser().post(&url).header("X-Secret", secret).body(body);
        assert_eq!(sent.send().await.unwrap().status(), status, "{secret} {body}");
    }
    let event = next().await;
    assert!(matches!(event, Event::ProjectDeleted(_)), "{event:?}");

    let translation = world.project.translation_ids[1];
    client.update_translation(project, translation, "Hallo").send().await.unwrap();
    let event = next().await;
    let Event::ProjectTranslationUpdated(updated) = event else { panic!("{event:?}") };
    assert_eq!(updated.translation.value.as_deref(), Some("Hallo"));
    assert_eq!(updated.language.as_ref().unwrap().iso.as_deref(), Some("de"));
    let (key, at) = (updated.key.unwrap().id, updated.created_at_timestamp.unwrap());
    let changed = changed_since(client, project, at).await.unwrap();
    assert_eq!(changed, [(key, "de".to_owned())]);

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
