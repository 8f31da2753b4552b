// Made from spec/openapi.yaml. Do not edit.

//! Webhooks of a project, which send events to a URL.

use crate::macros::*;
use crate::types::*;

impl Client {
    /// List webhooks.
    ///
    /// Lists the webhooks of the project with their secrets. Assumed: the oldest first. Admin
    /// right: *Manage settings*. *Observed.*
    ///
    /// OAuth scope: `read_webhooks`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    ///
    /// Sends `GET /projects/{project_id}/webhooks`.
    pub fn list_webhooks(&self, project_id: impl Into<String>) -> ListWebhooks {
        ListWebhooks {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            limit: None,
            page: None,
        }
    }
}

/// A call of [`Client::list_webhooks`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct ListWebhooks {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) limit: Option<u32>,
    pub(crate) page: Option<u32>,
}

impl ListWebhooks {
    pub(crate) const OPERATION: &'static Operation =
        &Operation::new("listWebhooks", "/projects/{project_id}/webhooks", Server::Main);

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/webhooks");
        path.number("limit", self.limit, 1..=5000);
        path.number("page", self.page, 1..);
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

list!(page ListWebhooks -> WebhookListResponse { webhooks: Webhook });

setters! {
    ListWebhooks {
        /// Items per page, at most 5000. Observed: 100 by default. Assumed: at least 1.
        limit: Plain<u32>,
        /// The page number. Assumed: starts at 1.
        page: Plain<u32>,
    }
}

impl Client {
    /// Create a webhook.
    ///
    /// Creates a webhook, and sends a ping to its URL. Several webhooks may have the same URL.
    /// Assumed: an invalid URL or event is rejected with 400. Admin right: *Manage settings*.
    /// *Observed.*
    ///
    /// OAuth scope: `write_webhooks`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `url`: The `http` or `https` URL that receives the events.
    /// - `events`: The events to send.
    ///
    /// Sends `POST /projects/{project_id}/webhooks`.
    pub fn create_webhook(
        &self,
        project_id: impl Into<String>,
        url: impl Into<UrlText>,
        events: impl IntoIterator<Item: Into<WebhookEventName>>,
    ) -> CreateWebhook {
        CreateWebhook {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            body: NewWebhook::new(url, events),
        }
    }
}

/// A call of [`Client::create_webhook`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct CreateWebhook {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) body: NewWebhook,
}

impl CreateWebhook {
    pub(crate) const OPERATION: &'static Operation = &Operation {
        idempotent: false,
        ..Operation::new("createWebhook", "/projects/{project_id}/webhooks", Server::Main)
    };

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/webhooks");
        let body = serde_json::to_vec(&self.body);
        path.call(self.client, (Self::OPERATION, Method::POST), Some(body), self.options)
    }
}

methods!(CreateWebhook -> WebhookResponse);

impl Client {
    /// Read a webhook.
    ///
    /// Reads one webhook with its secret. Admin right: *Manage settings*. *Observed.*
    ///
    /// OAuth scope: `read_webhooks`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `webhook_id`: Id of the webhook.
    ///
    /// Sends `GET /projects/{project_id}/webhooks/{webhook_id}`.
    pub fn get_webhook(
        &self,
        project_id: impl Into<String>,
        webhook_id: impl Into<String>,
    ) -> GetWebhook {
        GetWebhook {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            webhook_id: webhook_id.into(),
        }
    }
}

/// A call of [`Client::get_webhook`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct GetWebhook {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) webhook_id: String,
}

impl GetWebhook {
    pub(crate) const OPERATION: &'static Operation =
        &Operation::new("getWebhook", "/projects/{project_id}/webhooks/{webhook_id}", Server::Main);

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/webhooks/");
        path.segment("webhook_id", &self.webhook_id);
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

methods!(GetWebhook -> WebhookResponse);

impl Client {
    /// Update a webhook.
    ///
    /// Changes a webhook. Omitted fields are unchanged, and lists are replaced. Id and secret do
    /// not change. Admin right: *Manage settings*. *Observed.*
    ///
    /// OAuth scope: `write_webhooks`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `webhook_id`: Id of the webhook.
    ///
    /// Sends `PUT /projects/{project_id}/webhooks/{webhook_id}`.
    pub fn update_webhook(
        &self,
        project_id: impl Into<String>,
        webhook_id: impl Into<String>,
    ) -> UpdateWebhook {
        UpdateWebhook {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            webhook_id: webhook_id.into(),
            body: WebhookUpdate::new(),
        }
    }
}

/// A call of [`Client::update_webhook`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct UpdateWebhook {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) webhook_id: String,
    pub(crate) body: WebhookUpdate,
}

impl UpdateWebhook {
    pub(crate) const OPERATION: &'static Operation = &Operation::new(
        "updateWebhook",
        "/projects/{project_id}/webhooks/{webhook_id}",
        Server::Main,
    );

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/webhooks/");
        path.segment("webhook_id", &self.webhook_id);
        let body = serde_json::to_vec(&self.body);
        path.call(self.client, (Self::OPERATION, Method::PUT), Some(body), self.options)
    }
}

methods!(UpdateWebhook -> WebhookResponse);

impl Client {
    /// Delete a webhook.
    ///
    /// Deletes a webhook. Admin right: *Manage settings*. *Observed.*
    ///
    /// OAuth scope: `write_webhooks`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `webhook_id`: Id of the webhook.
    ///
    /// Sends `DELETE /projects/{project_id}/webhooks/{webhook_id}`.
    pub fn delete_webhook(
        &self,
        project_id: impl Into<String>,
        webhook_id: impl Into<String>,
    ) -> DeleteWebhook {
        DeleteWebhook {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            webhook_id: webhook_id.into(),
        }
    }
}

/// A call of [`Client::delete_webhook`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct DeleteWebhook {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) webhook_id: String,
}

impl DeleteWebhook {
    pub(crate) const OPERATION: &'static Operation = &Operation::new(
        "deleteWebhook",
        "/projects/{project_id}/webhooks/{webhook_id}",
        Server::Main,
    );

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/webhooks/");
        path.segment("webhook_id", &self.webhook_id);
        path.call(self.client, (Self::OPERATION, Method::DELETE), None, self.options)
    }
}

methods!(DeleteWebhook -> WebhookDeletedResponse);

impl Client {
    /// Regenerate the secret of a webhook.
    ///
    /// Replaces the secret of a webhook. Whether the service keeps sending the old one for some
    /// time is unknown. Admin right: *Manage settings*. *Observed.*
    ///
    /// OAuth scope: `write_webhooks`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `webhook_id`: Id of the webhook.
    ///
    /// Sends `PATCH /projects/{project_id}/webhooks/{webhook_id}/secret/regenerate`.
    pub fn regenerate_webhook_secret(
        &self,
        project_id: impl Into<String>,
        webhook_id: impl Into<String>,
    ) -> RegenerateWebhookSecret {
        RegenerateWebhookSecret {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            webhook_id: webhook_id.into(),
        }
    }
}

/// A call of [`Client::regenerate_webhook_secret`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct RegenerateWebhookSecret {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) webhook_id: String,
}

impl RegenerateWebhookSecret {
    pub(crate) const OPERATION: &'static Operation = &Operation {
        idempotent: false,
        ..Operation::new(
            "regenerateWebhookSecret",
            "/projects/{project_id}/webhooks/{webhook_id}/secret/regenerate",
            Server::Main,
        )
    };

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/webhooks/");
        path.segment("webhook_id", &self.webhook_id);
        path.fixed("/secret/regenerate");
        path.call(self.client, (Self::OPERATION, Method::PATCH), None, self.options)
    }
}

methods!(RegenerateWebhookSecret -> WebhookSecretResponse);

/// A webhook of a project. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Webhook {
    /// Id of the webhook, 40 hexadecimal digits.
    pub webhook_id: String,
    /// The URL that receives the events.
    pub url: Option<UrlText>,
    /// The branch whose events are sent. Absent in older responses. Assumed: null means all
    /// branches.
    pub branch: Option<String>,
    /// Sent with each event in the header `X-Secret`.
    pub secret: Option<Secret>,
    /// The events that are sent, in any order. Assumed: a singular event adds its plural.
    pub events: Option<Vec<WebhookEventName>>,
    /// The languages to send, for events with a language.
    pub event_lang_map: Option<Vec<WebhookLanguages>>,
}

object! {
    Webhook { webhook_id }
    optional { url, branch, secret, events, event_lang_map }
}

/// The languages of an event. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct WebhookLanguages {
    /// Name of an event. Singular and plural names are separate events: bulk actions send the
    /// plural. Others may be added.
    pub event: WebhookEventName,
    /// Codes of the languages.
    pub lang_iso_codes: Option<Vec<String>>,
}

object! {
    WebhookLanguages { event }
    optional { lang_iso_codes }
}

body! {
    /// The languages for which an event is sent. *Observed.*
    pub struct WebhookEventLanguages for [] {
        /// Name of an event. Singular and plural names are separate events: bulk actions send the
        /// plural. Others may be added.
        event: Value<WebhookEventName>,
        /// Codes of the languages.
        lang_iso_codes: List<String>,
    }
    optional {
    }
}

body! {
    /// A webhook to create. *Observed.*
    pub struct NewWebhook for [CreateWebhook] {
        /// The `http` or `https` URL that receives the events.
        url: Value<UrlText>,
        /// The events to send.
        events: List<WebhookEventName>,
    }
    optional {
        /// The branch whose events are sent. Assumed: all branches if omitted.
        branch: Value<String>,
        /// The languages to send, for events with a language. Defaults to all.
        event_lang_map: List<WebhookEventLanguages>,
    }
}

body! {
    /// Changes of a webhook. *Observed.*
    pub struct WebhookUpdate for [UpdateWebhook] {
    }
    optional {
        /// The URL that receives the events.
        url: Value<UrlText>,
        /// The branch whose events are sent.
        branch: Value<String>,
        /// The events to send. They replace the existing ones.
        events: List<WebhookEventName>,
        /// The languages to send, for events with a language. Defaults to all.
        event_lang_map: List<WebhookEventLanguages>,
    }
}

/// A page of webhooks. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct WebhookListResponse {
    /// Id of the project. Observed: without the branch of the request, so do not use it in later
    /// requests.
    pub project_id: Option<String>,
    /// Name of the branch. Absent in older responses.
    pub branch: Option<String>,
    /// The webhooks.
    pub webhooks: Vec<Webhook>,
}

object! {
    WebhookListResponse { webhooks }
    optional { project_id, branch }
}

page!(WebhookListResponse { webhooks: Webhook });

/// One webhook. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct WebhookResponse {
    /// Id of the project. Observed: without the branch of the request, so do not use it in later
    /// requests.
    pub project_id: Option<String>,
    /// Name of the branch. Absent in older responses.
    pub branch: Option<String>,
    /// A webhook of a project.
    pub webhook: Webhook,
}

object! {
    WebhookResponse { webhook }
    optional { project_id, branch }
}

/// Whether a webhook was deleted. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct WebhookDeletedResponse {
    /// Id of the project. Observed: without the branch of the request, so do not use it in later
    /// requests.
    pub project_id: Option<String>,
    /// Name of the branch. Absent in older responses.
    pub branch: Option<String>,
    /// Whether the webhook was deleted.
    pub webhook_deleted: bool,
}

object! {
    WebhookDeletedResponse { webhook_deleted }
    optional { project_id, branch }
}

/// The new secret of a webhook. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct WebhookSecretResponse {
    /// Id of the project. Observed: without the branch of the request, so do not use it in later
    /// requests.
    pub project_id: Option<String>,
    /// Name of the branch. Absent in older responses.
    pub branch: Option<String>,
    /// The new secret.
    pub secret: Secret,
}

object! {
    WebhookSecretResponse { secret }
    optional { project_id, branch }
}

open_enum! {
    /// Name of an event. Singular and plural names are separate events: bulk actions send the
    /// plural. Others may be added. *Observed.*
    pub enum WebhookEventName {
        /// `project.deleted`.
        ProjectDeleted = "project.deleted",
        /// `project.snapshot`.
        ProjectSnapshot = "project.snapshot",
        /// `project.copied`.
        ProjectCopied = "project.copied",
        /// `project.imported`.
        ProjectImported = "project.imported",
        /// `project.exported`.
        ProjectExported = "project.exported",
        /// `project.branch.added`.
        ProjectBranchAdded = "project.branch.added",
        /// `project.branch.deleted`.
        ProjectBranchDeleted = "project.branch.deleted",
        /// `project.branch.merged`.
        ProjectBranchMerged = "project.branch.merged",
        /// `project.languages.added`.
        ProjectLanguagesAdded = "project.languages.added",
        /// `project.language.removed`.
        ProjectLanguageRemoved = "project.language.removed",
        /// `project.language.settings_changed`.
        ProjectLanguageSettingsChanged = "project.language.settings_changed",
        /// `project.key.added`.
        ProjectKeyAdded = "project.key.added",
        /// `project.key.modified`.
        ProjectKeyModified = "project.key.modified",
        /// `project.keys.added`.
        ProjectKeysAdded = "project.keys.added",
        /// `project.keys.modified`.
        ProjectKeysModified = "project.keys.modified",
        /// `project.keys.deleted`.
        ProjectKeysDeleted = "project.keys.deleted",
        /// `project.key.comment.added`.
        ProjectKeyCommentAdded = "project.key.comment.added",
        /// `project.translation.updated`.
        ProjectTranslationUpdated = "project.translation.updated",
        /// `project.translation.proofread`.
        ProjectTranslationProofread = "project.translation.proofread",
        /// `project.translations.updated`.
        ProjectTranslationsUpdated = "project.translations.updated",
        /// `project.translations.proofread`.
        ProjectTranslationsProofread = "project.translations.proofread",
        /// `project.contributor.added`.
        ProjectContributorAdded = "project.contributor.added",
        /// `project.contributor.added_public`.
        ProjectContributorAddedPublic = "project.contributor.added_public",
        /// `project.contributor.deleted`.
        ProjectContributorDeleted = "project.contributor.deleted",
        /// `project.task.created`.
        ProjectTaskCreated = "project.task.created",
        /// `project.task.queued`.
        ProjectTaskQueued = "project.task.queued",
        /// `project.task.closed`.
        ProjectTaskClosed = "project.task.closed",
        /// `project.task.deleted`.
        ProjectTaskDeleted = "project.task.deleted",
        /// `project.task.language.closed`.
        ProjectTaskLanguageClosed = "project.task.language.closed",
        /// `project.task.initial_tm_leverage.calculated`.
        ProjectTaskInitialTmLeverageCalculated = "project.task.initial_tm_leverage.calculated",
        /// `team.order.created`.
        TeamOrderCreated = "team.order.created",
        /// `team.order.completed`.
        TeamOrderCompleted = "team.order.completed",
        /// `team.order.deleted`.
        TeamOrderDeleted = "team.order.deleted",
    }
}

/// A project was deleted or copied to a snapshot, or an order was deleted. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ProjectEvent {
    /// Name of an event. Singular and plural names are separate events: bulk actions send the
    /// plural. Others may be added.
    pub event: WebhookEventName,
    /// The project.
    pub project: Option<EventProject>,
    /// Who did it.
    pub user: Option<EventUser>,
    /// Time of the event, `YYYY-MM-DD HH:MM:SS` without a time zone. Prefer the timestamp.
    pub created_at: Option<String>,
    /// Time of the event, in Unix seconds.
    pub created_at_timestamp: Option<i64>,
}

object! {
    ProjectEvent { event }
    optional { project, user, created_at, created_at_timestamp }
}

/// A project was copied. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ProjectCopiedEvent {
    /// Name of an event. Singular and plural names are separate events: bulk actions send the
    /// plural. Others may be added.
    pub event: WebhookEventName,
    /// A project, in an event.
    pub new_project: EventProject,
    /// Cause of the event, such as `import.file` or `bulk.pseudolocalize`.
    pub action: Option<String>,
    /// The project.
    pub project: Option<EventProject>,
    /// Who did it.
    pub user: Option<EventUser>,
    /// Time of the event, `YYYY-MM-DD HH:MM:SS` without a time zone. Prefer the timestamp.
    pub created_at: Option<String>,
    /// Time of the event, in Unix seconds.
    pub created_at_timestamp: Option<i64>,
}

object! {
    ProjectCopiedEvent { event, new_project }
    optional { action, project, user, created_at, created_at_timestamp }
}

/// A file was imported. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ImportEvent {
    /// Name of an event. Singular and plural names are separate events: bulk actions send the
    /// plural. Others may be added.
    pub event: WebhookEventName,
    /// What was imported.
    pub import: EventImport,
    /// The language of the file.
    pub language: Option<EventLanguage>,
    /// Options of the import.
    pub import_options: Option<EventImportOptions>,
    /// The project.
    pub project: Option<EventProject>,
    /// Who did it.
    pub user: Option<EventUser>,
    /// Time of the event, `YYYY-MM-DD HH:MM:SS` without a time zone. Prefer the timestamp.
    pub created_at: Option<String>,
    /// Time of the event, in Unix seconds.
    pub created_at_timestamp: Option<i64>,
}

object! {
    ImportEvent { event, import }
    optional { language, import_options, project, user, created_at, created_at_timestamp }
}

/// Files were exported. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ExportEvent {
    /// Name of an event. Singular and plural names are separate events: bulk actions send the
    /// plural. Others may be added.
    pub event: WebhookEventName,
    /// What was exported.
    pub export: EventExport,
    /// The project.
    pub project: Option<EventProject>,
    /// Who did it.
    pub user: Option<EventUser>,
    /// Time of the event, `YYYY-MM-DD HH:MM:SS` without a time zone. Prefer the timestamp.
    pub created_at: Option<String>,
    /// Time of the event, in Unix seconds.
    pub created_at_timestamp: Option<i64>,
}

object! {
    ExportEvent { event, export }
    optional { project, user, created_at, created_at_timestamp }
}

/// A branch was created or deleted. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct BranchEvent {
    /// Name of an event. Singular and plural names are separate events: bulk actions send the
    /// plural. Others may be added.
    pub event: WebhookEventName,
    /// A branch, in an event.
    pub branch: EventBranch,
    /// The project.
    pub project: Option<EventProject>,
    /// Who did it.
    pub user: Option<EventUser>,
    /// Time of the event, `YYYY-MM-DD HH:MM:SS` without a time zone. Prefer the timestamp.
    pub created_at: Option<String>,
    /// Time of the event, in Unix seconds.
    pub created_at_timestamp: Option<i64>,
}

object! {
    BranchEvent { event, branch }
    optional { project, user, created_at, created_at_timestamp }
}

/// A branch was merged. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct BranchMergeEvent {
    /// Name of an event. Singular and plural names are separate events: bulk actions send the
    /// plural. Others may be added.
    pub event: WebhookEventName,
    /// A branch, in an event.
    pub branch: EventBranch,
    /// The target branch.
    pub target_branch: Option<EventBranch>,
    /// Number of changed keys.
    pub affected_keys: Option<EventAffectedKeys>,
    /// The project.
    pub project: Option<EventProject>,
    /// Who did it.
    pub user: Option<EventUser>,
    /// Time of the event, `YYYY-MM-DD HH:MM:SS` without a time zone. Prefer the timestamp.
    pub created_at: Option<String>,
    /// Time of the event, in Unix seconds.
    pub created_at_timestamp: Option<i64>,
}

object! {
    BranchMergeEvent { event, branch }
    optional { target_branch, affected_keys, project, user, created_at, created_at_timestamp }
}

/// Languages were added. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct LanguagesEvent {
    /// Name of an event. Singular and plural names are separate events: bulk actions send the
    /// plural. Others may be added.
    pub event: WebhookEventName,
    /// The languages.
    pub languages: Vec<EventLanguage>,
    /// The project.
    pub project: Option<EventProject>,
    /// Who did it.
    pub user: Option<EventUser>,
    /// Time of the event, `YYYY-MM-DD HH:MM:SS` without a time zone. Prefer the timestamp.
    pub created_at: Option<String>,
    /// Time of the event, in Unix seconds.
    pub created_at_timestamp: Option<i64>,
}

object! {
    LanguagesEvent { event, languages }
    optional { project, user, created_at, created_at_timestamp }
}

/// A language was removed, or its settings changed. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct LanguageEvent {
    /// Name of an event. Singular and plural names are separate events: bulk actions send the
    /// plural. Others may be added.
    pub event: WebhookEventName,
    /// A language, in an event.
    pub language: EventLanguage,
    /// The project.
    pub project: Option<EventProject>,
    /// Who did it.
    pub user: Option<EventUser>,
    /// Time of the event, `YYYY-MM-DD HH:MM:SS` without a time zone. Prefer the timestamp.
    pub created_at: Option<String>,
    /// Time of the event, in Unix seconds.
    pub created_at_timestamp: Option<i64>,
}

object! {
    LanguageEvent { event, language }
    optional { project, user, created_at, created_at_timestamp }
}

/// A key was created or changed. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct KeyEvent {
    /// Name of an event. Singular and plural names are separate events: bulk actions send the
    /// plural. Others may be added.
    pub event: WebhookEventName,
    /// A key, in an event. Created keys have `base_value` and `tags`, deleted ones `base_value`,
    /// and changed ones `previous_name`, `tags`, `hidden` and `screenshots`.
    pub key: EventKey,
    /// The project.
    pub project: Option<EventProject>,
    /// Who did it.
    pub user: Option<EventUser>,
    /// Time of the event, `YYYY-MM-DD HH:MM:SS` without a time zone. Prefer the timestamp.
    pub created_at: Option<String>,
    /// Time of the event, in Unix seconds.
    pub created_at_timestamp: Option<i64>,
}

object! {
    KeyEvent { event, key }
    optional { project, user, created_at, created_at_timestamp }
}

/// Keys were created, changed or deleted. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct KeysEvent {
    /// Name of an event. Singular and plural names are separate events: bulk actions send the
    /// plural. Others may be added.
    pub event: WebhookEventName,
    /// Cause of the event, such as `import.file` or `bulk.pseudolocalize`.
    pub action: Option<String>,
    /// The keys.
    pub keys: Vec<EventKey>,
    /// The project.
    pub project: Option<EventProject>,
    /// Who did it.
    pub user: Option<EventUser>,
    /// Time of the event, `YYYY-MM-DD HH:MM:SS` without a time zone. Prefer the timestamp.
    pub created_at: Option<String>,
    /// Time of the event, in Unix seconds.
    pub created_at_timestamp: Option<i64>,
}

object! {
    KeysEvent { event, keys }
    optional { action, project, user, created_at, created_at_timestamp }
}

/// A comment was added to a key. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct KeyCommentEvent {
    /// Name of an event. Singular and plural names are separate events: bulk actions send the
    /// plural. Others may be added.
    pub event: WebhookEventName,
    /// A comment, in an event.
    pub comment: EventComment,
    /// The key.
    pub key: Option<EventKey>,
    /// The project.
    pub project: Option<EventProject>,
    /// Who did it.
    pub user: Option<EventUser>,
    /// Time of the event, `YYYY-MM-DD HH:MM:SS` without a time zone. Prefer the timestamp.
    pub created_at: Option<String>,
    /// Time of the event, in Unix seconds.
    pub created_at_timestamp: Option<i64>,
}

object! {
    KeyCommentEvent { event, comment }
    optional { key, project, user, created_at, created_at_timestamp }
}

/// A translation was updated or proofread. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct TranslationEvent {
    /// Name of an event. Singular and plural names are separate events: bulk actions send the
    /// plural. Others may be added.
    pub event: WebhookEventName,
    /// A translation, in an event. With language and key only in events with several translations.
    pub translation: EventTranslation,
    /// Its language.
    pub language: Option<EventLanguage>,
    /// Its key.
    pub key: Option<EventKey>,
    /// The project.
    pub project: Option<EventProject>,
    /// Who did it.
    pub user: Option<EventUser>,
    /// Time of the event, `YYYY-MM-DD HH:MM:SS` without a time zone. Prefer the timestamp.
    pub created_at: Option<String>,
    /// Time of the event, in Unix seconds.
    pub created_at_timestamp: Option<i64>,
}

object! {
    TranslationEvent { event, translation }
    optional { language, key, project, user, created_at, created_at_timestamp }
}

/// Translations were updated or proofread. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct TranslationsEvent {
    /// Name of an event. Singular and plural names are separate events: bulk actions send the
    /// plural. Others may be added.
    pub event: WebhookEventName,
    /// Cause of the event, such as `import.file` or `bulk.pseudolocalize`.
    pub action: Option<String>,
    /// The translations, with language and key.
    pub translations: Vec<EventTranslation>,
    /// The project.
    pub project: Option<EventProject>,
    /// Who did it.
    pub user: Option<EventUser>,
    /// Time of the event, `YYYY-MM-DD HH:MM:SS` without a time zone. Prefer the timestamp.
    pub created_at: Option<String>,
    /// Time of the event, in Unix seconds.
    pub created_at_timestamp: Option<i64>,
}

object! {
    TranslationsEvent { event, translations }
    optional { action, project, user, created_at, created_at_timestamp }
}

/// A contributor was added or deleted. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ContributorEvent {
    /// Name of an event. Singular and plural names are separate events: bulk actions send the
    /// plural. Others may be added.
    pub event: WebhookEventName,
    /// A contributor, in an event.
    pub contributor: EventContributor,
    /// The project.
    pub project: Option<EventProject>,
    /// Who did it.
    pub user: Option<EventUser>,
    /// Time of the event, `YYYY-MM-DD HH:MM:SS` without a time zone. Prefer the timestamp.
    pub created_at: Option<String>,
    /// Time of the event, in Unix seconds.
    pub created_at_timestamp: Option<i64>,
}

object! {
    ContributorEvent { event, contributor }
    optional { project, user, created_at, created_at_timestamp }
}

/// A task was created, queued, closed or deleted, or one of its languages was closed. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct TaskEvent {
    /// Name of an event. Singular and plural names are separate events: bulk actions send the
    /// plural. Others may be added.
    pub event: WebhookEventName,
    /// A task, in an event.
    pub task: EventTask,
    /// The language that was closed.
    pub language: Option<EventLanguage>,
    /// The project.
    pub project: Option<EventProject>,
    /// Who did it.
    pub user: Option<EventUser>,
    /// Time of the event, `YYYY-MM-DD HH:MM:SS` without a time zone. Prefer the timestamp.
    pub created_at: Option<String>,
    /// Time of the event, in Unix seconds.
    pub created_at_timestamp: Option<i64>,
}

object! {
    TaskEvent { event, task }
    optional { language, project, user, created_at, created_at_timestamp }
}

/// The translation memory leverage of a task was calculated. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct TmLeverageEvent {
    /// Name of an event. Singular and plural names are separate events: bulk actions send the
    /// plural. Others may be added.
    pub event: WebhookEventName,
    /// A task, in an event.
    pub task: EventTask,
    /// The project.
    pub project: Option<EventProject>,
    /// Who did it.
    pub user: Option<EventUser>,
    /// Time of the event, `YYYY-MM-DD HH:MM:SS` without a time zone. Prefer the timestamp.
    pub created_at: Option<String>,
    /// Time of the event, in Unix seconds.
    pub created_at_timestamp: Option<i64>,
}

object! {
    TmLeverageEvent { event, task }
    optional { project, user, created_at, created_at_timestamp }
}

/// An order was created or completed. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct OrderEvent {
    /// Name of an event. Singular and plural names are separate events: bulk actions send the
    /// plural. Others may be added.
    pub event: WebhookEventName,
    /// An order, in an event.
    pub order: EventOrder,
    /// The project.
    pub project: Option<EventProject>,
    /// Who did it.
    pub user: Option<EventUser>,
    /// Time of the event, `YYYY-MM-DD HH:MM:SS` without a time zone. Prefer the timestamp.
    pub created_at: Option<String>,
    /// Time of the event, in Unix seconds.
    pub created_at_timestamp: Option<i64>,
}

object! {
    OrderEvent { event, order }
    optional { project, user, created_at, created_at_timestamp }
}

/// A project, in an event. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct EventProject {
    /// Id of the project; opaque.
    pub id: String,
    /// Name of the project.
    pub name: Option<String>,
    /// Name of the branch.
    pub branch: Option<String>,
}

object! {
    EventProject { id }
    optional { name, branch }
}

/// A user, in an event. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct EventUser {
    /// E-mail address.
    pub email: Option<String>,
    /// Name of the user.
    pub full_name: Option<String>,
}

object! {
    EventUser {}
    optional { email, full_name }
}

/// A language, in an event. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct EventLanguage {
    /// Id of the language.
    pub id: Option<i64>,
    /// Code of the language.
    pub iso: Option<String>,
    /// Name of the language.
    pub name: Option<String>,
}

object! {
    EventLanguage {}
    optional { id, iso, name }
}

/// Files of a key, in an event. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct EventFilenames {
    /// File of iOS.
    pub ios: Option<String>,
    /// File of Android.
    pub android: Option<String>,
    /// File on the web.
    pub web: Option<String>,
    /// File of others.
    pub other: Option<String>,
}

object! {
    EventFilenames {}
    optional { ios, android, web, other }
}

/// A key, in an event. Created keys have `base_value` and `tags`, deleted ones `base_value`, and
/// changed ones `previous_name`, `tags`, `hidden` and `screenshots`. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct EventKey {
    /// An id, in an event. A number or text.
    pub id: i64,
    /// Name of the key.
    pub name: Option<String>,
    /// Its files.
    pub filenames: Option<EventFilenames>,
    /// Text in the base language.
    pub base_value: Option<String>,
    /// Tags.
    pub tags: Option<Vec<String>>,
    /// Name before the change.
    pub previous_name: Option<String>,
    /// Whether it is hidden from contributors.
    pub hidden: Option<bool>,
    /// Ids of screenshots.
    pub screenshots: Option<Vec<i64>>,
}

object! {
    EventKey { id }
    optional { name, filenames, base_value, tags, previous_name, hidden, screenshots }
}

/// A translation, in an event. With language and key only in events with several translations.
/// *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct EventTranslation {
    /// An id, in an event. A number or text.
    pub id: i64,
    /// The text.
    pub value: Option<String>,
    /// The text before an update.
    pub previous_value: Option<String>,
    /// Whether it is proofread.
    pub is_proofread: Option<bool>,
    /// Number of the segment.
    pub segment: Option<i64>,
    /// Its language.
    pub language: Option<EventLanguage>,
    /// Its key.
    pub key: Option<EventKey>,
}

object! {
    EventTranslation { id }
    optional { value, previous_value, is_proofread, segment, language, key }
}

/// What was imported. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct EventImport {
    /// Name of the file.
    pub filename: Option<String>,
    /// Format of the file.
    pub format: Option<String>,
    /// Number of keys created.
    pub inserted: Option<i64>,
    /// Number of keys updated.
    pub updated: Option<i64>,
    /// Number of keys skipped.
    pub skipped: Option<i64>,
}

object! {
    EventImport {}
    optional { filename, format, inserted, updated, skipped }
}

/// Options of an import. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct EventImportOptions {
    /// Tags for the keys.
    pub key_tags: Option<Vec<String>>,
    /// Whether line breaks were replaced.
    pub replace_line_breaks: Option<bool>,
    /// Whether placeholders were converted.
    pub convert_placeholders: Option<bool>,
    /// Whether texts that were modified were replaced.
    pub replace_modified: Option<bool>,
    /// Whether created keys were tagged.
    pub tag_keys_inserted: Option<bool>,
    /// Whether updated keys were tagged.
    pub tag_keys_updated: Option<bool>,
    /// Whether skipped keys were tagged.
    pub tag_keys_skipped: Option<bool>,
    /// Whether ICU plurals were detected.
    pub detect_icu_plurals: Option<bool>,
    /// Whether empty texts were filled with the names of keys.
    pub fill_empty_with_keys: Option<bool>,
    /// Whether created keys were hidden.
    pub hide_from_contributors: Option<bool>,
    /// Whether keys were compared by file.
    pub diff_by_file: Option<bool>,
    /// Whether the translation memory was used.
    pub use_tm: Option<bool>,
    /// Whether keys that are not in the file were deleted.
    pub cleanup: Option<bool>,
}

object! {
    EventImportOptions {}
    optional {
        key_tags, replace_line_breaks, convert_placeholders, replace_modified,
        tag_keys_inserted, tag_keys_updated, tag_keys_skipped, detect_icu_plurals,
        fill_empty_with_keys, hide_from_contributors, diff_by_file, use_tm, cleanup,
    }
}

/// What was exported. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct EventExport {
    /// Type of the export.
    pub type_: Option<String>,
    /// Path of the bundle.
    pub filename: Option<String>,
    /// Platform.
    pub platform: Option<String>,
}

object! {
    EventExport {}
    optional { type_ = "type", filename, platform }
}

/// A branch, in an event. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct EventBranch {
    /// Id of the branch.
    pub id: Option<i64>,
    /// Name of the branch.
    pub name: Option<String>,
}

object! {
    EventBranch {}
    optional { id, name }
}

/// Number of keys that a merge changed. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct EventAffectedKeys {
    /// Number of keys created.
    pub inserted_count: Option<i64>,
    /// Number of keys updated.
    pub updated_count: Option<i64>,
}

object! {
    EventAffectedKeys {}
    optional { inserted_count, updated_count }
}

/// A comment, in an event. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct EventComment {
    /// The text.
    pub value: Option<String>,
}

object! {
    EventComment {}
    optional { value }
}

/// A contributor, in an event. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct EventContributor {
    /// E-mail address.
    pub email: Option<String>,
}

object! {
    EventContributor {}
    optional { email }
}

/// A task, in an event. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct EventTask {
    /// Id of the task.
    pub id: Option<i64>,
    /// Type of the task.
    pub type_: Option<String>,
    /// Title of the task.
    pub title: Option<String>,
    /// Description of the task.
    pub description: Option<String>,
    /// Due date of the task.
    pub due_date: Option<String>,
    /// Number of strings that match the translation memory, by language id and percentage: `0`,
    /// `50`, `75`, `85`, `95`, `100%`. Absent until it is calculated.
    pub initial_tm_leverage: Option<BTreeMap<String, BTreeMap<String, i64>>>,
}

object! {
    EventTask {}
    optional { id, type_ = "type", title, description, due_date, initial_tm_leverage }
}

/// An order, in an event. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct EventOrder {
    /// Id of the order.
    pub id: Option<String>,
    /// Who translates.
    pub provider: Option<String>,
    /// Currency of the total.
    pub currency: Option<String>,
    /// What it costs.
    pub total: Option<String>,
    /// The languages.
    pub languages: Option<Vec<EventLanguage>>,
}

object! {
    EventOrder {}
    optional { id, provider, currency, total, languages }
}
