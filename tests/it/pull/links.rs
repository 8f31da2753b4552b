//! Signed links: where they may lead, and that nobody sees them.

use std::fs;

use l10n_client::{Error, ErrorKind};

use super::{Disk, json, operations, patient};
use crate::host::{Host, SIGNATURE, answer, bundle, lead_to};
use crate::support::world;
use crate::traces::logged;

#[tokio::test]
async fn a_link_that_stays_refused_is_an_error_that_does_not_show_it() {
    let (world, disk) = (world().await, Disk::new());
    let refused = answer("403 Forbidden", format!("<Code>{SIGNATURE}</Code>"));
    let host = Host::start([refused.clone(), refused.clone(), refused]).await;
    lead_to(&world.sandbox, &host.link);
    let error = json(&patient(&world.client))
        .to_file(&disk.target)
        .await
        .unwrap_err();
    assert_eq!(error.status().unwrap(), 403);
    assert_eq!(error.operation(), Some("downloadBundle"));
    assert_eq!(host.seen().len(), 3, "it is made anew twice");
    let text = "403 Forbidden; the link to the bundle has expired, and was renewed 2 times in vain";
    assert!(error.to_string().contains(text), "{error}");
    assert_hides_the_link(&error);
    assert!(disk.is_untouched());
}

fn assert_hides_the_link(error: &Error) {
    let body = String::from_utf8_lossy(error.body().map_or(&[], |body| &body[..]));
    let source = std::error::Error::source(error);
    let shown = format!("{error} {error:?} {source:?} {body} {:?}", error.headers());
    assert!(!shown.contains("marked-signature"), "{shown}");
    assert!(!shown.contains("bundle.zip"), "{shown}");
}

#[tokio::test]
async fn no_failure_and_no_log_shows_the_link() {
    let world = world().await;
    let begun = "200 OK\r\naccept-ranges: bytes\r\netag: \"one\"\r\ncontent-length: 6";
    let moved = format!("302 Found\r\nlocation: /bundle.zip?again&{SIGNATURE}");
    let script = [
        answer(begun, "PK\x03"),
        answer(&moved, ""),
        b"nonsense\r\n\r\n".to_vec(),
    ];
    let host = Host::start(script).await;
    lead_to(&world.sandbox, &host.link);
    let client = patient(&world.client);
    let text = logged(async move {
        let disk = Disk::new();
        let error = json(&client).to_file(&disk.target).await.unwrap_err();
        assert_hides_the_link(&error);
        // Nobody listens any more.
        let error = json(&client).to_file(&disk.target).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Connect);
        assert_hides_the_link(&error);
    })
    .await;
    assert!(text.contains("url.template=\"{bundle_url}\""), "{text}");
    assert!(!text.contains("marked-signature"), "{text}");
}

#[tokio::test]
async fn links_lead_to_safe_places_only() {
    let world = world().await;
    let links = [
        "http://storage.test/bundle.zip?",
        "ftp://127.0.0.1/bundle.zip?",
        "file:///etc/bundle.zip?",
        "http://user:marked-signature@127.0.0.1/bundle.zip?",
        "bundle.zip?",
    ];
    for link in links {
        let disk = Disk::new();
        world.sandbox.clear_faults();
        lead_to(&world.sandbox, &format!("{link}{SIGNATURE}"));
        let error = json(&world.client).to_file(&disk.target).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Bundle, "{error}");
        assert_hides_the_link(&error);
        assert!(disk.is_untouched());
    }
    assert_eq!(operations(&world.sandbox.requests()), ["exportFiles"]);
}

#[tokio::test]
async fn redirects_of_the_host_are_followed_but_not_for_ever_and_not_anywhere() {
    let (world, disk) = (world().await, Disk::new());
    let moved = |to: &str| answer(&format!("307 Temporary Redirect\r\nlocation: {to}"), "");
    let last = Host::start([answer("200 OK", bundle(30))]).await;
    let first = Host::start([moved("/elsewhere"), moved(&last.link)]).await;
    lead_to(&world.sandbox, &first.link);
    json(&world.client).to_file(&disk.target).await.unwrap();
    assert_eq!(fs::read(&disk.target).unwrap(), bundle(30));
    assert!(first.seen()[1].starts_with("get /elsewhere "));
    assert!(!last.seen()[0].contains("token"));

    for (place, redirects) in [("/again", 6), ("http://storage.test/", 1)] {
        let disk = Disk::new();
        let host = Host::start([(); 7].map(|()| moved(place))).await;
        world.sandbox.clear_faults();
        lead_to(&world.sandbox, &host.link);
        let error = json(&world.client).to_file(&disk.target).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Bundle, "{error}");
        assert_eq!(host.seen().len(), redirects);
        assert!(disk.is_untouched());
    }
}
