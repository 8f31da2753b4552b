//! Contradictions that every operation or several have: totals, errors, refusals; and the preset
//! `observed`, which mixes their sides.

use l10n_client::Error;
use l10n_sandbox::{Preset, Quirk, Sandbox, Variant};

use crate::oauth::{code, request};
use crate::support::{VARIANTS, World, builder, world, world_of};

async fn world_with(quirk: Quirk, variant: Variant) -> World {
    let world = world().await;
    world.sandbox.set_variant(quirk, variant);
    world
}

#[tokio::test]
async fn a_total_is_read_from_either_header() {
    for (variant, documented) in [(Variant::Sample, true), (Variant::Other, false)] {
        let world = world_with(Quirk::TotalCount, variant).await;
        let project = world.project.project_id;
        let page = world.client.list_project_comments(project).limit(2).send().await.unwrap();
        assert_eq!(page.headers().contains_key("x-total-count"), documented);
        assert_eq!(page.total_count(), Some(3), "{variant:?}");
    }
}

/// Reads a status that is not there.
async fn rejected(world: &World, token: &str) -> Error {
    let client = builder(&world.sandbox).api_token(token).build().unwrap();
    let status = client.get_custom_translation_status(world.project.project_id, 1);
    status.send().await.unwrap_err()
}

#[tokio::test]
async fn a_token_that_is_not_valid_is_rejected_in_words() {
    for (variant, status) in [(Variant::Sample, 401), (Variant::Other, 400)] {
        let world = world_with(Quirk::InvalidToken, variant).await;
        let error = rejected(&world, "nobody").await;
        assert_eq!(error.status().unwrap(), status);
        assert!(error.message().unwrap().contains("X-Api-Token"), "{error}");
        assert_eq!(world.sandbox.requests().len(), 1, "it is not tried again");
    }
}

#[tokio::test]
async fn what_is_not_there_is_told_in_either_envelope() {
    let token = world().await.sandbox.tokens().read_write.to_owned();
    for variant in VARIANTS {
        let world = world_with(Quirk::ErrorWrapper, variant).await;
        let error = rejected(&world, &token).await;
        assert!(error.is_not_found(), "{variant:?}: {error}");
        assert_eq!(error.code(), Some("404"), "{variant:?}");
        assert!(error.message().unwrap().contains("Not Found"), "{variant:?}");
    }
}

#[tokio::test]
async fn a_code_that_was_used_is_rejected_with_its_state_or_without() {
    for (variant, has_state) in [(Variant::Sample, true), (Variant::Other, false)] {
        let world = world_with(Quirk::OauthRefusal, variant).await;
        let code = code(&world, "read_files").await;
        let ask = || world.client.request_token(request(&world, &code));
        ask().send().await.unwrap();
        let error = ask().send().await.unwrap_err();
        assert_eq!(error.code(), Some("invalid_grant"), "{variant:?}");
        assert_eq!(error.oauth_state().is_some(), has_state, "{variant:?}");
    }
}

#[tokio::test]
async fn the_own_contributor_is_read_with_either_name_of_the_project() {
    for (variant, has_id) in [(Variant::Sample, true), (Variant::Other, false)] {
        let world = world_with(Quirk::OwnContributor, variant).await;
        let own = world.client.get_own_contributor(world.project.project_id).send().await;
        let own = own.unwrap();
        assert_eq!(own.project_id.is_some(), has_id, "{variant:?}");
        assert!(own.project_uuid.is_some(), "{variant:?}");
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
