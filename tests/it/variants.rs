//! Contradictions that every operation or several have: totals, errors, refusals; and the preset
//! `observed`, which mixes their sides.

use l10n_sandbox::{Preset, Sandbox};

use crate::support::{builder, world_in, world_of};

#[tokio::test]
async fn a_total_is_read_from_either_header() {
    for (variant, documented) in [(Preset::Sample, true), (Preset::Other, false)] {
        let world = world_in(variant).await;
        let project = world.project.project_id;
        let page = world.client.list_project_comments(project).limit(2).send().await.unwrap();
        assert_eq!(page.headers().contains_key("x-total-count"), documented);
        assert_eq!(page.total_count(), Some(3), "{variant:?}");
    }
}

#[tokio::test]
async fn a_token_that_is_not_valid_is_rejected_in_words() {
    for (variant, status) in [(Preset::Sample, 401), (Preset::Other, 400)] {
        let world = world_in(variant).await;
        let client = builder(&world.sandbox).api_token("nobody").build().unwrap();
        let error = client.get_project("p").send().await.unwrap_err();
        assert_eq!(error.status().unwrap(), status);
        assert!(error.message().unwrap().contains("X-Api-Token"), "{error}");
        assert_eq!(world.sandbox.requests().len(), 1, "it is not tried again");
    }
}

#[tokio::test]
async fn what_was_recorded_is_read_as_well() {
    let sandbox = Sandbox::builder().strict().variants(Preset::Observed);
    let world = world_of(sandbox.start().await.unwrap());
    let project = world.project.project_id;
    let deleted = world.client.delete_custom_translation_status(project, 7101).send().await;
    assert_eq!(deleted.unwrap().is_deleted(), Some(true));

    let owner = world.client.get_contributor(project, 1001).send().await;
    let rights = owner.unwrap().into_inner().contributor.admin_rights.unwrap();
    let rights: Vec<String> = rights.iter().map(ToString::to_string).collect();
    for right in ["languages", "manage_languages", "branches_create", "create_branches"] {
        assert!(rights.iter().any(|it| it == right), "{right} in {rights:?}");
    }

    let export = world.client.start_export(project, "json");
    let ended = export.wait().await.unwrap();
    assert_eq!((ended.message, ended.created_by_email), (None, None));
    assert!(ended.details.unwrap().download_url.is_some());
}
