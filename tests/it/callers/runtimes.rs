//! Calls from several threads.

use super::{client, in_time, limited, list, no_place_is_lost};

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
