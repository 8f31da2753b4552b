//! Calls that are moved between threads and runtimes, and calls where there is no runtime.

use std::time::Duration;

use futures_util::FutureExt;
use l10n_client::{Client, ErrorKind};
use l10n_sandbox::{Fault, Misbehavior, Sandbox};
use tokio::runtime::{Builder, Runtime};

use super::{PROJECT, client, in_time, limited, list, no_place_is_lost};
use crate::support::builder;

fn runtime() -> Runtime {
    Builder::new_current_thread().enable_all().build().unwrap()
}

/// What runs the sandbox, beside the runtimes that stand still.
fn server() -> Runtime {
    Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .unwrap()
}

#[test]
fn a_runtime_that_stands_still_keeps_nobody_waiting() {
    let server = server();
    let (sandbox, client) = server.block_on(limited());
    sandbox
        .add_fault(Fault::new(Misbehavior::Delay(Duration::from_millis(300))).times(6))
        .unwrap();
    let first = runtime();
    // Six are on their way, and three wait, when their runtime stops for good.
    let kept: Vec<_> = first.block_on(async {
        let mut calls: Vec<_> = (0..9).map(|_| Box::pin(list(&client))).collect();
        for call in &mut calls {
            assert!(call.now_or_never().is_none());
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
        calls
    });
    runtime().block_on(no_place_is_lost(&client));
    drop(kept);
    drop(first);
    runtime().block_on(no_place_is_lost(&client));
}

#[test]
fn a_call_that_is_begun_on_one_thread_ends_on_another() {
    let server = server();
    let (_sandbox, client) = server.block_on(limited());
    let first = runtime();
    let call = client.list_files().project_id(PROJECT).send();
    std::thread::scope(|threads| {
        let mut call = Box::pin(call);
        let begun = first.block_on(async { call.as_mut().now_or_never() });
        assert!(begun.is_none());
        let ended = threads.spawn(move || {
            // The task goes on where it was begun.
            first.block_on(in_time(call)).map(drop)
        });
        ended.join().unwrap().unwrap();
    });
}

#[test]
fn a_runtime_that_is_shut_down_does_not_hide_what_may_have_been_done() {
    let server = server();
    let sandbox = server
        .block_on(Sandbox::builder().strict().start())
        .unwrap();
    let client = builder(&sandbox)
        .api_token(sandbox.tokens().read_write)
        .build()
        .unwrap();
    sandbox
        .add_fault(Fault::new(Misbehavior::Delay(Duration::from_secs(5))).always())
        .unwrap();
    let begun = runtime();
    let create = client
        .create_custom_translation_status()
        .project_id(PROJECT);
    let mut create = Box::pin(
        create
            .body_map(|body| body.title("New").color("#61bd4f"))
            .send(),
    );
    let mut read = Box::pin(client.list_files().project_id(PROJECT).send());
    begun.block_on(async {
        assert!(create.as_mut().now_or_never().is_none());
        assert!(read.as_mut().now_or_never().is_none());
        tokio::time::sleep(Duration::from_millis(200)).await;
    });
    drop(begun);
    let (create, read) = runtime().block_on(async { (create.await, read.await) });
    let (create, read) = (create.unwrap_err(), read.unwrap_err());
    assert!(create.may_have_taken_effect() && !read.may_have_taken_effect());
    assert_eq!(create.kind(), ErrorKind::Broken);
    let text = create.to_string();
    assert!(text.contains("the Tokio runtime was shut down"), "{text}");
}

#[test]
fn where_there_is_no_runtime_there_is_an_error() {
    let settings = Client::builder("http://127.0.0.1:9/v2").api_token("c0ffee");
    let client = settings.build().unwrap();
    macro_rules! run {
        ($call:expr) => {
            $call.now_or_never().expect("it waits").unwrap_err()
        };
    }
    let of_project = client.list_files().project_id(PROJECT);
    let process = client.get_process().project_id(PROJECT).process_id("x");
    let upload = client.upload_file().project_id(PROJECT);
    let mut items = of_project.clone().stream();
    let errors = [
        run!(of_project.send()),
        items.next().now_or_never().flatten().unwrap().unwrap_err(),
        run!(client.cursor_list("x").send()),
        run!(process.wait().into_future()),
        run!(client.push(PROJECT).file("a.json", "en").send()),
        run!(client.pull(PROJECT).to_file("a.zip")),
        run!(upload.file(std::path::Path::new("a")).send()),
    ];
    for error in errors {
        assert_eq!(error.kind(), ErrorKind::Configuration, "{error}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_is_shared_by_threads() {
    let (_sandbox, client) = limited().await;
    let tasks: Vec<_> = (0..20)
        .map(|_| {
            let client = client.clone();
            tokio::spawn(async move { list(&client).await })
        })
        .collect();
    for task in tasks {
        in_time(task).await.unwrap();
    }
    no_place_is_lost(&client).await;
    let other: Client = self::client(&_sandbox);
    no_place_is_lost(&other).await;
}

#[test]
fn a_call_that_is_begun_on_a_runtime_that_stands_still_keeps_to_its_limit() {
    let server = server();
    let sandbox = server
        .block_on(Sandbox::builder().strict().start())
        .unwrap();
    sandbox
        .add_fault(Fault::new(Misbehavior::Delay(Duration::from_millis(400))).always())
        .unwrap();
    let client = builder(&sandbox).api_token(sandbox.tokens().read_write);
    let limit = Duration::from_millis(700);
    let client = client.call_timeout(Some(limit)).build().unwrap();
    let still = runtime();
    let create = client
        .create_custom_translation_status()
        .project_id(PROJECT);
    let create = create.body_map(|body| body.title("New").color("#61bd4f"));
    let mut create = Box::pin(create.send());
    still.block_on(async {
        let begun = tokio::time::timeout(Duration::from_millis(100), &mut create);
        assert!(begun.await.is_err());
    });
    let error = runtime().block_on(in_time(create)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout);
    assert!(error.may_have_taken_effect(), "{error}");
    assert!(error.to_string().contains("stands still"), "{error}");
}

#[test]
fn a_wait_whose_runtime_is_shut_down_keeps_its_job() {
    let server = server();
    let step = Sandbox::builder().strict().step(Duration::from_secs(30));
    let sandbox = server.block_on(step.start()).unwrap();
    let client = builder(&sandbox).api_token(sandbox.tokens().read_write);
    let client = client.build().unwrap();
    let begun = runtime();
    let handle = begun.handle().clone();
    let export = client.start_export().project_id(PROJECT);
    let wait = export.body_map(|body| body.format("json")).wait();
    let mut wait = Box::pin(wait.into_future());
    begun.block_on(async {
        let looked = tokio::time::timeout(Duration::from_millis(300), &mut wait);
        assert!(looked.await.is_err());
    });
    begun.shutdown_background();
    let error = handle.block_on(wait).unwrap_err();
    assert!(
        error.job_id().is_some() && error.may_have_taken_effect(),
        "{error}"
    );
}

#[test]
fn a_runtime_without_timers_or_io_is_an_error() {
    let server = server();
    let sandbox = server
        .block_on(Sandbox::builder().strict().start())
        .unwrap();
    for mut settings in [Builder::new_current_thread(), Builder::new_multi_thread()] {
        let client = client(&sandbox);
        let bare = settings.build().unwrap();
        let call = client.list_files().project_id(PROJECT).send();
        let error = bare.block_on(call).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Configuration);
        assert!(error.to_string().contains("`enable_all`"), "{error}");
    }
}

#[test]
fn connections_of_a_runtime_that_stands_still_are_used_by_no_other() {
    let server = server();
    let sandbox = server
        .block_on(Sandbox::builder().strict().start())
        .unwrap();
    let client = builder(&sandbox).api_token(sandbox.tokens().read_write);
    let client = client.read_timeout(Duration::from_secs(5)).build().unwrap();
    let runtimes = [runtime(), runtime(), runtime()];
    for _ in 0..2 {
        for runtime in &runtimes {
            runtime.block_on(async { in_time(list(&client)).await });
        }
    }
    let create = client
        .create_custom_translation_status()
        .project_id(PROJECT);
    let create = create
        .body_map(|body| body.title("New").color("#61bd4f"))
        .send();
    runtime().block_on(in_time(create)).unwrap();
}
