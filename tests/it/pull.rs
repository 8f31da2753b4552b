//! Pulls to a file: exports of both kinds, downloads that break, and what the host of the bundle gets to see.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use l10n_client::{Client, Error, ErrorKind, Pull, Pulled, RetryPolicy};
use l10n_sandbox::{DOWNLOAD_BUNDLE, Fault, Misbehavior, ResetMoment, SeenRequest, Server};
use tempfile::TempDir;

use crate::host::{Host, SIGNATURE, answer, bundle, lead_to};
use crate::support::{World, builder, world};
use crate::traces::logged;

/// A folder with a bundle of an earlier pull in it.
struct Disk {
    folder: TempDir,
    target: PathBuf,
}

const EARLIER: &str = "an earlier bundle";

impl Disk {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("bundle.zip");
        fs::write(&target, EARLIER).unwrap();
        Self { folder, target }
    }

    /// Whether nothing is left behind but the earlier bundle.
    fn is_untouched(&self) -> bool {
        self.files() == ["bundle.zip"] && fs::read(&self.target).unwrap() == EARLIER.as_bytes()
    }

    fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder.path()).unwrap();
        entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect()
    }
}

fn patient(client: &Client) -> Client {
    let policy = RetryPolicy::default();
    client.with_retry(policy.backoff(Duration::from_millis(1), Duration::from_millis(1)))
}

fn json(client: &Client) -> Pull<'_> {
    client
        .pull("garnet-7041.26")
        .export(|body| body.format("json"))
}

fn of<'r>(
    requests: &'r [SeenRequest],
    operation: &'static str,
) -> impl Iterator<Item = &'r SeenRequest> {
    requests
        .iter()
        .filter(move |request| request.operation.as_deref() == Some(operation))
}

fn operations(requests: &[SeenRequest]) -> Vec<&str> {
    let mut names: Vec<_> = requests
        .iter()
        .filter_map(|request| request.operation.as_deref())
        .collect();
    names.dedup();
    names
}

/// The bundle that undisturbed pulls bring.
async fn bundle_of(world: &World) -> Vec<u8> {
    let disk = Disk::new();
    json(&world.client).to_file(&disk.target).await.unwrap();
    world.sandbox.clear_requests();
    fs::read(&disk.target).unwrap()
}

#[tokio::test]
async fn a_bundle_comes_to_a_file_and_its_host_sees_no_credential() {
    let (world, disk) = (world().await, Disk::new());
    let steps = Mutex::new(Vec::new());
    let pulled = json(&world.client)
        .on_progress(|received, total| steps.lock().unwrap().push((received, total)))
        .to_file(&disk.target)
        .await
        .unwrap();
    let bundle = fs::read(&disk.target).unwrap();
    assert!(bundle.starts_with(b"PK"));
    assert_eq!(pulled.files, std::slice::from_ref(&disk.target));
    assert_eq!(pulled.bundle_size, bundle.len() as u64);
    assert_eq!(disk.files(), ["bundle.zip"]);
    let last = steps.into_inner().unwrap().pop();
    assert_eq!(last, Some((pulled.bundle_size, Some(pulled.bundle_size))));

    let requests = world.sandbox.requests();
    assert_eq!(operations(&requests), ["exportFiles", DOWNLOAD_BUNDLE]);
    let seen = of(&requests, DOWNLOAD_BUNDLE).next().unwrap();
    assert_eq!(seen.server, Server::Bundle);
    assert_eq!(seen.header("accept-encoding"), Some("identity"));
    let token = world.sandbox.tokens().read_write;
    for (name, value) in &seen.headers {
        assert!(name != "authorization" && name != "x-api-token");
        assert!(!value.contains(token), "{name}");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_pulled_file_may_be_read_by_whom_any_new_file_may() {
    use std::os::unix::fs::PermissionsExt;
    let (world, disk) = (world().await, Disk::new());
    json(&world.client).to_file(&disk.target).await.unwrap();
    let new = disk.folder.path().join("new");
    fs::write(&new, "").unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
    assert_eq!(mode(&disk.target), mode(&new));
}

#[tokio::test]
async fn an_export_is_asynchronous_on_request_and_where_the_project_is_too_large() {
    let (world, disk) = (world().await, Disk::new());
    let pull = json(&world.client).asynchronous(true);
    pull.to_file(&disk.target).await.unwrap();
    assert!(fs::read(&disk.target).unwrap().starts_with(b"PK"));
    let requests = world.sandbox.requests();
    let asynchronous = ["startExport", "getProcess", DOWNLOAD_BUNDLE];
    assert_eq!(operations(&requests), asynchronous);

    world.sandbox.clear_requests();
    let large = world.client.pull(world.project.large_project_id);
    let large = large.export(|body| body.format("json").filter_langs(["en"]));
    large.to_file(&disk.target).await.unwrap();
    let requests = world.sandbox.requests();
    assert_eq!(operations(&requests)[0], "exportFiles");
    assert_eq!(operations(&requests)[1..], asynchronous);
    assert_eq!(requests[0].status, Some(413));
}

#[tokio::test]
async fn waiting_for_an_export_has_a_limit() {
    let (world, disk) = (world().await, Disk::new());
    let pull = json(&world.client)
        .asynchronous(true)
        .wait_total(Duration::ZERO);
    let error = pull.to_file(&disk.target).await.unwrap_err();
    assert!(error.is_timeout() && error.job_id().is_some(), "{error}");
    assert!(disk.is_untouched());
}

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

#[tokio::test]
async fn attempts_without_progress_end_as_the_policy_says() {
    let (world, disk) = (world().await, Disk::new());
    let cut = Fault::new(Misbehavior::CutBody(0))
        .on(DOWNLOAD_BUNDLE)
        .always();
    world.sandbox.add_fault(cut).unwrap();
    let error = json(&patient(&world.client))
        .to_file(&disk.target)
        .await
        .unwrap_err();
    assert_eq!((error.kind(), error.attempts()), (ErrorKind::Broken, 5));
    assert!(disk.is_untouched());
}

/// A host that sends a bundle of `pieces` pieces of `size` bytes, and after each of them breaks.
async fn brittle(pieces: usize, size: usize) -> Host {
    let bundle = bundle(pieces * size);
    let total = bundle.len();
    let whole =
        format!("200 OK\r\naccept-ranges: bytes\r\netag: \"one\"\r\ncontent-length: {total}");
    let script = bundle.chunks(size).enumerate().map(|(number, piece)| {
        let from = number * size;
        let rest = format!(
            "206 Partial Content\r\netag: \"one\"\r\ncontent-range: bytes {from}-{}/{total}\r\n\
             content-length: {}",
            total - 1,
            total - from
        );
        answer(if from == 0 { &whole } else { &rest }, piece)
    });
    Host::start_long(script.collect()).await
}

#[tokio::test]
async fn an_attempt_that_brings_enough_counts_as_the_first_and_one_byte_is_not_enough() {
    let (world, disk) = (world().await, Disk::new());
    let host = brittle(9, 16 << 10).await;
    lead_to(&world.sandbox, &host.link);
    let pulled = json(&patient(&world.client)).to_file(&disk.target).await;
    assert_eq!(pulled.unwrap().bundle_size, 9 * (16 << 10));
    assert_eq!(host.seen().len(), 9);

    let disk = Disk::new();
    let host = brittle(100, 4).await;
    world.sandbox.clear_faults();
    lead_to(&world.sandbox, &host.link);
    let error = json(&patient(&world.client)).to_file(&disk.target).await;
    assert_eq!(error.unwrap_err().attempts(), 5);
    assert!(disk.is_untouched());
}

#[tokio::test]
async fn a_download_that_leads_nowhere_is_given_up() {
    let (world, disk) = (world().await, Disk::new());
    let grace = Duration::from_millis(150);
    let drip = Misbehavior::Drip {
        chunk: 1,
        pause: Duration::from_millis(10),
    };
    world
        .sandbox
        .add_fault(Fault::new(drip).on(DOWNLOAD_BUNDLE))
        .unwrap();
    let pull = json(&world.client).min_speed(1000, grace);
    let error = pull.to_file(&disk.target).await.unwrap_err();
    assert!(error.is_timeout(), "{error}");
    let text = error.to_string();
    assert!(text.contains("less than 1000 a second"), "{error}");
    assert!(disk.is_untouched());

    // Over all attempts, each of which brings enough.
    let host = brittle(200, 16 << 10).await;
    lead_to(&world.sandbox, &host.link);
    let patient = RetryPolicy::default();
    let pause = Duration::from_millis(20);
    let client = world.client.with_retry(patient.backoff(pause, pause));
    let error = json(&client)
        .min_speed(1 << 40, grace)
        .to_file(&disk.target);
    let error = error.await.unwrap_err();
    assert!(error.is_timeout() && error.attempts() > 5, "{error}");

    let host = brittle(20, 16 << 10).await;
    world.sandbox.clear_faults();
    lead_to(&world.sandbox, &host.link);
    let pull = json(&client).min_speed(0, Duration::ZERO);
    pull.to_file(&disk.target).await.unwrap();
}

#[tokio::test]
async fn a_bundle_over_its_limit_is_refused_before_it_comes_where_it_is_announced() {
    let world = world().await;
    let body = bundle(100);
    let head = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n64\r\n";
    let chunked = [head.as_bytes(), &body, b"\r\n0\r\n\r\n"].concat();
    for script in [answer("200 OK", &body), chunked] {
        let (disk, told) = (Disk::new(), Mutex::new(0));
        let host = Host::start([script.clone(), script]).await;
        world.sandbox.clear_faults();
        lead_to(&world.sandbox, &host.link);
        let pull = json(&world.client)
            .bundle_limit(99)
            .on_progress(|_, _| *told.lock().unwrap() += 1);
        let error = pull.to_file(&disk.target).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Bundle, "{error}");
        let text = "the bundle is larger than 99 bytes, the limit: see `Pull::bundle_limit`";
        assert!(error.to_string().contains(text), "{error}");
        assert_eq!(*told.lock().unwrap(), 0);
        assert!(disk.is_untouched());

        let pull = json(&world.client).bundle_limit(100);
        pull.to_file(&disk.target).await.unwrap();
        assert_eq!(fs::read(&disk.target).unwrap(), body);
    }

    // Nothing of it is waited for.
    let announced = format!("200 OK\r\ncontent-length: {}", (1_u64 << 30) + 1);
    let host = Host::start([answer(&announced, "")]).await;
    world.sandbox.clear_faults();
    lead_to(&world.sandbox, &host.link);
    let disk = Disk::new();
    let error = json(&world.client).to_file(&disk.target).await.unwrap_err();
    assert!(error.to_string().contains("1073741824"), "{error}");
}

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
    let elsewhere = "https://10.0.0.1/bundle.zip".to_owned();
    for (link, kind, words) in [
        (host.link.clone(), ErrorKind::Bundle, "is no zip archive"),
        (host.link.clone(), ErrorKind::Bundle, "a web page came"),
        (host.link.clone(), ErrorKind::Status, "500 Internal"),
        (elsewhere, ErrorKind::Bundle, "leads to this machine"),
        ("no link".to_owned(), ErrorKind::Bundle, "is no URL"),
    ] {
        world.sandbox.clear_faults();
        lead_to(&world.sandbox, &link);
        let pull = world
            .client
            .pull(project)
            .export(|body| body.format("json"));
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

#[cfg(unix)]
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
        assert_eq!(error.kind(), ErrorKind::Broken, "{error}");
        assert!(error.to_string().contains("before its end"), "{error}");
        assert!(disk.is_untouched());
    }
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
async fn the_permissions_of_a_file_that_is_replaced_are_kept() {
    use std::os::unix::fs::PermissionsExt;
    let (world, disk) = (world().await, Disk::new());
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o7777;
    for kept in [0o600, 0o640, 0o666, 0o444, 0o755, 0o604] {
        fs::set_permissions(&disk.target, fs::Permissions::from_mode(kept)).unwrap();
        // Nor does the temporary file let anybody read more.
        let modes = Mutex::new(Vec::new());
        json(&world.client)
            .on_progress(|_, _| {
                let files = disk.files();
                let part = files.iter().find(|name| name.starts_with('.')).unwrap();
                modes
                    .lock()
                    .unwrap()
                    .push(mode(&disk.folder.path().join(part)));
            })
            .to_file(&disk.target)
            .await
            .unwrap();
        assert_eq!(mode(&disk.target), kept, "{kept:o}");
        let modes = modes.into_inner().unwrap();
        assert!(!modes.is_empty());
        for mode in modes {
            assert_eq!(mode & !(kept | 0o600), 0, "{mode:o} for {kept:o}");
        }
    }
}

#[tokio::test]
async fn a_failure_leaves_the_target_as_it_was() {
    let world = world().await;
    let faults = [
        Misbehavior::CutBody(100),
        Misbehavior::CutHead(40),
        Misbehavior::Reset(ResetMoment::BeforeEffect),
        Misbehavior::status(500),
        Misbehavior::status(503),
        Misbehavior::html(),
    ];
    for fault in faults {
        let (disk, text) = (Disk::new(), format!("{fault:?}"));
        world
            .sandbox
            .add_fault(Fault::new(fault).on(DOWNLOAD_BUNDLE))
            .unwrap();
        let error = json(&world.client).to_file(&disk.target).await.unwrap_err();
        assert!(disk.is_untouched(), "{text}: {error}");
    }
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

#[tokio::test]
async fn an_expired_link_of_an_asynchronous_export_is_made_anew_and_the_download_goes_on() {
    let (world, disk) = (world().await, Disk::new());
    let cut = Fault::new(Misbehavior::CutBody(100)).on(DOWNLOAD_BUNDLE);
    world.sandbox.add_fault(cut).unwrap();
    world
        .sandbox
        .add_fault(Fault::new(Misbehavior::ExpiredLink).on(DOWNLOAD_BUNDLE))
        .unwrap();
    json(&patient(&world.client))
        .asynchronous(true)
        .to_file(&disk.target)
        .await
        .unwrap();
    zip::ZipArchive::new(fs::File::open(&disk.target).unwrap()).unwrap();
    let requests = world.sandbox.requests();
    assert_eq!(of(&requests, "startExport").count(), 1);
    let downloads: Vec<_> = of(&requests, DOWNLOAD_BUNDLE).collect();
    let statuses: Vec<_> = downloads.iter().map(|seen| seen.status.unwrap()).collect();
    assert_eq!(statuses, [200, 403, 206]);
    assert_eq!(downloads[2].header("range"), Some("bytes=100-"));
    assert_ne!(downloads[1].target, downloads[2].target);
}

#[tokio::test]
async fn an_expired_link_of_a_synchronous_export_is_had_by_another_that_sets_off_nothing() {
    let (world, disk) = (world().await, Disk::new());
    let cut = Fault::new(Misbehavior::CutBody(100)).on(DOWNLOAD_BUNDLE);
    world.sandbox.add_fault(cut).unwrap();
    world
        .sandbox
        .add_fault(Fault::new(Misbehavior::ExpiredLink).on(DOWNLOAD_BUNDLE))
        .unwrap();
    let hook = Host::start([answer("200 OK", ""), answer("200 OK", "")]).await;
    json(&patient(&world.client))
        .export(|body| body.webhook_url(hook.link.as_str()))
        .to_file(&disk.target)
        .await
        .unwrap();
    let requests = world.sandbox.requests();
    let sizes: Vec<_> = of(&requests, "exportFiles")
        .map(|seen| seen.body_size)
        .collect();
    assert!(sizes.len() == 2 && sizes[1] < sizes[0], "{sizes:?}");
    let last = of(&requests, DOWNLOAD_BUNDLE).last().unwrap();
    assert_eq!(last.header("range"), None, "it is another bundle");
    zip::ZipArchive::new(fs::File::open(&disk.target).unwrap()).unwrap();
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert_eq!(hook.seen().len(), 1, "the webhook is called once");
}

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

#[tokio::test]
async fn an_empty_bundle_is_none() {
    let (world, disk) = (world().await, Disk::new());
    let host = Host::start([answer("200 OK", "")]).await;
    lead_to(&world.sandbox, &host.link);
    let error = json(&world.client).to_file(&disk.target).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Bundle, "{error}");
    assert!(disk.is_untouched());
}

#[tokio::test]
async fn a_target_that_cannot_be_written_is_known_before_anything_is_sent() {
    let (world, disk) = (world().await, Disk::new());
    let folder = disk.folder.path();
    for target in [
        folder.to_owned(),
        folder.join("absent/b.zip"),
        disk.target.join("b.zip"),
    ] {
        let error = json(&world.client).to_file(&target).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Io, "{error}");
        let text = error.to_string();
        assert!(text.contains(folder.to_str().unwrap()), "{text}");
        let system = fs::File::create_new(&target).unwrap_err().to_string();
        let reason = match target == folder {
            true => "it is a folder",
            false => &system,
        };
        assert!(text.contains(reason), "{text}");
    }
    let body_without_format = world.client.pull("garnet-7041.26");
    let error = body_without_format.to_file(&disk.target).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest, "{error}");
    assert!(world.sandbox.requests().is_empty());
    assert!(disk.is_untouched());
}

#[tokio::test]
async fn dropping_a_pull_ends_it_and_leaves_nothing() {
    let (world, disk) = (world().await, Disk::new());
    let drip = Misbehavior::Drip {
        chunk: 10,
        pause: Duration::from_millis(20),
    };
    world
        .sandbox
        .add_fault(Fault::new(drip).on(DOWNLOAD_BUNDLE))
        .unwrap();
    let (begun, mut has_begun) = tokio::sync::mpsc::unbounded_channel();
    let client = patient(&world.client);
    let pull = json(&client)
        .on_progress(move |_, _| begun.send(()).unwrap())
        .to_file(&disk.target);
    let mut pull = Box::pin(pull);
    tokio::select! {
        _ = &mut pull => panic!("it takes longer"),
        _ = has_begun.recv() => assert_eq!(disk.files().len(), 2, "a temporary file is there"),
    }
    drop(pull);
    assert!(disk.is_untouched());
    let before = world.sandbox.requests().len();
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert_eq!(world.sandbox.requests().len(), before);
}

#[tokio::test]
async fn a_download_may_take_longer_than_a_call() {
    let (world, disk) = (world().await, Disk::new());
    let drip = Misbehavior::Drip {
        chunk: 300,
        pause: Duration::from_millis(60),
    };
    world
        .sandbox
        .add_fault(Fault::new(drip).on(DOWNLOAD_BUNDLE))
        .unwrap();
    let client = world
        .client
        .with_call_timeout(Some(Duration::from_millis(100)));
    let begin = std::time::Instant::now();
    json(&client).to_file(&disk.target).await.unwrap();
    assert!(begin.elapsed() > Duration::from_millis(110));
}

/// Pulls can be spawned.
#[test]
fn pulls_are_send() {
    fn is_send(_: impl Future<Output = Result<Pulled, Error>> + Send) {}
    let _ = |client: &'static Client| {
        is_send(client.pull("a").to_file("b"));
        is_send(client.pull("a").to_folder("b"));
    };
}

#[tokio::test]
async fn a_host_that_falls_silent_does_not_hold_the_pull() {
    let world = world().await;
    let client = builder(&world.sandbox)
        .api_token(world.sandbox.tokens().read_write)
        .read_timeout(Duration::from_millis(80))
        .build()
        .unwrap();
    let drip = Misbehavior::Drip {
        chunk: 100,
        pause: Duration::from_secs(60),
    };
    let fault = Fault::new(drip).on(DOWNLOAD_BUNDLE).always();
    world.sandbox.add_fault(fault).unwrap();
    let disk = Disk::new();
    let error = json(&client).to_file(&disk.target).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout, "{error}");
    assert!(disk.is_untouched());
}
