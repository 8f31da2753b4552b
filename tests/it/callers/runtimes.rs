//! Calls from several threads, and from one runtime after another.

use std::thread;

use l10n_sandbox::Sandbox;
use tokio::runtime::Builder;
use tokio::sync::oneshot;

use super::{client, in_time, limited, list, no_place_is_lost};
use crate::support::builder;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_is_shared_by_threads() {
    let (sandbox, own) = limited().await;
    let tasks: Vec<_> = (0..20)
        .map(|_| {
            let client = own.clone();
            tokio::spawn(async move { list(&client).await })
        })
        .collect();
    for task in tasks {
        in_time(task).await.unwrap();
    }
    no_place_is_lost(&own).await;
    let other = client(&sandbox);
    no_place_is_lost(&other).await;
}

#[test]
fn a_client_is_used_by_one_runtime_after_another() {
    let runtime = || Builder::new_current_thread().enable_all().build().unwrap();
    let own = runtime();
    let sandbox = own.block_on(Sandbox::start()).unwrap();
    // The sandbox goes on while the client's runtimes come and go.
    let (stop, stopped) = oneshot::channel::<()>();
    let server = thread::spawn(move || own.block_on(stopped));
    let token = sandbox.tokens().read_write;
    let client = builder(&sandbox).api_token(token).build().unwrap();
    for _ in 0..20 {
        // A write, which is not retried if its connection is lost.
        let call = client.create_project("One more").send();
        runtime().block_on(call).unwrap();
    }
    drop(stop);
    server.join().unwrap().unwrap_err();
}
