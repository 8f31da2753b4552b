//! Bundles that are pulled to a writer or a stream.

use std::io;
use std::pin::Pin;
use std::sync::Mutex;
use std::task::{Context, Poll};

use l10n_client::{Error, ErrorKind};
use l10n_sandbox::{DOWNLOAD_BUNDLE, Fault, Misbehavior};
use tokio::io::AsyncWrite;

use super::{Disk, bundle_of, json, patient};
use crate::host::{Host, answer, bundle, lead_to};
use crate::support::world;

#[tokio::test]
async fn a_bundle_comes_to_a_writer_whole_however_often_its_download_breaks() {
    let world = world().await;
    let length = bundle_of(&world).await.len();
    for misbehavior in [
        Misbehavior::CutBody(100),
        Misbehavior::CutBody(50),
        Misbehavior::NoRange,
    ] {
        let fault = Fault::new(misbehavior).on(DOWNLOAD_BUNDLE);
        world.sandbox.add_fault(fault).unwrap();
    }
    let mut written = Vec::new();
    let client = patient(&world.client);
    let pulled = json(&client).to_writer(&mut written).await.unwrap();
    assert_eq!(written.len(), length);
    assert_eq!(pulled.bundle_size, length as u64);
    assert!(pulled.files.is_empty() && pulled.changes.is_empty());
    zip::ZipArchive::new(io::Cursor::new(written)).unwrap();
}

#[tokio::test]
async fn nothing_comes_of_a_bundle_that_is_not_whole() {
    let world = world().await;
    let cut = Fault::new(Misbehavior::CutBody(100)).on(DOWNLOAD_BUNDLE);
    world.sandbox.add_fault(cut.always()).unwrap();
    let mut written = Vec::new();
    let error = json(&world.client).to_writer(&mut written).await;
    assert_eq!(error.unwrap_err().kind(), ErrorKind::ConnectionLost);
    assert!(written.is_empty());
    let error = json(&world.client).to_stream().await.unwrap_err();
    assert_eq!(error.project(), Some("garnet-7041.26"));
}

#[tokio::test]
async fn a_stream_is_of_the_whole_in_pieces() {
    let world = world().await;
    let whole = bundle(1_000_000);
    let host = Host::start([answer("200 OK", &whole)]).await;
    lead_to(&world.sandbox, &host.link);
    let mut stream = json(&world.client).to_stream().await.unwrap();
    assert_eq!(stream.size(), 1_000_000);
    let (mut came, mut pieces) = (Vec::new(), 0);
    while let Some(piece) = stream.next().await {
        came.extend(piece.unwrap());
        pieces += 1;
    }
    assert!(came == whole && pieces > 1, "{pieces}");
    assert!(stream.next().await.is_none());
}

/// A writer that takes so much, and then no more.
struct Full(Mutex<usize>);

impl AsyncWrite for Full {
    fn poll_write(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let mut room = self.0.lock().unwrap();
        let taken = bytes.len().min(*room);
        *room -= taken;
        Poll::Ready(match taken {
            0 => Err(io::Error::other("the disk is full")),
            _ => Ok(taken),
        })
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        panic!("it is the caller's to close")
    }
}

#[tokio::test]
async fn a_writer_that_fails_is_told() {
    let world = world().await;
    let full = Full(Mutex::new(10));
    let error = json(&world.client).to_writer(full).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Io, "{error}");
    assert!(error.to_string().contains("the disk is full"), "{error}");
    assert_eq!(error.project(), Some("garnet-7041.26"));
}

#[tokio::test]
async fn a_file_and_a_writer_get_the_same() {
    let (world, disk) = (world().await, Disk::new());
    let whole = bundle(3_000);
    let host = Host::start([(); 2].map(|()| answer("200 OK", &whole))).await;
    lead_to(&world.sandbox, &host.link);
    json(&world.client).to_file(&disk.target).await.unwrap();
    let mut written = Vec::new();
    json(&world.client).to_writer(&mut written).await.unwrap();
    assert_eq!(std::fs::read(&disk.target).unwrap(), written);
}

/// They can be spawned.
#[test]
fn streams_are_send() {
    fn is_send<T: Send>(_: impl Future<Output = Result<T, Error>> + Send) {}
    let _ = |client: &'static l10n_client::Client| {
        is_send(client.pull("a").to_stream());
        is_send(client.pull("a").to_writer(tokio::io::sink()));
        is_send(client.pull("a").plan("b"));
        is_send(async { client.pull("a").plan("b").await?.send().await });
    };
}
