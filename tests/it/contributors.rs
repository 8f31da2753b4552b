//! Contributors: one by one, by import, and all at once.

use l10n_client::types::{
    AdminRight, ContributorInvitation, DeletionJobState, InvitationAdminRight, LanguageAccess,
    RoleId,
};
use l10n_sandbox::Sandbox;

use crate::support::{VARIANTS, World, world, world_in, world_of};
use uuid::{Uuid, uuid};

fn german() -> LanguageAccess {
    LanguageAccess::new("de").is_writable(true)
}

/// Invites one contributor, and gives their id.
async fn invite(world: &World, email: &str) -> i64 {
    let invitation = ContributorInvitation::new(email, [german()])
        .admin_rights([InvitationAdminRight::Upload, InvitationAdminRight::BranchesCreate]);
    let invited = world
        .client
        .create_contributors(world.project.project_id, [invitation])
        .send()
        .await
        .unwrap();
    assert_eq!(invited.contributors.len(), 1);
    assert_eq!(invited.contributors[0].email.as_deref(), Some(email));
    invited.contributors[0].user_id
}

#[tokio::test]
async fn a_contributor_is_invited_read_updated_and_deleted_in_both_variants() {
    for variant in VARIANTS {
        let world = world_in(variant).await;
        let project = world.project.project_id;
        let id = invite(&world, "nora@example.test").await;

        let read = world.client.get_contributor(project, id);
        let contributor = read.clone().send().await.unwrap().into_inner().contributor;
        let languages = contributor.languages.as_deref().unwrap();
        assert_eq!(languages[0].lang_iso.as_deref(), Some("de"));
        assert_eq!(languages[0].is_writable, Some(true), "{variant:?}");
        assert!(contributor.reviewer().is_some(), "{variant:?}");
        assert!(contributor.created().is_some(), "{variant:?}");
        assert_eq!(contributor.admin_rights.unwrap().len(), 2);

        let updated = world
            .client
            .update_contributor(project, id)
            .role_id(RoleId::Reviewer)
            .send()
            .await
            .unwrap();
        assert_eq!(updated.contributor.role_id, Some(RoleId::Reviewer));

        let deleted = world.client.delete_contributor(project, id).send().await.unwrap();
        assert!(deleted.contributor_deleted);
        assert!(read.send().await.unwrap_err().is_not_found());
    }
}

/// An update needs all languages, and an invitation takes not all rights that a response may have.
#[tokio::test]
async fn languages_and_rights_of_a_contributor_are_given_again() {
    let world = world().await;
    let project = world.project.project_id;
    let id = invite(&world, "nora@example.test").await;
    let nora = world.client.get_contributor(project, id).send().await.unwrap();
    let nora = &nora.contributor;

    let mut languages: Vec<LanguageAccess> =
        nora.languages.iter().flatten().map(Into::into).collect();
    languages.push(LanguageAccess::new("en").is_writable(false));
    let updated = world.client.update_contributor(project, id).languages(languages.clone());
    let updated = updated.send().await.unwrap();
    let now = updated.contributor.languages.as_deref().unwrap();
    assert_eq!(now.len(), 2);
    assert!(now.iter().map(LanguageAccess::from).all(|language| languages.contains(&language)));

    let rights = nora.admin_rights.iter().flatten().map(InvitationAdminRight::from);
    let rights = rights.filter(|right| !matches!(right, InvitationAdminRight::Other(_)));
    let twin = ContributorInvitation::new("twin@example.test", languages)
        .role_id(nora.role_id)
        .admin_rights(rights);
    let invited = world.client.create_contributors(project, [twin]).send().await.unwrap();
    assert_eq!(invited.contributors[0].admin_rights, nora.admin_rights);
    let read_only = InvitationAdminRight::from(&AdminRight::CreateBranches);
    assert_eq!(read_only, InvitationAdminRight::Other("create_branches".to_owned()));
}

#[tokio::test]
async fn an_empty_list_of_rights_takes_them_away_and_an_absent_one_does_not() {
    for variant in VARIANTS {
        let world = world_in(variant).await;
        let project = world.project.project_id;
        let id = invite(&world, "nora@example.test").await;
        let update = || world.client.update_contributor(project, id);

        let untouched = update().languages([german()]).send().await.unwrap();
        assert_eq!(untouched.contributor.admin_rights.as_ref().unwrap().len(), 2, "{variant:?}");

        let cleared = update().admin_rights([""; 0]).send().await.unwrap();
        assert!(cleared.contributor.admin_rights.as_ref().unwrap().is_empty(), "{variant:?}");
    }
}

#[tokio::test]
async fn lists_of_contributors_decode_in_both_variants() {
    for variant in VARIANTS {
        let world = world_in(variant).await;
        let page = world.client.list_contributors(world.project.project_id).send().await.unwrap();
        assert_eq!(page.contributors.len(), world.project.contributor_ids.len());
        assert_eq!(page.total_count(), Some(5));
        let owner = &page.contributors[0];
        assert_eq!(owner.reviewer(), Some(true), "{variant:?}");
        assert!(
            owner.languages.iter().flatten().all(|language| language.is_writable == Some(true))
        );
    }
}

#[tokio::test]
async fn the_own_record_names_the_uuids_that_bulk_operations_need() {
    let world = world().await;
    let me = world.client.get_own_contributor(world.project.project_id).send().await.unwrap();
    assert_eq!(me.contributor.user_id, 1001);
    assert_eq!(me.project_uuid, Some(world.project.uuid));
    assert!(me.contributor.uuid.is_some());
}

#[tokio::test]
async fn nobody_deletes_themselves() {
    let world = world().await;
    let own = world.project.contributor_ids[0];
    let error =
        world.client.delete_contributor(world.project.project_id, own).send().await.unwrap_err();
    assert_eq!(error.status().unwrap(), 403);
    assert_eq!(error.message(), Some("cannot_delete_self"));
}

#[tokio::test]
async fn an_import_tells_of_each_contributor() {
    let world = world().await;
    let [_, new, known, _] = world.project.source_contributor_uuids;
    let imported = world
        .client
        .import_contributors(world.project.uuid, world.project.source_uuid)
        .contributor_ids([new, known])
        .send()
        .await
        .unwrap();
    let summary = imported.summary.as_ref().unwrap();
    assert_eq!(
        (summary.total_requested, summary.imported, summary.skipped),
        (Some(2), Some(1), Some(1))
    );
    let outcomes: Vec<_> = imported
        .contributors
        .iter()
        .flatten()
        .map(|one| (one.success, one.reason.is_some()))
        .collect();
    assert_eq!(outcomes, [(Some(true), false), (Some(false), true)]);
}

#[tokio::test]
async fn an_import_without_access_is_rejected_with_the_reason() {
    let world = world().await;
    let import = |source: Uuid| world.client.import_contributors(world.project.uuid, source).send();
    assert_eq!(import(world.project.foreign_uuid).await.unwrap_err().status().unwrap(), 403);
    let unknown = import(uuid!("01957a00-0000-7000-8000-00000000dead")).await.unwrap_err();
    assert!(unknown.is_not_found());
    assert!(unknown.message().unwrap().to_lowercase().contains("source"), "{unknown}");
}

#[tokio::test]
async fn a_bulk_deletion_is_a_job_with_counts_and_reasons() {
    let world = world_of(Sandbox::builder().strict().step_on_poll().start().await.unwrap());
    let project = world.project.uuid;
    let started = world.client.delete_all_contributors(project).send().await.unwrap();
    assert_eq!(started.status(), 202);

    let look = world.client.get_contributor_deletion_job(project, started.job_id);
    let mut states = Vec::new();
    let ended = loop {
        let job = look.clone().send().await.unwrap().into_inner();
        states.push(job.state.clone());
        if matches!(job.state, DeletionJobState::Completed | DeletionJobState::Failed) {
            break job;
        }
        assert!(states.len() < 10, "{states:?}");
    };
    assert_eq!(
        states,
        [DeletionJobState::Queued, DeletionJobState::Running, DeletionJobState::Completed]
    );
    assert_eq!(ended.total, ended.processed);
    assert_eq!(ended.errors.unwrap().values().sum::<i64>(), 1, "the owner stays");

    let again = world.client.delete_all_contributors(project).send().await.unwrap_err();
    assert!(again.is_conflict(), "{again}");
}

#[tokio::test]
async fn a_job_that_is_not_there_is_not_found() {
    let world = world().await;
    let error = world
        .client
        .get_contributor_deletion_job(world.project.uuid, world.project.source_uuid)
        .send()
        .await
        .unwrap_err();
    assert!(error.is_not_found());
}
