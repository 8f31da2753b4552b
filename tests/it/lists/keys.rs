//! Lists that can be read by cursor or by page number: which way a walk takes, and where it ends.

use futures_util::TryStreamExt;
use l10n_client::calls::ListKeys;
use l10n_client::pages::Items;
use l10n_client::types::Key;
use l10n_client::{Error, ErrorKind};
use l10n_sandbox::{Reply, ReplyBody};
use serde_json::json;
use url::Url;

use crate::support::{VARIANTS, World, until_error, world};

fn keys(world: &World) -> ListKeys {
    world.client.list_keys(world.project.project_id)
}

/// The ids of all keys.
fn seeded(world: &World) -> Vec<i64> {
    world.project.key_ids.to_vec()
}

async fn ids(items: Items<Key>) -> Result<Vec<i64>, Error> {
    items.map_ok(|key| key.key_id).try_collect().await
}

/// What a walk yields until its error, and the error, which must be the last.
async fn failing(items: Items<Key>) -> (Vec<i64>, Error) {
    let (walked, error) = until_error(items).await;
    (walked.into_iter().map(|key| key.key_id).collect(), error)
}

/// The values of these parameters in every request; `-` where they are absent.
fn asked(world: &World, names: &[&str]) -> Vec<String> {
    let requests = world.sandbox.requests();
    let of = |target: &str| {
        let url: Url = format!("http://x{target}").parse().unwrap();
        let value = |name: &&str| {
            let mut pairs = url.query_pairs();
            let found = pairs.find(|(known, _)| known == *name);
            found.map_or("-".to_owned(), |(_, value)| value.into_owned())
        };
        names.iter().map(value).collect::<Vec<_>>().join(" ")
    };
    requests.iter().map(|seen| of(&seen.target)).collect()
}

/// Responds to the next request with a page of keys, and these headers.
fn respond(world: &World, ids: &[i64], headers: &[(&str, &str)]) {
    let keys: Vec<_> = ids.iter().map(|id| json!({ "key_id": id })).collect();
    let mut reply = Reply::new(200, ReplyBody::Json(json!({ "keys": keys })));
    for (name, value) in headers {
        reply = reply.header(name, value);
    }
    world.respond(reply);
}

const NEXT: &str = "X-Pagination-Next-Cursor";
const LIMIT: (&str, &str) = ("X-Pagination-Limit", "2");

#[tokio::test]
async fn a_walk_goes_by_cursor_and_ends_behind_the_last_page_in_both_variants() {
    for variant in VARIANTS {
        let world = world().await;
        world.sandbox.set_variants(variant);
        let walked = ids(keys(&world).limit(3).stream()).await.unwrap();
        assert_eq!(walked, seeded(&world), "{variant:?}");
        let asked = asked(&world, &["pagination", "limit", "page"]);
        assert_eq!(asked, ["cursor 3 -"; 3]);
        let pages: Vec<_> = keys(&world).limit(4).pages().try_collect().await.unwrap();
        let cursors: Vec<_> = pages.iter().map(|page| page.next_cursor().is_some()).collect();
        assert_eq!(cursors, [true, false], "eight keys are two full pages");
    }
}

#[tokio::test]
async fn a_walk_starts_behind_the_cursor_that_was_set() {
    let world = world().await;
    let first = keys(&world).pagination("cursor").limit(3).send().await.unwrap();
    let cursor = first.next_cursor().unwrap();
    let walked = ids(keys(&world).limit(2).cursor(cursor).stream()).await.unwrap();
    assert_eq!(walked, seeded(&world)[3..]);
    let page = keys(&world).limit(2).cursor(cursor).send().await.unwrap();
    assert_eq!(page.keys[0].key_id, seeded(&world)[3]);
}

#[tokio::test]
async fn a_walk_goes_by_page_number_where_that_was_asked_for() {
    let world = world().await;
    let all = seeded(&world);
    let walked = ids(keys(&world).limit(3).page(2).stream()).await.unwrap();
    assert_eq!(walked, all[3..]);
    assert_eq!(asked(&world, &["pagination", "limit", "page"]), ["- 3 2", "- 3 3"]);
    world.sandbox.clear_requests();
    let walked = ids(keys(&world).pagination("offset").stream()).await.unwrap();
    assert_eq!(walked, all);
    assert_eq!(asked(&world, &["pagination", "limit", "page"]), ["- 500 1"]);
}

#[tokio::test]
async fn two_ways_at_once_and_none_are_rejected_before_anything_is_sent() {
    let world = world().await;
    for call in [
        keys(&world).page(2).cursor("c"),
        keys(&world).page(2).pagination("cursor"),
        keys(&world).cursor("c").pagination("offset"),
        keys(&world).pagination("sideways"),
        keys(&world).cursor(""),
    ] {
        let (walked, error) = failing(call.stream()).await;
        assert_eq!((walked, error.kind()), (vec![], ErrorKind::InvalidRequest));
    }
    assert!(world.sandbox.requests().is_empty());
}

#[tokio::test]
async fn what_comes_or_goes_during_a_walk_by_cursor_moves_nothing() {
    let world = world().await;
    let all = seeded(&world);
    let mut items = keys(&world).limit(2).stream();
    let mut walked = vec![items.next().await.unwrap().unwrap().key_id];
    world.client.delete_key(world.project.project_id, all[0]).send().await.unwrap();
    walked.extend(ids(items).await.unwrap());
    assert_eq!(walked, all);
}

#[tokio::test]
async fn a_service_that_ignores_the_cursor_is_noticed_where_more_exists() {
    let numbered = |total| vec![("X-Pagination-Page", "1"), ("X-Pagination-Total-Count", total)];
    let world = world().await;
    for headers in [numbered("9"), vec![("X-Total-Count", "9")], vec![]] {
        respond(&world, &[1, 2], &headers);
        let (walked, error) = failing(keys(&world).limit(2).stream()).await;
        assert_eq!((walked, error.kind()), (vec![], ErrorKind::Pagination), "{headers:?}");
    }
    for (first, walked) in [(keys(&world), vec![1, 2]), (keys(&world).cursor("mine"), vec![])] {
        if !walked.is_empty() {
            respond(&world, &[1, 2], &[(NEXT, "a"), LIMIT]);
        }
        respond(&world, &[1, 2], &numbered("9"));
        let (yielded, error) = failing(first.stream()).await;
        assert_eq!((yielded, error.kind()), (walked, ErrorKind::Pagination));
        assert!(error.to_string().contains("set `pagination` to `offset`"), "{error}");
    }
    // That is all.
    respond(&world, &[1, 2], &[(NEXT, "a"), LIMIT]);
    respond(&world, &[3], &numbered("3"));
    assert_eq!(ids(keys(&world).stream()).await.unwrap(), [1, 2, 3]);
    respond(&world, &[1, 2], &[]);
    assert_eq!(ids(keys(&world).stream()).await.unwrap(), [1, 2]);
}

#[tokio::test]
async fn translations_are_walked_by_cursor_too() {
    let world = world().await;
    let list = world.client.list_translations(world.project.project_id);
    let walked: Vec<_> = list.clone().limit(7).stream().try_collect().await.unwrap();
    let page = list.limit(5000).send().await.unwrap();
    assert_eq!(Some(walked.len() as u64), page.total_count());
    let mut ids: Vec<_> = walked.iter().map(|text| text.translation_id).collect();
    ids.dedup();
    assert_eq!(ids.len(), walked.len());
    assert!(ids.is_sorted());
}

#[tokio::test]
async fn a_list_of_branches_whose_total_is_short_is_complete() {
    for variant in VARIANTS {
        let world = world().await;
        let project = world.project.project_id;
        for name in ["b", "c"] {
            world.client.create_branch(project, name).send().await.unwrap();
        }
        world.sandbox.set_variants(variant);
        let list = world.client.list_branches(project);
        let page = list.clone().send().await.unwrap();
        let all = page.branches.len();
        assert!(all >= 3);
        for limit in [1, 2, 500] {
            let walked: Vec<_> = list.clone().limit(limit).stream().try_collect().await.unwrap();
            assert_eq!(walked.len(), all, "{variant:?}, pages of {limit}");
        }
    }
}
