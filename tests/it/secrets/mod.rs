//! Secrets go to the host they are for, and are seen nowhere else: not in the logs of any crate, in
//! no text of an error, a request, a response or a client, and by no other host.
//!
//! What a caller asks for by name is no find: `Secret::expose`, the body and the headers of an
//! error, the JSON of a raw request.

mod doors;
mod log_capture;
mod repeated;
mod scene;
mod search;
mod values;
mod wire;

use std::collections::BTreeSet;
use std::time::Duration;

use l10n_client::Client;
use l10n_sandbox::{Fault, Misbehavior, Reply, ReplyBody};
use serde_json::{Value, json};

use crate::every::{Fixtures, Made, Row, chosen, every};
use crate::faults::misbehaviors;
use crate::support::without_certificates;
pub(crate) use log_capture::{Log, LogCapture};
use scene::{CONTENT, Scene};
use search::Class;

/// Makes a call, and searches everything that comes of it; returns which secrets the right host has
/// heard or told.
async fn call(
    scene: &mut Scene,
    place: &str,
    client: &Client,
    row: &Row,
    needs: &Fixtures,
) -> Vec<Class> {
    let Made { shown, sent } = (row.call)(client, needs);
    scene.search.look(&format!("the request of {place}"), &shown);
    let result = sent.await;
    let (travelled, _) = scene.look_around(place);
    match result {
        // The JSON of a raw request is what the caller asked for.
        Ok(_) if row.is_raw() => {}
        Ok(response) => scene.search.look(&format!("the response of {place}"), &response.shown),
        Err(error) => scene.search.look_into(place, &error),
    }
    scene.search.look_at(&format!("the client of {place}"), client);
    travelled
}

/// What servers may do with secrets besides the faults of the matrix: repeat them where nobody
/// expects it.
fn echoes() -> Vec<Misbehavior> {
    let reply =
        |status, body: Value| Misbehavior::Respond(Reply::new(status, ReplyBody::Json(body)));
    let token = json!({
        "access_token": "given-access-token",
        "refresh_token": "given-refresh-token",
        "expires_in": {},
    });
    let link =
        json!({"bundle_url": ["https://b.test/?signature=given-by-the-host"], "project_id": {}});
    let details = json!({"download_url": "https://b.test/?signature=given-by-the-host"});
    let process = json!({"process": {"process_id": "1", "status": {}, "details": details}});
    let page = ReplyBody::Text(r#"<a href="/?signature=given-by-the-host">"#.to_owned());
    vec![
        reply(200, token.clone()),
        reply(200, link),
        reply(200, process),
        reply(503, token),
        Misbehavior::Respond(Reply::new(502, page)),
    ]
}

/// The faults of the matrix, one status of each sort, and those above.
fn troubles(foreign: &str) -> Vec<(String, Option<Misbehavior>)> {
    let status =
        |name: &str| name.len() == 3 && !["400", "401", "404", "429", "503"].contains(&name);
    let faults = misbehaviors(foreign).into_iter();
    let faults = faults.filter(|(name, _)| !status(name));
    let faults = faults.map(|(name, what)| (name, Some(what)));
    let echoes = echoes().into_iter().enumerate();
    let echoes = echoes.map(|(number, what)| (format!("echo {number}"), Some(what)));
    let slow = Misbehavior::DelayBody(Duration::from_secs(300));
    let late = Misbehavior::Delay(Duration::from_secs(300));
    let slow = [("a late response", late), ("a slow response", slow)];
    let slow = slow.map(|(name, what)| (name.to_owned(), Some(what)));
    faults.chain(echoes).chain(slow).chain([("nothing".to_owned(), None)]).collect()
}

#[tokio::test]
async fn no_call_and_no_fault_shows_a_secret() {
    search_every_call(0).await;
}

#[tokio::test]
async fn no_call_and_no_fault_of_the_other_half_shows_a_secret() {
    search_every_call(1).await;
}

/// Every call meets every second fault: two tests run side by side.
async fn search_every_call(first: usize) {
    let mut scene = Scene::set().await;
    let patience = Duration::from_millis(40);
    let mut travelled = BTreeSet::new();
    let troubles = troubles(&format!("{}/elsewhere", scene.foreign.origin));
    for (name, what) in troubles.into_iter().skip(first).step_by(2) {
        let is_slow = name.ends_with("response");
        let settings = scene.settings().api_token(scene.sandbox.tokens().read_write);
        let settings = if is_slow { settings.read_timeout(patience) } else { settings };
        scene.search.look_at("the builder", &settings);
        let client = settings.build().unwrap();
        for row in chosen(every(), is_slow) {
            scene.sandbox.reset();
            let needs = scene.needs(&row).await;
            if let Some(what) = &what {
                scene.sandbox.add_fault(Fault::new(what.clone()).always()).unwrap();
            }
            let place = format!("{}: {name}", row.name());
            travelled.extend(call(&mut scene, &place, &client, &row, &needs).await);
        }
    }
    // The test can only find what was there.
    assert_eq!(travelled.len(), Class::ALL.len(), "{travelled:?}");
    scene.search.end("every call, every fault");
}

const ENDED: &str = "ended-access-token";

#[tokio::test]
async fn no_session_shows_a_secret() {
    let mut scene = Scene::set().await;
    let status = |status| Some(Misbehavior::status(status));
    let troubles = [None, status(401), status(400), status(503), Some(Misbehavior::html())];
    let mut travelled = BTreeSet::new();
    for trouble in troubles.into_iter().chain(echoes().into_iter().map(Some)) {
        let rows = every().into_iter().filter(Row::has_scope).collect();
        // What the authorization server does is the same for all operations of a kind.
        for row in chosen(rows, trouble.is_some()) {
            scene.sandbox.reset();
            let needs = scene.needs(&row).await;
            let mut tokens = scene.tokens().await;
            tokens.access_token = ENDED.into();
            scene.search.hide(Class::AccessToken, ENDED);
            scene.search.look_at("tokens", &tokens);
            if let Some(what) = &trouble {
                scene.sandbox.add_fault(Fault::new(what.clone()).on("requestToken")).unwrap();
            }
            let client = scene.settings().oauth(scene.app(), tokens).build().unwrap();
            let place = format!("{}: {trouble:?}", row.name());
            travelled.extend(call(&mut scene, &place, &client, &row, &needs).await);
        }
    }
    for class in [Class::AccessToken, Class::RefreshToken, Class::ClientSecret] {
        assert!(travelled.contains(&class), "{class:?}");
    }
    scene.search.end("every call in a session");
}

/// Also if the HTTP library is asked to log every byte.
#[tokio::test]
async fn no_version_of_http_shows_a_secret() {
    for version in [1, 2] {
        let mut scene = Scene::set().await;
        let settings = scene.settings().http(move |settings| match version {
            1 => without_certificates(settings).connection_verbose(true),
            _ => without_certificates(settings).http2_prior_knowledge(),
        });
        let client = settings.api_token(scene.sandbox.tokens().read_write).build().unwrap();
        for row in every() {
            for what in [None, Some(Misbehavior::status(503)), Some(Misbehavior::html())] {
                scene.sandbox.reset();
                let needs = scene.needs(&row).await;
                if let Some(what) = what {
                    scene.sandbox.add_fault(Fault::new(what).always()).unwrap();
                }
                let place = format!("{} over HTTP/{version}", row.name());
                call(&mut scene, &place, &client, &row, &needs).await;
            }
        }
        scene.search.end(&format!("every call over HTTP/{version}"));
    }
}

/// The search finds each secret in each form, and the capture has every crate.
#[tokio::test]
async fn what_is_shown_would_be_found() {
    let mut scene = Scene::set().await;
    let (one, two, three) = ("marked-code-123", "given-access-token", "given-refresh-token");
    scene.search.hide(Class::Code, one);
    scene.search.hide_what_is_given(&format!(
        r#"{{"access_token":"{two}","refresh_token":"{three}","bundle_url":"https://b.test/a?signature=given-by-the-host"}}"#
    ));
    let secrets = [
        (Class::ApiToken, scene.sandbox.tokens().read_write),
        (Class::ClientSecret, scene.sandbox.oauth_app().client_secret),
        (Class::Code, one),
        (Class::AccessToken, two),
        (Class::RefreshToken, three),
        (Class::SignedLink, "given-by-the-host"),
        (Class::Content, CONTENT),
    ];
    assert_eq!(secrets.map(|(class, _)| class), Class::ALL);
    for (class, secret) in secrets {
        use base64::Engine;
        let base64 = |text: String| base64::engine::general_purpose::STANDARD.encode(text);
        let texts = [
            format!("a {secret} b"),
            format!("{:?}", Some(secret)),
            format!("{:?}", secret.as_bytes()),
            format!("{:?}", bytes::Bytes::copy_from_slice(secret.as_bytes())),
            format!("{:02x?}", secret.as_bytes()).replace(['[', ']', ',', ' '], ""),
            base64(secret.to_owned()),
            base64(format!("1{secret}1")),
            base64(format!("12{secret}")),
            base64(format!("123{secret}12")),
        ];
        for text in texts {
            assert_eq!(scene.search.found_in(&text), [class], "{text}");
        }
        // As a crate of this process would log it, in a task of its own too.
        let sent = secret.to_owned();
        tokio::spawn(async move { tracing::trace!(header = sent, "sent") }).await.unwrap();
        assert_eq!(scene.search.found_in(&scene.heard()), [class]);
        let span = tracing::trace_span!("connection", token = secret);
        span.in_scope(|| tracing::debug!("made"));
        drop(span);
        assert_eq!(scene.search.found_in(&scene.heard()), [class]);
    }
    for version in [1, 2] {
        let settings = scene.settings().http(move |settings| match version {
            1 => without_certificates(settings),
            _ => without_certificates(settings).http2_prior_knowledge(),
        });
        let client = settings.api_token(scene.sandbox.tokens().read_write).build().unwrap();
        let list = client.list_files("garnet-7041.26");
        list.send().await.unwrap();
        let log = scene.heard();
        let crates = ["l10n_client", "hyper_util::client", "reqwest::connect"];
        for part in crates.into_iter().chain((version == 2).then_some("h2::codec")) {
            assert!(log.contains(part), "nothing of {part} in\n{log}");
        }
    }
}
