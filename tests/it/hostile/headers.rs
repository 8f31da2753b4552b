//! Headers that make no sense: what they are for is done without them.

use std::time::Duration;

use futures_util::TryStreamExt;
use l10n_sandbox::{Reply, ReplyBody};
use serde_json::json;

use crate::support::{World, world};

/// What no number of items is, or no true one.
const ODD: [&str; 14] = [
    "-1",
    "0",
    "1",
    "7, 7",
    "+3",
    "3.5",
    "1e9",
    "0x10",
    "many",
    "",
    "\u{fc}\u{2603}",
    "9223372036854775807",
    "18446744073709551615",
    "99999999999999999999999",
];

/// The items of a list whose first page, of two items, comes with these headers; and how many
/// requests it took.
async fn walked(world: &World, headers: &[(&str, &str)]) -> (usize, usize) {
    let body = json!({"files": [{"file_id": 1}, {"file_id": 2}]});
    let reply =
        headers.iter().fold(Reply::new(200, ReplyBody::Json(body)), |reply, (name, value)| {
            reply.header(name, value)
        });
    world.sandbox.clear_requests();
    world.respond(reply);
    let list = world.client.list_files(world.project.project_id);
    let items = list.limit(2).page(50).stream().try_collect::<Vec<_>>();
    let items = tokio::time::timeout(Duration::from_secs(30), items).await;
    (items.unwrap().unwrap().len(), world.sandbox.requests().len())
}

#[tokio::test]
async fn counts_of_a_list_that_are_none_neither_lose_a_page_nor_keep_the_walk_going() {
    let world = world().await;
    let names = [
        "X-Total-Count",
        "X-Pagination-Total-Count",
        "X-Pagination-Page-Count",
        "X-Pagination-Limit",
        "X-Pagination-Page",
    ];
    for value in ODD {
        for name in names {
            let (items, requests) = walked(&world, &[(name, value)]).await;
            assert_eq!(items, 2, "{name}: {value}");
            assert!(requests <= 6, "{name}: {value}: {requests} requests");
        }
        let (items, requests) = walked(&world, &names.map(|name| (name, value))).await;
        assert!(items == 2 && requests <= 6, "all {value}: {items} items, {requests} requests");
    }
}
