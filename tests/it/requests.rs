//! What requests carry, and what becomes of the futures that send them.

use l10n_client::types::{NewKey, Platform};
use l10n_sandbox::Sandbox;
use reqwest::Method;
use serde_json::Value;

use crate::support::{world, world_of};

#[tokio::test]
async fn the_token_is_a_header_and_no_version_header_is_sent() {
    let world = world().await;
    world.client.list_files(world.project.project_id).send().await.unwrap();
    let seen = &world.sandbox.requests()[0];
    assert_eq!(seen.header("x-api-token"), Some(world.sandbox.tokens().read_write));
    assert_eq!(seen.header("authorization"), None);
    assert_eq!(seen.header("api-version"), None);
    assert_eq!(seen.header("accept"), Some("application/json"));
    assert!(seen.header("user-agent").unwrap().starts_with("l10n-client/"));
}

#[tokio::test]
async fn what_was_not_set_is_not_in_the_query() {
    let world = world().await;
    let list = world.client.list_files(world.project.project_id);
    list.clone().send().await.unwrap();
    list.filter_filename("a b&c").limit(5000).send().await.unwrap();
    let targets: Vec<_> = world.sandbox.requests().into_iter().map(|seen| seen.target).collect();
    assert_eq!(
        targets,
        [
            "/v2/projects/garnet-7041.26/files",
            "/v2/projects/garnet-7041.26/files?filter_filename=a+b%26c&limit=5000"
        ]
    );
}

#[tokio::test]
async fn compressed_responses_are_asked_for_and_understood() {
    let world = world_of(Sandbox::builder().strict().compress().start().await.unwrap());
    let project = world.project.project_id;
    let page = world.client.list_contributors(project).send().await.unwrap();
    assert_eq!((page.contributors.len(), page.total_count()), (5, Some(5)));
    let accepted = world.sandbox.requests()[0].header("accept-encoding").map(str::to_owned);
    assert_eq!(accepted.as_deref(), Some("gzip"));

    // The same request by hand, to see that the response was compressed indeed.
    let plain = reqwest::Client::builder().no_gzip().build().unwrap();
    let url = format!("{}/projects/{project}/contributors", world.sandbox.base_url());
    let response = plain
        .get(url)
        .header("X-Api-Token", world.sandbox.tokens().read_write)
        .header("Accept-Encoding", "gzip")
        .send()
        .await
        .unwrap();
    assert_eq!(response.headers()["content-encoding"], "gzip");
}

/// Everything that a client makes owns it, and can go to another task.
#[tokio::test]
async fn calls_own_their_client() {
    fn owned<T: Send + 'static>(_: T) {}
    let world = world().await;
    let project = world.project.project_id;
    let get = {
        let client = world.client.clone();
        client.get_key(project, world.project.key_ids[0]).send()
    };
    tokio::spawn(get).await.unwrap().unwrap();
    tokio::spawn(world.client.list_files(project).send()).await.unwrap().unwrap();
    owned(world.client.list_files(project).stream());
    owned(world.client.list_files(project).pages());
    owned(world.client.start_export(project, "json").wait().into_future());
    owned(world.client.upload_file(project, "a.json", "en").data("{}").wait());
    owned(world.client.create_keys(project, [NewKey::new("a", [Platform::Web])]).in_batches());
    owned(world.client.download("https://b.test/").to_file("x"));
    owned(world.client.request(Method::GET, "projects").send::<Value>());
    owned(world.client.request(Method::GET, "projects").chunks());
}
