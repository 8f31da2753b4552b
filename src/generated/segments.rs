// Made from spec/openapi.yaml. Do not edit.

//! Segments, the parts of a translation.

use crate::macros::*;
use crate::types::*;

impl Client {
    /// List segments.
    ///
    /// Lists all segments of a translation by number; the list is not paginated. Neither an OAuth
    /// scope nor an admin right is documented. Assumed: the scope is `read_translations`, and a
    /// translation has one segment, unless the setting `segmentation` of the project is on.
    /// *Observed.*
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `key_id`: Id of the key.
    /// - `language_iso`: Code of the language in the project.
    ///
    /// Sends `GET /projects/{project_id}/keys/{key_id}/segments/{language_iso}`. Needs the feature
    /// `segments`.
    pub fn list_segments(
        &self,
        project_id: impl Into<String>,
        key_id: i64,
        language_iso: impl Into<String>,
    ) -> ListSegments {
        ListSegments {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            key_id,
            language_iso: language_iso.into(),
            disable_references: None,
            filter_is_reviewed: None,
            filter_unverified: None,
            filter_untranslated: None,
            filter_qa_issues: None,
        }
    }
}

/// A call of [`Client::list_segments`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct ListSegments {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) key_id: i64,
    pub(crate) language_iso: String,
    pub(crate) disable_references: Option<bool>,
    pub(crate) filter_is_reviewed: Option<bool>,
    pub(crate) filter_unverified: Option<bool>,
    pub(crate) filter_untranslated: Option<bool>,
    pub(crate) filter_qa_issues: Option<Vec<QaIssueFilter>>,
}

impl ListSegments {
    pub(crate) const OPERATION: &'static Operation = &Operation::new(
        "listSegments",
        "/projects/{project_id}/keys/{key_id}/segments/{language_iso}",
        Server::Main,
    );

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/keys/");
        path.segment("key_id", &self.key_id.to_string());
        path.fixed("/segments/");
        path.segment("language_iso", &self.language_iso);
        path.flag("disable_references", self.disable_references);
        path.flag("filter_is_reviewed", self.filter_is_reviewed);
        path.flag("filter_unverified", self.filter_unverified);
        path.flag("filter_untranslated", self.filter_untranslated);
        path.comma_separated("filter_qa_issues", self.filter_qa_issues.as_deref());
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

methods!(ListSegments -> SegmentListResponse);

setters! {
    ListSegments {
        /// Whether to keep references to other keys, `[%key:NAME%]`. With 0, the default, the text
        /// of the other key replaces them.
        disable_references: Plain<bool>,
        /// With 1, only reviewed items. Assumed: 0, the default of public clients, has no effect.
        filter_is_reviewed: Plain<bool>,
        /// With 1, only unverified items. Assumed: 0 has no effect.
        filter_unverified: Plain<bool>,
        /// With 1, only empty items. Assumed: 0 has no effect.
        filter_untranslated: Plain<bool>,
        /// Only items with one of these QA issues.
        filter_qa_issues: List<QaIssueFilter>,
    }
}

impl Client {
    /// Read a segment.
    ///
    /// Reads one segment of a translation. Neither an OAuth scope nor an admin right is documented.
    /// Assumed: the scope is `read_translations`. *Observed.*
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `key_id`: Id of the key.
    /// - `language_iso`: Code of the language in the project.
    /// - `segment_number`: Number of the segment in its translation, from 1.
    ///
    /// Sends `GET /projects/{project_id}/keys/{key_id}/segments/{language_iso}/{segment_number}`.
    /// Needs the feature `segments`.
    pub fn get_segment(
        &self,
        project_id: impl Into<String>,
        key_id: i64,
        language_iso: impl Into<String>,
        segment_number: i64,
    ) -> GetSegment {
        GetSegment {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            key_id,
            language_iso: language_iso.into(),
            segment_number,
            disable_references: None,
        }
    }
}

/// A call of [`Client::get_segment`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct GetSegment {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) key_id: i64,
    pub(crate) language_iso: String,
    pub(crate) segment_number: i64,
    pub(crate) disable_references: Option<bool>,
}

impl GetSegment {
    pub(crate) const OPERATION: &'static Operation = &Operation::new(
        "getSegment",
        "/projects/{project_id}/keys/{key_id}/segments/{language_iso}/{segment_number}",
        Server::Main,
    );

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/keys/");
        path.segment("key_id", &self.key_id.to_string());
        path.fixed("/segments/");
        path.segment("language_iso", &self.language_iso);
        path.fixed("/");
        path.segment("segment_number", &self.segment_number.to_string());
        path.flag("disable_references", self.disable_references);
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

methods!(GetSegment -> SegmentResponse);

setters! {
    GetSegment {
        /// Whether to keep references to other keys, `[%key:NAME%]`. With 0, the default, the text
        /// of the other key replaces them.
        disable_references: Plain<bool>,
    }
}

impl Client {
    /// Update a segment.
    ///
    /// Changes a segment. Custom translation statuses are replaced, or unchanged if omitted.
    /// Neither an OAuth scope nor an admin right is documented. Assumed: the scope is
    /// `write_translations`. *Observed.*
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `key_id`: Id of the key.
    /// - `language_iso`: Code of the language in the project.
    /// - `segment_number`: Number of the segment in its translation, from 1.
    /// - `value`: The text.
    ///
    /// Sends `PUT /projects/{project_id}/keys/{key_id}/segments/{language_iso}/{segment_number}`.
    /// Needs the feature `segments`.
    pub fn update_segment(
        &self,
        project_id: impl Into<String>,
        key_id: i64,
        language_iso: impl Into<String>,
        segment_number: i64,
        value: impl Into<String>,
    ) -> UpdateSegment {
        UpdateSegment {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            key_id,
            language_iso: language_iso.into(),
            segment_number,
            body: SegmentUpdate::new(value),
        }
    }
}

/// A call of [`Client::update_segment`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct UpdateSegment {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) key_id: i64,
    pub(crate) language_iso: String,
    pub(crate) segment_number: i64,
    pub(crate) body: SegmentUpdate,
}

impl UpdateSegment {
    pub(crate) const OPERATION: &'static Operation = &Operation::new(
        "updateSegment",
        "/projects/{project_id}/keys/{key_id}/segments/{language_iso}/{segment_number}",
        Server::Main,
    );

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/keys/");
        path.segment("key_id", &self.key_id.to_string());
        path.fixed("/segments/");
        path.segment("language_iso", &self.language_iso);
        path.fixed("/");
        path.segment("segment_number", &self.segment_number.to_string());
        let body = serde_json::to_vec(&self.body);
        path.call(self.client, (Self::OPERATION, Method::PUT), Some(body), self.options)
    }
}

methods!(UpdateSegment -> SegmentResponse);

/// A segment, which is a part of a translation. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Segment {
    /// Its number, from 1.
    pub segment_number: i64,
    /// Code of the language.
    pub language_iso: Option<String>,
    /// The text; JSON for a plural key.
    pub value: Option<String>,
    /// A time as text, `YYYY-MM-DD HH:MM:SS (timezone)`; the time zone is documented as UTC.
    /// Observed: `(Etc/UTC)` and other time zones. Prefer the same time in Unix seconds.
    pub modified_at: Option<TimestampText>,
    /// The same time in Unix seconds. Absent in older responses.
    pub modified_at_timestamp: Option<i64>,
    /// Id of the user who did it.
    pub modified_by: Option<i64>,
    /// Email address of the user who did it.
    pub modified_by_email: Option<String>,
    /// Whether it is reviewed.
    pub is_reviewed: Option<bool>,
    /// Id of the user who reviewed it; 0 for nobody. The response to the review itself has the id,
    /// or 0.
    pub reviewed_by: Option<i64>,
    /// Whether it is unverified.
    pub is_fuzzy: Option<bool>,
    /// Number of words.
    pub words: Option<i64>,
    /// Its custom translation statuses.
    pub custom_translation_statuses: Option<Vec<CustomTranslationStatus>>,
}

object! {
    Segment { segment_number }
    optional {
        language_iso, value, modified_at, modified_at_timestamp, modified_by,
        modified_by_email, is_reviewed, reviewed_by, is_fuzzy, words,
        custom_translation_statuses,
    }
}

impl Segment {
    /// Returns the time of `modified_at_timestamp`, or else of `modified_at`.
    pub fn modified(&self) -> Option<DateTime<Utc>> {
        quirks::time(self.modified_at_timestamp, self.modified_at.as_ref())
    }
}

/// The segments of a translation. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct SegmentListResponse {
    /// Id of the project. Observed: without the branch of the request, so do not use it in later
    /// requests.
    pub project_id: Option<String>,
    /// Id of the key.
    pub key_id: Option<i64>,
    /// Code of the language.
    pub language_iso: Option<String>,
    /// The segments.
    pub segments: Vec<Segment>,
}

object! {
    SegmentListResponse { segments }
    optional { project_id, key_id, language_iso }
}

/// One segment. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct SegmentResponse {
    /// Id of the project. Observed: without the branch of the request, so do not use it in later
    /// requests.
    pub project_id: Option<String>,
    /// Id of the key.
    pub key_id: Option<i64>,
    /// Code of the language.
    pub language_iso: Option<String>,
    /// A segment, which is a part of a translation.
    pub segment: Segment,
}

object! {
    SegmentResponse { segment }
    optional { project_id, key_id, language_iso }
}

body! {
    /// Changes of a segment. *Observed.*
    pub struct SegmentUpdate for [UpdateSegment] {
        /// The text.
        value: Value<String>,
    }
    optional {
        /// Whether it is unverified.
        is_fuzzy: Plain<bool>,
        /// Whether it is reviewed.
        is_reviewed: Plain<bool>,
        /// Ids of its custom translation statuses. They replace the existing ones.
        custom_translation_status_ids: List<i64>,
    }
}
