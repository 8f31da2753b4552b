//! Where a list by page number ends.

use futures_util::TryStreamExt;
use l10n_client::ErrorKind;
use l10n_client::types::Comment;
use l10n_sandbox::{Reply, ReplyBody};
use serde_json::json;

use super::{ids, number, page, service};
use crate::support::{fake, world};

type Page = (Vec<i64>, Option<u64>);

/// Pages of two items, with the total that each has.
fn pages<const N: usize>(pages: [(&[i64], Option<u64>); N]) -> Vec<Page> {
    pages.map(|(ids, total)| (ids.to_vec(), total)).into()
}

/// The ids that a walk of pages of two yields, the error that ends it, and the requested pages.
async fn walk(pages: Vec<Page>) -> (Vec<i64>, Option<ErrorKind>, Vec<usize>) {
    let (client, requested) = service(pages);
    let mut items = client.list_project_comments("p").limit(2).stream();
    let (mut walked, mut end) = (Vec::new(), None);
    while let Some(item) = items.next().await {
        match item {
            Ok(Comment { comment_id, .. }) => walked.push(comment_id),
            Err(error) => end = Some(error.kind()),
        }
    }
    let requested = requested.lock().unwrap().clone();
    (walked, end, requested)
}

#[tokio::test]
async fn a_list_ends_where_its_total_or_a_page_says() {
    let rows: [(&str, Vec<Page>, &[usize]); 12] = [
        ("short, no total", pages([(&[1], None)]), &[1]),
        ("then short, no total", pages([(&[1, 2], None), (&[3], None)]), &[1, 2]),
        ("then empty, no total", pages([(&[1, 2], None), (&[], None)]), &[1, 2]),
        ("total", pages([(&[1, 2], Some(3)), (&[3], Some(3))]), &[1, 2]),
        ("total, last page full", pages([(&[1, 2], Some(2)), (&[], Some(2))]), &[1, 2]),
        ("total, last page again", pages([(&[1, 2], Some(2)), (&[1, 2], Some(2))]), &[1, 2]),
        (
            "total too low",
            pages([(&[1, 2], Some(1)), (&[3, 4], Some(3)), (&[5], Some(4))]),
            &[1, 2, 3],
        ),
        ("total too high", pages([(&[1], Some(2)), (&[], Some(2))]), &[1, 2]),
        (
            "a short page among full ones",
            pages([(&[1, 2], Some(5)), (&[3], Some(5)), (&[4, 5], Some(5)), (&[], Some(5))]),
            &[1, 2, 3, 4],
        ),
        ("total only at first", pages([(&[1, 2], Some(3)), (&[3], None)]), &[1, 2]),
        ("shrinks", pages([(&[1, 2], Some(9)), (&[3, 4], Some(4)), (&[], Some(4))]), &[1, 2, 3]),
        ("grows", pages([(&[1, 2], Some(3)), (&[3, 4], Some(5)), (&[5], Some(5))]), &[1, 2, 3]),
    ];
    for (name, pages, expected) in rows {
        let all: Vec<_> = pages.iter().flat_map(|(ids, _)| ids.clone()).collect();
        let distinct = *all.last().unwrap();
        let (walked, end, requested) = walk(pages).await;
        assert_eq!((walked, end), ((1..=distinct).collect(), None), "{name}");
        assert_eq!(requested, expected, "{name}");
    }
}

/// The service may have lowered the limit without a word.
#[tokio::test]
async fn without_a_total_a_numbered_page_that_is_short_is_not_the_last() {
    let client = fake(|request| async move {
        let number = number(&request);
        let ids = [[1, 2].as_slice(), &[3, 4], &[5], &[]][number - 1];
        let mut page = page(ids, None);
        page.headers_mut().insert("x-pagination-page", number.into());
        page
    });
    let client = client.without_rate_limit().build().unwrap();
    let walked = ids(client.list_project_comments("p").stream()).await.unwrap();
    assert_eq!(walked, [1, 2, 3, 4, 5]);
}

/// Its own total says whether the list continues after it.
#[tokio::test]
async fn an_empty_page_does_not_end_a_list_whose_total_says_more() {
    let full: [&[i64]; 4] = [&[1, 2], &[3, 4], &[5, 6], &[7, 8]];
    for empty in [0, 1, 3] {
        for (total, end) in [(8, Some(ErrorKind::Pagination)), (2 * empty as u64, None)] {
            let mut pages = pages(full.map(|ids| (ids, Some(8))));
            pages[empty] = (Vec::new(), Some(total));
            let (walked, ended, _) = walk(pages).await;
            assert_eq!((walked, ended), ((1..=2 * empty as i64).collect(), end), "{total}");
        }
    }
}

#[tokio::test]
async fn a_service_that_ignores_the_page_is_noticed() {
    for total in [None, Some(3), Some(8), Some(1_000_000_000), Some(u64::MAX)] {
        let (walked, end, requested) = walk(pages([(&[1, 2], total)])).await;
        assert_eq!((walked, end), (vec![1, 2], Some(ErrorKind::Pagination)), "{total:?}");
        assert!(requested.len() <= 3, "{requested:?}");
    }
}

#[tokio::test]
async fn a_limit_that_the_service_lowers_loses_nothing() {
    let lowered: [&[i64]; 4] = [&[1, 2], &[3, 4], &[5, 6], &[7]];
    let (client, requested) = service(pages(lowered.map(|ids| (ids, Some(7)))));
    let walked = ids(client.list_project_comments("p").stream()).await.unwrap();
    assert_eq!(walked, [1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(*requested.lock().unwrap(), [1, 2, 3, 4]);
}

/// They neither lose an item nor keep the walk going.
#[tokio::test]
async fn counts_that_make_no_sense_are_ignored() {
    let names = [
        "X-Total-Count",
        "X-Pagination-Total-Count",
        "X-Pagination-Page-Count",
        "X-Pagination-Limit",
        "X-Pagination-Page",
    ];
    let world = world().await;
    for value in ["-1", "0", "1", "7, 7", "1e9", "", "\u{fc}", "18446744073709551615"] {
        for names in names.iter().map(std::slice::from_ref).chain([&names[..]]) {
            let body = json!({"files": [{"file_id": 1}, {"file_id": 2}]});
            let reply = Reply::new(200, ReplyBody::Json(body));
            world.respond(names.iter().fold(reply, |reply, name| reply.header(name, value)));
            world.sandbox.clear_requests();
            let files = world.client.list_files(world.project.project_id).limit(2).page(50);
            let walked = files.stream().try_collect::<Vec<_>>().await.unwrap();
            let requests = world.sandbox.requests().len();
            assert!(walked.len() == 2 && requests <= 6, "{names:?} {value}: {requests} requests");
        }
    }
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
