//! Where a list by page number ends.

use futures_util::TryStreamExt;
use l10n_client::{Error, ErrorKind};
use l10n_sandbox::{Fault, Misbehavior, Reply, ReplyBody};
use serde_json::json;

use super::{LIST, all, befall, comment, comments, ids, requested, world_of_comments};
use crate::support::{World, world};

/// A list that does not count, of pages with at most `cap` items.
fn uncounted(cap: Option<usize>) -> Misbehavior {
    Misbehavior::List { cap, counted: false }
}

#[tokio::test]
async fn a_list_that_shrinks_ends_earlier() {
    let world = world_of_comments(13).await;
    let before = all(&world).await;
    let mut items = comments(&world).limit(2).stream().prefetch(0);
    let mut walked = vec![items.next().await.unwrap().unwrap().comment_id];
    for id in &before[5..] {
        world.client.delete_key_comment(world.project.project_id, 3101, *id).send().await.unwrap();
    }
    world.sandbox.clear_requests();
    walked.extend(ids(items).await.unwrap());
    assert_eq!(walked, before[..5]);
    assert_eq!(requested(&world), [2, 3]);
}

#[tokio::test]
async fn a_list_that_grows_ends_later() {
    let world = world_of_comments(4).await;
    let mut items = comments(&world).limit(2).stream().prefetch(0);
    let mut walked = vec![items.next().await.unwrap().unwrap().comment_id];
    comment(&world, 5).await;
    walked.extend(ids(items).await.unwrap());
    assert_eq!(walked.len(), 9);
    assert_eq!(walked, all(&world).await);
}

#[tokio::test]
async fn without_a_total_a_short_or_an_empty_page_ends_the_list() {
    for (count, expected) in [(7, vec![1, 2, 3]), (6, vec![1, 2, 3]), (3, vec![1, 2])] {
        let world = world_of_comments(count).await;
        befall(&world, uncounted(None));
        let pages: Vec<_> = comments(&world).limit(3).pages().try_collect().await.unwrap();
        assert_eq!(requested(&world), expected);
        assert_eq!(pages.len(), count.div_ceil(3), "an empty page is no page");
        assert!(pages.iter().all(|page| page.total_count().is_none()));
        let walked: usize = pages.iter().map(|page| page.comments.len()).sum();
        assert_eq!(walked, count);
    }
}

#[tokio::test]
async fn a_limit_that_the_service_lowers_loses_nothing() {
    let world = world_of_comments(7).await;
    let all = all(&world).await;
    befall(&world, Misbehavior::List { cap: Some(2), counted: true });
    assert_eq!(ids(comments(&world).stream()).await.unwrap(), all);
    assert_eq!(requested(&world).len(), 4);
}

/// A page without any pagination header, as a fake or a list without pages sends it.
#[tokio::test]
async fn a_short_page_without_pagination_headers_is_the_last() {
    let world = world().await;
    befall(&world, counted_page(&[1, 2], None));
    assert_eq!(ids(comments(&world).limit(3).stream()).await.unwrap(), [1, 2]);
    assert_eq!(requested(&world), [1]);
}

#[tokio::test]
async fn with_a_total_a_short_page_does_not_end_the_list() {
    let world = world_of_comments(9).await;
    world.meet(Fault::new(counted_page(&[1], Some(9))).on(LIST).after(1));
    let walked = ids(comments(&world).limit(3).stream().prefetch(0)).await;
    assert_eq!(walked.unwrap().len(), 3 + 1 + 3);
}

/// An empty page among full ones: its own total says whether the list goes on behind it.
#[tokio::test]
async fn an_empty_page_does_not_end_a_list_whose_total_says_more() {
    let full: [&[i64]; 4] = [&[1, 2], &[3, 4], &[5, 6], &[7, 8]];
    for (empty, before) in [(0, vec![]), (1, vec![1, 2]), (3, vec![1, 2, 3, 4, 5, 6])] {
        for (total, is_error) in [(8, true), (2 * empty as u64, false)] {
            let world = world().await;
            for (index, page) in full.into_iter().enumerate() {
                let page = match index == empty {
                    true => counted_page(&[], Some(total)),
                    false => counted_page(page, Some(8)),
                };
                world.meet(Fault::new(page).on(LIST));
            }
            let (walked, error) = walk(&world, 0).await;
            let kind = error.map(|error| error.kind());
            assert_eq!(kind, is_error.then_some(ErrorKind::Pagination), "{empty}");
            assert_eq!(walked, before);
        }
    }
}

/// The first page has fewer items than were asked for, and the total counts one that never comes.
#[tokio::test]
async fn a_total_that_is_too_high_loses_nothing() {
    let world = world().await;
    for page in [[1].as_slice(), &[]] {
        let fault = Fault::new(counted_page(page, Some(2)));
        world.meet(fault.on(LIST));
    }
    let (walked, error) = walk(&world, 0).await;
    assert!(error.is_none(), "{error:?}");
    assert_eq!((walked, requested(&world)), (vec![1], vec![1, 2]));
}

#[tokio::test]
async fn an_empty_list_is_one_empty_page() {
    let world = world().await;
    let files = world.client.list_files(world.project.project_id).filter_filename("50% & more?");
    let pages: Vec<_> = files.pages().try_collect().await.unwrap();
    assert_eq!((pages.len(), pages[0].total_count()), (1, Some(0)));
    let seen = world.sandbox.requests();
    assert_eq!(
        seen[0].target,
        "/v2/projects/garnet-7041.26/files?filter_filename=50%25+%26+more%3F&limit=500&page=1"
    );
}

/// A page of these comments in a list that says how many it has, or does not.
fn counted_page(ids: &[i64], total: Option<u64>) -> Misbehavior {
    let comments: Vec<_> = ids.iter().map(|id| json!({ "comment_id": id })).collect();
    let reply = Reply::new(200, ReplyBody::Json(json!({ "comments": comments })));
    Misbehavior::Respond(match total {
        Some(total) => reply.header("X-Total-Count", &total.to_string()),
        None => reply,
    })
}

/// What a walk of pages of two yields, and its error.
async fn walk(world: &World, ahead: usize) -> (Vec<i64>, Option<Error>) {
    let mut items = comments(world).limit(2).stream().prefetch(ahead);
    let mut walked = Vec::new();
    while let Some(item) = items.next().await {
        match item {
            Ok(comment) => walked.push(comment.comment_id),
            Err(error) => return (walked, Some(error)),
        }
    }
    (walked, None)
}

#[tokio::test]
async fn a_total_that_is_too_low_loses_nothing() {
    for total in [1, 2, 3, 4] {
        let world = world().await;
        for page in [[1, 2].as_slice(), &[3, 4], &[5]] {
            let fault = Fault::new(counted_page(page, Some(total)));
            world.meet(fault.on(LIST));
        }
        let (walked, error) = walk(&world, 0).await;
        assert!(error.is_none(), "{error:?}");
        assert_eq!(walked, [1, 2, 3, 4, 5], "a total of {total}");
        assert_eq!(requested(&world), [1, 2, 3]);
    }
}

#[tokio::test]
async fn a_service_that_ignores_the_page_is_noticed() {
    for ahead in [0, 3] {
        for total in [None, Some(3), Some(8), Some(1_000_000_000), Some(u64::MAX)] {
            let world = world().await;
            befall(&world, counted_page(&[1, 2], total));
            let (walked, error) = walk(&world, ahead).await;
            assert_eq!(error.unwrap().kind(), ErrorKind::Pagination);
            assert_eq!(walked, [1, 2], "nothing comes twice");
            assert!(world.sandbox.requests().len() <= 2 + ahead);
        }
    }
}

#[tokio::test]
async fn pages_that_come_in_turn_are_noticed() {
    for total in [None, Some(1_000_000_000)] {
        for period in [2, 3, 5] {
            let world = world().await;
            for index in 0..60 {
                let id = 2 * (index % period);
                let page = counted_page(&[id, id + 1], total);
                world.meet(Fault::new(page).on(LIST));
            }
            let (walked, error) = walk(&world, 0).await;
            assert_eq!(error.unwrap().kind(), ErrorKind::Pagination);
            assert_eq!(walked.len() as i64, 2 * period, "{walked:?}");
        }
    }
}

#[tokio::test]
async fn a_list_whose_total_has_come_ends_where_its_last_page_comes_again() {
    let world = world().await;
    befall(&world, counted_page(&[1, 2], Some(2)));
    let (walked, error) = walk(&world, 3).await;
    assert!(error.is_none(), "{error:?}");
    assert_eq!(walked, [1, 2]);
}
