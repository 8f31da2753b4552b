//! OAuth sessions: the authorization of an application, and tokens that are refreshed once for all
//! who need it.

use std::error::Error as _;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use l10n_client::{
    Authorization, Client, ClientBuilder, Error, ErrorKind, OAuthApp, OAuthTokens, RetryPolicy,
};
use l10n_sandbox::{Fault, Misbehavior, Quirk, RequestFilter, Variant};

use crate::gate::Gate;
use crate::support::{PROJECT, World, builder, list, sent_to, without_addresses, world};

/// The whole flow, with this test in the place of the user's browser.
async fn authorized(world: &World) -> OAuthTokens {
    let app = world.app();
    let redirect_uri = world.sandbox.oauth_app().redirect_uri;
    let request =
        world.client.authorize(&app, redirect_uri, &["read_files", "write_files"]).unwrap();
    let callback = sent_to(request.url().clone()).await;
    request.finish(&world.client, &app, callback.as_str()).await.unwrap()
}

fn session(world: &World, tokens: OAuthTokens) -> ClientBuilder {
    builder(&world.sandbox).oauth(world.app(), tokens)
}

#[tokio::test]
async fn the_flow_gives_tokens_that_open_what_was_asked_for() {
    let world = world().await;
    let tokens = authorized(&world).await;
    assert!(tokens.expires_at.unwrap() > SystemTime::now() + Duration::from_secs(3500));
    let client = session(&world, tokens).build().unwrap();
    world.sandbox.clear_requests();
    list(&client).await.unwrap();
    assert_eq!(world.count("requestToken"), 0);
}

#[tokio::test]
async fn the_authorization_url_is_encoded_and_its_state_is_checked() {
    let world = world().await;
    let redirect = "https://app.test/callback?tenant=a&b=c d";
    let request =
        world.client.authorize(&world.app(), redirect, &["read_files", "write_files"]).unwrap();
    let query: Vec<_> = request.url().query_pairs().into_owned().collect();
    let value =
        |name: &str| query.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
    assert_eq!(value("redirect_uri"), Some(redirect));
    assert_eq!(value("scope"), Some("read_files write_files"));
    assert!(request.url().as_str().contains("scope=read%5Ffiles%20write%5Ffiles"));
    let state = request.state().expose();
    assert!(state.len() >= 32 && value("state") == Some(state));

    let other = world.client.authorize(&world.app(), redirect, &["read_files"]).unwrap();
    assert_ne!(other.state(), request.state());

    let good = format!("https://app.test/callback?code=abc%2B1&state={state}#top");
    assert_eq!(request.code(&good).unwrap().expose(), "abc+1");
    for (bad, reason) in [
        ("https://app.test/callback?code=abc".to_owned(), "state"),
        ("https://app.test/callback?code=abc&state=guess".to_owned(), "state"),
        (format!("code=abc&state={state}x"), "state"),
        (format!("state={state}"), "no authorization code"),
        (
            format!("error=access_denied&error_description=No%20way&state={state}"),
            "access_denied: No way",
        ),
    ] {
        let error = request.code(&bad).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Authorization);
        assert!(error.with_causes().contains(reason), "{error}");
    }
    assert!(!format!("{request:?}").contains(state));
}

#[tokio::test]
async fn an_authorization_is_kept_as_its_address() {
    let world = world().await;
    let (app, redirect_uri) = (world.app(), world.sandbox.oauth_app().redirect_uri);
    let request = world.client.authorize(&app, redirect_uri, &["read_files"]);
    let kept = request.unwrap().url().to_string();
    let callback = sent_to(kept.parse().unwrap()).await;
    let request = Authorization::restore(&kept).unwrap();
    assert_eq!(request.url().as_str(), kept);
    let tokens = request.finish(&world.client, &app, callback.as_str()).await;
    list(&session(&world, tokens.unwrap()).build().unwrap()).await.unwrap();

    for (bad, reason) in [
        ("", "relative URL without a base"),
        ("https://a.test/?code=1", "it has no `state`"),
        ("https://a.test/?state=&code=1", "it has no `state`"),
    ] {
        let error = Authorization::restore(bad).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Configuration);
        assert!(error.with_causes().contains(reason), "{error}");
    }
}

#[tokio::test]
async fn an_oauth_error_has_the_state_that_it_echoes() {
    let world = world().await;
    world.sandbox.set_variant(Quirk::OauthRefusal, Variant::Sample);
    let (app, redirect_uri) = (world.app(), world.sandbox.oauth_app().redirect_uri);
    let request = world.client.authorize(&app, redirect_uri, &["read_files"]);
    let request = request.unwrap();
    let callback = sent_to(request.url().clone()).await;
    let finish = || request.finish(&world.client, &app, callback.as_str());
    finish().await.unwrap();
    let error = finish().await.unwrap_err();
    assert_eq!(error.code(), Some("invalid_grant"));
    assert_eq!(error.oauth_state(), Some(request.state().expose()));
    assert!(!error.with_causes().contains(request.state().expose()));
}

#[tokio::test]
async fn a_rejection_is_one_line_whatever_the_browser_brings() {
    let world = world().await;
    let app = OAuthApp::new("id", "secret");
    let request = world.client.authorize(&app, "https://app.test/callback", &["read_files"]);
    let request = request.unwrap();
    let state = request.state().expose();
    let callback = format!("?state={state}&error=a%0Ab&error_description=c%1b%5Bd");
    let text = request.code(&callback).unwrap_err().to_string();
    assert_eq!(text, "authorization denied: a b: c [d");
}

#[tokio::test]
async fn bad_settings_are_rejected_before_the_user_is_sent_away() {
    let world = world().await;
    let rejected = |redirect: &str, scopes: &[&str]| {
        world.client.authorize(&world.app(), redirect, scopes).unwrap_err().kind()
    };
    assert_eq!(rejected("/callback", &["read_files"]), ErrorKind::Configuration);
    assert_eq!(rejected("https://app.test", &[]), ErrorKind::Configuration);
    let lonely = Client::builder(world.sandbox.base_url())
        .oauth(world.app(), OAuthTokens::new("a", "b"))
        .build();
    assert!(lonely.unwrap_err().to_string().contains("`ClientBuilder::auth_url`"));
}

#[tokio::test]
async fn a_hundred_calls_with_an_ended_token_make_one_refresh() {
    let world = world().await;
    let mut tokens = authorized(&world).await;
    tokens.access_token = "ended".into();
    let client = session(&world, tokens).build().unwrap();
    world.sandbox.clear_requests();
    let calls: Vec<_> = (0..100)
        .map(|_| {
            let client = client.clone();
            tokio::spawn(async move { list(&client).await })
        })
        .collect();
    for call in calls {
        call.await.unwrap().unwrap();
    }
    assert_eq!(world.count("requestToken"), 1);
}

#[tokio::test]
async fn a_refresh_that_fails_is_tried_once_for_all_who_wait() {
    let world = world().await;
    let gate = Gate::new("/oauth2/token");
    let client = session(&world, OAuthTokens::new("ended", "unknown"));
    let client = client.transport(Arc::clone(&gate)).build().unwrap();
    let calls: Vec<_> = (0..30)
        .map(|_| {
            let client = client.clone();
            tokio::spawn(async move { list(&client).await.unwrap_err() })
        })
        .collect();
    world.until(RequestFilter::new().operation("listFiles").status(401), 30).await;
    // Lets the calls read their responses, which have arrived, and wait for the refresh.
    tokio::time::sleep(Duration::from_millis(50)).await;
    gate.open();
    for call in calls {
        let error = call.await.unwrap();
        assert_eq!(error.kind(), ErrorKind::Authorization);
        assert_eq!(
            without_addresses(&error),
            "listFiles of garnet-7041.26: the access token could not be refreshed; the last \
             response was 401 Unauthorized: requestToken: 400 Bad Request: invalid_grant: Unknown \
             refresh token"
        );
        let reason = error.source().unwrap().downcast_ref::<Error>().unwrap();
        assert_eq!(reason.operation(), Some("requestToken"));
        assert_eq!(reason.code(), Some("invalid_grant"));
    }
    assert_eq!(world.count("requestToken"), 1);

    list(&client).await.unwrap_err();
    assert_eq!(world.count("requestToken"), 2, "a later call tries again");
}

#[tokio::test]
async fn a_refresh_that_fails_does_not_hide_what_the_call_has_met() {
    let world = world().await;
    let pause = Duration::from_millis(1);
    let client = session(&world, OAuthTokens::new("ended", "unknown"))
        .retry(RetryPolicy::default().backoff(pause, pause))
        .build()
        .unwrap();
    world.meet(Fault::new(Misbehavior::status(503)).on("updateContributor"));
    let update = client.update_contributor(PROJECT, world.project.contributor_ids[4]);
    let update = update.admin_rights([""; 0]);
    let error = update.send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Authorization);
    assert_eq!((error.attempts(), error.status().unwrap()), (2, 401.try_into().unwrap()));
    assert!(error.may_have_taken_effect() && error.elapsed() > Duration::ZERO);
    let text = without_addresses(&error);
    assert!(
        text.starts_with(
            "updateContributor of garnet-7041.26: the access token could not be refreshed (2 \
             attempts in "
        ),
        "{text}"
    );
    assert!(
        text.ends_with(
            "; the last response was 401 Unauthorized; it may have taken effect: requestToken: \
             400 Bad Request: invalid_grant: Unknown refresh token"
        ),
        "{text}"
    );
}

#[tokio::test]
async fn without_a_refresh_token_the_response_of_the_service_stands() {
    let world = world().await;
    let mut tokens = authorized(&world).await;
    let alone = OAuthTokens::without_refresh_token(tokens.access_token.clone());
    tokens.refresh_token = None;
    assert_eq!(alone.expires_at(tokens.expires_at.unwrap()), tokens);
    // Near its end, and good for as long as it lasts.
    let ending = tokens.clone().expires_at(SystemTime::now());
    list(&session(&world, ending).build().unwrap()).await.unwrap();

    tokens.access_token = "another".into();
    let client = session(&world, tokens).build().unwrap();
    world.sandbox.clear_requests();
    let error = list(&client).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Status, "{error}");
    assert_eq!(error.status().map(|status| status.as_u16()), Some(401));
    assert_eq!(error.attempts(), 1);
    assert_eq!(world.count("requestToken"), 0);
}
