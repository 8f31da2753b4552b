//! What ends a download: attempts without progress, silence, a speed that leads nowhere, a size.

use std::fs;
use std::sync::Mutex;
use std::time::Duration;

use l10n_client::ErrorKind;
use l10n_sandbox::{DOWNLOAD_BUNDLE, Fault, Misbehavior};

use super::{Disk, json};
use crate::host::{Host, answer, bundle, lead_to};
use crate::support::{builder, world};

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
        .with_options(l10n_client::CallOptions::new().timeout(Duration::from_millis(100)));
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
