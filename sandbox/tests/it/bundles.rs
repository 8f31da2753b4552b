//! The host of bundles: links and credentials.

use l10n_sandbox::{DOWNLOAD_BUNDLE, Fault, Misbehavior, Sandbox};
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
async fn bundles_are_filled_and_the_oldest_are_dropped() {
    const SIZE: usize = 33 << 20;
    let api = Api::with(Sandbox::builder().bundle_filler(SIZE)).await;
    let options = json!({ "format": "json" });
    let urls = [api.bundle_url(&options).await, api.bundle_url(&options).await];
    assert_eq!(api.http.get(&urls[0]).send().await.unwrap().status(), 403, "beyond 64 MiB");
    let bytes = api.http.get(&urls[1]).send().await.unwrap().bytes().await.unwrap();
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
    assert_eq!(archive.by_name("filler.bin").unwrap().size(), SIZE as u64);
    assert!(archive.by_name("locales/de.json").is_ok());
}
