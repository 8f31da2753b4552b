//! Pulls to a file: it takes its name when it is whole, with the permissions of the one before.

use std::fs;
use std::sync::Mutex;
use std::time::Duration;

use l10n_client::{Client, Error, ErrorKind, Pulled};
use l10n_sandbox::{DOWNLOAD_BUNDLE, Fault, Misbehavior, ResetMoment, Server};

use super::{Disk, json, of, operations, patient};
use crate::support::world;

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
    use std::path::Path;
    let (world, disk) = (world().await, Disk::new());
    json(&world.client).to_file(&disk.target).await.unwrap();
    let new = disk.folder.path().join("new");
    fs::write(&new, "").unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
    assert_eq!(mode(&disk.target), mode(&new));
}

#[cfg(unix)]
#[tokio::test]
async fn the_permissions_of_a_file_that_is_replaced_are_kept() {
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;
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

/// Pulls can be spawned.
#[test]
fn pulls_are_send() {
    fn is_send(_: impl Future<Output = Result<Pulled, Error>> + Send) {}
    let _ = |client: &'static Client| {
        is_send(client.pull("a").to_file("b"));
        is_send(client.pull("a").to_folder("b"));
    };
}
