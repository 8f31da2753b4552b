//! Contributors: one by one, by import, and all at once.

use l10n_client::types::{AdminRight, ContributorInvitation, InvitationAdminRight, LanguageAccess};

use crate::support::{VARIANTS, World, world, world_in};
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
async fn nobody_deletes_themselves() {
    let world = world().await;
    let own = world.project.contributor_ids[0];
    let error =
        world.client.delete_contributor(world.project.project_id, own).send().await.unwrap_err();
    assert_eq!(error.status().unwrap(), 403);
    assert_eq!(error.message(), Some("cannot_delete_self"));
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
