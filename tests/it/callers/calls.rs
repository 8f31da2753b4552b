//! Calls, streams, waits and downloads under combinators.

use std::time::Duration;

use futures_util::future::{self, FutureExt};
use futures_util::stream::{self, StreamExt};
use l10n_client::{Client, Error};
use l10n_sandbox::{Fault, Misbehavior, Sandbox};

use super::{in_time, limited, list, no_place_is_lost};
use crate::support::download;

async fn contributor(client: &Client, id: i64) -> Result<(), Error> {
    client.get_contributor(super::PROJECT, id).send().await.map(drop)
}

fn ids(sandbox: &Sandbox, count: usize) -> Vec<i64> {
    let ids = sandbox.project().contributor_ids;
    ids.iter().copied().cycle().take(count).collect()
}

#[tokio::test]
async fn a_call_in_the_body_of_a_buffered_stream_of_calls() {
    for at_once in [2, 12] {
        let (sandbox, client) = limited().await;
        let calls = stream::iter(ids(&sandbox, 14)).map(|id| contributor(&client, id));
        let mut done = 0;
        in_time(async {
            let mut calls = calls.buffer_unordered(at_once);
            while let Some(result) = calls.next().await {
                result.unwrap();
                list(&client).await;
                done += 1;
            }
        })
        .await;
        assert_eq!(done, 14);
        no_place_is_lost(&client).await;
    }
}

#[tokio::test]
async fn polled_once_and_kept() {
    let (_sandbox, client) = limited().await;
    let mut kept: Vec<_> = (0..9).map(|_| Box::pin(list(&client))).collect();
    for call in &mut kept {
        assert!(call.now_or_never().is_none());
    }
    no_place_is_lost(&client).await;
    in_time(future::join_all(kept)).await;
}

#[tokio::test]
async fn dropped_while_they_wait_and_while_they_are_on_their_way() {
    let (sandbox, client) = limited().await;
    let slow = Misbehavior::Delay(Duration::from_millis(300));
    // Every second request is slow.
    for skipped in 1..=100 {
        sandbox.add_fault(Fault::new(slow.clone()).after(skipped)).unwrap();
    }
    in_time(async {
        for round in 0..30 {
            let calls = (0..3).map(|_| list(&client));
            let pause = Duration::from_millis(7 * (round % 9));
            let _ = tokio::time::timeout(pause, future::join_all(calls)).await;
        }
    })
    .await;
    sandbox.clear_faults();
    no_place_is_lost(&client).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn aborted_tasks_leave_their_places() {
    let (_sandbox, client) = limited().await;
    for round in 0..10_u64 {
        let tasks: Vec<_> = (0..8)
            .map(|_| {
                let client = client.clone();
                tokio::spawn(async move { list(&client).await })
            })
            .collect();
        tokio::time::sleep(Duration::from_millis(11 * (round % 5))).await;
        tasks.iter().for_each(|task| task.abort());
    }
    no_place_is_lost(&client).await;
}

#[tokio::test]
async fn streams_that_are_left_half_way_keep_nobody_waiting() {
    let (_sandbox, client) = limited().await;
    let mut kept = Vec::new();
    in_time(async {
        for _ in 0..6 {
            let contributors = client.list_contributors(super::PROJECT);
            let mut contributors = contributors.limit(1).stream();
            contributors.next().await.unwrap().unwrap();
            kept.push(contributors);
        }
    })
    .await;
    no_place_is_lost(&client).await;
}

#[tokio::test]
async fn exports_side_by_side_and_dropped() {
    let (_sandbox, client) = limited().await;
    let export = async || {
        let process = client.start_export(super::PROJECT, "json").wait().await?;
        let link = process.details.and_then(|details| details.download_url).unwrap();
        download(&client, &link).await
    };
    for pause in [5, 50, 300] {
        let pause = Duration::from_millis(pause);
        let _ = tokio::time::timeout(pause, export()).await;
    }
    for bundle in in_time(future::join_all((0..3).map(|_| export()))).await {
        assert!(!bundle.unwrap().is_empty());
    }
    no_place_is_lost(&client).await;
}
