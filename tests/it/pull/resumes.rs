//! Downloads that break: resumed where their host can do that, and started over where not.

use std::fs;
use std::sync::Mutex;

use l10n_sandbox::{DOWNLOAD_BUNDLE, Fault, Misbehavior};

use super::{Disk, bundle_of, json, of, patient};
use crate::host::{Host, answer, bundle, lead_to};
use crate::support::world;

#[tokio::test]
async fn a_download_that_breaks_is_resumed_by_range() {
    let (world, disk) = (world().await, Disk::new());
    let bundle = bundle_of(&world).await;
    let cut = |bytes| Fault::new(Misbehavior::CutBody(bytes)).on(DOWNLOAD_BUNDLE);
    world.sandbox.add_fault(cut(100)).unwrap();
    world.sandbox.add_fault(cut(50)).unwrap();
    // The export makes another bundle every time, but for the same content.
    let pull = patient(&world.client);
    json(&pull).to_file(&disk.target).await.unwrap();
    assert_eq!(fs::read(&disk.target).unwrap().len(), bundle.len());
    zip::ZipArchive::new(fs::File::open(&disk.target).unwrap()).unwrap();

    let requests = world.sandbox.requests();
    let downloads: Vec<_> = of(&requests, DOWNLOAD_BUNDLE).collect();
    let ranges: Vec<_> = downloads.iter().map(|seen| seen.header("range")).collect();
    assert_eq!(ranges, [None, Some("bytes=100-"), Some("bytes=150-")]);
    assert!(downloads[1].header("if-range").unwrap().starts_with('"'));
    assert_eq!(downloads[2].status, Some(206));
}

#[tokio::test]
async fn a_host_that_cannot_resume_sends_all_of_it_again() {
    let body = bundle(300);
    for head in [
        "etag: \"one\"",
        "accept-ranges: none\r\netag: \"one\"",
        "accept-ranges: bytes",
        "accept-ranges: bytes\r\netag: W/\"one\"",
    ] {
        let (world, disk) = (world().await, Disk::new());
        let head = format!("200 OK\r\n{head}\r\ncontent-length: 300");
        let pieces = [200, 100, 300].map(|size| answer(&head, &body[..size]));
        let host = Host::start(pieces).await;
        lead_to(&world.sandbox, &host.link);
        let counts = Mutex::new(Vec::new());
        json(&patient(&world.client))
            .on_progress(|received, _| counts.lock().unwrap().push(received))
            .to_file(&disk.target)
            .await
            .unwrap();
        assert_eq!(fs::read(&disk.target).unwrap(), body, "{head}");
        assert!(host.seen().iter().all(|head| !head.contains("range:")));
        let counts = counts.into_inner().unwrap();
        assert!(!counts.is_sorted(), "the count starts over: {counts:?}");
    }
}

#[tokio::test]
async fn a_host_that_ignores_ranges_sends_all_of_it_again() {
    let (world, disk) = (world().await, Disk::new());
    let bundle = bundle_of(&world).await;
    let cut = Fault::new(Misbehavior::CutBody(100)).on(DOWNLOAD_BUNDLE);
    world.sandbox.add_fault(cut).unwrap();
    world
        .sandbox
        .add_fault(Fault::new(Misbehavior::NoRange).on(DOWNLOAD_BUNDLE))
        .unwrap();
    json(&patient(&world.client))
        .to_file(&disk.target)
        .await
        .unwrap();
    let whole = fs::read(&disk.target).unwrap();
    assert!(whole.starts_with(b"PK") && whole.len() == bundle.len());
}

#[tokio::test]
async fn a_rest_that_is_not_what_was_asked_for_is_not_taken() {
    let begun = "200 OK\r\naccept-ranges: bytes\r\netag: \"one\"\r\ncontent-length: 30";
    let whole = bundle(30);
    let wrong = [
        (
            "206 Partial Content\r\ncontent-range: bytes 2-29/30\r\netag: \"one\"",
            "cdef",
        ),
        (
            "206 Partial Content\r\ncontent-range: bytes 3-29/31\r\netag: \"one\"",
            "def",
        ),
        (
            "206 Partial Content\r\ncontent-range: bytes 3-29/30\r\netag: \"two\"",
            "DEF",
        ),
        ("206 Partial Content", "def"),
        (
            "416 Range Not Satisfiable\r\ncontent-range: bytes */30",
            "no such range",
        ),
    ];
    for (head, rest) in wrong {
        let (world, disk) = (world().await, Disk::new());
        let script = [
            answer(begun, "PK\x03"),
            answer(head, rest),
            answer(begun, &whole),
        ];
        let host = Host::start(script).await;
        lead_to(&world.sandbox, &host.link);
        json(&patient(&world.client))
            .to_file(&disk.target)
            .await
            .unwrap();
        assert_eq!(fs::read(&disk.target).unwrap(), whole, "{head}");
        let seen = host.seen();
        assert!(seen[1].contains("range: bytes=3-"), "{head}");
        assert!(
            !seen[2].contains("range:"),
            "{head}: no range is asked for again"
        );
    }
}

#[tokio::test]
async fn a_bundle_that_has_changed_starts_over() {
    let (world, disk) = (world().await, Disk::new());
    let first = "200 OK\r\naccept-ranges: bytes\r\nlast-modified: Wed, 21 Oct 2015 07:28:00 GMT\r\n\
                 date: Wed, 21 Oct 2015 07:29:00 GMT\r\ncontent-length: 30";
    let second = "200 OK\r\naccept-ranges: bytes\r\ncontent-length: 26";
    let host = Host::start([answer(first, "PK\x03"), answer(second, bundle(26))]).await;
    lead_to(&world.sandbox, &host.link);
    json(&patient(&world.client))
        .to_file(&disk.target)
        .await
        .unwrap();
    assert_eq!(fs::read(&disk.target).unwrap(), bundle(26));
    assert!(host.seen()[1].contains("if-range: wed, 21 oct 2015 07:28:00 gmt"));
}

#[tokio::test]
async fn a_length_that_is_not_announced_is_taken_as_it_comes() {
    let (world, disk) = (world().await, Disk::new());
    let chunked = "HTTP/1.1 200 OK\r\naccept-ranges: bytes\r\netag: \"one\"\r\n\
                   transfer-encoding: chunked\r\n\r\n1a\r\n";
    let chunk = |end: &str| [chunked.as_bytes(), &bundle(26), end.as_bytes()].concat();
    let script = [chunk("\r\n"), chunk("\r\n0\r\n\r\n")];
    let host = Host::start(script).await;
    lead_to(&world.sandbox, &host.link);
    let totals = Mutex::new(Vec::new());
    json(&patient(&world.client))
        .on_progress(|_, total| totals.lock().unwrap().push(total))
        .to_file(&disk.target)
        .await
        .unwrap();
    assert_eq!(fs::read(&disk.target).unwrap(), bundle(26));
    let seen = host.seen();
    assert_eq!(seen.len(), 2, "an end without its mark is no end");
    assert!(!seen[1].contains("range:"), "nobody knows what is missing");
    assert_eq!(totals.into_inner().unwrap(), [None, None]);
}

/// A second date may be that of two bundles.
#[tokio::test]
async fn a_date_that_is_fresh_tells_no_bundle_from_another() {
    let (world, disk) = (world().await, Disk::new());
    let first = "200 OK\r\naccept-ranges: bytes\r\nlast-modified: Wed, 21 Oct 2015 07:28:00 GMT\r\n\
                 date: Wed, 21 Oct 2015 07:28:59 GMT\r\ncontent-length: 30";
    let host = Host::start([answer(first, "PK\x03"), answer("200 OK", bundle(26))]).await;
    lead_to(&world.sandbox, &host.link);
    let client = patient(&world.client);
    json(&client).to_file(&disk.target).await.unwrap();
    assert!(!host.seen()[1].contains("range:"));
}

#[tokio::test]
async fn passing_troubles_of_the_host_are_tried_again() {
    let (world, disk) = (world().await, Disk::new());
    for status in [503, 429, 502] {
        let fault = Fault::new(Misbehavior::status(status));
        world.sandbox.add_fault(fault.on(DOWNLOAD_BUNDLE)).unwrap();
    }
    json(&patient(&world.client))
        .to_file(&disk.target)
        .await
        .unwrap();
    assert_eq!(of(&world.sandbox.requests(), DOWNLOAD_BUNDLE).count(), 4);
}
