// Made from spec/openapi.yaml. Do not edit.

//! Projects, with their statistics and settings.

use crate::macros::*;
use crate::types::*;

impl Client {
    /// List projects.
    ///
    /// Lists the projects that the caller can read, by name, ignoring case. *Observed.*
    ///
    /// OAuth scope: `read_projects`.
    ///
    /// Sends `GET /projects`.
    pub fn list_projects(&self) -> ListProjects {
        ListProjects {
            client: self.clone(),
            options: CallOptions::new(),
            filter_team_id: None,
            filter_names: None,
            include_statistics: None,
            include_settings: None,
            limit: None,
            page: None,
        }
    }
}

/// A call of [`Client::list_projects`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct ListProjects {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) filter_team_id: Option<i64>,
    pub(crate) filter_names: Option<Vec<String>>,
    pub(crate) include_statistics: Option<bool>,
    pub(crate) include_settings: Option<bool>,
    pub(crate) limit: Option<u32>,
    pub(crate) page: Option<u32>,
}

impl ListProjects {
    pub(crate) const OPERATION: &'static Operation =
        &Operation::new("listProjects", "/projects", Server::Main);

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects");
        path.number("filter_team_id", self.filter_team_id, ..);
        path.comma_separated("filter_names", self.filter_names.as_deref());
        path.flag("include_statistics", self.include_statistics);
        path.flag("include_settings", self.include_settings);
        path.number("limit", self.limit, 1..=5000);
        path.number("page", self.page, 1..);
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

list!(page ListProjects -> ProjectListResponse { projects: Project });

setters! {
    ListProjects {
        /// Only projects of the team with this id.
        filter_team_id: Plain<i64>,
        /// Only projects with one of these names; whether matching is case-sensitive is unknown.
        filter_names: List<String>,
        /// Whether to include `statistics` in each project. On by default.
        include_statistics: Plain<bool>,
        /// Whether to include `settings` in each project. On by default.
        include_settings: Plain<bool>,
        /// Items per page, at most 5000. Observed: 100 by default. Assumed: at least 1.
        limit: Plain<u32>,
        /// The page number. Assumed: starts at 1.
        page: Plain<u32>,
    }
}

impl Client {
    /// Create a project.
    ///
    /// Creates a project. The caller needs an admin role in the team. Without `languages`, the
    /// project has only English (`en`). *Observed.*
    ///
    /// OAuth scope: `write_projects`.
    ///
    /// Arguments:
    ///
    /// - `name`: Name of the project.
    ///
    /// Sends `POST /projects`.
    pub fn create_project(&self, name: impl Into<String>) -> CreateProject {
        CreateProject {
            client: self.clone(),
            options: CallOptions::new(),
            body: NewProject::new(name),
        }
    }
}

/// A call of [`Client::create_project`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct CreateProject {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) body: NewProject,
}

impl CreateProject {
    pub(crate) const OPERATION: &'static Operation = &Operation {
        idempotent: false,
        ..Operation::new("createProject", "/projects", Server::Main)
    };

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects");
        let body = serde_json::to_vec(&self.body);
        path.call(self.client, (Self::OPERATION, Method::POST), Some(body), self.options)
    }
}

methods!(CreateProject -> Project);

impl Client {
    /// Read a project.
    ///
    /// Reads one project. *Observed.*
    ///
    /// OAuth scope: `read_projects`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    ///
    /// Sends `GET /projects/{project_id}`.
    pub fn get_project(&self, project_id: impl Into<String>) -> GetProject {
        GetProject {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
        }
    }
}

/// A call of [`Client::get_project`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct GetProject {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
}

impl GetProject {
    pub(crate) const OPERATION: &'static Operation =
        &Operation::new("getProject", "/projects/{project_id}", Server::Main);

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

methods!(GetProject -> Project);

impl Client {
    /// Update a project.
    ///
    /// Changes the name and the description of a project. It cannot change the settings. Admin
    /// right: *Manage settings*. *Observed.*
    ///
    /// OAuth scope: `write_projects`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `name`: Name of the project. Every public client requires it.
    ///
    /// Sends `PUT /projects/{project_id}`.
    pub fn update_project(
        &self,
        project_id: impl Into<String>,
        name: impl Into<String>,
    ) -> UpdateProject {
        UpdateProject {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            body: ProjectUpdate::new(name),
        }
    }
}

/// A call of [`Client::update_project`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct UpdateProject {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) body: ProjectUpdate,
}

impl UpdateProject {
    pub(crate) const OPERATION: &'static Operation =
        &Operation::new("updateProject", "/projects/{project_id}", Server::Main);

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        let body = serde_json::to_vec(&self.body);
        path.call(self.client, (Self::OPERATION, Method::PUT), Some(body), self.options)
    }
}

methods!(UpdateProject -> Project);

impl Client {
    /// Delete a project.
    ///
    /// Deletes a project. Assumed: also deletes all its content. The required admin right is
    /// unknown. *Observed.*
    ///
    /// OAuth scope: `write_projects`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    ///
    /// Sends `DELETE /projects/{project_id}`.
    pub fn delete_project(&self, project_id: impl Into<String>) -> DeleteProject {
        DeleteProject {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
        }
    }
}

/// A call of [`Client::delete_project`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct DeleteProject {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
}

impl DeleteProject {
    pub(crate) const OPERATION: &'static Operation =
        &Operation::new("deleteProject", "/projects/{project_id}", Server::Main);

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.call(self.client, (Self::OPERATION, Method::DELETE), None, self.options)
    }
}

methods!(DeleteProject -> ProjectDeletedResponse);

impl Client {
    /// Delete all keys of a project.
    ///
    /// Deletes all keys and translations of the project, or of a branch if the id has one. Assumed:
    /// languages, contributors and statuses remain. Admin right: *Manage settings*. *Observed.*
    ///
    /// OAuth scope: `write_projects`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    ///
    /// Sends `PUT /projects/{project_id}/empty`.
    pub fn empty_project(&self, project_id: impl Into<String>) -> EmptyProject {
        EmptyProject {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
        }
    }
}

/// A call of [`Client::empty_project`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct EmptyProject {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
}

impl EmptyProject {
    pub(crate) const OPERATION: &'static Operation = &Operation {
        idempotent: false,
        ..Operation::new("emptyProject", "/projects/{project_id}/empty", Server::Main)
    };

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/empty");
        path.call(self.client, (Self::OPERATION, Method::PUT), None, self.options)
    }
}

methods!(EmptyProject -> ProjectEmptiedResponse);

open_enum! {
    /// Type of a project. *Observed.*
    pub enum ProjectType {
        /// `localization_files`.
        LocalizationFiles = "localization_files",
        /// `paged_documents`.
        PagedDocuments = "paged_documents",
        /// `content_integration`.
        ContentIntegration = "content_integration",
        /// `marketing`.
        Marketing = "marketing",
        /// `marketing_integrations`.
        MarketingIntegrations = "marketing_integrations",
    }
}

/// Settings of a project. No operation changes them. Assumed: the meaning of most, guessed from
/// their names. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ProjectSettings {
    /// Whether a key has a name for each platform.
    pub per_platform_key_names: Option<bool>,
    /// Whether translations are reviewed.
    pub reviewing: Option<bool>,
    /// Whether translations become unverified if the text of the base language changes.
    pub auto_toggle_unverified: Option<bool>,
    /// Whether files can be translated offline.
    pub offline_translation: Option<bool>,
    /// Whether translators may edit keys.
    pub key_editing: Option<bool>,
    /// Whether machine translations are offered.
    pub inline_machine_translations: Option<bool>,
    /// Whether the project has branches.
    pub branching: Option<bool>,
    /// Whether contributors can vote for translations. Absent since 2022.
    pub upvoting: Option<bool>,
    /// Whether texts are divided into segments.
    pub segmentation: Option<bool>,
    /// Whether custom translation statuses are in use.
    pub custom_translation_statuses: Option<bool>,
    /// Whether a translation can have more than one of them.
    pub custom_translation_statuses_allow_multiple: Option<bool>,
    /// Whether contributors may download previews. Absent in older responses.
    pub contributor_preview_download_enabled: Option<bool>,
}

object! {
    ProjectSettings {}
    optional {
        per_platform_key_names, reviewing, auto_toggle_unverified, offline_translation,
        key_editing, inline_machine_translations, branching, upvoting, segmentation,
        custom_translation_statuses, custom_translation_statuses_allow_multiple,
        contributor_preview_download_enabled,
    }
}

/// The progress of the translation into a language. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct LanguageStatistics {
    /// Id of the language.
    pub language_id: Option<i64>,
    /// Code of the language in the project.
    pub language_iso: Option<String>,
    /// Percentage of the base language's words that are translated, rounded down.
    pub progress: Option<i64>,
    /// Number of the base language's words without a translation; 0 for the base language.
    pub words_to_do: Option<i64>,
}

object! {
    LanguageStatistics {}
    optional { language_id, language_iso, progress, words_to_do }
}

/// Statistics of a project. Any may be absent, because older responses use other names. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ProjectStatistics {
    /// Percentage of all languages that is translated, rounded down.
    pub progress_total: Option<i64>,
    /// The same under its older name.
    pub progress: Option<i64>,
    /// Number of keys.
    pub keys_total: Option<i64>,
    /// The same under its older name.
    pub keys: Option<i64>,
    /// Number of contributors.
    pub team: Option<i64>,
    /// Number of words in the base language.
    pub base_words: Option<i64>,
    /// Total number of QA issues.
    pub qa_issues_total: Option<i64>,
    /// QA issues: the number of each kind, such as `not_reviewed`, `unverified`,
    /// `spelling_grammar`, `inconsistent_placeholders`, `inconsistent_html`,
    /// `different_number_of_urls`, `different_urls`, `leading_whitespace`, `trailing_whitespace`,
    /// `different_number_of_email_address`, `different_email_address`, `different_brackets`,
    /// `different_numbers`, `double_space`, `special_placeholder` or `unbalanced_brackets`. In
    /// older responses, their total.
    pub qa_issues: Option<QaIssues>,
    /// The languages of the project, including the base language.
    pub languages: Option<Vec<LanguageStatistics>>,
}

object! {
    ProjectStatistics {}
    optional {
        progress_total, progress, keys_total, keys, team, base_words, qa_issues_total,
        qa_issues, languages,
    }
}

/// A project. The response has no wrapper. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Project {
    /// Id of the project.
    pub project_id: String,
    /// Type of a project.
    pub project_type: Option<ProjectType>,
    /// UUID of the project. Declared by one public client, and never recorded.
    pub uuid: Option<String>,
    /// UUID of the team. Recorded once.
    pub team_uuid: Option<String>,
    /// Name of the project.
    pub name: Option<String>,
    /// Description; empty if unset.
    pub description: Option<String>,
    /// A time as text, `YYYY-MM-DD HH:MM:SS (timezone)`; the time zone is documented as UTC.
    /// Observed: `(Etc/UTC)` and other time zones. Prefer the same time in Unix seconds.
    pub created_at: Option<TimestampText>,
    /// When the project was created, in Unix seconds. Absent in older responses.
    pub created_at_timestamp: Option<i64>,
    /// User id of the creator.
    pub created_by: Option<i64>,
    /// E-mail address of the creator; a placeholder if the user was removed.
    pub created_by_email: Option<String>,
    /// Id of the team that owns the project.
    pub team_id: Option<i64>,
    /// Id of the base language. Absent in older responses.
    pub base_language_id: Option<i64>,
    /// Code of the base language; its custom code if it has one.
    pub base_language_iso: Option<String>,
    /// Absent in older responses, and in lists without `include_settings`.
    pub settings: Option<ProjectSettings>,
    /// Absent in lists without `include_statistics`.
    pub statistics: Option<ProjectStatistics>,
}

object! {
    Project { project_id }
    optional {
        project_type, uuid, team_uuid, name, description, created_at,
        created_at_timestamp, created_by, created_by_email, team_id, base_language_id,
        base_language_iso, settings, statistics,
    }
}

impl Project {
    /// Returns the time of `created_at_timestamp`, or else of `created_at`.
    pub fn created(&self) -> Option<DateTime<Utc>> {
        quirks::time(self.created_at_timestamp, self.created_at.as_ref())
    }
}

/// A page of projects. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ProjectListResponse {
    /// The projects.
    pub projects: Vec<Project>,
}

object! {
    ProjectListResponse { projects }
    optional {}
}

page!(ProjectListResponse { projects: Project });

body! {
    /// A language of a new project. *Observed.*
    pub struct NewProjectLanguage for [] {
        /// Code of the language at the service.
        lang_iso: Value<String>,
    }
    optional {
        /// Custom code of the language in this project.
        custom_iso: Value<String>,
        /// Custom name of the language in this project.
        custom_name: Value<String>,
        /// Custom plural forms, such as `one` and `other`.
        custom_plural_forms: List<String>,
    }
}

body! {
    /// A project to create. One public client also declares a text `content_integration`, whose
    /// meaning is unknown. *Observed.*
    pub struct NewProject for [CreateProject] {
        /// Name of the project.
        name: Value<String>,
    }
    optional {
        /// Description of the project.
        description: Value<String>,
        /// Id of the team that owns the project. Defaults to the caller's team.
        team_id: Plain<i64>,
        /// The languages of the project. Defaults to English.
        languages: List<NewProjectLanguage>,
        /// Code of the base language: one of `languages`, by its `custom_iso` if it has one.
        /// Defaults to `en`.
        base_lang_iso: Value<String>,
        /// Type of a project. `info` describes what each supports.
        project_type: Value<ProjectType>,
        /// Whether texts are divided into segments. Declared by one public client only.
        is_segmentation_enabled: Plain<bool>,
    }
}

body! {
    /// Changes of a project. *Observed.*
    pub struct ProjectUpdate for [UpdateProject] {
        /// Name of the project. Every public client requires it.
        name: Value<String>,
    }
    optional {
        /// Description. Unchanged if omitted.
        description: Value<String>,
    }
}

/// Whether the keys of a project were deleted. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ProjectEmptiedResponse {
    /// Id of the project. Observed: without the branch of the request, so do not use it in later
    /// requests.
    pub project_id: Option<String>,
    /// Name of the branch. Absent in older responses.
    pub branch: Option<String>,
    /// Whether the keys were deleted.
    pub keys_deleted: bool,
}

object! {
    ProjectEmptiedResponse { keys_deleted }
    optional { project_id, branch }
}

/// Whether a project was deleted. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ProjectDeletedResponse {
    /// Id of the project. Observed: without the branch of the request, so do not use it in later
    /// requests.
    pub project_id: Option<String>,
    /// Whether the project was deleted.
    pub project_deleted: bool,
}

object! {
    ProjectDeletedResponse { project_deleted }
    optional { project_id }
}
