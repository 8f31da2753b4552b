// Made from spec/openapi.yaml. Do not edit.

//! The languages of the service, and those of a project.

use crate::macros::*;
use crate::types::*;

impl Client {
    /// List the languages of the service.
    ///
    /// Lists the roughly 600 languages that a project can have, by name. `custom_1`, `custom_2` and
    /// so on are placeholders for other codes. *Observed.*
    ///
    /// OAuth scope: `read_languages`.
    ///
    /// Sends `GET /system/languages`.
    pub fn list_system_languages(&self) -> ListSystemLanguages {
        ListSystemLanguages {
            client: self.clone(),
            options: CallOptions::new(),
            limit: None,
            page: None,
        }
    }
}

/// A call of [`Client::list_system_languages`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct ListSystemLanguages {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) limit: Option<u32>,
    pub(crate) page: Option<u32>,
}

impl ListSystemLanguages {
    pub(crate) const OPERATION: &'static Operation =
        &Operation::new("listSystemLanguages", "/system/languages", Server::Main);

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/system/languages");
        path.number("limit", self.limit, 1..=5000);
        path.number("page", self.page, 1..);
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

list!(page ListSystemLanguages -> SystemLanguageListResponse { languages: Language });

setters! {
    ListSystemLanguages {
        /// Items per page, at most 5000. Observed: 100 by default. Assumed: at least 1.
        limit: Plain<u32>,
        /// The page number. Assumed: starts at 1.
        page: Plain<u32>,
    }
}

impl Client {
    /// List the languages of a project.
    ///
    /// Lists the languages of the project, by name. *Observed.*
    ///
    /// OAuth scope: `read_languages`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    ///
    /// Sends `GET /projects/{project_id}/languages`.
    pub fn list_languages(&self, project_id: impl Into<String>) -> ListLanguages {
        ListLanguages {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            limit: None,
            page: None,
        }
    }
}

/// A call of [`Client::list_languages`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct ListLanguages {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) limit: Option<u32>,
    pub(crate) page: Option<u32>,
}

impl ListLanguages {
    pub(crate) const OPERATION: &'static Operation =
        &Operation::new("listLanguages", "/projects/{project_id}/languages", Server::Main);

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/languages");
        path.number("limit", self.limit, 1..=5000);
        path.number("page", self.page, 1..);
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

list!(page ListLanguages -> LanguageListResponse { languages: Language });

setters! {
    ListLanguages {
        /// Items per page, at most 5000. Observed: 100 by default. Assumed: at least 1.
        limit: Plain<u32>,
        /// The page number. Assumed: starts at 1.
        page: Plain<u32>,
    }
}

impl Client {
    /// Add languages to a project.
    ///
    /// Adds languages to the project. The status is 200 even if some cannot be added: `errors`
    /// lists them, with code 400 if the service has no such language, 208 if the project already
    /// has it. Assumed: also code 400 if the custom code is taken; every key gets an empty
    /// translation. Admin right: *Manage languages*. *Observed.*
    ///
    /// OAuth scope: `write_languages`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `languages`: The languages.
    ///
    /// Sends `POST /projects/{project_id}/languages`.
    pub fn create_languages(
        &self,
        project_id: impl Into<String>,
        languages: impl IntoIterator<Item: Into<NewLanguage>>,
    ) -> CreateLanguages {
        CreateLanguages {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            body: NewLanguages::new(languages),
        }
    }
}

/// A call of [`Client::create_languages`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct CreateLanguages {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) body: NewLanguages,
}

impl CreateLanguages {
    pub(crate) const OPERATION: &'static Operation = &Operation {
        idempotent: false,
        ..Operation::new("createLanguages", "/projects/{project_id}/languages", Server::Main)
    };

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/languages");
        let body = serde_json::to_vec(&self.body);
        path.call(self.client, (Self::OPERATION, Method::POST), Some(body), self.options)
    }
}

methods!(CreateLanguages -> LanguagesCreatedResponse);

impl Client {
    /// Read a language.
    ///
    /// Reads one language of the project. *Observed.*
    ///
    /// OAuth scope: `read_languages`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `lang_id`: Id of the language, the same in every project.
    ///
    /// Sends `GET /projects/{project_id}/languages/{lang_id}`.
    pub fn get_language(&self, project_id: impl Into<String>, lang_id: i64) -> GetLanguage {
        GetLanguage {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            lang_id,
        }
    }
}

/// A call of [`Client::get_language`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct GetLanguage {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) lang_id: i64,
}

impl GetLanguage {
    pub(crate) const OPERATION: &'static Operation =
        &Operation::new("getLanguage", "/projects/{project_id}/languages/{lang_id}", Server::Main);

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/languages/");
        path.segment("lang_id", &self.lang_id.to_string());
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

methods!(GetLanguage -> LanguageResponse);

impl Client {
    /// Update a language.
    ///
    /// Changes the code, the name or the plural forms of a language in the project. Omitted fields
    /// are unchanged. Assumed: the code must be unique in the project. Admin right: *Manage
    /// languages*. *Observed.*
    ///
    /// OAuth scope: `write_languages`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `lang_id`: Id of the language, the same in every project.
    ///
    /// Sends `PUT /projects/{project_id}/languages/{lang_id}`.
    pub fn update_language(&self, project_id: impl Into<String>, lang_id: i64) -> UpdateLanguage {
        UpdateLanguage {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            lang_id,
            body: LanguageUpdate::new(),
        }
    }
}

/// A call of [`Client::update_language`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct UpdateLanguage {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) lang_id: i64,
    pub(crate) body: LanguageUpdate,
}

impl UpdateLanguage {
    pub(crate) const OPERATION: &'static Operation = &Operation::new(
        "updateLanguage",
        "/projects/{project_id}/languages/{lang_id}",
        Server::Main,
    );

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/languages/");
        path.segment("lang_id", &self.lang_id.to_string());
        let body = serde_json::to_vec(&self.body);
        path.call(self.client, (Self::OPERATION, Method::PUT), Some(body), self.options)
    }
}

methods!(UpdateLanguage -> LanguageResponse);

impl Client {
    /// Remove a language from a project.
    ///
    /// Removes a language and its translations from the project. Assumed: the base language cannot
    /// be removed. Admin right: *Manage languages*. *Observed.*
    ///
    /// OAuth scope: `write_languages`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `lang_id`: Id of the language, the same in every project.
    ///
    /// Sends `DELETE /projects/{project_id}/languages/{lang_id}`.
    pub fn delete_language(&self, project_id: impl Into<String>, lang_id: i64) -> DeleteLanguage {
        DeleteLanguage {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            lang_id,
        }
    }
}

/// A call of [`Client::delete_language`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct DeleteLanguage {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) lang_id: i64,
}

impl DeleteLanguage {
    pub(crate) const OPERATION: &'static Operation = &Operation {
        idempotent: false,
        ..Operation::new(
            "deleteLanguage",
            "/projects/{project_id}/languages/{lang_id}",
            Server::Main,
        )
    };

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/languages/");
        path.segment("lang_id", &self.lang_id.to_string());
        path.call(self.client, (Self::OPERATION, Method::DELETE), None, self.options)
    }
}

methods!(DeleteLanguage -> LanguageDeletedResponse);

/// A language, of the service or of a project. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Language {
    /// Id of the language, the same in every project. A number, or text in some responses of
    /// [`create_languages`](crate::Client::create_languages).
    pub lang_id: i64,
    /// Code of the language; in a project, its custom code if it has one.
    pub lang_iso: Option<String>,
    /// Name of the language.
    pub lang_name: Option<String>,
    /// Whether it is written from right to left.
    pub is_rtl: Option<bool>,
    /// Its plural forms: any of `zero`, `one`, `two`, `few`, `many` and `other`. Null in older
    /// responses if unknown.
    pub plural_forms: Option<Vec<String>>,
    /// UUID of the language in its project. In newer responses only.
    pub project_language_uuid: Option<String>,
    /// Another code, named by one public source only.
    pub cc_iso: Option<String>,
}

object! {
    Language { lang_id }
    optional { lang_iso, lang_name, is_rtl, plural_forms, project_language_uuid, cc_iso }
}

/// A page of the languages of the service. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct SystemLanguageListResponse {
    /// The languages.
    pub languages: Vec<Language>,
}

object! {
    SystemLanguageListResponse { languages }
    optional {}
}

page!(SystemLanguageListResponse { languages: Language });

/// A page of the languages of a project. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct LanguageListResponse {
    /// Id of the project. Observed: without the branch of the request, so do not use it in later
    /// requests.
    pub project_id: Option<String>,
    /// Name of the branch. Absent in older responses.
    pub branch: Option<String>,
    /// The languages.
    pub languages: Vec<Language>,
}

object! {
    LanguageListResponse { languages }
    optional { project_id, branch }
}

page!(LanguageListResponse { languages: Language });

/// One language of a project. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct LanguageResponse {
    /// Id of the project. Observed: without the branch of the request, so do not use it in later
    /// requests.
    pub project_id: Option<String>,
    /// Name of the branch. Absent in older responses.
    pub branch: Option<String>,
    /// A language, of the service or of a project.
    pub language: Language,
}

object! {
    LanguageResponse { language }
    optional { project_id, branch }
}

/// Whether a language was removed. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct LanguageDeletedResponse {
    /// Id of the project. Observed: without the branch of the request, so do not use it in later
    /// requests.
    pub project_id: Option<String>,
    /// Name of the branch. Absent in older responses.
    pub branch: Option<String>,
    /// Whether the language was removed.
    pub language_deleted: bool,
}

object! {
    LanguageDeletedResponse { language_deleted }
    optional { project_id, branch }
}

/// Why a language was not added. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct LanguageError {
    /// Why, in words.
    pub message: Option<String>,
    /// 400: the service has no such language. 208: the project already has it.
    pub code: Option<i32>,
    /// The code that was sent.
    pub lang_iso: Option<String>,
}

object! {
    LanguageError {}
    optional { message, code, lang_iso }
}

/// The added languages, and errors for the others. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct LanguagesCreatedResponse {
    /// Id of the project. Observed: without the branch of the request, so do not use it in later
    /// requests.
    pub project_id: Option<String>,
    /// Name of the branch. Absent in older responses.
    pub branch: Option<String>,
    /// The added languages.
    pub languages: Vec<Language>,
    /// Errors for the languages that were not added.
    pub errors: Option<Vec<LanguageError>>,
}

object! {
    LanguagesCreatedResponse { languages }
    optional { project_id, branch, errors }
}

body! {
    /// A language to add to a project. *Observed.*
    pub struct NewLanguage for [] {
        /// Code of the language at the service.
        lang_iso: Value<String>,
    }
    optional {
        /// Custom code of the language in this project.
        custom_iso: Value<String>,
        /// Custom name of the language in this project.
        custom_name: Value<String>,
        /// Custom plural forms, such as `one` and `other`. Never recorded.
        custom_plural_forms: List<String>,
    }
}

body! {
    /// Languages to add to a project. *Observed.*
    pub struct NewLanguages for [CreateLanguages] {
        /// The languages.
        languages: List<NewLanguage>,
    }
    optional {
    }
}

body! {
    /// Changes of a language in a project. Omitted fields are unchanged. *Observed.*
    pub struct LanguageUpdate for [UpdateLanguage] {
    }
    optional {
        /// Custom code of the language in this project.
        lang_iso: Value<String>,
        /// Custom name of the language in this project.
        lang_name: Value<String>,
        /// Custom plural forms, such as `one` and `other`.
        plural_forms: List<String>,
    }
}
