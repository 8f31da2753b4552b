//! Calls from several threads, and from one runtime after another.

use std::thread;

use l10n_sandbox::Sandbox;
use tokio::runtime::Builder;
use tokio::sync::oneshot;

use crate::support::builder;

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
