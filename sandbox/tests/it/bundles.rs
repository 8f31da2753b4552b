//! The host of bundles: links and credentials.

use reqwest::header::AUTHORIZATION;
use serde_json::json;

use crate::support::Api;

#[tokio::test]
async fn the_bundle_host_takes_signed_links_and_no_credentials() {
    let api = Api::start().await;
    let url = api.bundle_url(&json!({ "format": "json" })).await;
    assert!(!url.starts_with(api.sandbox.base_url().trim_end_matches("/v2")));
    assert_eq!(api.http.get(&url).send().await.unwrap().status(), 200);
    for (name, value) in [("X-Api-Token", "any"), (AUTHORIZATION.as_str(), "Bearer any")] {
        assert_eq!(
            api.http.get(&url).header(name, value).send().await.unwrap().status(),
            403,
            "{name}"
        );
    }
    assert_eq!(api.http.get(format!("{url}0")).send().await.unwrap().status(), 403);
    assert_eq!(api.http.get(url.split('?').next().unwrap()).send().await.unwrap().status(), 403);
    let other = api.bundle_url(&json!({ "format": "json" })).await;
    let mixed = format!("{}?{}", other.split('?').next().unwrap(), url.split('?').nth(1).unwrap());
    assert_eq!(
        api.http.get(mixed).send().await.unwrap().status(),
        403,
        "a signature is of one bundle"
    );
}
