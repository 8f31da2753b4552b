//! The operations that change something, on the sandbox.

use l10n_client::Client;
use l10n_client::types::{
    ContributorInvitation, ExportEmptyAs, LanguageAccess, NewComment, RoleId, TokenRequest,
    WebhookEventName,
};
use l10n_sandbox::Sandbox;

use crate::report::Report;

pub(crate) async fn tour(client: &Client, sandbox: &Sandbox, report: &mut Report) {
    comments(client, sandbox, report).await;
    contributors(client, sandbox, report).await;
    statuses(client, sandbox, report).await;
    files(client, sandbox, report).await;
    webhooks(client, sandbox, report).await;
    tokens(client, sandbox, report).await;
    bulk_deletion(client, sandbox, report).await;
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
            format!("admin rights: {:?}", response.contributor.admin_rights.as_deref())
        });
        let deleted =
            client.delete_contributor(project.project_id, contributor.user_id).send().await;
        report.line("deleteContributor", deleted, |response| {
            format!("deleted: {}", response.contributor_deleted)
        });
    }

    let imported = client.import_contributors(project.uuid, project.source_uuid).send().await;
    report.line("importContributors", imported, |response| {
        let contributors = response.contributors.as_deref().unwrap_or_default();
        let reasons = contributors.iter().filter_map(|one| one.reason.as_deref());
        format!("{} contributors, skipped: {:?}", contributors.len(), reasons.collect::<Vec<_>>())
    });
}

async fn statuses(client: &Client, sandbox: &Sandbox, report: &mut Report) {
    let project = sandbox.project().project_id;
    let created =
        client.create_custom_translation_status(project, "Ready to ship", "#61bd4f").send().await;
    let created = report.line("createCustomTranslationStatus", created, |response| {
        format!("id {}", response.custom_translation_status.status_id)
    });
    let Some(status) = created.map(|response| response.custom_translation_status.status_id) else {
        return;
    };
    let updated =
        client.update_custom_translation_status(project, status).title("Shipped").send().await;
    report.line("updateCustomTranslationStatus", updated, |response| {
        format!("{:?}", response.custom_translation_status.title.as_deref().unwrap_or_default())
    });
    let deleted = client.delete_custom_translation_status(project, status).send().await;
    report.line("deleteCustomTranslationStatus", deleted, |response| {
        format!("deleted: {:?}", response.is_deleted())
    });
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
        format!(
            "{}, to be read at {}",
            response.process.status,
            response.location().unwrap_or("no location")
        )
    });

    let exported = client
        .export_files(project, "json")
        .original_filenames(true)
        .export_empty_as(ExportEmptyAs::Base)
        .send()
        .await;
    report
        .line("exportFiles", exported, |response| format!("a bundle at {:?}", response.bundle_url));

    let started = client.start_export(project, "json").original_filenames(false).send().await;
    report.line("startExport", started, |response| format!("process {}", response.process_id));

    // Of the seeded project of type Documents: files of others cannot be deleted.
    let deleted = client.delete_file("opal-1180.26", 4201).send().await;
    report.line("deleteFile", deleted, |response| format!("deleted: {}", response.file_deleted));
}

async fn webhooks(client: &Client, sandbox: &Sandbox, report: &mut Report) {
    let project = sandbox.project().project_id;
    let events = [WebhookEventName::ProjectImported];
    let url = "https://hooks.example.test/in";
    let created = client.create_webhook(project, url, events).send().await;
    let created = report.line("createWebhook", created, |response| {
        format!("for {} event", response.webhook.events.iter().flatten().count())
    });
    let listed = client.list_webhooks(project).send().await;
    report.line("listWebhooks", listed, |page| format!("{} webhooks", page.webhooks.len()));
    let Some(id) = created.map(|response| response.into_inner().webhook.webhook_id) else {
        return;
    };
    let read = client.get_webhook(project, &id).send().await;
    report.line("getWebhook", read, |response| {
        format!("to {}", response.webhook.url.as_deref().unwrap_or_default())
    });
    let events = [WebhookEventName::ProjectExported];
    let updated = client.update_webhook(project, &id).events(events).send().await;
    report.line("updateWebhook", updated, |_| "for another event".to_owned());
    let renewed = client.regenerate_webhook_secret(project, &id).send().await;
    report.line("regenerateWebhookSecret", renewed, |response| format!("{:?}", response.secret));
    let deleted = client.delete_webhook(project, id).send().await;
    report.line("deleteWebhook", deleted, |response| {
        format!("deleted: {}", response.webhook_deleted)
    });
}

async fn tokens(client: &Client, sandbox: &Sandbox, report: &mut Report) {
    let app = sandbox.oauth_app();
    let code = match authorization_code(sandbox).await {
        Ok(code) => code,
        Err(error) => {
            report.skipped("requestToken", &format!("no authorization code: {error}"));
            return;
        }
    };
    report.opened("authorize", "the browser came back with a code");
    let request = TokenRequest::authorization_code(app.client_id, app.client_secret, code);
    let granted = client.request_token(request).send().await;
    let granted = report.line("requestToken", granted, |response| {
        format!(
            "{} for {:?} seconds",
            response.token_type.as_deref().unwrap_or_default(),
            response.expires_in
        )
    });
    let Some(refresh) = granted.and_then(|response| response.into_inner().refresh_token) else {
        return;
    };
    let request = TokenRequest::refresh_token(app.client_id, app.client_secret, refresh);
    let refreshed = client.request_token(request).send().await;
    report.line("requestToken", refreshed, |response| {
        format!("refreshed, scope {:?}", response.scope)
    });
}

/// What the user's browser does: asks the authorization server, and is sent to the application with
/// a code.
async fn authorization_code(sandbox: &Sandbox) -> Result<String, Box<dyn std::error::Error>> {
    let app = sandbox.oauth_app();
    let browser = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build()?;
    let response = browser
        .get(format!("{}/oauth2/auth", sandbox.auth_url()))
        .query(&[
            ("client_id", app.client_id),
            ("redirect_uri", app.redirect_uri),
            ("scope", "read_files write_files"),
            ("state", "a-random-string"),
        ])
        .send()
        .await?;
    let location = response.headers().get("location").ok_or("no redirect")?.to_str()?;
    let (_, code) = url::Url::parse(location)?
        .query_pairs()
        .find(|(name, _)| name == "code")
        .map(|(name, code)| (name.into_owned(), code.into_owned()))
        .ok_or("no code in the redirect")?;
    Ok(code)
}

async fn bulk_deletion(client: &Client, sandbox: &Sandbox, report: &mut Report) {
    let project = sandbox.project().uuid;
    let started = client.delete_all_contributors(project).send().await;
    let started = report
        .line("deleteAllContributors", started, |response| format!("job {}", response.job_id));
    if let Some(job) = started.map(|response| response.job_id) {
        let state = client.get_contributor_deletion_job(project, job).send().await;
        report.line("getContributorDeletionJob", state, |job| {
            format!(
                "{}, {} of {} processed",
                job.state,
                job.processed.unwrap_or(0),
                job.total.unwrap_or(0)
            )
        });
    }
}
