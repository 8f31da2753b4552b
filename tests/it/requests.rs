//! What requests carry, and what becomes of the futures that send them.

use l10n_client::types::{NewKey, Platform, QaIssueFilter};
use l10n_client::{ErrorKind, RetryPolicy};
use reqwest::Method;
use serde_json::Value;

use crate::support::world;

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
async fn a_query_has_flags_as_numbers_lists_as_one_text_and_only_what_was_set() {
    let world = world().await;
    let project = world.project.project_id;
    let list = world.client.list_files(project);
    list.clone().send().await.unwrap();
    list.filter_filename("a b&c").limit(5000).send().await.unwrap();
    let list = world.client.list_keys(project).include_translations(true).include_comments(false);
    let list = list.filter_keys(["start title", "a=b&c"]).filter_key_ids([3101, 3102]);
    let list = list.filter_platforms([Platform::Ios, Platform::Web]);
    list.filter_qa_issues([QaIssueFilter::Html, "url".into()]).send().await.unwrap();
    let requests = world.sandbox.requests();
    let targets = requests.iter().map(|seen| seen.target.split(project).nth(1).unwrap());
    assert_eq!(
        targets.collect::<Vec<_>>(),
        [
            "/files",
            "/files?filter_filename=a+b%26c&limit=5000",
            "/keys?include_comments=0&include_translations=1\
             &filter_keys=start+title%2Ca%3Db%26c&filter_key_ids=3101%2C3102\
             &filter_platforms=ios%2Cweb&filter_qa_issues=html%2Curl",
        ]
    );
}

#[tokio::test]
async fn an_address_that_is_too_long_is_rejected_and_not_tried_again() {
    let world = world().await;
    let client = world.retrying(RetryPolicy::default());
    let names = (0..2_000).map(|number| format!("key.{number:05}"));
    let list = client.list_keys(world.project.project_id);
    let read = list.filter_keys(names).send().await.unwrap_err();
    let long = "x".repeat(70_000);
    let write = client.request(Method::PUT, "projects").query("long", long);
    let write = write.send::<serde_json::Value>().await.unwrap_err();
    for (error, expected) in [
        (read, "max 8000): the first 663 of 2000 values of `filter_keys` fit"),
        (write, "max 8000): `long` has 70000 bytes, and 7982 fit"),
    ] {
        assert_eq!(error.kind(), ErrorKind::InvalidRequest, "{error}");
        let words = error.to_string();
        assert!(words.contains("URL too long (") && words.contains(expected), "{words}");
        assert!(!error.may_have_taken_effect() && error.attempts() <= 1, "{words}");
    }
    assert!(world.sandbox.requests().is_empty());
}

#[tokio::test]
async fn compressed_responses_are_asked_for() {
    let world = world().await;
    world.client.list_contributors(world.project.project_id).send().await.unwrap();
    assert_eq!(world.sandbox.requests()[0].header("accept-encoding"), Some("gzip"));
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
