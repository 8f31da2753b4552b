//! Flags and lists in queries, as they go out.

use l10n_client::types::{Platform, QaIssueFilter};
use l10n_client::{ErrorKind, RetryPolicy};
use reqwest::Method;
use url::Url;

use crate::support::{World, world};

/// The query of the only request that came.
fn query(world: &World) -> Vec<(String, String)> {
    let requests = world.sandbox.requests();
    assert_eq!(requests.len(), 1);
    world.sandbox.clear_requests();
    let url: Url = format!("http://x{}", requests[0].target).parse().unwrap();
    url.query_pairs().into_owned().collect()
}

fn pairs<const N: usize>(pairs: [(&str, &str); N]) -> Vec<(String, String)> {
    let pairs = pairs.into_iter();
    pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

#[tokio::test]
async fn flags_are_sent_as_1_and_0_and_lists_in_one_text() {
    let world = world().await;
    let list = world.client.list_keys(world.project.project_id);
    let call = list.clone().include_translations(true).include_comments(false);
    call.send().await.unwrap();
    let sent = pairs([("include_comments", "0"), ("include_translations", "1")]);
    assert_eq!(query(&world), sent);

    let ids = (3101..3103_i64).collect::<Vec<_>>();
    let call = list.clone().filter_key_ids(ids.clone()).filter_keys(["start title", "a=b&c"]);
    call.send().await.unwrap();
    let sent = pairs([("filter_keys", "start title,a=b&c"), ("filter_key_ids", "3101,3102")]);
    assert_eq!(query(&world), sent);

    let platforms = [Platform::Ios, Platform::Web];
    let issues = [QaIssueFilter::Html, "url".into()];
    let call = list.filter_platforms(platforms).filter_qa_issues(issues);
    call.send().await.unwrap();
    let sent = pairs([("filter_platforms", "ios,web"), ("filter_qa_issues", "html,url")]);
    assert_eq!(query(&world), sent);
}

#[tokio::test]
async fn an_address_that_is_too_long_is_rejected_and_not_tried_again() {
    let world = world().await;
    let client =
        world.client.with_options(l10n_client::CallOptions::new().retry(RetryPolicy::default()));
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
