//! Tokens of the authorization server, by both grants and both names of the first.

use l10n_client::types::TokenRequest;
use l10n_client::{Client, Error};

use crate::every::{browser, code};
use crate::support::{World, builder, world};

fn request(world: &World, code: &str) -> TokenRequest {
    let app = world.sandbox.oauth_app();
    TokenRequest::authorization_code(app.client_id, app.client_secret, code)
}

fn bearer(world: &World, token: &str) -> Result<Client, Error> {
    builder(&world.sandbox).access_token(token).build()
}

#[tokio::test]
async fn the_other_name_of_the_grant_is_sent_when_asked_for() {
    let world = world().await;
    let code = code(&world.sandbox, &browser(), "read_files").await;
    let mut request = request(&world, &code);
    request.grant_type = "authorization_token".to_owned();
    world.client.request_token(request).send().await.unwrap();
}

#[tokio::test]
async fn an_access_token_opens_what_its_scopes_name() {
    let world = world().await;
    let code = code(&world.sandbox, &browser(), "read_files").await;
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
