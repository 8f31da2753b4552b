//! The host of bundles (links, credentials, ranges), and things to be moved in bulk.

use l10n_sandbox::Sandbox;
use reqwest::RequestBuilder;
use reqwest::header::{AUTHORIZATION, RANGE};
use serde_json::json;

use crate::support::Api;

#[tokio::test]
async fn the_bundle_host_takes_signed_links_and_no_credentials() {
    let api = Api::start().await;
    let url = api.bundle_url(&json!({ "format": "json" })).await;
    assert!(!url.starts_with(api.sandbox.base_url().trim_end_matches("/v2")));
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
        let part = api.http.get(&url).header(RANGE, range).header("if-range", &tag);
        let part = part.send().await.unwrap();
        assert_eq!(part.status(), 206);
        assert_eq!(part.headers()["content-range"], expected.as_str());
        assert_eq!(part.bytes().await.unwrap(), sent);
    }
    let stale = api.http.get(&url).header(RANGE, "bytes=0-9").header("if-range", "\"old\"");
    assert_eq!(stale.send().await.unwrap().status(), 200);
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

#[tokio::test]
async fn comments_in_bulk_are_listed_behind_the_named_ones() {
    let api = Api::with(Sandbox::builder().comments(7_000)).await;
    let reply = api.get("/comments?limit=5000&page=2").await;
    assert_eq!(reply.header("x-pagination-total-count"), "7003");
    let body = reply.expect(200);
    let comments = body["comments"].as_array().unwrap();
    assert_eq!(comments.len(), 2_003);
    let last = comments[2_002].clone();
    let path = format!("/keys/3108/comments/{}", last["comment_id"]);
    assert_eq!(api.get(&path).await.expect(200)["comment"], last);

    let new = json!({ "comments": [{ "comment": "New" }] });
    let created = api.post("/keys/3108/comments", &new).await.expect(200);
    assert!(created["comments"][0]["comment_id"].as_u64() > last["comment_id"].as_u64());
    api.sandbox.reset();
    assert_eq!(api.get("/comments").await.header("x-pagination-total-count"), "7003");
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
