//! What is no call: values that hold secrets, settings that are rejected, authorizations, uploads
//! and downloads.

use l10n_client::{Client, OAuthApp, OAuthTokens, RetryPolicy, Secret};
use l10n_sandbox::document::Document;
use l10n_sandbox::{DOWNLOAD_BUNDLE, Fault, Misbehavior, Reply, ReplyBody, ResetMoment};
use serde_json::{Value, json};

use super::scene::Scene;
use super::search::Class;
use crate::bodies::examples;
use crate::support::{download, redirect};

const MARKED: &str = "marked-secret-text";

/// Of those that no call shows.
#[test]
fn no_value_shows_the_secret_that_it_holds() {
    let (app, tokens) = (OAuthApp::new("app", MARKED), OAuthTokens::new(MARKED, MARKED));
    let client = Client::builder("https://a.test").access_token(MARKED);
    let secret = Secret::from(MARKED);
    let shown = format!("{app:?} {app:#?} {tokens:?} {secret:?} {client:?} {client:#?}");
    assert!(!shown.contains(MARKED), "{shown}");
}

#[tokio::test]
async fn no_authorization_shows_a_secret() {
    let mut scene = Scene::set().await;
    let (client, app) = (scene.client(), scene.app());
    let redirect = scene.sandbox.oauth_app().redirect_uri;
    let request = client.authorize(&app, redirect, &["read_files"]).unwrap();
    scene.search.hide(Class::Code, MARKED);
    scene.search.hide(Class::Code, request.state().expose());
    scene.search.look_at("an authorization", &request);
    let state = request.state().expose();
    for callback in [
        format!("https://app.test/?code={MARKED}"),
        format!("https://app.test/?code={MARKED}&state=other"),
        format!("https://app.test/?code={MARKED}&state={state}&error=access_denied"),
    ] {
        let error = request.code(&callback).unwrap_err();
        scene.search.look_into("a callback", &error);
    }
    let callback = format!("https://app.test/?code={MARKED}&state={state}");
    let error = request.finish(&client, &app, &callback).await.unwrap_err();
    let (travelled, _) = scene.look_around("an exchange");
    assert!(travelled.contains(&Class::Code) && travelled.contains(&Class::ClientSecret));
    scene.search.look_into("an exchange", &error);
    scene.search.end("authorizations");
}

/// What may befall the download of a bundle.
fn downloads(foreign: &str) -> Vec<Option<Misbehavior>> {
    let rejected = ReplyBody::Text("<Url>/?signature=given-by-the-host</Url>".to_owned());
    vec![
        None,
        Some(Misbehavior::status(403)),
        Some(Misbehavior::status(404)),
        Some(Misbehavior::status(503)),
        Some(Misbehavior::html()),
        Some(Misbehavior::CutBody(9)),
        Some(Misbehavior::Reset(ResetMoment::BeforeEffect)),
        Some(redirect(foreign)),
        Some(redirect("http://a.test/?signature=given-by-the-host")),
        Some(Misbehavior::Respond(Reply::new(400, rejected))),
    ]
}

#[tokio::test]
async fn no_download_shows_its_link_or_gives_a_credential_to_another_host() {
    let mut scene = Scene::set().await;
    scene.search.hide(Class::SignedLink, "given-by-the-host");
    let foreign = scene.foreign.origin.clone();
    for fault in downloads(&foreign) {
        for asynchronous in [false, true] {
            scene.sandbox.reset();
            if let Some(what) = fault.clone() {
                scene.sandbox.add_fault(Fault::new(what).on(DOWNLOAD_BUNDLE).always()).unwrap();
            }
            let client = scene
                .client()
                .with_options(l10n_client::CallOptions::new().retry(RetryPolicy::never()));
            let place = format!("a bundle: {fault:?}");
            let link = match asynchronous {
                false => {
                    let export = client.export_files("garnet-7041.26", "json").send().await;
                    export.unwrap().into_inner().bundle_url
                }
                true => {
                    let process = client.start_export("garnet-7041.26", "json").wait().await;
                    process.unwrap().details.unwrap().download_url.unwrap()
                }
            };
            scene.search.look_at(&place, &link);
            let result = download(&client, &link).await;
            let (travelled, log) = scene.look_around(&place);
            assert!(travelled.contains(&Class::SignedLink) && travelled.contains(&Class::ApiToken));
            assert!(log.contains("downloadBundle"));
            match result {
                Ok(_) => {}
                Err(error) => scene.search.look_into(&place, &error),
            }
        }
    }
    scene.search.end("downloads");
}

macro_rules! debug {
    ([$name:ident $value:ident] $($schema:ident)*) => {{
        use l10n_client::types::*;
        match $name {
            $(stringify!($schema) => {
                let body: $schema = serde_json::from_value($value.clone()).unwrap();
                Some(format!("{body:?} {body:#?}"))
            })*
            _ => None,
        }
    }};
}

#[test]
fn no_body_shows_the_passwords_in_its_fields() {
    let document = Document::embedded().unwrap();
    let mut checked = 0;
    for (schema, example) in examples() {
        let fields = &document.value()["components"]["schemas"][&schema]["properties"];
        let fields = fields.as_object().into_iter().flatten();
        let passwords = fields.filter(|(_, field)| field["format"] == "password");
        for (field, _) in passwords.filter(|(field, _)| example.get(field).is_some()) {
            let mut body = example.clone();
            body[field] = json!(MARKED);
            if let Some(shown) = shown(&schema, &body) {
                assert!(!shown.contains(MARKED), "{field} of {schema}: {shown}");
                checked += 1;
            }
        }
    }
    assert!(checked >= 8, "only {checked} passwords were checked");
}

/// The fields of the document that are URLs: type, name, and what else the type requires.
fn urls() -> Vec<(&'static str, &'static str, Value)> {
    vec![
        ("FileExport", "webhook_url", json!({"format": "json"})),
        ("NewWebhook", "url", json!({"events": []})),
        ("OAuthErrorResponse", "error_uri", json!({"error": "access_denied"})),
        ("Screenshot", "url", json!({})),
        ("Team", "logo_url", json!({"team_id": 1})),
        ("TranslationProvider", "website_url", json!({"provider_id": 1})),
        ("Webhook", "url", json!({"webhook_id": "a"})),
        ("WebhookUpdate", "url", json!({})),
    ]
}

/// What `Debug` shows of a body of this type; nothing for an error, which has no type.
fn shown(schema: &str, body: &Value) -> Option<String> {
    bodies!(debug schema body)
}

#[test]
fn no_body_shows_the_secrets_in_its_urls() {
    let document = Document::embedded().unwrap();
    let schemas = document.value()["components"]["schemas"].as_object().unwrap();
    let found = schemas.iter().flat_map(|(name, schema)| {
        let fields = schema["properties"].as_object().into_iter().flatten();
        let urls = fields.filter(|(_, field)| field["format"] == "uri");
        urls.map(move |(field, _)| (name.as_str(), field.as_str()))
    });
    let mut found: Vec<_> = found.collect();
    found.sort_unstable();
    let known: Vec<_> = urls().into_iter().map(|(name, field, _)| (name, field)).collect();
    assert_eq!(found, known);

    let whole = format!("https://me:{MARKED}@hooks.test:1/in?key={MARKED}#{MARKED}");
    for (schema, field, body) in urls() {
        for (url, place) in [
            (whole.clone(), "\"https://hooks.test:1/in?[redacted]\""),
            (format!("//me:{MARKED}@hooks.test/?{MARKED}"), "[redacted]"),
            (format!("hooks.test?{MARKED}"), "[redacted]"),
            (format!("mailto:me?subject={MARKED}"), "[redacted]"),
            ("http://hooks.test/in".to_owned(), "\"http://hooks.test/in\""),
        ] {
            let mut body = body.clone();
            body[field] = json!(url);
            if let Some(text) = shown(schema, &body) {
                assert!(text.contains(place) && !text.contains(MARKED), "{schema}: {text}");
            }
        }
    }

    let client = Client::builder("https://a.test").api_token("t").build().unwrap();
    let created = client.create_webhook("p", &whole, [""; 0]);
    let updated = client.update_webhook("p", "w").url(&whole);
    let exported = client.start_export("p", "json").webhook_url(&whole);
    for text in [format!("{created:?}"), format!("{updated:?}"), format!("{exported:?}")] {
        assert!(text.contains("hooks.test:1/in") && !text.contains(MARKED), "{text}");
    }
}
