//! A refresh belongs to the session: who gives up loses nothing for the others, and a good token is
//! used whatever becomes of its refresh.

use std::time::{Duration, SystemTime};

use l10n_client::rate_limit::Server;
use l10n_client::{Client, Error, ErrorKind, OAuthApp, OAuthTokens};
use l10n_sandbox::{Fault, Misbehavior, Quirk, Reply, ReplyBody, RequestFilter, Sandbox, Shape};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use crate::every::{browser, tokens};
use crate::support::{World, builder, without_addresses, world_of};

const PROJECT: &str = "garnet-7041.26";

/// A service that gives a new refresh token with each refresh, and takes each once.
async fn world() -> World {
    let sandbox = Sandbox::builder().strict().rotate_refresh_tokens();
    world_of(sandbox.start().await.unwrap())
}

fn app(world: &World) -> OAuthApp {
    let app = world.sandbox.oauth_app();
    OAuthApp::new(app.client_id, app.client_secret)
}

fn client(world: &World, tokens: OAuthTokens) -> Client {
    let settings = builder(&world.sandbox).oauth(app(world), tokens);
    settings.build().unwrap()
}

/// A session whose access token is refused, and whose refresh token is good once.
async fn ended(world: &World) -> Client {
    let granted = tokens(&world.sandbox, &browser()).await;
    world.sandbox.clear_requests();
    client(world, OAuthTokens::new("ended", granted.refresh_token))
}

/// A session whose access token is good, and ends after `left` as far as the client knows.
async fn ending(world: &World, left: Duration) -> Client {
    let granted = tokens(&world.sandbox, &browser()).await;
    world.sandbox.clear_requests();
    let tokens = OAuthTokens::new(granted.access_token, granted.refresh_token);
    client(world, tokens.expires_at(SystemTime::now() + left))
}

async fn list(client: &Client) -> Result<(), Error> {
    let list = client.list_files(PROJECT);
    list.send().await.map(drop)
}

fn seen(world: &World, operation: &str) -> usize {
    let seen = world.sandbox.requests();
    let of_it = seen.iter().filter(|seen| seen.operation.as_deref() == Some(operation));
    of_it.count()
}

fn slow_refresh(world: &World) {
    let slow = Misbehavior::Delay(Duration::from_secs(2));
    world.sandbox.add_fault(Fault::new(slow).on("requestToken")).unwrap();
}

/// Drops a call as soon as its refresh has come to the service.
async fn dropped_while_refreshing(world: &World, client: &Client) {
    tokio::select! {
        listed = list(client) => panic!("{listed:?}"),
        () = world.until_read("requestToken", 1) => {}
    }
}

#[tokio::test]
async fn a_call_that_is_dropped_while_it_refreshes_loses_no_token() {
    let world = world().await;
    let client = ended(&world).await;
    slow_refresh(&world);
    dropped_while_refreshing(&world, &client).await;
    list(&client).await.unwrap();
    assert_eq!(seen(&world, "requestToken"), 1);
}

#[tokio::test]
async fn a_refresh_goes_on_when_nobody_waits_for_it() {
    let world = world().await;
    let client = ended(&world).await;
    slow_refresh(&world);
    dropped_while_refreshing(&world, &client).await;
    world.until(RequestFilter::new().operation("requestToken").status(200), 1).await;
    // The client may still have to take it.
    client.flush().await.unwrap();
    world.sandbox.clear_requests();
    list(&client).await.unwrap();
    assert_eq!(world.sandbox.requests().len(), 1, "the token was there");
}

#[tokio::test]
async fn the_call_that_started_a_refresh_is_aborted_and_all_others_go_on() {
    let world = world().await;
    let client = ended(&world).await;
    slow_refresh(&world);
    let call = || {
        let client = client.clone();
        tokio::spawn(async move { list(&client).await })
    };
    let leader = call();
    world.until_read("requestToken", 1).await;
    let others: Vec<_> = (0..20).map(|_| call()).collect();
    leader.abort();
    for other in others {
        other.await.unwrap().unwrap();
    }
    assert_eq!(seen(&world, "requestToken"), 1);
}

#[tokio::test]
async fn a_call_with_little_time_leaves_its_refresh_to_the_next() {
    let world = world().await;
    let client = ended(&world).await;
    slow_refresh(&world);
    let hasty =
        client.with_options(l10n_client::CallOptions::new().timeout(Duration::from_millis(100)));
    let error = list(&hasty).await.unwrap_err();
    assert!(error.is_timeout(), "{error}");
    list(&client).await.unwrap();
    assert_eq!(seen(&world, "requestToken"), 1);
}

#[tokio::test]
async fn a_refresh_ahead_of_time_that_fails_costs_no_call() {
    let faults = [Misbehavior::status(503), Misbehavior::status(400), Misbehavior::html()];
    for fault in faults {
        let world = world().await;
        let client = ending(&world, Duration::from_secs(20)).await;
        // In the last tenth of its time.
        sleep(Duration::from_millis(18_100)).await;
        let fault = Fault::new(fault).on("requestToken").always();
        world.sandbox.add_fault(fault).unwrap();
        for _ in 0..5 {
            list(&client).await.unwrap();
        }
        assert_eq!(seen(&world, "requestToken"), 1, "the server is left in peace");
    }
}

#[tokio::test]
async fn a_refresh_ahead_of_time_that_takes_long_holds_up_no_call() {
    let world = world().await;
    let client = ending(&world, Duration::from_secs(20)).await;
    sleep(Duration::from_millis(18_100)).await;
    let slow = Misbehavior::Delay(Duration::from_secs(6));
    world.sandbox.add_fault(Fault::new(slow).on("requestToken")).unwrap();
    let began = Instant::now();
    list(&client).await.unwrap();
    assert!(began.elapsed() < Duration::from_secs(5), "{began:?}");
    // The token has ended, and the same refresh is waited for.
    sleep(Duration::from_secs(2)).await;
    list(&client).await.unwrap();
    assert!(began.elapsed() > Duration::from_millis(5900), "{began:?}");
    assert_eq!(seen(&world, "requestToken"), 1);
}

#[tokio::test]
async fn a_refresh_that_fails_fails_the_call_whose_token_has_ended() {
    let world = world().await;
    let client = ending(&world, Duration::from_millis(10)).await;
    sleep(Duration::from_millis(20)).await;
    let fault = Fault::new(Misbehavior::status(503)).on("requestToken");
    world.sandbox.add_fault(fault).unwrap();
    let error = list(&client).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Authorization);
    assert!(error.is_retryable() && !error.may_have_taken_effect());
    assert_eq!(
        without_addresses(&error),
        "listFiles of garnet-7041.26: the access token could not be refreshed: requestToken: 503 \
         Service Unavailable: Service Unavailable"
    );
    assert_eq!(seen(&world, "listFiles"), 0);
    list(&client).await.unwrap();
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
        let world = world().await;
        let granted = tokens(&world.sandbox, &browser()).await;
        let mut answer = json!({"access_token": granted.access_token, "refresh_token": "next"});
        let members = answer.as_object_mut().unwrap();
        members.extend(odd.as_object().unwrap().clone());
        let reply = Reply::new(200, ReplyBody::Json(answer));
        let fault = Fault::new(Misbehavior::Respond(reply));
        world.sandbox.add_fault(fault.on("requestToken")).unwrap();
        let client = client(&world, OAuthTokens::new("ended", "once"));
        let listed = list(&client).await;
        listed.unwrap_or_else(|error| panic!("{odd}: {error}"));
    }
}

#[tokio::test]
async fn a_list_by_cursor_sends_no_oauth_token_and_refreshes_none() {
    let world = world().await;
    let client = ended(&world).await;
    let bearer = builder(&world.sandbox).access_token("a").build().unwrap();
    for client in [client, bearer] {
        let error = client.list_items(PROJECT).send().await;
        let error = error.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Configuration);
        assert!(error.to_string().contains("personal API token"), "{error}");
        let path = "projects/garnet-7041.26/items";
        let list = client.request(Method::GET, path).server(Server::Cursor);
        let error = list.send::<Value>().await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Configuration);
        assert!(world.sandbox.requests().is_empty());
    }
}

#[tokio::test]
async fn the_cursor_api_has_a_credential_of_its_own() {
    let world = world().await;
    let token = world.sandbox.tokens().read_write;
    let granted = tokens(&world.sandbox, &browser()).await;
    world.sandbox.clear_requests();
    let session = OAuthTokens::new(granted.access_token, granted.refresh_token);
    let session = builder(&world.sandbox).oauth(app(&world), session);
    let client = session.cursor_api_token(token).build().unwrap();
    list(&client).await.unwrap();
    let items = client.list_items(PROJECT).send().await;
    items.unwrap();
    let seen = world.sandbox.requests();
    assert_eq!(seen[0].header("x-api-token"), None);
    let sent = (seen[1].header("x-api-token"), seen[1].header("authorization"));
    assert_eq!(sent, (Some(token), None));

    // Refused, it is not for the session to mend.
    world.sandbox.set_shape(Quirk::InvalidToken, Shape::Sample);
    let session = OAuthTokens::new("ended", "unknown");
    let session = builder(&world.sandbox).oauth(app(&world), session);
    let client = session.cursor_api_token("unknown").build().unwrap();
    let error = client.list_items(PROJECT).send().await;
    assert_eq!(error.unwrap_err().status().unwrap(), 401);
    assert_eq!(world.sandbox.requests().len(), 3);
}
