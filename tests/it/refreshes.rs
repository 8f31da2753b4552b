//! A refresh belongs to the session: it happens once for all calls, and goes on without the call
//! that started it.

use std::error::Error as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime};

use futures_util::future::join_all;
use l10n_client::{Client, Error, ErrorKind, OAuthApp, OAuthTokens, Server};
use l10n_sandbox::{Fault, Misbehavior, Preset, Reply, ReplyBody};
use reqwest::{Method, Request};
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::gate::Gate;
use crate::support::{
    PROJECT, World, builder, ended, fake, granted, list, quick, reply, rotating_world,
    without_addresses,
};

fn client(world: &World, tokens: OAuthTokens) -> Client {
    let settings = builder(&world.sandbox).oauth(world.app(), tokens);
    settings.build().unwrap()
}

#[tokio::test]
async fn one_refresh_serves_all_calls_without_the_one_that_started_it() {
    let world = rotating_world().await;
    let gate = Gate::new("/oauth2/token");
    let client = builder(&world.sandbox).oauth(world.app(), ended(&world).await);
    let client = client.transport(Arc::clone(&gate)).build().unwrap();
    let call = || {
        let client = client.clone();
        tokio::spawn(async move { list(&client).await })
    };
    let leader = call();
    world.until_read("requestToken", 1).await;
    let others: Vec<_> = (0..20).map(|_| call()).collect();
    leader.abort();
    gate.open();
    for other in others {
        other.await.unwrap().unwrap();
    }
    assert_eq!(world.count("requestToken"), 1);
}

#[tokio::test(start_paused = true)]
async fn a_refresh_that_fails_is_tried_once_for_all_who_wait() {
    let refreshes = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&refreshes);
    let client = fake(move |request: Request| {
        let is_refresh = request.url().path() == "/oauth2/token";
        count.fetch_add(usize::from(is_refresh), Ordering::Relaxed);
        async move {
            if is_refresh {
                // All calls wait for it.
                sleep(Duration::from_secs(1)).await;
            }
            reply(if is_refresh { 400 } else { 401 }, r#"{"error": "invalid_grant"}"#)
        }
    });
    let tokens = OAuthTokens::new("ended", "unknown");
    let client = client.auth_url("http://127.0.0.1").oauth(OAuthApp::new("app", "secret"), tokens);
    let client = client.without_rate_limit().build().unwrap();
    for error in join_all((0..30).map(|_| list(&client))).await {
        let error = error.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Authorization);
        let reason = error.source().unwrap().downcast_ref::<Error>().unwrap();
        assert_eq!(reason.operation(), Some("requestToken"));
        assert_eq!(reason.code(), Some("invalid_grant"));
    }
    assert_eq!(refreshes.load(Ordering::Relaxed), 1);
    list(&client).await.unwrap_err();
    assert_eq!(refreshes.load(Ordering::Relaxed), 2, "a later call tries again");
}

#[tokio::test]
async fn a_refresh_that_fails_does_not_hide_what_the_call_has_met() {
    let world = rotating_world().await;
    let tokens = OAuthTokens::new("ended", "unknown");
    let client = builder(&world.sandbox).oauth(world.app(), tokens).retry(quick());
    world.meet(Fault::new(Misbehavior::status(503)).on("updateContributor"));
    let update = client.build().unwrap().update_contributor(PROJECT, 1002).role_id(4);
    let text = without_addresses(&update.send().await.unwrap_err());
    for part in [
        "updateContributor of garnet-7041.26: the access token could not be refreshed (2 attempts",
        "; the last response was 401 Unauthorized; it may have taken effect: requestToken: 400 Bad \
         Request: invalid_grant: Unknown refresh token",
    ] {
        assert!(text.contains(part), "{text}");
    }
}

#[tokio::test]
async fn a_refresh_that_fails_fails_the_call_whose_token_has_ended() {
    let world = rotating_world().await;
    let client = client(&world, granted(&world).await.expires_at(SystemTime::now()));
    world.meet(Fault::new(Misbehavior::status(503)).on("requestToken"));
    let error = list(&client).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Authorization);
    assert!(error.is_retryable() && !error.may_have_taken_effect());
    assert_eq!(
        without_addresses(&error),
        "listFiles of garnet-7041.26: the access token could not be refreshed: requestToken: 503 \
         Service Unavailable: Service Unavailable; it may have taken effect"
    );
    assert_eq!(world.count("listFiles"), 0);
    list(&client).await.unwrap();
}

#[tokio::test]
async fn without_a_refresh_token_the_response_of_the_service_stands() {
    let world = rotating_world().await;
    // Near its end, and good for as long as it lasts.
    let ending = OAuthTokens::without_refresh_token(granted(&world).await.access_token);
    list(&client(&world, ending.expires_at(SystemTime::now()))).await.unwrap();

    let client = client(&world, OAuthTokens::without_refresh_token("another"));
    world.sandbox.clear_requests();
    let error = list(&client).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Status, "{error}");
    assert_eq!(error.status().map(|status| status.as_u16()), Some(401));
    assert_eq!(error.attempts(), 1);
    assert_eq!(world.count("requestToken"), 0);
}

#[tokio::test]
async fn whatever_comes_with_new_tokens_keeps_them() {
    let odd = [
        json!({"expires_in": 3600.5}),
        json!({"expires_in": "3600"}),
        json!({"expires_in": null}),
        json!({"expires_in": []}),
        json!({"scope": ["read_files", "write_files"]}),
        json!({"scope": {"read_files": true}}),
        json!({"token_type": 7}),
        json!({"token_type": ["bearer"]}),
    ];
    for odd in odd {
        let world = rotating_world().await;
        let mut response = json!(granted(&world).await);
        response.as_object_mut().unwrap().extend(odd.as_object().unwrap().clone());
        world.respond_to("requestToken", Reply::new(200, ReplyBody::Json(response)));
        let client = client(&world, OAuthTokens::new("ended", "once"));
        let listed = list(&client).await;
        listed.unwrap_or_else(|error| panic!("{odd}: {error}"));
    }
}

#[tokio::test]
async fn a_list_by_cursor_sends_no_oauth_token_and_refreshes_none() {
    let world = rotating_world().await;
    let client = client(&world, ended(&world).await);
    let bearer = builder(&world.sandbox).access_token("a").build().unwrap();
    for client in [client, bearer] {
        let error = client.list_items(PROJECT).send().await;
        let error = error.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Configuration);
        assert!(error.to_string().contains("set an API token"), "{error}");
        let path = "projects/garnet-7041.26/items";
        let list = client.request(Method::GET, path).server(Server::Cursor);
        let error = list.send::<Value>().await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Configuration);
        assert!(world.sandbox.requests().is_empty());
    }
}

#[tokio::test]
async fn the_cursor_api_has_a_credential_of_its_own() {
    let world = rotating_world().await;
    let token = world.sandbox.tokens().read_write;
    let session = builder(&world.sandbox).oauth(world.app(), granted(&world).await);
    let client = session.cursor_api_token(token).build().unwrap();
    list(&client).await.unwrap();
    client.list_items(PROJECT).send().await.unwrap();
    let seen = world.sandbox.requests();
    assert_eq!(seen[0].header("x-api-token"), None);
    let sent = (seen[1].header("x-api-token"), seen[1].header("authorization"));
    assert_eq!(sent, (Some(token), None));

    // Refused, it is not for the session to mend.
    world.sandbox.set_variants(Preset::Sample);
    let session = OAuthTokens::new("ended", "unknown");
    let session = builder(&world.sandbox).oauth(world.app(), session);
    let client = session.cursor_api_token("unknown").build().unwrap();
    let error = client.list_items(PROJECT).send().await;
    assert_eq!(error.unwrap_err().status().unwrap(), 401);
    assert_eq!(world.sandbox.requests().len(), 3);
}
