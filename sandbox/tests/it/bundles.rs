//! The host of bundles: links, credentials, ranges.

use reqwest::header::{AUTHORIZATION, RANGE};
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

#[tokio::test]
async fn ranges_of_a_bundle() {
    let api = Api::start().await;
    let url = api.bundle_url(&json!({ "format": "json" })).await;
    let whole = api.http.get(&url).send().await.unwrap();
    let tag = whole.headers()["etag"].clone();
    assert_eq!(whole.headers()["accept-ranges"], "bytes");
    let size: usize = whole.headers()["content-length"].to_str().unwrap().parse().unwrap();
    let whole = whole.bytes().await.unwrap();
    assert_eq!(whole.len(), size);

    let last = format!("bytes {}-{}/{size}", size - 5, size - 1);
    for (range, expected, sent) in [
        ("bytes=0-9", format!("bytes 0-9/{size}"), &whole[..10]),
        ("bytes=10-", format!("bytes 10-{}/{size}", size - 1), &whole[10..]),
        ("bytes=-5", last, &whole[size - 5..]),
    ] {
        let part =
            api.http.get(&url).header(RANGE, range).header("if-range", &tag).send().await.unwrap();
        assert_eq!(part.status(), 206);
        assert_eq!(part.headers()["content-range"], expected.as_str());
        assert_eq!(part.bytes().await.unwrap(), sent);
    }
    let stale = api
        .http
        .get(&url)
        .header(RANGE, "bytes=0-9")
        .header("if-range", "\"old\"")
        .send()
        .await
        .unwrap();
    assert_eq!(stale.status(), 200);
    let beyond = api.http.get(&url).header(RANGE, format!("bytes={size}-")).send().await.unwrap();
    assert_eq!(beyond.status(), 416);
    assert_eq!(beyond.headers()["content-range"], format!("bytes */{size}").as_str());
}

#[tokio::test]
async fn ranges_beyond_all_numbers_do_no_harm() {
    let api = Api::start().await;
    let url = api.bundle_url(&json!({ "format": "json" })).await;
    let huge = "9".repeat(30);
    for range in [
        format!("{huge}-"),
        format!("0-{huge}"),
        format!("-{huge}"),
        format!("{huge}-{huge}"),
        format!("{}-", u64::MAX),
        format!("0-{}", u64::MAX),
        format!("-{}", u64::MAX),
        "-0".to_owned(),
        "5-2".to_owned(),
    ] {
        let asked = api.http.get(&url).header(RANGE, format!("bytes={range}"));
        let answer = asked.send().await.unwrap();
        let status = answer.status().as_u16();
        assert!([200, 206, 416].contains(&status), "{range}: {status}");
        assert!(answer.bytes().await.is_ok(), "{range}");
    }
}
