//! Comments on keys, and the cursor-paginated list of items.

use l10n_client::types::NewComment;

use crate::support::{VARIANTS, world, world_in};

#[tokio::test]
async fn comments_are_added_read_and_deleted_in_both_variants() {
    for variant in VARIANTS {
        let world = world_in(variant).await;
        let (project, key) = (world.project.project_id, world.project.key_ids[2]);
        let comment = NewComment::new("Too long?");

        let created =
            world.client.create_key_comments(project, key, [comment]).send().await.unwrap();
        assert_eq!(created.comments.len(), 1, "{variant:?}");
        let id = created.comments[0].comment_id;
        assert_eq!(created.comments[0].comment.as_deref(), Some("Too long?"));

        let read = world.client.get_key_comment(project, key, id);
        let response = read.clone().send().await.unwrap();
        assert_eq!(response.comment.comment_id, id);
        assert!(response.comment.added().is_some());
        assert_eq!(response.project_id.as_deref(), Some(project));

        let deleted = world.client.delete_key_comment(project, key, id).send().await.unwrap();
        assert!(deleted.comment_deleted);
        assert!(read.send().await.unwrap_err().is_not_found());
    }
}

#[tokio::test]
async fn lists_of_comments_have_pages_and_a_total() {
    let world = world().await;
    let project = world.project.project_id;
    let all = world.client.list_project_comments(project).send().await.unwrap();
    assert_eq!(all.total_count(), Some(all.comments.len() as u64));
    assert!(all.comments.len() > 2);

    let second = world.client.list_project_comments(project).limit(1).page(2).send().await.unwrap();
    assert_eq!(second.comments, all.comments[1..2]);
    assert_eq!(second.total_count(), all.total_count());

    let key = all.comments[0].key_id.unwrap();
    let of_key = world.client.list_key_comments(project, key).send().await.unwrap();
    assert!(of_key.comments.iter().all(|comment| comment.key_id == Some(key)));
    assert_eq!(of_key.total_count(), Some(of_key.comments.len() as u64));
}

#[tokio::test]
async fn only_own_comments_can_be_deleted() {
    let world = world().await;
    let error = world
        .client
        .delete_key_comment(
            world.project.project_id,
            world.project.key_ids[0],
            world.project.others_comment_id,
        )
        .send()
        .await
        .unwrap_err();
    assert_eq!(error.status().unwrap(), 403);
}

#[tokio::test]
async fn a_branch_is_part_of_the_project_id_and_not_of_the_response() {
    let world = world().await;
    let create = world.client.create_branch(world.project.project_id, "feature/plurals");
    create.send().await.unwrap();
    world.sandbox.clear_requests();
    let page = world
        .client
        .list_project_comments(format!("{}:feature/plurals", world.project.project_id))
        .send()
        .await
        .unwrap();
    assert_eq!(page.project_id.as_deref(), Some(world.project.project_id));
    let seen = world.sandbox.requests();
    assert!(seen[0].target.contains(":feature%2Fplurals/"), "{}", seen[0].target);
}

#[tokio::test]
async fn items_are_listed_by_cursor() {
    let world = world().await;
    let first = world.client.list_items(world.project.project_id).limit(5).send().await.unwrap();
    assert_eq!(first.data.len(), 5);
    assert_eq!(first.meta.has_more, Some(true));

    let cursor = first.into_inner().meta.cursor.unwrap();
    let rest = world
        .client
        .list_items(world.project.project_id)
        .limit(5)
        .after(cursor)
        .send()
        .await
        .unwrap();
    assert_eq!(rest.data.len(), world.project.key_ids.len() - 5);
    assert_eq!(rest.meta.has_more, Some(false));
    assert!(rest.data[0].get("key_id").is_some() || rest.data[0].is_object());
}
