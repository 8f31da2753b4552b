//! Changes comments, contributors and files, on the sandbox.

use l10n_client::Client;
use l10n_client::types::{
    ContributorInvitation, ExportEmptyAs, LanguageAccess, NewComment, RoleId,
};
use l10n_sandbox::Sandbox;

use crate::report::Report;

pub(crate) async fn tour(client: &Client, sandbox: &Sandbox, report: &mut Report) {
    comments(client, sandbox, report).await;
    contributors(client, sandbox, report).await;
    files(client, sandbox, report).await;
}

async fn comments(client: &Client, sandbox: &Sandbox, report: &mut Report) {
    let project = sandbox.project();
    let key = project.key_ids[0];
    let comment = NewComment::new("Checked against the glossary.");
    let created = client.create_key_comments(project.project_id, key, [comment]).send().await;
    let created = report.line("createKeyComments", created, |response| {
        format!("{} comment", response.comments.len())
    });
    for comment in created.iter().flat_map(|response| &response.comments) {
        let deleted =
            client.delete_key_comment(project.project_id, key, comment.comment_id).send().await;
        report.line("deleteKeyComment", deleted, |response| {
            format!("deleted: {}", response.comment_deleted)
        });
    }
}

async fn contributors(client: &Client, sandbox: &Sandbox, report: &mut Report) {
    let project = sandbox.project();
    let german = LanguageAccess::new("de").is_writable(true);
    let invitation = ContributorInvitation::new("nora@example.test", [german])
        .fullname("Nora New")
        .role_id(RoleId::Translator);
    let invited = client.create_contributors(project.project_id, [invitation]).send().await;
    let invited = report.line("createContributors", invited, |response| {
        format!("{} contributor", response.contributors.len())
    });

    for contributor in invited.iter().flat_map(|response| &response.contributors) {
        let updated = client
            .update_contributor(project.project_id, contributor.user_id)
            .admin_rights([""; 0])
            .send()
            .await;
        report.line("updateContributor", updated, |response| {
            let rights = response.contributor.admin_rights.iter().flatten().count();
            format!("{rights} admin rights")
        });
        let deleted =
            client.delete_contributor(project.project_id, contributor.user_id).send().await;
        report.line("deleteContributor", deleted, |response| {
            format!("deleted: {}", response.contributor_deleted)
        });
    }
}

async fn files(client: &Client, sandbox: &Sandbox, report: &mut Report) {
    let project = sandbox.project().project_id;
    let uploaded = client
        .upload_file(project, "locales/%LANG_ISO%.json", "en")
        .data(r#"{"greeting":"Hello"}"#)
        .tags(["tour"])
        .send()
        .await;
    report.line("uploadFile", uploaded, |response| {
        format!("{}, process {}", response.process.status, response.process.process_id)
    });

    let exported = client
        .export_files(project, "json")
        .original_filenames(true)
        .export_empty_as(ExportEmptyAs::Base)
        .send()
        .await;
    report.line("exportFiles", exported, |_| "a link to a bundle".to_owned());

    let started = client.start_export(project, "json").original_filenames(false).send().await;
    report.line("startExport", started, |response| format!("process {}", response.process_id));
}
