//! A refresh belongs to the session: who gives up loses nothing for the others, and a good token is
//! used whatever becomes of its refresh.

use std::sync::Arc;
use std::time::SystemTime;

use l10n_client::{Client, ErrorKind, OAuthTokens, Server};
use l10n_sandbox::{Fault, Misbehavior, Quirk, Reply, ReplyBody, RequestFilter, Variant};
use reqwest::Method;
use serde_json::{Value, json};

use crate::every::{browser, tokens};
use crate::gate::Gate;
use crate::support::{PROJECT, World, builder, list, rotating_world, without_addresses};

fn client(world: &World, tokens: OAuthTokens) -> Client {
    let settings = builder(&world.sandbox).oauth(world.app(), tokens);
    settings.build().unwrap()
}

/// A session whose access token is rejected, and whose refresh token is good once.
async fn ended(world: &World) -> Client {
    let granted = tokens(&world.sandbox, &browser()).await;
    world.sandbox.clear_requests();
    client(world, OAuthTokens::new("ended", granted.refresh_token))
}

/// Such a session, and a gate that holds back the responses to its refreshes.
async fn gated(world: &World) -> (Client, Arc<Gate>) {
    let granted = tokens(&world.sandbox, &browser()).await;
    world.sandbox.clear_requests();
    let gate = Gate::new("/oauth2/token");
    let tokens = OAuthTokens::new("ended", granted.refresh_token);
    let client = builder(&world.sandbox).oauth(world.app(), tokens).transport(Arc::clone(&gate));
    (client.build().unwrap(), gate)
}

/// Drops a call as soon as its refresh has come to the service.
async fn dropped_while_refreshing(world: &World, client: &Client) {
    tokio::select! {
        listed = list(client) => panic!("{listed:?}"),
        () = world.until_read("requestToken", 1) => {}
    }
}

#[tokio::test]
async fn a_refresh_goes_on_when_nobody_waits_for_it() {
    let world = rotating_world().await;
    let (client, gate) = gated(&world).await;
    dropped_while_refreshing(&world, &client).await;
    gate.open();
    world.until(RequestFilter::new().operation("requestToken").status(200), 1).await;
    // The client may still have to take it.
    client.flush().await.unwrap();
    world.sandbox.clear_requests();
    list(&client).await.unwrap();
    assert_eq!(world.sandbox.requests().len(), 1, "the token was there");
}

#[tokio::test]
async fn the_call_that_started_a_refresh_is_aborted_and_all_others_go_on() {
    let world = rotating_world().await;
    let (client, gate) = gated(&world).await;
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

#[tokio::test]
async fn a_refresh_that_fails_fails_the_call_whose_token_has_ended() {
    let world = rotating_world().await;
    let granted = tokens(&world.sandbox, &browser()).await;
    world.sandbox.clear_requests();
    let tokens = OAuthTokens::new(granted.access_token, granted.refresh_token);
    let client = client(&world, tokens.expires_at(SystemTime::now()));
    let fault = Fault::new(Misbehavior::status(503)).on("requestToken");
    world.meet(fault);
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
        let granted = tokens(&world.sandbox, &browser()).await;
        let mut response = json!({"access_token": granted.access_token, "refresh_token": "next"});
        let members = response.as_object_mut().unwrap();
        members.extend(odd.as_object().unwrap().clone());
        world.respond_to("requestToken", Reply::new(200, ReplyBody::Json(response)));
        let client = client(&world, OAuthTokens::new("ended", "once"));
        let listed = list(&client).await;
        listed.unwrap_or_else(|error| panic!("{odd}: {error}"));
    }
}

#[tokio::test]
async fn a_list_by_cursor_sends_no_oauth_token_and_refreshes_none() {
    let world = rotating_world().await;
    let client = ended(&world).await;
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
    let granted = tokens(&world.sandbox, &browser()).await;
    world.sandbox.clear_requests();
    let session = OAuthTokens::new(granted.access_token, granted.refresh_token);
    let session = builder(&world.sandbox).oauth(world.app(), session);
    let client = session.cursor_api_token(token).build().unwrap();
    list(&client).await.unwrap();
    let items = client.list_items(PROJECT).send().await;
    items.unwrap();
    let seen = world.sandbox.requests();
    assert_eq!(seen[0].header("x-api-token"), None);
    let sent = (seen[1].header("x-api-token"), seen[1].header("authorization"));
    assert_eq!(sent, (Some(token), None));

    // Refused, it is not for the session to mend.
    world.sandbox.set_variant(Quirk::InvalidToken, Variant::Sample);
    let session = OAuthTokens::new("ended", "unknown");
    let session = builder(&world.sandbox).oauth(world.app(), session);
    let client = session.cursor_api_token("unknown").build().unwrap();
    let error = client.list_items(PROJECT).send().await;
    assert_eq!(error.unwrap_err().status().unwrap(), 401);
    assert_eq!(world.sandbox.requests().len(), 3);
}
