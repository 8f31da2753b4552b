//! OAuth: the authorization of an application, and tokens by both grants.

use std::time::{Duration, SystemTime};

use l10n_client::types::TokenRequest;
use l10n_client::{Authorization, Client, ClientBuilder, ErrorKind, OAuthApp, OAuthTokens};
use l10n_sandbox::{Reply, ReplyBody};
use serde_json::json;

use crate::every::{browser, code};
use crate::support::{World, builder, ended, list, sent_to, world};

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
    let seen = world.sandbox.requests();
    assert!(seen[0].header("authorization").unwrap().starts_with("Bearer "));
    assert_eq!((seen.len(), seen[0].header("x-api-token")), (1, None));
    let rejected = client.list_contributors(world.project.project_id).send().await.unwrap_err();
    assert_eq!(rejected.status().unwrap(), 403);
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
        (
            format!("?state={state}&error=a%0Ab&error_description=c%1b%5Bd"),
            "authorization denied: a b: c [d",
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
    let (app, redirect_uri) = (world.app(), world.sandbox.oauth_app().redirect_uri);
    let request = world.client.authorize(&app, redirect_uri, &["read_files"]);
    let request = request.unwrap();
    let callback = sent_to(request.url().clone()).await;
    let state = request.state().expose();
    let body = json!({ "error": "invalid_grant", "error_description": "Used", "state": state });
    world.respond_to("requestToken", Reply::new(400, ReplyBody::Json(body)));
    let error = request.finish(&world.client, &app, callback.as_str()).await.unwrap_err();
    assert_eq!(error.code(), Some("invalid_grant"));
    assert_eq!(error.oauth_state(), Some(request.state().expose()));
    assert!(!error.with_causes().contains(request.state().expose()));
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
async fn the_other_name_of_the_grant_is_sent_when_asked_for() {
    let world = world().await;
    let code = code(&world.sandbox, &browser(), "read_files").await;
    let app = world.sandbox.oauth_app();
    let mut request = TokenRequest::authorization_code(app.client_id, app.client_secret, &code);
    request.grant_type = "authorization_token".to_owned();
    world.client.request_token(request).send().await.unwrap();
}

#[tokio::test]
async fn secrets_may_end_with_the_line_break_of_a_file() {
    let world = world().await;
    let refresh_token = ended(&world).await.refresh_token.unwrap();
    let app = world.sandbox.oauth_app();
    let line = |text: &str| format!("{text}\r\n");
    let client = builder(&world.sandbox).oauth(
        OAuthApp::new(line(app.client_id), line(app.client_secret)),
        OAuthTokens::new("ended\n", line(refresh_token.expose())),
    );
    list(&client.build().unwrap()).await.unwrap();
    assert_eq!(world.count("listFiles"), 2);
}

#[tokio::test]
async fn an_error_with_a_successful_status_is_an_error() {
    let world = world().await;
    let body = json!({"error": "invalid_grant", "error_description": "Unknown code"});
    world.respond_to("requestToken", Reply::new(200, ReplyBody::Json(body)));
    let request = TokenRequest::refresh_token("app", "secret", "token");
    let error = world.client.request_token(request).send().await.unwrap_err();
    assert_eq!((error.kind(), error.code()), (ErrorKind::Status, Some("invalid_grant")));
    let text = error.to_string();
    assert!(text.contains("200 OK: invalid_grant: Unknown code"), "{text}");
}
