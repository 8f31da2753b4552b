// Made from spec/openapi.yaml. Do not edit.

//! Terms of a project, with their translations.

use crate::macros::*;
use crate::types::*;

impl Client {
    /// List glossary terms.
    ///
    /// Lists the glossary terms of the project by ascending id, page by page: while `meta.hasMore`
    /// is true, repeat the request with `cursor` set to `meta.nextCursor`. *Observed.*
    ///
    /// OAuth scope: `read_glossary`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    ///
    /// Sends `GET /projects/{project_id}/glossary-terms`. Needs the feature `glossary`.
    pub fn list_glossary_terms(&self, project_id: impl Into<String>) -> ListGlossaryTerms {
        ListGlossaryTerms {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            limit: None,
            cursor: None,
        }
    }
}

/// A call of [`Client::list_glossary_terms`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct ListGlossaryTerms {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) limit: Option<u32>,
    pub(crate) cursor: Option<i64>,
}

impl ListGlossaryTerms {
    pub(crate) const OPERATION: &'static Operation =
        &Operation::new("listGlossaryTerms", "/projects/{project_id}/glossary-terms", Server::Main);

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/glossary-terms");
        path.number("limit", self.limit, 1..=500);
        path.number("cursor", self.cursor, ..);
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

list!(body ListGlossaryTerms -> GlossaryTermListResponse { data: GlossaryTerm });

setters! {
    ListGlossaryTerms {
        /// Terms per page, at most 500. Assumed: at least 1.
        limit: Plain<u32>,
        /// The `meta.nextCursor` of the previous page, to read the next one. Omit it in the first
        /// request.
        cursor: Plain<i64>,
    }
}

impl Client {
    /// Create glossary terms.
    ///
    /// Creates glossary terms, at most `meta.limit` per request. The status if only some of them
    /// exist is unknown. Assumed: 200, with the messages in `errors`. Admin right: *Manage
    /// glossary*. *Observed.*
    ///
    /// OAuth scope: `write_glossary`.
    ///
    /// Errors besides those of most calls:
    ///
    /// - 422: The terms exist.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `terms`: The terms.
    ///
    /// Sends `POST /projects/{project_id}/glossary-terms`. Needs the feature `glossary`.
    pub fn create_glossary_terms(
        &self,
        project_id: impl Into<String>,
        terms: impl IntoIterator<Item: Into<NewGlossaryTerm>>,
    ) -> CreateGlossaryTerms {
        CreateGlossaryTerms {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            body: NewGlossaryTerms::new(terms),
        }
    }
}

/// A call of [`Client::create_glossary_terms`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct CreateGlossaryTerms {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) body: NewGlossaryTerms,
}

impl CreateGlossaryTerms {
    pub(crate) const OPERATION: &'static Operation = &Operation {
        idempotent: false,
        ..Operation::new(
            "createGlossaryTerms",
            "/projects/{project_id}/glossary-terms",
            Server::Main,
        )
    };

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/glossary-terms");
        let body = serde_json::to_vec(&self.body);
        path.call(self.client, (Self::OPERATION, Method::POST), Some(body), self.options)
    }
}

methods!(CreateGlossaryTerms -> GlossaryTermsChangedResponse);

impl Client {
    /// Update glossary terms.
    ///
    /// Changes glossary terms. Omitted fields are unchanged. The response lists the terms by
    /// ascending id; `meta.updated` does not count those that were sent without a change. Admin
    /// right: *Manage glossary*. *Observed.*
    ///
    /// OAuth scope: `write_glossary`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `terms`: The terms.
    ///
    /// Sends `PUT /projects/{project_id}/glossary-terms`. Needs the feature `glossary`.
    pub fn update_glossary_terms(
        &self,
        project_id: impl Into<String>,
        terms: impl IntoIterator<Item: Into<GlossaryTermUpdate>>,
    ) -> UpdateGlossaryTerms {
        UpdateGlossaryTerms {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            body: GlossaryTermUpdates::new(terms),
        }
    }
}

/// A call of [`Client::update_glossary_terms`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct UpdateGlossaryTerms {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) body: GlossaryTermUpdates,
}

impl UpdateGlossaryTerms {
    pub(crate) const OPERATION: &'static Operation = &Operation::new(
        "updateGlossaryTerms",
        "/projects/{project_id}/glossary-terms",
        Server::Main,
    );

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/glossary-terms");
        let body = serde_json::to_vec(&self.body);
        path.call(self.client, (Self::OPERATION, Method::PUT), Some(body), self.options)
    }
}

methods!(UpdateGlossaryTerms -> GlossaryTermsChangedResponse);

impl Client {
    /// Delete glossary terms.
    ///
    /// Deletes the glossary terms with these ids. Assumed: the right `glossary_delete` is enough.
    /// Admin right: *Manage glossary*. *Observed.*
    ///
    /// OAuth scope: `write_glossary`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `terms`: Ids of the terms.
    ///
    /// Sends `DELETE /projects/{project_id}/glossary-terms`. Needs the feature `glossary`.
    pub fn delete_glossary_terms(
        &self,
        project_id: impl Into<String>,
        terms: impl IntoIterator<Item: Into<i64>>,
    ) -> DeleteGlossaryTerms {
        DeleteGlossaryTerms {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            body: GlossaryTermIds::new(terms),
        }
    }
}

/// A call of [`Client::delete_glossary_terms`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct DeleteGlossaryTerms {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) body: GlossaryTermIds,
}

impl DeleteGlossaryTerms {
    pub(crate) const OPERATION: &'static Operation = &Operation::new(
        "deleteGlossaryTerms",
        "/projects/{project_id}/glossary-terms",
        Server::Main,
    );

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/glossary-terms");
        let body = serde_json::to_vec(&self.body);
        path.call(self.client, (Self::OPERATION, Method::DELETE), Some(body), self.options)
    }
}

methods!(DeleteGlossaryTerms -> GlossaryTermsDeletedResponse);

impl Client {
    /// Read a glossary term.
    ///
    /// Reads one glossary term with its translations. *Observed.*
    ///
    /// OAuth scope: `read_glossary`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `term_id`: Id of the glossary term.
    ///
    /// Sends `GET /projects/{project_id}/glossary-terms/{term_id}`. Needs the feature `glossary`.
    pub fn get_glossary_term(
        &self,
        project_id: impl Into<String>,
        term_id: i64,
    ) -> GetGlossaryTerm {
        GetGlossaryTerm {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            term_id,
        }
    }
}

/// A call of [`Client::get_glossary_term`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct GetGlossaryTerm {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) term_id: i64,
}

impl GetGlossaryTerm {
    pub(crate) const OPERATION: &'static Operation = &Operation::new(
        "getGlossaryTerm",
        "/projects/{project_id}/glossary-terms/{term_id}",
        Server::Main,
    );

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/glossary-terms/");
        path.segment("term_id", &self.term_id.to_string());
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

methods!(GetGlossaryTerm -> GlossaryTermResponse);

/// A glossary term in a language of the project. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct GlossaryTranslation {
    /// Id of the language.
    pub lang_id: Option<i64>,
    /// Name of the language.
    pub lang_name: Option<String>,
    /// Code of the language.
    pub lang_iso: Option<String>,
    /// The term; empty if there is none.
    pub translation: Option<String>,
    /// Description.
    pub description: Option<String>,
}

object! {
    GlossaryTranslation {}
    optional {
        lang_id = "langId", lang_name = "langName", lang_iso = "langIso", translation,
        description,
    }
}

/// A glossary term. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct GlossaryTerm {
    /// Id of the term.
    pub id: i64,
    /// The term.
    pub term: Option<String>,
    /// Description.
    pub description: Option<String>,
    /// Whether case matters.
    pub case_sensitive: Option<bool>,
    /// Whether to translate it.
    pub translatable: Option<bool>,
    /// Whether not to use it.
    pub forbidden: Option<bool>,
    /// The term in each language of the project, including the base language.
    pub translations: Option<Vec<GlossaryTranslation>>,
    /// Id of the project.
    pub project_id: Option<String>,
    /// Tags.
    pub tags: Option<Vec<String>>,
    /// A time as text, `YYYY-MM-DD HH:MM:SS (timezone)`; the time zone is documented as UTC.
    /// Observed: `(Etc/UTC)` and other time zones. Prefer the same time in Unix seconds.
    pub created_at: Option<TimestampText>,
    /// A time as text, `YYYY-MM-DD HH:MM:SS (timezone)`; the time zone is documented as UTC.
    /// Observed: `(Etc/UTC)` and other time zones. Prefer the same time in Unix seconds.
    pub updated_at: Option<TimestampText>,
}

object! {
    GlossaryTerm { id }
    optional {
        term, description, case_sensitive = "caseSensitive", translatable, forbidden,
        translations, project_id = "projectId", tags, created_at = "createdAt",
        updated_at = "updatedAt",
    }
}

/// One glossary term. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct GlossaryTermResponse {
    /// A glossary term.
    pub data: GlossaryTerm,
}

object! {
    GlossaryTermResponse { data }
    optional {}
}

/// Position of a page in its list. The last page has no `nextCursor`. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct GlossaryListMeta {
    /// Number of terms.
    pub count: Option<i64>,
    /// The applied limit.
    pub limit: Option<i64>,
    /// As requested, or 0.
    pub cursor: Option<i64>,
    /// Whether more terms exist.
    pub has_more: Option<bool>,
    /// The next cursor.
    pub next_cursor: Option<i64>,
}

object! {
    GlossaryListMeta {}
    optional { count, limit, cursor, has_more = "hasMore", next_cursor = "nextCursor" }
}

/// A page of glossary terms. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct GlossaryTermListResponse {
    /// The terms.
    pub data: Vec<GlossaryTerm>,
    /// Position of a page in its list. The last page has no `nextCursor`.
    pub meta: GlossaryListMeta,
}

object! {
    GlossaryTermListResponse { data, meta }
    optional {}
}

page!(GlossaryTermListResponse { data: GlossaryTerm, meta.next_cursor, meta.has_more });

/// How many terms were sent and changed. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct GlossaryChangeMeta {
    /// Number of terms sent.
    pub count: Option<i64>,
    /// How many are new.
    pub created: Option<i64>,
    /// How many changed.
    pub updated: Option<i64>,
    /// Most terms of a request.
    pub limit: Option<i64>,
}

object! {
    GlossaryChangeMeta {}
    optional { count, created, updated, limit }
}

/// The created or updated glossary terms, and errors for the others. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct GlossaryTermsChangedResponse {
    /// The created or updated terms.
    pub data: Vec<GlossaryTerm>,
    /// How many terms were sent and changed.
    pub meta: Option<GlossaryChangeMeta>,
    /// Error messages.
    pub errors: Option<Vec<String>>,
}

object! {
    GlossaryTermsChangedResponse { data }
    optional { meta, errors }
}

/// Glossary terms that were deleted, or could not be. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct GlossaryTermGroup {
    /// Number of terms.
    pub count: Option<i64>,
    /// Ids.
    pub ids: Option<Vec<i64>>,
    /// Why they could not be deleted.
    pub message: Option<String>,
}

object! {
    GlossaryTermGroup {}
    optional { count, ids, message }
}

/// The deleted glossary terms, and the others. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct GlossaryTermsDeleted {
    /// Glossary terms that were deleted, or could not be.
    pub deleted: GlossaryTermGroup,
    /// Terms that could not be deleted, by the reason. Not recorded.
    pub failed: Option<Vec<GlossaryTermGroup>>,
}

object! {
    GlossaryTermsDeleted { deleted }
    optional { failed }
}

/// The deleted glossary terms, and the others. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct GlossaryTermsDeletedResponse {
    /// The deleted glossary terms, and the others.
    pub data: GlossaryTermsDeleted,
    /// An empty list, or absent.
    pub meta: Option<Vec<Value>>,
}

object! {
    GlossaryTermsDeletedResponse { data }
    optional { meta }
}

body! {
    /// A translation of a glossary term. *Observed.*
    pub struct NewGlossaryTranslation for [] {
        /// Id of the language.
        lang_id = "langId": Plain<i64>,
    }
    optional {
        /// The term in this language.
        translation: Value<String>,
        /// Description.
        description: Value<String>,
    }
}

body! {
    /// A glossary term to create. *Observed.*
    pub struct NewGlossaryTerm for [] {
        /// The term.
        term: Value<String>,
        /// Description; may be empty.
        description: Value<String>,
        /// Whether case matters.
        case_sensitive = "caseSensitive": Plain<bool>,
        /// Whether to translate it.
        translatable: Plain<bool>,
        /// Whether not to use it.
        forbidden: Plain<bool>,
    }
    optional {
        /// Its translations.
        translations: List<NewGlossaryTranslation>,
        /// Tags.
        tags: List<String>,
    }
}

body! {
    /// Glossary terms to create. *Observed.*
    pub struct NewGlossaryTerms for [CreateGlossaryTerms] {
        /// The terms.
        terms: List<NewGlossaryTerm>,
    }
    optional {
    }
}

body! {
    /// Changes of a glossary term. *Observed.*
    pub struct GlossaryTermUpdate for [] {
        /// Id of the term.
        id: Plain<i64>,
    }
    optional {
        /// The term.
        term: Value<String>,
        /// Description.
        description: Value<String>,
        /// Whether case matters.
        case_sensitive = "caseSensitive": Plain<bool>,
        /// Whether to translate it.
        translatable: Plain<bool>,
        /// Whether not to use it.
        forbidden: Plain<bool>,
        /// Its translations.
        translations: List<NewGlossaryTranslation>,
        /// Tags; an empty list clears them.
        tags: List<String>,
    }
}

body! {
    /// Changes of glossary terms. *Observed.*
    pub struct GlossaryTermUpdates for [UpdateGlossaryTerms] {
        /// The terms.
        terms: List<GlossaryTermUpdate>,
    }
    optional {
    }
}

body! {
    /// Glossary terms to delete. *Observed.*
    pub struct GlossaryTermIds for [DeleteGlossaryTerms] {
        /// Ids of the terms.
        terms: List<i64>,
    }
    optional {
    }
}
