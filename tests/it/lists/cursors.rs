//! Lists by cursor alone: both directions, and where they end.

use futures_util::TryStreamExt;
use l10n_client::calls::ListItems;
use l10n_client::pages::Items;
use l10n_client::{Error, ErrorKind};
use l10n_sandbox::{Reply, ReplyBody};
use serde_json::{Value, json};

use crate::support::{World, until_error, world};

fn items(world: &World) -> ListItems {
    world.client.list_items(world.project.project_id)
}

async fn ids(items: Items<Value>) -> Result<Vec<i64>, Error> {
    let items = items.map_ok(|item| item["id"].as_i64().unwrap());
    items.try_collect().await
}

/// The query of every request.
fn queries(world: &World) -> Vec<String> {
    let seen = world.sandbox.requests();
    let query = |target: &str| target.split_once('?').map_or("", |(_, query)| query).to_owned();
    seen.iter().map(|seen| query(&seen.target)).collect()
}

/// Responds to the next requests with pages of these items.
fn respond<const N: usize>(world: &World, pages: [(&[i64], Value); N]) {
    for (ids, meta) in pages {
        let data: Vec<_> = ids.iter().map(|id| json!({ "id": id })).collect();
        let body = json!({ "data": data, "meta": meta });
        world.respond(Reply::new(200, ReplyBody::Json(body)));
    }
}

/// What a walk yields until its error, and the error, which must be the last.
async fn failing(items: Items<Value>) -> (Vec<i64>, Error) {
    let (walked, error) = until_error(items).await;
    (walked.iter().map(|item| item["id"].as_i64().unwrap()).collect(), error)
}

#[tokio::test]
async fn a_walk_goes_forward_from_page_to_page() {
    let world = world().await;
    assert_eq!(ids(items(&world).limit(2).stream()).await.unwrap(), world.project.key_ids[..2]);
    assert_eq!(queries(&world), ["limit=2", "limit=2&after=b3BhcXVl"]);

    let more = json!({ "cursor": "a", "hasMore": true });
    respond(&world, [(&[1, 2], more), (&[3], json!({ "hasMore": false }))]);
    let pages: Vec<_> = items(&world).limit(2).pages().try_collect().await.unwrap();
    let shape: Vec<_> = pages.iter().map(|page| (page.data.len(), page.meta.has_more)).collect();
    assert_eq!(shape, [(2, Some(true)), (1, Some(false))]);
}

#[tokio::test]
async fn a_walk_starts_at_a_cursor_and_goes_backward_from_one() {
    let world = world().await;
    let more = |cursor| json!({ "cursor": cursor, "hasMore": true });
    let last = || json!({ "hasMore": false });
    respond(&world, [(&[7], more("7")), (&[8], last())]);
    let behind = items(&world).limit(1).after("6").stream();
    assert_eq!(ids(behind).await.unwrap(), [7, 8]);
    assert_eq!(queries(&world), ["limit=1&after=6", "limit=1&after=7"]);

    world.sandbox.clear_requests();
    respond(&world, [(&[5, 4], more("4")), (&[3, 2], more("2")), (&[1], last())]);
    let before = items(&world).limit(2).before("6").stream();
    assert_eq!(ids(before).await.unwrap(), [5, 4, 3, 2, 1]);
    let queries = queries(&world);
    assert_eq!(queries, ["limit=2&before=6", "limit=2&before=4", "limit=2&before=2"]);

    let both = items(&world).after("6").before("6").stream();
    let (_, error) = failing(both).await;
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
}

#[tokio::test]
async fn a_cursor_that_came_before_is_an_error() {
    let world = world().await;
    let more = |cursor| json!({ "cursor": cursor, "hasMore": true });
    respond(&world, [(&[1], more("a")), (&[2], more("b")), (&[3], more("a"))]);
    let (walked, error) = failing(items(&world).stream()).await;
    assert_eq!((walked, error.kind()), (vec![1, 2], ErrorKind::Pagination));
    assert_eq!(queries(&world), ["", "after=a", "after=b"]);

    respond(&world, [(&[1], more("mine"))]);
    let (walked, error) = failing(items(&world).after("mine").stream()).await;
    assert_eq!((walked, error.kind()), (vec![], ErrorKind::Pagination));
    assert!(error.to_string().contains("repeated a cursor"), "{error}");

    // The cursor of the page itself does not lead on.
    let meta = json!({"nextCursor": 4, "cursor": 0, "hasMore": true});
    respond(&world, [(&[], meta.clone()), (&[], meta)]);
    let terms = world.client.list_glossary_terms(world.project.project_id).limit(2).stream();
    let error = terms.try_collect::<Vec<_>>().await.unwrap_err();
    assert!(error.to_string().contains("repeated a cursor"), "{error}");
    assert_eq!(queries(&world)[4..], ["limit=2", "limit=2&cursor=4"]);
}

#[tokio::test]
async fn empty_pages_without_end_are_an_error() {
    for empty in [99, 100] {
        let world = world().await;
        for page in 0..empty {
            let meta = json!({ "cursor": format!("c{page}"), "hasMore": true });
            respond(&world, [(&[], meta)]);
        }
        respond(&world, [(&[1], json!({ "hasMore": false }))]);
        let walked = ids(items(&world).stream()).await;
        match empty {
            99 => assert_eq!(walked.unwrap(), [1]),
            _ => assert_eq!(walked.unwrap_err().kind(), ErrorKind::Pagination),
        }
        assert_eq!(queries(&world).len(), 100);
    }
}

/// Without `hasMore`, a cursor says it; without both, nothing does.
#[tokio::test]
async fn a_page_says_whether_more_items_exist() {
    let world = world().await;
    for last in [json!({ "cursor": null }), json!({ "cursor": "" }), json!([])] {
        world.sandbox.clear_requests();
        respond(&world, [(&[1], json!({ "cursor": "a" })), (&[2], last)]);
        assert_eq!(ids(items(&world).stream()).await.unwrap(), [1, 2]);
        assert_eq!(queries(&world), ["", "after=a"]);
    }
    let more = json!({ "cursor": null, "hasMore": true });
    respond(&world, [(&[1], json!({ "cursor": "a", "hasMore": true })), (&[2], more)]);
    let (walked, error) = failing(items(&world).stream()).await;
    assert_eq!((walked, error.kind()), (vec![1], ErrorKind::Pagination));
}

#[tokio::test]
async fn cursors_are_sent_as_they_came() {
    let world = world().await;
    let odd = "a b+c/=&%20;ü\"";
    respond(&world, [(&[1], json!({ "cursor": odd })), (&[2], json!({ "hasMore": false }))]);
    assert_eq!(ids(items(&world).stream()).await.unwrap(), [1, 2]);
    let target = format!("http://x{}", world.sandbox.requests()[1].target);
    let url = reqwest::Url::parse(&target).unwrap();
    let sent: Vec<_> = url.query_pairs().into_owned().collect();
    assert_eq!(sent, [("after".to_owned(), odd.to_owned())]);
}
