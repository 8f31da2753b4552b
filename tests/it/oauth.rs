//! Tokens of the authorization server, by both grants and both names of the first.

use l10n_client::types::{CodeGrantType, TokenRequest};
use l10n_client::{Client, Error};
use l10n_sandbox::{Fault, Misbehavior, Reply, ReplyBody};
use serde_json::json;
use url::Url;

use crate::support::{World, builder, sent_to, world};

/// A code that the user's browser brings back.
pub(crate) async fn code(world: &World, scope: &str) -> String {
    let app = world.sandbox.oauth_app();
    let query = [
        ("client_id", app.client_id),
        ("redirect_uri", app.redirect_uri),
        ("scope", scope),
        ("state", "s"),
    ];
    let address = format!("{}/oauth2/auth", world.sandbox.auth_url());
    let location = sent_to(Url::parse_with_params(&address, query).unwrap()).await;
    location.query_pairs().find(|(name, _)| name == "code").unwrap().1.into_owned()
}

pub(crate) fn request(world: &World, code: &str) -> TokenRequest {
    let app = world.sandbox.oauth_app();
    TokenRequest::authorization_code(app.client_id, app.client_secret, code)
}

fn bearer(world: &World, token: &str) -> Result<Client, Error> {
    builder(&world.sandbox).access_token(token).build()
}

#[tokio::test]
async fn a_code_becomes_tokens_once_and_a_refresh_token_a_new_one() {
    let world = world().await;
    let code = code(&world, "read_files").await;
    let granted = world.client.request_token(request(&world, &code)).send().await.unwrap();
    assert_eq!(granted.token_type.as_deref(), Some("Bearer"));
    assert_eq!(granted.expires_in, Some(3600));

    let used = world.client.request_token(request(&world, &code)).send().await.unwrap_err();
    assert_eq!(used.status().unwrap(), 400);
    assert_eq!(used.code(), Some("invalid_grant"));
    assert!(used.to_string().contains(": 400 Bad Request: invalid_grant: "), "{used}");

    let app = world.sandbox.oauth_app();
    let refresh = granted.into_inner().refresh_token.unwrap();
    let refreshed = world
        .client
        .request_token(TokenRequest::refresh_token(app.client_id, app.client_secret, refresh))
        .send()
        .await
        .unwrap();
    assert!(refreshed.refresh_token.is_none());
    assert_eq!(refreshed.scope.as_deref(), Some("read_files"));
}

#[tokio::test]
async fn the_other_name_of_the_grant_is_sent_when_asked_for() {
    let world = world().await;
    let code = code(&world, "read_files").await;
    let TokenRequest::CodeGrant(mut grant) = request(&world, &code) else {
        panic!("not a code grant");
    };
    grant.grant_type = CodeGrantType::AuthorizationToken;
    world.client.request_token(grant).send().await.unwrap();
}

#[tokio::test]
async fn an_access_token_opens_what_its_scopes_name() {
    let world = world().await;
    let code = code(&world, "read_files").await;
    let granted = world.client.request_token(request(&world, &code)).send().await.unwrap();
    let client = bearer(&world, granted.access_token.expose()).unwrap();

    world.sandbox.clear_requests();
    client.list_files(world.project.project_id).send().await.unwrap();
    let seen = &world.sandbox.requests()[0];
    assert!(seen.header("authorization").unwrap().starts_with("Bearer "));
    assert_eq!(seen.header("x-api-token"), None);

    let rejected = client.list_contributors(world.project.project_id).send().await.unwrap_err();
    assert_eq!(rejected.status().unwrap(), 403);
}

#[tokio::test]
async fn a_token_request_carries_no_credential_of_the_client() {
    let world = world().await;
    let _ = world.client.request_token(request(&world, "unknown")).send().await;
    let seen = &world.sandbox.requests()[0];
    assert_eq!((seen.header("authorization"), seen.header("x-api-token")), (None, None));
}

#[tokio::test]
async fn odd_fields_cost_no_token_where_they_are_asked_for_directly() {
    let world = world().await;
    for odd in [json!(3600.5), json!(["read_files"]), json!({"a": 1})] {
        let response = json!({"access_token": "a", "refresh_token": "r", "expires_in": odd,
            "scope": odd, "token_type": odd});
        let reply = Reply::new(200, ReplyBody::Json(response));
        let fault = Fault::new(Misbehavior::Respond(reply));
        world.sandbox.add_fault(fault.on("requestToken")).unwrap();
        let response = world.client.request_token(request(&world, "code"));
        let response = response.send().await.unwrap();
        assert_eq!(response.access_token.expose(), "a");
        assert_eq!(response.refresh_token, Some("r".into()));
    }
}
