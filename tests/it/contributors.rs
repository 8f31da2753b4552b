//! Contributors: their languages and rights.

use l10n_client::types::{AdminRight, ContributorInvitation, InvitationAdminRight, LanguageAccess};

use crate::support::{VARIANTS, World, world, world_in};

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
