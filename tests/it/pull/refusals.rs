//! What is no bundle, and what errors of pulls say.

use l10n_client::types::FileExport;
use std::fs;

use l10n_client::ErrorKind;

use super::{Disk, bundle_of, json, patient};
use crate::host::{Host, SIGNATURE, answer, lead_to};
use crate::support::world;

#[tokio::test]
async fn what_is_no_zip_archive_is_no_bundle_and_the_error_says_what_came() {
    let world = world().await;
    let empty = ["PK\x05\x06", &"\0".repeat(18)].concat();
    let host = Host::start([answer("200 OK", &empty)]).await;
    lead_to(&world.sandbox, &host.link);
    let disk = Disk::new();
    json(&world.client).to_file(&disk.target).await.unwrap();
    assert_eq!(fs::read(&disk.target).unwrap(), empty.as_bytes());

    let text = "content-type: text/plain\r\n";
    let chunked = format!("HTTP/1.1 200 OK\r\n{text}transfer-encoding: chunked\r\n\r\n");
    for (answer, words) in [
        (
            answer("200 OK\r\ncontent-type: text/plain", "secret content"),
            "14 bytes of the type `text/plain`",
        ),
        (answer("200 OK", "PK\x03"), "no zip archive: 3 bytes"),
        (
            answer(&format!("200 OK\r\ncontent-type: x/{SIGNATURE}"), "abc"),
            "no zip archive: 3 bytes",
        ),
        (
            answer("200 OK\r\ncontent-type: text/marked-signature", "abc"),
            "no zip archive: 3 bytes",
        ),
        (
            answer("200 OK\r\ncontent-type: Text/XML; charset=utf-8", "abc"),
            "3 bytes of the type `text/xml`",
        ),
        (
            (chunked.clone() + "3\r\nabc\r\n0\r\n\r\n").into_bytes(),
            "something of the type `text/plain`",
        ),
        (
            (chunked + "2\r\nPK\r\n0\r\n\r\n").into_bytes(),
            "2 bytes of the type `text/plain`",
        ),
    ] {
        let disk = Disk::new();
        let host = Host::start([answer]).await;
        world.sandbox.clear_faults();
        lead_to(&world.sandbox, &host.link);
        let error = json(&world.client).to_file(&disk.target).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Bundle, "{error}");
        let shown = error.to_string();
        assert!(
            shown.contains(words) && !shown.contains("secret"),
            "{shown}"
        );
        assert!(!format!("{shown} {error:?}").contains("marked"), "{shown}");
        assert!(disk.is_untouched());
    }
}

/// Of fifty pulls at once, one has failed: which?
#[tokio::test]
async fn every_error_of_a_pull_names_its_project() {
    let (world, disk) = (world().await, Disk::new());
    let project = "garnet-7041.26:release/2";
    let host = Host::start([
        answer("200 OK", "no archive"),
        answer("200 OK\r\ncontent-type: text/html", "<p>"),
        answer("500 Internal Server Error", ""),
    ]);
    let host = host.await;
    for (link, kind, words) in [
        (host.link.clone(), ErrorKind::Bundle, "is no zip archive"),
        (host.link.clone(), ErrorKind::Bundle, "a web page came"),
        (host.link.clone(), ErrorKind::Status, "500 Internal"),
        ("no link".to_owned(), ErrorKind::Bundle, "is no URL"),
    ] {
        world.sandbox.clear_faults();
        lead_to(&world.sandbox, &link);
        let pull = world.client.pull(project).export(FileExport::new("json"));
        let error = pull.to_file(&disk.target).await.unwrap_err();
        let text = error.to_string();
        assert_eq!(error.kind(), kind, "{text}");
        let start = format!("downloadBundle of {project} at 127.0.0.1:");
        assert!(text.starts_with(&start) && text.contains(words), "{text}");
        assert_eq!(
            (error.operation(), error.project(), error.host()),
            (Some("downloadBundle"), Some(project), Some("127.0.0.1"))
        );
    }
    let pull = world.client.pull(project);
    let error = pull.to_file(disk.folder.path()).await.unwrap_err();
    assert_eq!(
        (error.kind(), error.project()),
        (ErrorKind::Io, Some(project))
    );
}

/// Answers that look as if they were whole, and are not.
#[tokio::test]
async fn a_bundle_that_ends_before_its_end_is_had_again_and_replaces_nothing() {
    let whole = bundle_of(&world().await).await;
    let most = &whole[..whole.len() * 6 / 10];
    let short = format!("200 OK\r\ncontent-length: {}", most.len());
    let closed = |version| {
        let head = format!("HTTP/{version} 200 OK\r\nconnection: close\r\n\r\n");
        [head.as_bytes(), most].concat()
    };
    for cut in [
        closed("1.1"),
        closed("1.0"),
        answer(&short, &whole),
        answer("200 OK", b"PK\x03\x04 not a zip"),
        answer("200 OK", b"PK\x05\x06"),
        answer("200 OK", &whole[..whole.len() - 1]),
    ] {
        let (world, disk) = (world().await, Disk::new());
        let host = Host::start([cut.clone(), answer("200 OK", &whole)]).await;
        lead_to(&world.sandbox, &host.link);
        let client = patient(&world.client);
        json(&client).to_file(&disk.target).await.unwrap();
        assert_eq!(fs::read(&disk.target).unwrap(), whole);
        assert!(!host.seen()[1].contains("range:"));

        let disk = Disk::new();
        let host = Host::start_long(vec![cut; 5]).await;
        world.sandbox.clear_faults();
        lead_to(&world.sandbox, &host.link);
        let error = json(&client).to_file(&disk.target).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::ConnectionLost, "{error}");
        assert!(error.to_string().contains("before its end"), "{error}");
        assert!(disk.is_untouched());
    }
}

#[tokio::test]
async fn an_empty_bundle_is_none() {
    let (world, disk) = (world().await, Disk::new());
    let host = Host::start([answer("200 OK", "")]).await;
    lead_to(&world.sandbox, &host.link);
    let error = json(&world.client).to_file(&disk.target).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Bundle, "{error}");
    assert!(disk.is_untouched());
}
