// Made from spec/openapi.yaml. Do not edit.

//! The texts of keys, one for each key and language.

use crate::macros::*;
use crate::types::*;

impl Client {
    /// List translations.
    ///
    /// Lists the translations of the project: one for each key and language, empty if untranslated.
    /// With `page`, they are ordered by language, then by key; with `pagination=cursor`, by
    /// ascending id. *Observed.*
    ///
    /// OAuth scope: `read_translations`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    ///
    /// Sends `GET /projects/{project_id}/translations`.
    pub fn list_translations(&self, project_id: impl Into<String>) -> ListTranslations {
        ListTranslations {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            disable_references: None,
            filter_lang_id: None,
            filter_is_reviewed: None,
            filter_unverified: None,
            filter_untranslated: None,
            filter_qa_issues: None,
            filter_active_task_id: None,
            pagination: None,
            limit: None,
            page: None,
            cursor: None,
        }
    }
}

/// A call of [`Client::list_translations`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct ListTranslations {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) disable_references: Option<bool>,
    pub(crate) filter_lang_id: Option<i64>,
    pub(crate) filter_is_reviewed: Option<bool>,
    pub(crate) filter_unverified: Option<bool>,
    pub(crate) filter_untranslated: Option<bool>,
    pub(crate) filter_qa_issues: Option<Vec<QaIssueFilter>>,
    pub(crate) filter_active_task_id: Option<i64>,
    pub(crate) pagination: Option<PaginationType>,
    pub(crate) limit: Option<u32>,
    pub(crate) page: Option<u32>,
    pub(crate) cursor: Option<String>,
}

impl ListTranslations {
    pub(crate) const OPERATION: &'static Operation =
        &Operation::new("listTranslations", "/projects/{project_id}/translations", Server::Main);

    pub(crate) fn call(mut self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        if self.cursor.is_some() {
            self.pagination.get_or_insert("cursor".into());
        }
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/translations");
        path.flag("disable_references", self.disable_references);
        path.number("filter_lang_id", self.filter_lang_id, ..);
        path.flag("filter_is_reviewed", self.filter_is_reviewed);
        path.flag("filter_unverified", self.filter_unverified);
        path.flag("filter_untranslated", self.filter_untranslated);
        path.comma_separated("filter_qa_issues", self.filter_qa_issues.as_deref());
        path.number("filter_active_task_id", self.filter_active_task_id, ..);
        path.query("pagination", self.pagination.as_ref());
        path.number("limit", self.limit, 1..=5000);
        path.number("page", self.page, 1..);
        path.query("cursor", self.cursor.as_ref());
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

list!(cursor_or_page ListTranslations -> TranslationListResponse { translations: Translation });

setters! {
    ListTranslations {
        /// Whether to keep references to other keys, `[%key:NAME%]`. With 0, the default, the text
        /// of the other key replaces them.
        disable_references: Plain<bool>,
        /// Only translations into the language with this id.
        filter_lang_id: Plain<i64>,
        /// With 1, only reviewed items. Assumed: 0, the default of public clients, has no effect.
        filter_is_reviewed: Plain<bool>,
        /// With 1, only unverified items. Assumed: 0 has no effect.
        filter_unverified: Plain<bool>,
        /// With 1, only empty items. Assumed: 0 has no effect.
        filter_untranslated: Plain<bool>,
        /// Only items with one of these QA issues.
        filter_qa_issues: List<QaIssueFilter>,
        /// Only translations in the open task with this id.
        filter_active_task_id: Plain<i64>,
        /// Pagination by page number (`offset`, the default) or by `cursor`. With `cursor`, `page`
        /// is ignored, and the response has no totals. Whether cursors remain valid after deletions
        /// is unknown. Streams send `cursor`, unless this or `page` is set.
        pagination: Value<PaginationType>,
        /// Items per page, at most 5000. Observed: 100 by default. Assumed: at least 1.
        limit: Plain<u32>,
        /// The page number. Assumed: starts at 1.
        page: Plain<u32>,
        /// With `pagination=cursor`, the `X-Pagination-Next-Cursor` of the previous page. Omit it
        /// in the first request. It may contain characters such as `=`: percent-encode them. Sets
        /// `pagination` to `cursor`, unless it is set.
        cursor: Value<String>,
    }
}

impl Client {
    /// Read a translation.
    ///
    /// Reads one translation. In the response, `translation` is an object, and its own
    /// `translation` is the text. *Observed.*
    ///
    /// OAuth scope: `read_translations`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `translation_id`: Id of the translation; may exceed 32 bits.
    ///
    /// Sends `GET /projects/{project_id}/translations/{translation_id}`.
    pub fn get_translation(
        &self,
        project_id: impl Into<String>,
        translation_id: i64,
    ) -> GetTranslation {
        GetTranslation {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            translation_id,
            disable_references: None,
        }
    }
}

/// A call of [`Client::get_translation`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct GetTranslation {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) translation_id: i64,
    pub(crate) disable_references: Option<bool>,
}

impl GetTranslation {
    pub(crate) const OPERATION: &'static Operation = &Operation::new(
        "getTranslation",
        "/projects/{project_id}/translations/{translation_id}",
        Server::Main,
    );

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/translations/");
        path.segment("translation_id", &self.translation_id.to_string());
        path.flag("disable_references", self.disable_references);
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

methods!(GetTranslation -> TranslationResponse);

setters! {
    GetTranslation {
        /// Whether to keep references to other keys, `[%key:NAME%]`. With 0, the default, the text
        /// of the other key replaces them.
        disable_references: Plain<bool>,
    }
}

impl Client {
    /// Update a translation.
    ///
    /// Changes the text of a translation and its flags. If `is_reviewed` is omitted, it becomes
    /// false. Translations cannot be created or deleted on their own: each key has one in each
    /// language. Assumed: an unknown status is rejected with 400. The required admin right is
    /// unknown. *Observed.*
    ///
    /// OAuth scope: `write_translations`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `translation_id`: Id of the translation; may exceed 32 bits.
    /// - `translation`: The text of a translation. For a plural key, requests have an object with a
    ///   text for each form, and responses have that object as JSON in a text. Some public sources
    ///   declare the object in responses, too.
    ///
    /// Sends `PUT /projects/{project_id}/translations/{translation_id}`.
    pub fn update_translation(
        &self,
        project_id: impl Into<String>,
        translation_id: i64,
        translation: impl Into<TranslationText>,
    ) -> UpdateTranslation {
        UpdateTranslation {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            translation_id,
            body: TranslationUpdate::new(translation),
        }
    }
}

/// A call of [`Client::update_translation`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct UpdateTranslation {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) translation_id: i64,
    pub(crate) body: TranslationUpdate,
}

impl UpdateTranslation {
    pub(crate) const OPERATION: &'static Operation = &Operation::new(
        "updateTranslation",
        "/projects/{project_id}/translations/{translation_id}",
        Server::Main,
    );

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/translations/");
        path.segment("translation_id", &self.translation_id.to_string());
        let body = serde_json::to_vec(&self.body);
        path.call(self.client, (Self::OPERATION, Method::PUT), Some(body), self.options)
    }
}

methods!(UpdateTranslation -> TranslationResponse);

/// A translation of a key into one language. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Translation {
    /// Id of the translation; may exceed 32 bits.
    pub translation_id: i64,
    /// Number of the segment; 1 without segmentation. Absent in older responses.
    pub segment_number: Option<i64>,
    /// Id of the key.
    pub key_id: Option<i64>,
    /// Code of the language in the project.
    pub language_iso: Option<String>,
    /// The text; empty if untranslated. For a plural key, JSON as text.
    pub translation: Option<TranslationText>,
    /// User id of the last editor.
    pub modified_by: Option<i64>,
    /// E-mail address of the last editor.
    pub modified_by_email: Option<String>,
    /// A time as text, `YYYY-MM-DD HH:MM:SS (timezone)`; the time zone is documented as UTC.
    /// Observed: `(Etc/UTC)` and other time zones. Prefer the same time in Unix seconds.
    pub modified_at: Option<TimestampText>,
    /// When it was last changed, in Unix seconds. Absent in older responses.
    pub modified_at_timestamp: Option<i64>,
    /// Whether it is reviewed.
    pub is_reviewed: Option<bool>,
    /// User id of the reviewer. 0 if not reviewed, and in the response to the update that sets
    /// `is_reviewed`.
    pub reviewed_by: Option<i64>,
    /// Whether it is unverified. Absent in older responses, which have only `is_fuzzy`.
    pub is_unverified: Option<bool>,
    /// The same under its older name.
    pub is_fuzzy: Option<bool>,
    /// Number of words of the text.
    pub words: Option<i64>,
    /// Its custom translation statuses. Absent in older responses.
    pub custom_translation_statuses: Option<Vec<CustomTranslationStatus>>,
    /// Id of its task, or null.
    pub task_id: Option<i64>,
}

object! {
    Translation { translation_id }
    optional {
        segment_number, key_id, language_iso, translation, modified_by,
        modified_by_email, modified_at, modified_at_timestamp, is_reviewed, reviewed_by,
        is_unverified, is_fuzzy, words, custom_translation_statuses, task_id,
    }
}

impl Translation {
    /// Returns the time of `modified_at_timestamp`, or else of `modified_at`.
    pub fn modified(&self) -> Option<DateTime<Utc>> {
        quirks::time(self.modified_at_timestamp, self.modified_at.as_ref())
    }
}

/// A page of translations. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct TranslationListResponse {
    /// Id of the project. Observed: without the branch of the request, so do not use it in later
    /// requests.
    pub project_id: Option<String>,
    /// Name of the branch. Absent in older responses.
    pub branch: Option<String>,
    /// The translations.
    pub translations: Vec<Translation>,
}

object! {
    TranslationListResponse { translations }
    optional { project_id, branch }
}

page!(TranslationListResponse { translations: Translation });

/// One translation. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct TranslationResponse {
    /// Id of the project. Observed: without the branch of the request, so do not use it in later
    /// requests.
    pub project_id: Option<String>,
    /// Name of the branch. Absent in older responses.
    pub branch: Option<String>,
    /// A translation of a key into one language.
    pub translation: Translation,
}

object! {
    TranslationResponse { translation }
    optional { project_id, branch }
}

body! {
    /// Changes of a translation. *Observed.*
    pub struct TranslationUpdate for [UpdateTranslation] {
        /// The text of a translation. For a plural key, requests have an object with a text for
        /// each form, and responses have that object as JSON in a text. Some public sources declare
        /// the object in responses, too.
        translation: Value<TranslationText>,
    }
    optional {
        /// Whether it is unverified.
        is_unverified: Plain<bool>,
        /// Whether it is reviewed.
        is_reviewed: Plain<bool>,
        /// Ids of its custom translation statuses. They replace the existing ones.
        custom_translation_status_ids: List<i64>,
    }
}
