// Made from spec/openapi.yaml by `cargo xtask generate`. Do not edit.

/// Calls a macro with each operation: `"id" method(required parameters) [Body: closures that read the arguments from a body; the setter of the rest] {optional parameters};`, a parameter as `name: type = "name on the wire"`.
macro_rules! operations {
($table:ident $($more:tt)*) => { $table! { [$($more)*]
"listProjects" list_projects() [] {filter_team_id: i64 = "filter_team_id", filter_names: Vec<String> = "filter_names", include_statistics: bool = "include_statistics", include_settings: bool = "include_settings", limit: u32 = "limit", page: u32 = "page", };
"createProject" create_project() [NewProject: |body: &types::NewProject| body.name.clone(); body] {};
"getProject" get_project(project_id: String = "project_id", ) [] {};
"updateProject" update_project(project_id: String = "project_id", ) [ProjectUpdate: |body: &types::ProjectUpdate| body.name.clone(); body] {};
"deleteProject" delete_project(project_id: String = "project_id", ) [] {};
"emptyProject" empty_project(project_id: String = "project_id", ) [] {};
"listSystemLanguages" list_system_languages() [] {limit: u32 = "limit", page: u32 = "page", };
"listLanguages" list_languages(project_id: String = "project_id", ) [] {limit: u32 = "limit", page: u32 = "page", };
"createLanguages" create_languages(project_id: String = "project_id", ) [NewLanguages: |body: &types::NewLanguages| body.languages.clone(); body] {};
"getLanguage" get_language(project_id: String = "project_id", lang_id: i64 = "lang_id", ) [] {};
"updateLanguage" update_language(project_id: String = "project_id", lang_id: i64 = "lang_id", ) [LanguageUpdate: ; body] {};
"deleteLanguage" delete_language(project_id: String = "project_id", lang_id: i64 = "lang_id", ) [] {};
"listKeys" list_keys(project_id: String = "project_id", ) [] {disable_references: bool = "disable_references", include_comments: bool = "include_comments", include_screenshots: bool = "include_screenshots", include_translations: bool = "include_translations", filter_translation_lang_ids: Vec<i64> = "filter_translation_lang_ids", filter_tags: Vec<String> = "filter_tags", filter_filenames: Vec<String> = "filter_filenames", filter_keys: Vec<String> = "filter_keys", filter_key_ids: Vec<i64> = "filter_key_ids", filter_platforms: Vec<String> = "filter_platforms", filter_untranslated: bool = "filter_untranslated", filter_qa_issues: Vec<String> = "filter_qa_issues", filter_archived: String = "filter_archived", pagination: String = "pagination", limit: u32 = "limit", page: u32 = "page", cursor: String = "cursor", };
"createKeys" create_keys(project_id: String = "project_id", ) [NewKeys: |body: &types::NewKeys| body.keys.clone(); body] {};
"updateKeys" update_keys(project_id: String = "project_id", ) [KeyUpdates: |body: &types::KeyUpdates| body.keys.clone(); body] {};
"deleteKeys" delete_keys(project_id: String = "project_id", ) [KeyIds: |body: &types::KeyIds| body.keys.clone(); body] {};
"getKey" get_key(project_id: String = "project_id", key_id: i64 = "key_id", ) [] {disable_references: bool = "disable_references", };
"updateKey" update_key(project_id: String = "project_id", key_id: i64 = "key_id", ) [KeyUpdate: ; body] {};
"deleteKey" delete_key(project_id: String = "project_id", key_id: i64 = "key_id", ) [] {};
"listTranslations" list_translations(project_id: String = "project_id", ) [] {disable_references: bool = "disable_references", filter_lang_id: i64 = "filter_lang_id", filter_is_reviewed: bool = "filter_is_reviewed", filter_unverified: bool = "filter_unverified", filter_untranslated: bool = "filter_untranslated", filter_qa_issues: Vec<String> = "filter_qa_issues", filter_active_task_id: i64 = "filter_active_task_id", pagination: String = "pagination", limit: u32 = "limit", page: u32 = "page", cursor: String = "cursor", };
"getTranslation" get_translation(project_id: String = "project_id", translation_id: i64 = "translation_id", ) [] {disable_references: bool = "disable_references", };
"updateTranslation" update_translation(project_id: String = "project_id", translation_id: i64 = "translation_id", ) [TranslationUpdate: |body: &types::TranslationUpdate| body.translation.clone(); body] {};
"listBranches" list_branches(project_id: String = "project_id", ) [] {limit: u32 = "limit", page: u32 = "page", };
"createBranch" create_branch(project_id: String = "project_id", ) [NewBranch: |body: &types::NewBranch| body.name.clone(); body] {};
"getBranch" get_branch(project_id: String = "project_id", branch_id: i64 = "branch_id", ) [] {};
"updateBranch" update_branch(project_id: String = "project_id", branch_id: i64 = "branch_id", ) [BranchUpdate: |body: &types::BranchUpdate| body.name.clone(); body] {};
"deleteBranch" delete_branch(project_id: String = "project_id", branch_id: i64 = "branch_id", ) [] {};
"mergeBranch" merge_branch(project_id: String = "project_id", branch_id: i64 = "branch_id", ) [BranchMerge: ; body] {};
"listProjectComments" list_project_comments(project_id: String = "project_id", ) [] {limit: u32 = "limit", page: u32 = "page", };
"listKeyComments" list_key_comments(project_id: String = "project_id", key_id: i64 = "key_id", ) [] {limit: u32 = "limit", page: u32 = "page", };
"createKeyComments" create_key_comments(project_id: String = "project_id", key_id: i64 = "key_id", ) [NewComments: |body: &types::NewComments| body.comments.clone(); body] {};
"getKeyComment" get_key_comment(project_id: String = "project_id", key_id: i64 = "key_id", comment_id: i64 = "comment_id", ) [] {};
"deleteKeyComment" delete_key_comment(project_id: String = "project_id", key_id: i64 = "key_id", comment_id: i64 = "comment_id", ) [] {};
"listContributors" list_contributors(project_id: String = "project_id", ) [] {limit: u32 = "limit", page: u32 = "page", };
"createContributors" create_contributors(project_id: String = "project_id", ) [ContributorInvitations: |body: &types::ContributorInvitations| body.contributors.clone(); body] {};
"deleteAllContributors" delete_all_contributors(project_id: String = "project_id", ) [] {};
"importContributors" import_contributors(project_id: String = "project_id", ) [ContributorImport: |body: &types::ContributorImport| body.from_project_uuid.clone(); body] {};
"getContributorDeletionJob" get_contributor_deletion_job(project_id: String = "project_id", job_id: String = "job_id", ) [] {};
"getOwnContributor" get_own_contributor(project_id: String = "project_id", ) [] {};
"getContributor" get_contributor(project_id: String = "project_id", contributor_id: i64 = "contributor_id", ) [] {};
"updateContributor" update_contributor(project_id: String = "project_id", contributor_id: i64 = "contributor_id", ) [ContributorUpdate: ; body] {};
"deleteContributor" delete_contributor(project_id: String = "project_id", contributor_id: i64 = "contributor_id", ) [] {};
"listCustomTranslationStatuses" list_custom_translation_statuses(project_id: String = "project_id", ) [] {limit: u32 = "limit", page: u32 = "page", };
"createCustomTranslationStatus" create_custom_translation_status(project_id: String = "project_id", ) [NewCustomTranslationStatus: |body: &types::NewCustomTranslationStatus| body.title.clone(), |body: &types::NewCustomTranslationStatus| body.color.clone(); body] {};
"listCustomTranslationStatusColors" list_custom_translation_status_colors(project_id: String = "project_id", ) [] {};
"getCustomTranslationStatus" get_custom_translation_status(project_id: String = "project_id", status_id: i64 = "status_id", ) [] {};
"updateCustomTranslationStatus" update_custom_translation_status(project_id: String = "project_id", status_id: i64 = "status_id", ) [CustomTranslationStatusUpdate: ; body] {};
"deleteCustomTranslationStatus" delete_custom_translation_status(project_id: String = "project_id", status_id: i64 = "status_id", ) [] {};
"listFiles" list_files(project_id: String = "project_id", ) [] {filter_filename: String = "filter_filename", limit: u32 = "limit", page: u32 = "page", };
"deleteFile" delete_file(project_id: String = "project_id", file_id: i64 = "file_id", ) [] {};
"uploadFile" upload_file(project_id: String = "project_id", ) [FileUpload: |body: &types::FileUpload| body.filename.clone(), |body: &types::FileUpload| body.lang_iso.clone(); body] {};
"uploadStoredFile" upload_stored_file(project_id: String = "project_id", ) [StoredFileUpload: |body: &types::StoredFileUpload| body.fss_file_id.clone(), |body: &types::StoredFileUpload| body.filename.clone(), |body: &types::StoredFileUpload| body.lang_iso.clone(); body] {};
"startExport" start_export(project_id: String = "project_id", ) [FileExport: |body: &types::FileExport| body.format.clone(); body] {};
"exportFiles" export_files(project_id: String = "project_id", ) [FileExport: |body: &types::FileExport| body.format.clone(); body] {};
"listTasks" list_tasks(project_id: String = "project_id", ) [] {filter_title: String = "filter_title", filter_statuses: Vec<String> = "filter_statuses", limit: u32 = "limit", page: u32 = "page", };
"createTask" create_task(project_id: String = "project_id", ) [NewTask: |body: &types::NewTask| body.title.clone(); body] {};
"getTask" get_task(project_id: String = "project_id", task_id: i64 = "task_id", ) [] {};
"updateTask" update_task(project_id: String = "project_id", task_id: i64 = "task_id", ) [TaskUpdate: ; body] {};
"deleteTask" delete_task(project_id: String = "project_id", task_id: i64 = "task_id", ) [] {};
"listScreenshots" list_screenshots(project_id: String = "project_id", ) [] {limit: u32 = "limit", page: u32 = "page", };
"createScreenshots" create_screenshots(project_id: String = "project_id", ) [NewProjectScreenshots: |body: &types::NewProjectScreenshots| body.screenshots.clone(); body] {};
"getScreenshot" get_screenshot(project_id: String = "project_id", screenshot_id: i64 = "screenshot_id", ) [] {};
"updateScreenshot" update_screenshot(project_id: String = "project_id", screenshot_id: i64 = "screenshot_id", ) [ScreenshotUpdate: ; body] {};
"deleteScreenshot" delete_screenshot(project_id: String = "project_id", screenshot_id: i64 = "screenshot_id", ) [] {};
"listSnapshots" list_snapshots(project_id: String = "project_id", ) [] {filter_title: String = "filter_title", limit: u32 = "limit", page: u32 = "page", };
"createSnapshot" create_snapshot(project_id: String = "project_id", ) [NewSnapshot: ; body] {};
"restoreSnapshot" restore_snapshot(project_id: String = "project_id", snapshot_id: i64 = "snapshot_id", ) [] {};
"deleteSnapshot" delete_snapshot(project_id: String = "project_id", snapshot_id: i64 = "snapshot_id", ) [] {};
"listGlossaryTerms" list_glossary_terms(project_id: String = "project_id", ) [] {limit: u32 = "limit", cursor: i64 = "cursor", };
"createGlossaryTerms" create_glossary_terms(project_id: String = "project_id", ) [NewGlossaryTerms: |body: &types::NewGlossaryTerms| body.terms.clone(); body] {};
"updateGlossaryTerms" update_glossary_terms(project_id: String = "project_id", ) [GlossaryTermUpdates: |body: &types::GlossaryTermUpdates| body.terms.clone(); body] {};
"deleteGlossaryTerms" delete_glossary_terms(project_id: String = "project_id", ) [GlossaryTermIds: |body: &types::GlossaryTermIds| body.terms.clone(); body] {};
"getGlossaryTerm" get_glossary_term(project_id: String = "project_id", term_id: i64 = "term_id", ) [] {};
"listSegments" list_segments(project_id: String = "project_id", key_id: i64 = "key_id", language_iso: String = "language_iso", ) [] {disable_references: bool = "disable_references", filter_is_reviewed: bool = "filter_is_reviewed", filter_unverified: bool = "filter_unverified", filter_untranslated: bool = "filter_untranslated", filter_qa_issues: Vec<String> = "filter_qa_issues", };
"getSegment" get_segment(project_id: String = "project_id", key_id: i64 = "key_id", language_iso: String = "language_iso", segment_number: i64 = "segment_number", ) [] {disable_references: bool = "disable_references", };
"updateSegment" update_segment(project_id: String = "project_id", key_id: i64 = "key_id", language_iso: String = "language_iso", segment_number: i64 = "segment_number", ) [SegmentUpdate: |body: &types::SegmentUpdate| body.value.clone(); body] {};
"listWebhooks" list_webhooks(project_id: String = "project_id", ) [] {limit: u32 = "limit", page: u32 = "page", };
"createWebhook" create_webhook(project_id: String = "project_id", ) [NewWebhook: |body: &types::NewWebhook| body.url.clone(), |body: &types::NewWebhook| body.events.clone(); body] {};
"getWebhook" get_webhook(project_id: String = "project_id", webhook_id: String = "webhook_id", ) [] {};
"updateWebhook" update_webhook(project_id: String = "project_id", webhook_id: String = "webhook_id", ) [WebhookUpdate: ; body] {};
"deleteWebhook" delete_webhook(project_id: String = "project_id", webhook_id: String = "webhook_id", ) [] {};
"regenerateWebhookSecret" regenerate_webhook_secret(project_id: String = "project_id", webhook_id: String = "webhook_id", ) [] {};
"listProcesses" list_processes(project_id: String = "project_id", ) [] {limit: u32 = "limit", page: u32 = "page", };
"getProcess" get_process(project_id: String = "project_id", process_id: String = "process_id", ) [] {};
"requestToken" request_token() [TokenRequest: |body: &types::TokenRequest| body.clone()] {};
"listItems" list_items(project_id: String = "projectId", ) [] {limit: i32 = "limit", after: String = "after", before: String = "before", };
"getUser" get_user(user_id: i64 = "user_id", ) [] {};
"listTeams" list_teams() [] {limit: u32 = "limit", page: u32 = "page", };
"getTeam" get_team(team_id: i64 = "team_id", ) [] {};
"listTeamUsers" list_team_users(team_id: i64 = "team_id", ) [] {limit: u32 = "limit", page: u32 = "page", };
"getTeamUser" get_team_user(team_id: i64 = "team_id", user_id: i64 = "user_id", ) [] {};
"updateTeamUser" update_team_user(team_id: i64 = "team_id", user_id: i64 = "user_id", ) [TeamUserUpdate: |body: &types::TeamUserUpdate| body.role.clone(); body] {};
"deleteTeamUser" delete_team_user(team_id: i64 = "team_id", user_id: i64 = "user_id", ) [] {};
"listTeamGroups" list_team_groups(team_id: i64 = "team_id", ) [] {limit: u32 = "limit", page: u32 = "page", };
"createTeamGroup" create_team_group(team_id: i64 = "team_id", ) [TeamGroupSettings: |body: &types::TeamGroupSettings| types::TeamGroupSettingsFields { name: body.name.clone(), is_admin: body.is_admin.clone(), is_reviewer: body.is_reviewer.clone(),  }; body] {};
"getTeamGroup" get_team_group(team_id: i64 = "team_id", group_id: i64 = "group_id", ) [] {};
"updateTeamGroup" update_team_group(team_id: i64 = "team_id", group_id: i64 = "group_id", ) [TeamGroupSettings: |body: &types::TeamGroupSettings| types::TeamGroupSettingsFields { name: body.name.clone(), is_admin: body.is_admin.clone(), is_reviewer: body.is_reviewer.clone(),  }; body] {};
"deleteTeamGroup" delete_team_group(team_id: i64 = "team_id", group_id: i64 = "group_id", ) [] {};
"addTeamGroupMembers" add_team_group_members(team_id: i64 = "team_id", group_id: i64 = "group_id", ) [TeamGroupMembers: |body: &types::TeamGroupMembers| body.users.clone(); body] {};
"removeTeamGroupMembers" remove_team_group_members(team_id: i64 = "team_id", group_id: i64 = "group_id", ) [TeamGroupMembers: |body: &types::TeamGroupMembers| body.users.clone(); body] {};
"addTeamGroupProjects" add_team_group_projects(team_id: i64 = "team_id", group_id: i64 = "group_id", ) [TeamGroupProjects: |body: &types::TeamGroupProjects| body.projects.clone(); body] {};
"removeTeamGroupProjects" remove_team_group_projects(team_id: i64 = "team_id", group_id: i64 = "group_id", ) [TeamGroupProjects: |body: &types::TeamGroupProjects| body.projects.clone(); body] {};
"listTeamRoles" list_team_roles(team_id: i64 = "team_id", ) [] {limit: u32 = "limit", page: u32 = "page", };
"listOrders" list_orders(team_id: i64 = "team_id", ) [] {limit: u32 = "limit", page: u32 = "page", };
"createOrder" create_order(team_id: i64 = "team_id", ) [NewOrder: |body: &types::NewOrder| types::NewOrderFields { project_id: body.project_id.clone(), provider_slug: body.provider_slug.clone(), translation_tier: body.translation_tier.clone(), source_language_iso: body.source_language_iso.clone(), target_language_isos: body.target_language_isos.clone(), keys: body.keys.clone(), briefing: body.briefing.clone(),  }; body] {};
"getOrder" get_order(team_id: i64 = "team_id", order_id: String = "order_id", ) [] {};
"listTranslationProviders" list_translation_providers(team_id: i64 = "team_id", ) [] {limit: u32 = "limit", page: u32 = "page", };
"getTranslationProvider" get_translation_provider(team_id: i64 = "team_id", provider_id: i64 = "provider_id", ) [] {};
"listPaymentCards" list_payment_cards() [] {limit: u32 = "limit", page: u32 = "page", };
"createPaymentCard" create_payment_card() [NewPaymentCard: |body: &types::NewPaymentCard| body.number.clone(), |body: &types::NewPaymentCard| body.cvc.clone(), |body: &types::NewPaymentCard| body.exp_month.clone(), |body: &types::NewPaymentCard| body.exp_year.clone(); body] {};
"getPaymentCard" get_payment_card(card_id: i64 = "card_id", ) [] {};
"deletePaymentCard" delete_payment_card(card_id: i64 = "card_id", ) [] {};
"getTeamBillingDetails" get_team_billing_details(team_id: i64 = "team_id", ) [] {};
"createTeamBillingDetails" create_team_billing_details(team_id: i64 = "team_id", ) [BillingDetailsSettings: |body: &types::BillingDetailsSettings| body.billing_email.clone(), |body: &types::BillingDetailsSettings| body.country_code.clone(), |body: &types::BillingDetailsSettings| body.zip.clone(); body] {};
"updateTeamBillingDetails" update_team_billing_details(team_id: i64 = "team_id", ) [BillingDetailsSettings: |body: &types::BillingDetailsSettings| body.billing_email.clone(), |body: &types::BillingDetailsSettings| body.country_code.clone(), |body: &types::BillingDetailsSettings| body.zip.clone(); body] {};
"createServiceToken" create_service_token(project_id: String = "project_id", ) [NewServiceToken: |body: &types::NewServiceToken| body.service.clone(); body] {};
"listAuditLogs" list_audit_logs() [] {limit: u32 = "limit", cursor: String = "cursor", date_from: String = "date_from", date_to: String = "date_to", event_type: String = "event_type", project_id: String = "project_id", user_id: i64 = "user_id", };
} };
}
/// Calls a macro with the names of all bodies of requests and of successes.
macro_rules! bodies {
($table:ident $($more:tt)*) => { $table! { [$($more)*]
AuditLogResponse
BillingDetails
BillingDetailsSettings
BranchDeletedResponse
BranchListResponse
BranchMerge
BranchMergedResponse
BranchResponse
BranchUpdate
BundleResponse
ColorListResponse
CommentDeletedResponse
CommentListResponse
CommentResponse
CommentsCreatedResponse
ContributorDeletedResponse
ContributorDeletionJob
ContributorImport
ContributorImportResponse
ContributorInvitations
ContributorListResponse
ContributorResponse
ContributorUpdate
ContributorsInvitedResponse
CustomTranslationStatusDeletedResponse
CustomTranslationStatusListResponse
CustomTranslationStatusReadResponse
CustomTranslationStatusResponse
CustomTranslationStatusUpdate
DeletionJobStartedResponse
ExportStartedResponse
FileDeletedResponse
FileExport
FileListResponse
FileUpload
GlossaryTermIds
GlossaryTermListResponse
GlossaryTermResponse
GlossaryTermUpdates
GlossaryTermsChangedResponse
GlossaryTermsDeletedResponse
ItemListResponse
KeyDeletedResponse
KeyIds
KeyListResponse
KeyResponse
KeyUpdate
KeyUpdates
KeysChangedResponse
KeysDeletedResponse
LanguageDeletedResponse
LanguageListResponse
LanguageResponse
LanguageUpdate
LanguagesCreatedResponse
NewBranch
NewComments
NewCustomTranslationStatus
NewGlossaryTerms
NewKeys
NewLanguages
NewOrder
NewPaymentCard
NewProject
NewProjectScreenshots
NewServiceToken
NewSnapshot
NewTask
NewWebhook
Order
OrderListResponse
PaymentCard
PaymentCardDeletedResponse
PaymentCardListResponse
PaymentCardResponse
ProcessListResponse
ProcessResponse
Project
ProjectDeletedResponse
ProjectEmptiedResponse
ProjectListResponse
ProjectUpdate
ScreenshotDeletedResponse
ScreenshotListResponse
ScreenshotResponse
ScreenshotUpdate
ScreenshotsCreatedResponse
SegmentListResponse
SegmentResponse
SegmentUpdate
ServiceTokenResponse
SnapshotDeletedResponse
SnapshotListResponse
SnapshotResponse
StoredFileUpload
SystemLanguageListResponse
TaskDeletedResponse
TaskListResponse
TaskResponse
TaskUpdate
TeamGroup
TeamGroupDeletedResponse
TeamGroupListResponse
TeamGroupMembers
TeamGroupProjects
TeamGroupResponse
TeamGroupSettings
TeamListResponse
TeamResponse
TeamRoleListResponse
TeamUserDeletedResponse
TeamUserListResponse
TeamUserResponse
TeamUserUpdate
TokenRequest
TokenResponse
TranslationListResponse
TranslationProvider
TranslationProviderListResponse
TranslationResponse
TranslationUpdate
UserResponse
WebhookDeletedResponse
WebhookListResponse
WebhookResponse
WebhookSecretResponse
WebhookUpdate
} };
}
