//! The host of bundles: links and credentials.

use l10n_sandbox::{DOWNLOAD_BUNDLE, Fault, Misbehavior};
use reqwest::RequestBuilder;
use reqwest::header::AUTHORIZATION;
use serde_json::json;

use crate::support::Api;

#[tokio::test]
async fn the_bundle_host_takes_signed_links_and_no_credentials() {
    let api = Api::start().await;
    api.run(r#"PUT / {"name": "Bücher & Co/#1"} -> 200"#).await;
    let url = api.bundle_url(&json!({ "format": "json" })).await;
    assert!(url.starts_with(&format!("{}/", api.sandbox.bundle_url())), "{url}");
    assert!(url.contains("/B%C3%BCcher%20%26%20Co%2F%231-locale.zip?signature="), "{url}");
    let status = async |request: RequestBuilder| request.send().await.unwrap().status().as_u16();
    assert_eq!(status(api.http.get(&url)).await, 200);
    for (name, value) in [("X-Api-Token", "any"), (AUTHORIZATION.as_str(), "Bearer any")] {
        assert_eq!(status(api.http.get(&url).header(name, value)).await, 403, "{name}");
    }
    for url in [&format!("{url}0"), url.split('?').next().unwrap()] {
        assert_eq!(status(api.http.get(url)).await, 403, "{url}");
    }
    api.sandbox.add_fault(Fault::new(Misbehavior::status(403)).on(DOWNLOAD_BUNDLE)).unwrap();
    assert_eq!(status(api.http.get(&url)).await, 403);
    let seen = api.sandbox.requests().pop().unwrap();
    assert!(seen.fault.is_some() && !seen.took_effect && seen.refused.is_none(), "{seen:?}");
}

#[tokio::test]
async fn the_last_100_bundles_are_kept() {
    let api = Api::start().await;
    let options = json!({ "format": "json", "filter_langs": ["en"] });
    let first = api.bundle_url(&options).await;
    for (more, status) in [(99, 200), (1, 403)] {
        for _ in 0..more {
            api.bundle_url(&options).await;
        }
        assert_eq!(api.http.get(&first).send().await.unwrap().status(), status);
    }
}
