//! What ends a download: attempts without progress, silence, a speed that leads nowhere, a size.

use std::fs;
use std::sync::Mutex;
use std::time::Duration;

use l10n_client::{ErrorKind, RetryPolicy};
use l10n_sandbox::{DOWNLOAD_BUNDLE, Fault, Misbehavior};

use super::{Disk, json, patient};
use crate::host::{Host, answer, bundle, lead_to};
use crate::support::{builder, world};

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
