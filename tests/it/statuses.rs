//! Custom translation statuses and their palette.

use crate::support::{VARIANTS, world, world_in};

#[tokio::test]
async fn a_status_is_created_read_updated_and_deleted_in_both_variants() {
    for variant in VARIANTS {
        let world = world_in(variant).await;
        let project = world.project.project_id;
        let palette =
            world.client.list_custom_translation_status_colors(project).send().await.unwrap();
        let color = palette.colors[0].clone();

        let created = world
            .client
            .create_custom_translation_status(project, "Ready", color.clone())
            .send()
            .await
            .unwrap();
        let id = created.custom_translation_status.status_id;
        assert_eq!(created.custom_translation_status.color, Some(color), "{variant:?}");

        let updated = world
            .client
            .update_custom_translation_status(project, id)
            .title("Shipped")
            .send()
            .await
            .unwrap();
        assert_eq!(
            updated.custom_translation_status.title.as_deref(),
            Some("Shipped"),
            "{variant:?}"
        );

        let read = world.client.get_custom_translation_status(project, id);
        let status = read.clone().send().await.unwrap().into_inner().custom_translation_status;
        assert_eq!(status, updated.custom_translation_status);

        let deleted =
            world.client.delete_custom_translation_status(project, id).send().await.unwrap();
        assert_eq!(deleted.is_deleted(), Some(true), "{variant:?}");
        assert!(read.send().await.unwrap_err().is_not_found());
    }
}

#[tokio::test]
async fn statuses_are_listed_with_their_total() {
    for variant in VARIANTS {
        let world = world_in(variant).await;
        let page = world
            .client
            .list_custom_translation_statuses(world.project.project_id)
            .send()
            .await
            .unwrap();
        let ids: Vec<_> =
            page.custom_translation_statuses.iter().map(|status| status.status_id).collect();
        assert_eq!(ids, world.project.status_ids);
        assert_eq!(page.total_count(), Some(2));
    }
}

#[tokio::test]
async fn a_color_outside_the_palette_is_rejected_by_name() {
    let world = world().await;
    let error = world
        .client
        .create_custom_translation_status(world.project.project_id, "Odd", "#123456")
        .send()
        .await
        .unwrap_err();
    assert_eq!(error.status().unwrap(), 400);
    assert!(error.violations().contains_key("color"), "{error}");
    assert!(error.to_string().contains("`color`"), "{error}");
}
