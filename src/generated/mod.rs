// Made from spec/openapi.yaml. Do not edit.

//! The types and calls of the document: a file for each group of operations.

#![allow(clippy::too_many_arguments, deprecated, missing_docs, unused_imports)]

#[cfg(feature = "audit")]
mod audit_log;
#[cfg(feature = "orders")]
mod billing_details;
mod branches;
mod comments;
mod contributors;
mod custom_translation_statuses;
mod files;
#[cfg(feature = "glossary")]
mod glossary;
mod items;
mod keys;
mod languages;
mod oauth;
#[cfg(feature = "orders")]
mod orders;
#[cfg(feature = "orders")]
mod payment_cards;
mod processes;
mod projects;
#[cfg(feature = "screenshots")]
mod screenshots;
#[cfg(feature = "segments")]
mod segments;
mod service_tokens;
#[cfg(feature = "snapshots")]
mod snapshots;
#[cfg(feature = "tasks")]
mod tasks;
#[cfg(feature = "teams")]
mod team_groups;
#[cfg(feature = "teams")]
mod team_users;
#[cfg(feature = "teams")]
mod teams;
#[cfg(feature = "orders")]
mod translation_providers;
mod translations;
mod webhooks;

pub(crate) mod types {
    #[cfg(feature = "audit")]
    pub use super::audit_log::{
        AuditActor, AuditEnrichment, AuditEntity, AuditEvent, AuditLogResponse, AuditMetadata,
        AuditUser,
    };
    #[cfg(feature = "orders")]
    pub use super::billing_details::{BillingDetails, BillingDetailsSettings};
    pub use super::branches::{
        Branch, BranchDeletedResponse, BranchListResponse, BranchMerge, BranchMergedResponse,
        BranchResponse, BranchUpdate, ConflictResolution, NewBranch,
    };
    pub use super::comments::{
        Comment, CommentDeletedResponse, CommentListResponse, CommentResponse, NewComment,
        NewComments,
    };
    pub use super::contributors::{
        AdminRight, Contributor, ContributorDeletedResponse, ContributorDeletionJob,
        ContributorImport, ContributorImportResponse, ContributorImportSummary,
        ContributorInvitation, ContributorInvitations, ContributorLanguage,
        ContributorListResponse, ContributorResponse, ContributorUpdate,
        DeletionJobStartedResponse, DeletionJobState, ImportedContributor, InvitationAdminRight,
        LanguageAccess, RoleId,
    };
    pub use super::custom_translation_statuses::{
        ColorListResponse, CustomTranslationStatus, CustomTranslationStatusDeletedResponse,
        CustomTranslationStatusListResponse, CustomTranslationStatusResponse,
        CustomTranslationStatusUpdate, NewCustomTranslationStatus,
    };
    pub use super::files::{
        BundleResponse, ExportDataFilter, ExportEmptyAs, ExportNullAs, ExportSort,
        ExportStartedResponse, FileDeletedResponse, FileExport, FileListResponse, FileUpload,
        Indentation, JavaPropertiesEncoding, JavaPropertiesSeparator, LanguageMapping,
        PlaceholderFormat, PluralFormat, ProcessDetails, ProcessResponse, ProcessStatus,
        ProcessType, ProcessedFile, ProjectFile, QueuedProcess,
    };
    #[cfg(feature = "glossary")]
    pub use super::glossary::{
        GlossaryChangeMeta, GlossaryListMeta, GlossaryTerm, GlossaryTermGroup, GlossaryTermIds,
        GlossaryTermListResponse, GlossaryTermResponse, GlossaryTermUpdate, GlossaryTermUpdates,
        GlossaryTermsChangedResponse, GlossaryTermsDeleted, GlossaryTermsDeletedResponse,
        GlossaryTranslation, NewGlossaryTerm, NewGlossaryTerms, NewGlossaryTranslation,
    };
    pub use super::items::{CursorMeta, ItemListResponse};
    pub use super::keys::{
        ArchivedFilter, Key, KeyCoordinates, KeyDeletedResponse, KeyError, KeyIds, KeyListResponse,
        KeyResponse, KeyTranslationUpdate, KeyUpdate, KeyUpdateItem, KeyUpdates,
        KeysChangedResponse, KeysDeletedResponse, NewKey, NewKeyTranslation, NewKeys,
        NewScreenshot, PaginationType, Platform, PlatformFilenames, PlatformTexts, QaIssueFilter,
        RejectedKey, Screenshot, ScreenshotKey,
    };
    pub use super::languages::{
        Language, LanguageDeletedResponse, LanguageError, LanguageListResponse, LanguageResponse,
        LanguageUpdate, LanguagesCreatedResponse, NewLanguage, NewLanguages,
        SystemLanguageListResponse,
    };
    pub use super::oauth::{
        CodeGrant, CodeGrantType, RefreshGrant, RefreshGrantType, TokenRequest, TokenResponse,
    };
    #[cfg(feature = "orders")]
    pub use super::orders::{
        NewOrder, Order, OrderListResponse, OrderStatus, PaymentMethod, TranslationStyle,
    };
    #[cfg(feature = "orders")]
    pub use super::payment_cards::{
        NewPaymentCard, PaymentCard, PaymentCardDeletedResponse, PaymentCardListResponse,
        PaymentCardResponse,
    };
    pub use super::processes::ProcessListResponse;
    pub use super::projects::{
        LanguageStatistics, NewProject, NewProjectLanguage, Project, ProjectDeletedResponse,
        ProjectEmptiedResponse, ProjectListResponse, ProjectSettings, ProjectStatistics,
        ProjectType, ProjectUpdate,
    };
    #[cfg(feature = "screenshots")]
    pub use super::screenshots::{
        NewProjectScreenshot, NewProjectScreenshots, ScreenshotDeletedResponse,
        ScreenshotListResponse, ScreenshotResponse, ScreenshotUpdate, ScreenshotsCreatedResponse,
    };
    #[cfg(feature = "segments")]
    pub use super::segments::{Segment, SegmentListResponse, SegmentResponse, SegmentUpdate};
    pub use super::service_tokens::{NewServiceToken, ServiceTokenResponse};
    #[cfg(feature = "snapshots")]
    pub use super::snapshots::{
        NewSnapshot, Snapshot, SnapshotDeletedResponse, SnapshotListResponse, SnapshotResponse,
    };
    #[cfg(feature = "tasks")]
    pub use super::tasks::{
        NewTask, NewTaskLanguage, NewTmLeverage, Task, TaskDeletedResponse, TaskGroup,
        TaskLanguage, TaskLanguageUpdate, TaskListResponse, TaskResponse, TaskStatus, TaskType,
        TaskUpdate, TaskUser,
    };
    #[cfg(feature = "teams")]
    pub use super::team_groups::{
        TeamGroup, TeamGroupDeletedResponse, TeamGroupLanguages, TeamGroupListResponse,
        TeamGroupMembers, TeamGroupPermissions, TeamGroupProjects, TeamGroupResponse,
        TeamGroupSettings, TeamRole, TeamRoleListResponse,
    };
    #[cfg(feature = "teams")]
    pub use super::team_users::{
        TeamUser, TeamUserDeletedResponse, TeamUserListResponse, TeamUserResponse, TeamUserRole,
        TeamUserUpdate,
    };
    #[cfg(feature = "teams")]
    pub use super::teams::{Team, TeamListResponse, TeamResponse};
    #[cfg(feature = "orders")]
    pub use super::translation_providers::{
        TranslationPair, TranslationProvider, TranslationProviderListResponse, TranslationTier,
    };
    pub use super::translations::{
        Translation, TranslationListResponse, TranslationResponse, TranslationUpdate,
    };
    pub use super::webhooks::{
        BranchEvent, BranchMergeEvent, ContributorEvent, EventAffectedKeys, EventBranch,
        EventComment, EventContributor, EventExport, EventFilenames, EventImport,
        EventImportOptions, EventKey, EventLanguage, EventOrder, EventProject, EventTask,
        EventTranslation, EventUser, ExportEvent, ImportEvent, KeyCommentEvent, KeyEvent,
        KeysEvent, LanguageEvent, LanguagesEvent, NewWebhook, OrderEvent, ProjectCopiedEvent,
        ProjectEvent, TaskEvent, TmLeverageEvent, TranslationEvent, TranslationsEvent, Webhook,
        WebhookDeletedResponse, WebhookEventLanguages, WebhookEventName, WebhookLanguages,
        WebhookListResponse, WebhookResponse, WebhookSecretResponse, WebhookUpdate,
    };
}

pub(crate) mod calls {
    #[cfg(feature = "audit")]
    pub use super::audit_log::ListAuditLogs;
    #[cfg(feature = "orders")]
    pub use super::billing_details::{
        CreateTeamBillingDetails, GetTeamBillingDetails, UpdateTeamBillingDetails,
    };
    pub use super::branches::{
        CreateBranch, DeleteBranch, GetBranch, ListBranches, MergeBranch, UpdateBranch,
    };
    pub use super::comments::{
        CreateKeyComments, DeleteKeyComment, GetKeyComment, ListKeyComments, ListProjectComments,
    };
    pub use super::contributors::{
        CreateContributors, DeleteAllContributors, DeleteContributor, GetContributor,
        GetContributorDeletionJob, GetOwnContributor, ImportContributors, ListContributors,
        UpdateContributor,
    };
    pub use super::custom_translation_statuses::{
        CreateCustomTranslationStatus, DeleteCustomTranslationStatus, GetCustomTranslationStatus,
        ListCustomTranslationStatusColors, ListCustomTranslationStatuses,
        UpdateCustomTranslationStatus,
    };
    pub use super::files::{DeleteFile, ExportFiles, ListFiles, StartExport, UploadFile};
    #[cfg(feature = "glossary")]
    pub use super::glossary::{
        CreateGlossaryTerms, DeleteGlossaryTerms, GetGlossaryTerm, ListGlossaryTerms,
        UpdateGlossaryTerms,
    };
    pub use super::items::ListItems;
    pub use super::keys::{
        CreateKeys, DeleteKey, DeleteKeys, GetKey, ListKeys, UpdateKey, UpdateKeys,
    };
    pub use super::languages::{
        CreateLanguages, DeleteLanguage, GetLanguage, ListLanguages, ListSystemLanguages,
        UpdateLanguage,
    };
    pub use super::oauth::RequestToken;
    #[cfg(feature = "orders")]
    pub use super::orders::{CreateOrder, GetOrder, ListOrders};
    #[cfg(feature = "orders")]
    pub use super::payment_cards::{
        CreatePaymentCard, DeletePaymentCard, GetPaymentCard, ListPaymentCards,
    };
    pub use super::processes::{GetProcess, ListProcesses};
    pub use super::projects::{
        CreateProject, DeleteProject, EmptyProject, GetProject, ListProjects, UpdateProject,
    };
    #[cfg(feature = "screenshots")]
    pub use super::screenshots::{
        CreateScreenshots, DeleteScreenshot, GetScreenshot, ListScreenshots, UpdateScreenshot,
    };
    #[cfg(feature = "segments")]
    pub use super::segments::{GetSegment, ListSegments, UpdateSegment};
    pub use super::service_tokens::CreateServiceToken;
    #[cfg(feature = "snapshots")]
    pub use super::snapshots::{CreateSnapshot, DeleteSnapshot, ListSnapshots, RestoreSnapshot};
    #[cfg(feature = "tasks")]
    pub use super::tasks::{CreateTask, DeleteTask, GetTask, ListTasks, UpdateTask};
    #[cfg(feature = "teams")]
    pub use super::team_groups::{
        AddTeamGroupMembers, AddTeamGroupProjects, CreateTeamGroup, DeleteTeamGroup, GetTeamGroup,
        ListTeamGroups, ListTeamRoles, RemoveTeamGroupMembers, RemoveTeamGroupProjects,
        UpdateTeamGroup,
    };
    #[cfg(feature = "teams")]
    pub use super::team_users::{DeleteTeamUser, GetTeamUser, ListTeamUsers, UpdateTeamUser};
    #[cfg(feature = "teams")]
    pub use super::teams::{GetTeam, ListTeams};
    #[cfg(feature = "orders")]
    pub use super::translation_providers::{GetTranslationProvider, ListTranslationProviders};
    pub use super::translations::{GetTranslation, ListTranslations, UpdateTranslation};
    pub use super::webhooks::{
        CreateWebhook, DeleteWebhook, GetWebhook, ListWebhooks, RegenerateWebhookSecret,
        UpdateWebhook,
    };
}

/// All operations, by their groups in the document.
///
/// In their docs, *Observed.* marks an operation that the service's own description does not
/// contain, and exchanges with the service or public clients show. The badge of an operation holds
/// for its parameters too.
///
/// # Projects
///
/// Projects, with their statistics and settings.
///
/// | Call | What it does | OAuth scope | Admin right |
/// |---|---|---|---|
/// | [`list_projects`](crate::Client::list_projects) | List projects | `read_projects` |  |
/// | [`create_project`](crate::Client::create_project) | Create a project | `write_projects` |  |
/// | [`get_project`](crate::Client::get_project) | Read a project | `read_projects` |  |
/// | [`update_project`](crate::Client::update_project) | Update a project | `write_projects` | Manage settings |
/// | [`delete_project`](crate::Client::delete_project) | Delete a project | `write_projects` | not documented |
/// | [`empty_project`](crate::Client::empty_project) | Delete all keys of a project | `write_projects` | Manage settings |
///
/// # Languages
///
/// The languages of the service, and those of a project.
///
/// | Call | What it does | OAuth scope | Admin right |
/// |---|---|---|---|
/// | [`list_system_languages`](crate::Client::list_system_languages) | List the languages of the service | `read_languages` |  |
/// | [`list_languages`](crate::Client::list_languages) | List the languages of a project | `read_languages` |  |
/// | [`create_languages`](crate::Client::create_languages) | Add languages to a project | `write_languages` | Manage languages |
/// | [`get_language`](crate::Client::get_language) | Read a language | `read_languages` |  |
/// | [`update_language`](crate::Client::update_language) | Update a language | `write_languages` | Manage languages |
/// | [`delete_language`](crate::Client::delete_language) | Remove a language from a project | `write_languages` | Manage languages |
///
/// # Keys
///
/// Keys, which are strings to translate.
///
/// | Call | What it does | OAuth scope | Admin right |
/// |---|---|---|---|
/// | [`list_keys`](crate::Client::list_keys) | List keys | `read_keys` |  |
/// | [`create_keys`](crate::Client::create_keys) | Create keys | `write_keys` | Manage keys |
/// | [`update_keys`](crate::Client::update_keys) | Update keys | `write_keys` | Manage keys |
/// | [`delete_keys`](crate::Client::delete_keys) | Delete keys | `write_keys` | Manage keys |
/// | [`get_key`](crate::Client::get_key) | Read a key | `read_keys` |  |
/// | [`update_key`](crate::Client::update_key) | Update a key | `write_keys` | Manage keys |
/// | [`delete_key`](crate::Client::delete_key) | Delete a key | `write_keys` | Manage keys |
///
/// # Tasks
///
/// Tasks, which assign keys in some languages to people. Needs the feature `tasks`.
///
/// | Call | What it does | OAuth scope | Admin right |
/// |---|---|---|---|
/// | [`list_tasks`](crate::Client::list_tasks) | List tasks | `read_tasks` |  |
/// | [`create_task`](crate::Client::create_task) | Create a task | `write_tasks` | Manage tasks |
/// | [`get_task`](crate::Client::get_task) | Read a task | `read_tasks` |  |
/// | [`update_task`](crate::Client::update_task) | Update or close a task | `write_tasks` | Manage tasks |
/// | [`delete_task`](crate::Client::delete_task) | Delete a task | `write_tasks` | Manage tasks |
///
/// # Screenshots
///
/// Screenshots of a project, which show keys in their context. Needs the feature `screenshots`.
///
/// | Call | What it does | OAuth scope | Admin right |
/// |---|---|---|---|
/// | [`list_screenshots`](crate::Client::list_screenshots) | List screenshots | `read_screenshots` |  |
/// | [`create_screenshots`](crate::Client::create_screenshots) | Add screenshots | `write_screenshots` | Manage screenshots |
/// | [`get_screenshot`](crate::Client::get_screenshot) | Read a screenshot | `read_screenshots` |  |
/// | [`update_screenshot`](crate::Client::update_screenshot) | Update a screenshot | `write_screenshots` | Manage screenshots |
/// | [`delete_screenshot`](crate::Client::delete_screenshot) | Delete a screenshot | `write_screenshots` | Manage screenshots |
///
/// # Snapshots
///
/// Copies of a project, which can be restored as projects of their own. Needs the feature
/// `snapshots`.
///
/// | Call | What it does | OAuth scope | Admin right |
/// |---|---|---|---|
/// | [`list_snapshots`](crate::Client::list_snapshots) | List snapshots | `read_snapshots` | Manage settings |
/// | [`create_snapshot`](crate::Client::create_snapshot) | Create a snapshot | `write_snapshots` | Manage settings |
/// | [`restore_snapshot`](crate::Client::restore_snapshot) | Restore a snapshot as a new project | `write_snapshots` | Manage settings |
/// | [`delete_snapshot`](crate::Client::delete_snapshot) | Delete a snapshot | `write_snapshots` | Manage settings |
///
/// # Glossary
///
/// Terms of a project, with their translations. Needs the feature `glossary`.
///
/// | Call | What it does | OAuth scope | Admin right |
/// |---|---|---|---|
/// | [`list_glossary_terms`](crate::Client::list_glossary_terms) | List glossary terms | `read_glossary` |  |
/// | [`create_glossary_terms`](crate::Client::create_glossary_terms) | Create glossary terms | `write_glossary` | Manage glossary |
/// | [`update_glossary_terms`](crate::Client::update_glossary_terms) | Update glossary terms | `write_glossary` | Manage glossary |
/// | [`delete_glossary_terms`](crate::Client::delete_glossary_terms) | Delete glossary terms | `write_glossary` | Manage glossary |
/// | [`get_glossary_term`](crate::Client::get_glossary_term) | Read a glossary term | `read_glossary` |  |
///
/// # Segments
///
/// Segments, the parts of a translation. Needs the feature `segments`.
///
/// | Call | What it does | OAuth scope | Admin right |
/// |---|---|---|---|
/// | [`list_segments`](crate::Client::list_segments) | List segments |  | not documented |
/// | [`get_segment`](crate::Client::get_segment) | Read a segment |  | not documented |
/// | [`update_segment`](crate::Client::update_segment) | Update a segment |  | not documented |
///
/// # Translations
///
/// The texts of keys, one for each key and language.
///
/// | Call | What it does | OAuth scope | Admin right |
/// |---|---|---|---|
/// | [`list_translations`](crate::Client::list_translations) | List translations | `read_translations` |  |
/// | [`get_translation`](crate::Client::get_translation) | Read a translation | `read_translations` |  |
/// | [`update_translation`](crate::Client::update_translation) | Update a translation | `write_translations` | not documented |
///
/// # Branches
///
/// Branches of a project, copies of its content that can be merged.
///
/// | Call | What it does | OAuth scope | Admin right |
/// |---|---|---|---|
/// | [`list_branches`](crate::Client::list_branches) | List branches | `read_projects` |  |
/// | [`create_branch`](crate::Client::create_branch) | Create a branch | `write_projects` | Manage settings |
/// | [`get_branch`](crate::Client::get_branch) | Read a branch | `read_projects` |  |
/// | [`update_branch`](crate::Client::update_branch) | Rename a branch | `write_projects` | Manage settings |
/// | [`delete_branch`](crate::Client::delete_branch) | Delete a branch | `write_projects` | Manage settings |
/// | [`merge_branch`](crate::Client::merge_branch) | Merge a branch | `write_projects` | Manage settings |
///
/// # Comments
///
/// Comments on keys.
///
/// | Call | What it does | OAuth scope | Admin right |
/// |---|---|---|---|
/// | [`list_project_comments`](crate::Client::list_project_comments) | List the comments of a project | `read_comments` | not documented |
/// | [`list_key_comments`](crate::Client::list_key_comments) | List the comments of a key | `read_comments` | not documented |
/// | [`create_key_comments`](crate::Client::create_key_comments) | Add comments to a key | `write_comments` | not documented |
/// | [`get_key_comment`](crate::Client::get_key_comment) | Read a comment | `read_comments` | not documented |
/// | [`delete_key_comment`](crate::Client::delete_key_comment) | Delete a comment | `write_comments` | not documented |
///
/// # Contributors
///
/// The members of a project, with their roles, admin rights and languages.
///
/// | Call | What it does | OAuth scope | Admin right |
/// |---|---|---|---|
/// | [`list_contributors`](crate::Client::list_contributors) | List contributors | `read_contributors` |  |
/// | [`create_contributors`](crate::Client::create_contributors) | Invite contributors | `write_contributors` | Manage contributors |
/// | [`delete_all_contributors`](crate::Client::delete_all_contributors) | Delete all contributors | `delete_contributors` | Manage contributors |
/// | [`import_contributors`](crate::Client::import_contributors) | Import contributors of another project | `write_contributors` | Manage contributors |
/// | [`get_contributor_deletion_job`](crate::Client::get_contributor_deletion_job) | Read a bulk deletion job | `read_contributors` |  |
/// | [`get_own_contributor`](crate::Client::get_own_contributor) | Read the caller's own contributor | `read_contributors` |  |
/// | [`get_contributor`](crate::Client::get_contributor) | Read a contributor | `read_contributors` |  |
/// | [`update_contributor`](crate::Client::update_contributor) | Update a contributor | `write_contributors` | Manage contributors |
/// | [`delete_contributor`](crate::Client::delete_contributor) | Delete a contributor | `delete_contributors` | Manage contributors |
///
/// # Custom translation statuses
///
/// Custom statuses of translations in a project.
///
/// | Call | What it does | OAuth scope | Admin right |
/// |---|---|---|---|
/// | [`list_custom_translation_statuses`](crate::Client::list_custom_translation_statuses) | List custom translation statuses | `read_custom_translation_statuses` | not documented |
/// | [`create_custom_translation_status`](crate::Client::create_custom_translation_status) | Create a custom translation status | `write_custom_translation_statuses` | not documented |
/// | [`list_custom_translation_status_colors`](crate::Client::list_custom_translation_status_colors) | List the colors a status may have | `read_custom_translation_statuses` | not documented |
/// | [`get_custom_translation_status`](crate::Client::get_custom_translation_status) | Read a custom translation status | `read_custom_translation_statuses` | not documented |
/// | [`update_custom_translation_status`](crate::Client::update_custom_translation_status) | Update a custom translation status | `write_custom_translation_statuses` | not documented |
/// | [`delete_custom_translation_status`](crate::Client::delete_custom_translation_status) | Delete a custom translation status | `write_custom_translation_statuses` | not documented |
///
/// # Files
///
/// Files of a project, their import, and the export of content as a bundle.
///
/// | Call | What it does | OAuth scope | Admin right |
/// |---|---|---|---|
/// | [`list_files`](crate::Client::list_files) | List files | `read_files` | not documented |
/// | [`delete_file`](crate::Client::delete_file) | Delete a file | `write_files` | Upload files |
/// | [`upload_file`](crate::Client::upload_file) | Upload a file | `write_files` | Upload files |
/// | [`start_export`](crate::Client::start_export) | Export files asynchronously |  | not documented |
/// | [`export_files`](crate::Client::export_files) | Export files | `read_files` | Download files |
///
/// # Webhooks
///
/// Webhooks of a project, which send events to a URL.
///
/// | Call | What it does | OAuth scope | Admin right |
/// |---|---|---|---|
/// | [`list_webhooks`](crate::Client::list_webhooks) | List webhooks | `read_webhooks` | Manage settings |
/// | [`create_webhook`](crate::Client::create_webhook) | Create a webhook | `write_webhooks` | Manage settings |
/// | [`get_webhook`](crate::Client::get_webhook) | Read a webhook | `read_webhooks` | Manage settings |
/// | [`update_webhook`](crate::Client::update_webhook) | Update a webhook | `write_webhooks` | Manage settings |
/// | [`delete_webhook`](crate::Client::delete_webhook) | Delete a webhook | `write_webhooks` | Manage settings |
/// | [`regenerate_webhook_secret`](crate::Client::regenerate_webhook_secret) | Regenerate the secret of a webhook | `write_webhooks` | Manage settings |
///
/// # Processes
///
/// Background processes, such as imports and asynchronous exports.
///
/// | Call | What it does | OAuth scope | Admin right |
/// |---|---|---|---|
/// | [`list_processes`](crate::Client::list_processes) | List processes |  | not documented |
/// | [`get_process`](crate::Client::get_process) | Read a process |  | not documented |
///
/// # OAuth
///
/// The authorization server.
///
/// | Call | What it does | OAuth scope | Admin right |
/// |---|---|---|---|
/// | [`request_token`](crate::Client::request_token) | Request an access token |  |  |
///
/// # Items
///
/// The cursor API, a second server for items of a project.
///
/// | Call | What it does | OAuth scope | Admin right |
/// |---|---|---|---|
/// | [`list_items`](crate::Client::list_items) | List items by cursor |  | not documented |
///
/// # Teams
///
/// Teams, with their plans and quotas. Needs the feature `teams`.
///
/// | Call | What it does | OAuth scope | Admin right |
/// |---|---|---|---|
/// | [`list_teams`](crate::Client::list_teams) | List teams | `read_team_users` |  |
/// | [`get_team`](crate::Client::get_team) | Read a team | `read_team_users` |  |
///
/// # Team users
///
/// The users of a team, and their roles in it. Needs the feature `teams`.
///
/// | Call | What it does | OAuth scope | Admin right |
/// |---|---|---|---|
/// | [`list_team_users`](crate::Client::list_team_users) | List team users | `read_team_users` | Team admin |
/// | [`get_team_user`](crate::Client::get_team_user) | Read a team user | `read_team_users` | Team admin |
/// | [`update_team_user`](crate::Client::update_team_user) | Update a team user | `write_team_users` | Team admin |
/// | [`delete_team_user`](crate::Client::delete_team_user) | Delete a team user | `write_team_users` | Team admin |
///
/// # Team groups
///
/// Groups of users, with their languages and projects, and the roles they can have. Needs the
/// feature `teams`.
///
/// | Call | What it does | OAuth scope | Admin right |
/// |---|---|---|---|
/// | [`list_team_groups`](crate::Client::list_team_groups) | List team groups | `read_team_groups` |  |
/// | [`create_team_group`](crate::Client::create_team_group) | Create a team group | `write_team_groups` | Team admin |
/// | [`get_team_group`](crate::Client::get_team_group) | Read a team group | `read_team_groups` |  |
/// | [`update_team_group`](crate::Client::update_team_group) | Update a team group | `write_team_groups` | Team admin |
/// | [`delete_team_group`](crate::Client::delete_team_group) | Delete a team group | `write_team_groups` | Team admin |
/// | [`add_team_group_members`](crate::Client::add_team_group_members) | Add members to a team group | `write_team_groups` | Team admin |
/// | [`remove_team_group_members`](crate::Client::remove_team_group_members) | Remove members from a team group | `write_team_groups` | Team admin |
/// | [`add_team_group_projects`](crate::Client::add_team_group_projects) | Add projects to a team group | `write_team_groups` | Team admin |
/// | [`remove_team_group_projects`](crate::Client::remove_team_group_projects) | Remove projects from a team group | `write_team_groups` | Team admin |
/// | [`list_team_roles`](crate::Client::list_team_roles) | List roles |  |  |
///
/// # Orders
///
/// Orders of translations from providers, which cost money. Needs the feature `orders`.
///
/// | Call | What it does | OAuth scope | Admin right |
/// |---|---|---|---|
/// | [`list_orders`](crate::Client::list_orders) | List orders | `read_team_orders` |  |
/// | [`create_order`](crate::Client::create_order) | Order translations | `write_team_orders` | Project admin |
/// | [`get_order`](crate::Client::get_order) | Read an order | `read_team_orders` |  |
///
/// # Translation providers
///
/// Who translates orders, and at what price. Needs the feature `orders`.
///
/// | Call | What it does | OAuth scope | Admin right |
/// |---|---|---|---|
/// | [`list_translation_providers`](crate::Client::list_translation_providers) | List translation providers | `read_team_orders` |  |
/// | [`get_translation_provider`](crate::Client::get_translation_provider) | Read a translation provider | `read_team_orders` |  |
///
/// # Payment cards
///
/// Payment cards of the user, to pay for orders. Needs the feature `orders`.
///
/// | Call | What it does | OAuth scope | Admin right |
/// |---|---|---|---|
/// | [`list_payment_cards`](crate::Client::list_payment_cards) | List payment cards | `read_payment_cards` |  |
/// | [`create_payment_card`](crate::Client::create_payment_card) | Add a payment card | `write_payment_cards` |  |
/// | [`get_payment_card`](crate::Client::get_payment_card) | Read a payment card | `read_payment_cards` |  |
/// | [`delete_payment_card`](crate::Client::delete_payment_card) | Delete a payment card | `write_payment_cards` |  |
///
/// # Billing details
///
/// The address for the invoices of a team. Needs the feature `orders`.
///
/// | Call | What it does | OAuth scope | Admin right |
/// |---|---|---|---|
/// | [`get_team_billing_details`](crate::Client::get_team_billing_details) | Read billing details | `read_team_user_billing_details` | not documented |
/// | [`create_team_billing_details`](crate::Client::create_team_billing_details) | Create billing details | `write_team_user_billing_details` | not documented |
/// | [`update_team_billing_details`](crate::Client::update_team_billing_details) | Update billing details | `write_team_user_billing_details` | not documented |
///
/// # Service tokens
///
/// Tokens for other services.
///
/// | Call | What it does | OAuth scope | Admin right |
/// |---|---|---|---|
/// | [`create_service_token`](crate::Client::create_service_token) | Create a service token |  | not documented |
///
/// # Audit log
///
/// What users of a team did. Needs the feature `audit`.
///
/// | Call | What it does | OAuth scope | Admin right |
/// |---|---|---|---|
/// | [`list_audit_logs`](crate::Client::list_audit_logs) | List events of the audit log |  | not documented |
pub mod operations {}
