//! The host of bundles (links and credentials), and things to be moved in bulk.

use l10n_sandbox::{DOWNLOAD_BUNDLE, Fault, Misbehavior, Sandbox};
use reqwest::RequestBuilder;
use reqwest::header::AUTHORIZATION;
use serde_json::json;

use crate::support::Api;

#[tokio::test]
async fn the_bundle_host_takes_signed_links_and_no_credentials() {
    let api = Api::start().await;
    let url = api.bundle_url(&json!({ "format": "json" })).await;
    assert!(url.starts_with(&format!("{}/", api.sandbox.bundle_url())), "{url}");
    let status = async |request: RequestBuilder| request.send().await.unwrap().status().as_u16();
    assert_eq!(status(api.http.get(&url)).await, 200);
    for (name, value) in [("X-Api-Token", "any"), (AUTHORIZATION.as_str(), "Bearer any")] {
        assert_eq!(status(api.http.get(&url).header(name, value)).await, 403, "{name}");
    }
    let other = api.bundle_url(&json!({ "format": "json" })).await;
    let (path, signature) = url.split_once('?').unwrap();
    let mixed = format!("{}?{signature}", other.split('?').next().unwrap());
    for url in [&format!("{url}0"), path, &mixed] {
        assert_eq!(status(api.http.get(url)).await, 403, "{url}");
    }
    api.sandbox.add_fault(Fault::new(Misbehavior::status(403)).on(DOWNLOAD_BUNDLE)).unwrap();
    assert_eq!(status(api.http.get(&url)).await, 403);
    let seen = api.sandbox.requests().pop().unwrap();
    assert!(seen.fault.is_some() && !seen.took_effect && seen.refused.is_none(), "{seen:?}");
}

#[tokio::test]
async fn the_url_of_a_bundle_is_encoded() {
    let api = Api::start().await;
    api.put("", &json!({ "name": "B\u{fc}cher & Co/#1" })).await.expect(200);
    let url = api.bundle_url(&json!({ "format": "json" })).await;
    assert!(url.contains("/B%C3%BCcher%20%26%20Co%2F%231-locale.zip?signature="), "{url}");
    assert_eq!(api.http.get(url).send().await.unwrap().status(), 200);
}

#[tokio::test]
async fn bundles_are_filled() {
    const SIZE: usize = 3 << 20;
    let api = Api::with(Sandbox::builder().bundle_filler(SIZE)).await;
    let options = json!({ "format": "json", "original_filenames": true });
    let body = api.post("/files/download", &options).await.expect(200);
    let bundle = api.http.get(body["bundle_url"].as_str().unwrap());
    let bytes = bundle.send().await.unwrap().bytes().await.unwrap();
    assert!(bytes.len() > SIZE, "{}", bytes.len());
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
    assert_eq!(archive.by_name("filler.bin").unwrap().size(), SIZE as u64);
    assert!(archive.by_name("locales/de.json").is_ok());
}
