// Made from spec/openapi.yaml. Do not edit.

//! Keys, which are strings to translate.

use crate::macros::*;
use crate::types::*;

impl Client {
    /// List keys.
    ///
    /// Lists the keys of the project by ascending id. Use `page`, or cursors with
    /// `pagination=cursor`. Comments, screenshots and translations are included only on request.
    /// How multiple values of a filter combine is unknown. Assumed: a key must match one of them.
    /// *Observed.*
    ///
    /// OAuth scope: `read_keys`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    ///
    /// Sends `GET /projects/{project_id}/keys`.
    pub fn list_keys(&self, project_id: impl Into<String>) -> ListKeys {
        ListKeys {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            disable_references: None,
            include_comments: None,
            include_screenshots: None,
            include_translations: None,
            filter_translation_lang_ids: None,
            filter_tags: None,
            filter_filenames: None,
            filter_keys: None,
            filter_key_ids: None,
            filter_platforms: None,
            filter_untranslated: None,
            filter_qa_issues: None,
            filter_archived: None,
            pagination: None,
            limit: None,
            page: None,
            cursor: None,
        }
    }
}

/// A call of [`Client::list_keys`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct ListKeys {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) disable_references: Option<bool>,
    pub(crate) include_comments: Option<bool>,
    pub(crate) include_screenshots: Option<bool>,
    pub(crate) include_translations: Option<bool>,
    pub(crate) filter_translation_lang_ids: Option<Vec<i64>>,
    pub(crate) filter_tags: Option<Vec<String>>,
    pub(crate) filter_filenames: Option<Vec<String>>,
    pub(crate) filter_keys: Option<Vec<String>>,
    pub(crate) filter_key_ids: Option<Vec<i64>>,
    pub(crate) filter_platforms: Option<Vec<Platform>>,
    pub(crate) filter_untranslated: Option<bool>,
    pub(crate) filter_qa_issues: Option<Vec<QaIssueFilter>>,
    pub(crate) filter_archived: Option<ArchivedFilter>,
    pub(crate) pagination: Option<PaginationType>,
    pub(crate) limit: Option<u32>,
    pub(crate) page: Option<u32>,
    pub(crate) cursor: Option<String>,
}

impl ListKeys {
    pub(crate) const OPERATION: &'static Operation =
        &Operation::new("listKeys", "/projects/{project_id}/keys", Server::Main);

    pub(crate) fn call(mut self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        if self.cursor.is_some() {
            self.pagination.get_or_insert("cursor".into());
        }
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/keys");
        path.flag("disable_references", self.disable_references);
        path.flag("include_comments", self.include_comments);
        path.flag("include_screenshots", self.include_screenshots);
        path.flag("include_translations", self.include_translations);
        path.comma_separated(
            "filter_translation_lang_ids",
            self.filter_translation_lang_ids.as_deref(),
        );
        path.comma_separated("filter_tags", self.filter_tags.as_deref());
        path.comma_separated("filter_filenames", self.filter_filenames.as_deref());
        path.comma_separated("filter_keys", self.filter_keys.as_deref());
        path.comma_separated("filter_key_ids", self.filter_key_ids.as_deref());
        path.comma_separated("filter_platforms", self.filter_platforms.as_deref());
        path.flag("filter_untranslated", self.filter_untranslated);
        path.comma_separated("filter_qa_issues", self.filter_qa_issues.as_deref());
        path.query("filter_archived", self.filter_archived.as_ref());
        path.query("pagination", self.pagination.as_ref());
        path.number("limit", self.limit, 1..=5000);
        path.number("page", self.page, 1..);
        path.query("cursor", self.cursor.as_ref());
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

list!(cursor_or_page ListKeys -> KeyListResponse { keys: Key });

setters! {
    ListKeys {
        /// Whether to keep references to other keys, `[%key:NAME%]`. With 0, the default, the text
        /// of the other key replaces them.
        disable_references: Plain<bool>,
        /// Whether to include `comments` in each key. Off by default.
        include_comments: Plain<bool>,
        /// Whether to include `screenshots` in each key. Off by default.
        include_screenshots: Plain<bool>,
        /// Whether to include `translations` in each key. Off by default.
        include_translations: Plain<bool>,
        /// Ids of the languages whose translations to include. Does not filter the keys.
        filter_translation_lang_ids: List<i64>,
        /// Only keys with these tags.
        filter_tags: List<String>,
        /// Only keys of these files, as named by [`list_files`](crate::Client::list_files).
        filter_filenames: List<String>,
        /// Only keys with these names. If names differ by platform, any of them matches.
        filter_keys: List<String>,
        /// Only keys with these ids.
        filter_key_ids: List<i64>,
        /// Only keys of these platforms.
        filter_platforms: List<Platform>,
        /// With 1, only untranslated keys. Whether this means in any or in all languages is
        /// unknown. Assumed: any.
        filter_untranslated: Plain<bool>,
        /// Only items with one of these QA issues.
        filter_qa_issues: List<QaIssueFilter>,
        /// How to treat archived keys. Defaults to `include`.
        filter_archived: Value<ArchivedFilter>,
        /// Pagination by page number (`offset`, the default) or by `cursor`. With `cursor`, `page`
        /// is ignored, and the response has no totals. Whether cursors remain valid after deletions
        /// is unknown. Streams send `cursor`, unless this or `page` is set.
        pagination: Value<PaginationType>,
        /// Keys per page, 100 by default. The maximum is 5000, or 500 in newer sources;
        /// `X-Pagination-Limit` has the limit that was applied.
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
    /// Create keys.
    ///
    /// Creates keys, at most 500 per request as recommended. The status is 200 even if some cannot
    /// be created: `errors` lists them, with code 400 if the name is taken. If a key has a text in
    /// the base language, its empty translations may become unverified, depending on the project
    /// settings. Assumed: keys in different files may have the same name, and an unknown language
    /// or status fails the whole request with 400. Admin right: *Manage keys*. *Observed.*
    ///
    /// OAuth scope: `write_keys`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `keys`: The keys, at most 500 as the service recommends.
    ///
    /// Sends `POST /projects/{project_id}/keys`.
    pub fn create_keys(
        &self,
        project_id: impl Into<String>,
        keys: impl IntoIterator<Item: Into<NewKey>>,
    ) -> CreateKeys {
        CreateKeys {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            body: NewKeys::new(keys),
        }
    }
}

/// A call of [`Client::create_keys`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct CreateKeys {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) body: NewKeys,
}

impl CreateKeys {
    pub(crate) const OPERATION: &'static Operation = &Operation {
        idempotent: false,
        ..Operation::new("createKeys", "/projects/{project_id}/keys", Server::Main)
    };

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/keys");
        let body = serde_json::to_vec(&self.body);
        path.call(self.client, (Self::OPERATION, Method::POST), Some(body), self.options)
    }
}

methods!(CreateKeys -> KeysChangedResponse);

impl Client {
    /// Update keys.
    ///
    /// Changes keys and their translations. Omitted fields of a key are unchanged. The status is
    /// 200 even if some keys cannot be changed: `errors` lists them, with code 404 if there is no
    /// such key. The response lists the keys by ascending id, not in the order of the request.
    /// Assumed: comments and screenshots are added again each time they are sent, and an unknown
    /// language or status fails the whole request with 400. Admin right: *Manage keys*. *Observed.*
    ///
    /// OAuth scope: `write_keys`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `keys`: The keys and their changes.
    ///
    /// Sends `PUT /projects/{project_id}/keys`.
    pub fn update_keys(
        &self,
        project_id: impl Into<String>,
        keys: impl IntoIterator<Item: Into<KeyUpdateItem>>,
    ) -> UpdateKeys {
        UpdateKeys {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            body: KeyUpdates::new(keys),
        }
    }
}

/// A call of [`Client::update_keys`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct UpdateKeys {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) body: KeyUpdates,
}

impl UpdateKeys {
    pub(crate) const OPERATION: &'static Operation = &Operation {
        idempotent: false,
        ..Operation::new("updateKeys", "/projects/{project_id}/keys", Server::Main)
    };

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/keys");
        let body = serde_json::to_vec(&self.body);
        path.call(self.client, (Self::OPERATION, Method::PUT), Some(body), self.options)
    }
}

methods!(UpdateKeys -> KeysChangedResponse);

impl Client {
    /// Delete keys.
    ///
    /// Deletes the keys with these ids, and their translations. Assumed: their comments are deleted
    /// too. Admin right: *Manage keys*. *Observed.*
    ///
    /// OAuth scope: `write_keys`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `keys`: Ids of the keys.
    ///
    /// Sends `DELETE /projects/{project_id}/keys`.
    pub fn delete_keys(
        &self,
        project_id: impl Into<String>,
        keys: impl IntoIterator<Item: Into<i64>>,
    ) -> DeleteKeys {
        DeleteKeys {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            body: KeyIds::new(keys),
        }
    }
}

/// A call of [`Client::delete_keys`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct DeleteKeys {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) body: KeyIds,
}

impl DeleteKeys {
    pub(crate) const OPERATION: &'static Operation =
        &Operation::new("deleteKeys", "/projects/{project_id}/keys", Server::Main);

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/keys");
        let body = serde_json::to_vec(&self.body);
        path.call(self.client, (Self::OPERATION, Method::DELETE), Some(body), self.options)
    }
}

methods!(DeleteKeys -> KeysDeletedResponse);

impl Client {
    /// Read a key.
    ///
    /// Reads one key with its comments, screenshots and translations. *Observed.*
    ///
    /// OAuth scope: `read_keys`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `key_id`: Id of the key.
    ///
    /// Sends `GET /projects/{project_id}/keys/{key_id}`.
    pub fn get_key(&self, project_id: impl Into<String>, key_id: i64) -> GetKey {
        GetKey {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            key_id,
            disable_references: None,
        }
    }
}

/// A call of [`Client::get_key`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct GetKey {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) key_id: i64,
    pub(crate) disable_references: Option<bool>,
}

impl GetKey {
    pub(crate) const OPERATION: &'static Operation =
        &Operation::new("getKey", "/projects/{project_id}/keys/{key_id}", Server::Main);

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/keys/");
        path.segment("key_id", &self.key_id.to_string());
        path.flag("disable_references", self.disable_references);
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

methods!(GetKey -> KeyResponse);

setters! {
    GetKey {
        /// Whether to keep references to other keys, `[%key:NAME%]`. With 0, the default, the text
        /// of the other key replaces them.
        disable_references: Plain<bool>,
    }
}

impl Client {
    /// Update a key.
    ///
    /// Changes one key. Omitted fields are unchanged. Assumed: an empty text or list clears the
    /// field. To change translations, use [`update_translation`](crate::Client::update_translation)
    /// or [`update_keys`](crate::Client::update_keys). Admin right: *Manage keys*. *Observed.*
    ///
    /// OAuth scope: `write_keys`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `key_id`: Id of the key.
    ///
    /// Sends `PUT /projects/{project_id}/keys/{key_id}`.
    pub fn update_key(&self, project_id: impl Into<String>, key_id: i64) -> UpdateKey {
        UpdateKey {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            key_id,
            body: KeyUpdate::new(),
        }
    }
}

/// A call of [`Client::update_key`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct UpdateKey {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) key_id: i64,
    pub(crate) body: KeyUpdate,
}

impl UpdateKey {
    pub(crate) const OPERATION: &'static Operation =
        &Operation::new("updateKey", "/projects/{project_id}/keys/{key_id}", Server::Main);

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/keys/");
        path.segment("key_id", &self.key_id.to_string());
        let body = serde_json::to_vec(&self.body);
        path.call(self.client, (Self::OPERATION, Method::PUT), Some(body), self.options)
    }
}

methods!(UpdateKey -> KeyResponse);

impl Client {
    /// Delete a key.
    ///
    /// Deletes one key with its translations. Assumed: its comments are deleted too. Admin right:
    /// *Manage keys*. *Observed.*
    ///
    /// OAuth scope: `write_keys`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `key_id`: Id of the key.
    ///
    /// Sends `DELETE /projects/{project_id}/keys/{key_id}`.
    pub fn delete_key(&self, project_id: impl Into<String>, key_id: i64) -> DeleteKey {
        DeleteKey {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            key_id,
        }
    }
}

/// A call of [`Client::delete_key`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct DeleteKey {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) key_id: i64,
}

impl DeleteKey {
    pub(crate) const OPERATION: &'static Operation =
        &Operation::new("deleteKey", "/projects/{project_id}/keys/{key_id}", Server::Main);

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/keys/");
        path.segment("key_id", &self.key_id.to_string());
        path.call(self.client, (Self::OPERATION, Method::DELETE), None, self.options)
    }
}

methods!(DeleteKey -> KeyDeletedResponse);

open_enum! {
    /// A platform of keys. *Observed.*
    pub enum Platform {
        /// `ios`.
        Ios = "ios",
        /// `android`.
        Android = "android",
        /// `web`.
        Web = "web",
        /// `other`.
        Others = "other",
    }
}

/// A text for each platform. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct PlatformTexts {
    /// Text for iOS.
    pub ios: Option<String>,
    /// Text for Android.
    pub android: Option<String>,
    /// Text for the web.
    pub web: Option<String>,
    /// Text for other platforms.
    pub other: Option<String>,
}

object! {
    PlatformTexts {}
    optional { ios, android, web, other }
}

body! {
    /// Files of a key. Assumed: an unknown name creates a file, and an empty one removes the key
    /// from its file. *Observed.*
    pub struct PlatformFilenames for [] {
    }
    optional {
        /// File of iOS.
        ios: Value<String>,
        /// File of Android.
        android: Value<String>,
        /// File on the web.
        web: Value<String>,
        /// File of others.
        other: Value<String>,
    }
}

open_enum! {
    /// How a list treats archived keys. *Observed.*
    pub enum ArchivedFilter {
        /// `include`.
        Include = "include",
        /// `exclude`.
        Exclude = "exclude",
        /// `only`.
        Only = "only",
    }
}

open_enum! {
    /// A kind of QA issue. The names differ from those of `QaIssues`. *Observed.*
    pub enum QaIssueFilter {
        /// `spelling_and_grammar`.
        SpellingAndGrammar = "spelling_and_grammar",
        /// `placeholders`.
        Placeholders = "placeholders",
        /// `html`.
        Html = "html",
        /// `url_count`.
        UrlCount = "url_count",
        /// `url`.
        Url = "url",
        /// `email_count`.
        EmailCount = "email_count",
        /// `email`.
        Email = "email",
        /// `brackets`.
        Brackets = "brackets",
        /// `numbers`.
        Numbers = "numbers",
        /// `leading_whitespace`.
        LeadingWhitespace = "leading_whitespace",
        /// `trailing_whitespace`.
        TrailingWhitespace = "trailing_whitespace",
        /// `double_space`.
        DoubleSpace = "double_space",
        /// `special_placeholder`.
        SpecialPlaceholder = "special_placeholder",
        /// `unbalanced_brackets`.
        UnbalancedBrackets = "unbalanced_brackets",
    }
}

open_enum! {
    /// Pagination by page number (`offset`) or by cursor. *Observed.*
    pub enum PaginationType {
        /// `offset`.
        Offset = "offset",
        /// `cursor`.
        Cursor = "cursor",
    }
}

/// A screenshot of keys. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Screenshot {
    /// Id of the screenshot.
    pub screenshot_id: Option<i64>,
    /// Ids of the keys in the screenshot; 0 for a deleted key.
    pub key_ids: Option<Vec<i64>>,
    /// The keys with their places, in newer responses. There may be fewer than `key_ids`.
    pub keys: Option<Vec<ScreenshotKey>>,
    /// Title.
    pub title: Option<String>,
    /// Description.
    pub description: Option<String>,
    /// Tags.
    pub screenshot_tags: Option<Vec<String>>,
    /// URL of the image.
    pub url: Option<UrlText>,
    /// Width in pixels.
    pub width: Option<i64>,
    /// Height in pixels.
    pub height: Option<i64>,
    /// A time as text, `YYYY-MM-DD HH:MM:SS (timezone)`; the time zone is documented as UTC.
    /// Observed: `(Etc/UTC)` and other time zones. Prefer the same time in Unix seconds.
    pub created_at: Option<TimestampText>,
    /// When the screenshot was added, in Unix seconds. Absent in older responses.
    pub created_at_timestamp: Option<i64>,
}

object! {
    Screenshot {}
    optional {
        screenshot_id, key_ids, keys, title, description, screenshot_tags, url, width,
        height, created_at, created_at_timestamp,
    }
}

impl Screenshot {
    /// Returns the time of `created_at_timestamp`, or else of `created_at`.
    pub fn created(&self) -> Option<DateTime<Utc>> {
        quirks::time(self.created_at_timestamp, self.created_at.as_ref())
    }
}

/// A key: a string to translate. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Key {
    /// Id of the key.
    pub key_id: i64,
    /// A time as text, `YYYY-MM-DD HH:MM:SS (timezone)`; the time zone is documented as UTC.
    /// Observed: `(Etc/UTC)` and other time zones. Prefer the same time in Unix seconds.
    pub created_at: Option<TimestampText>,
    /// When the key was created, in Unix seconds. Absent in older responses.
    pub created_at_timestamp: Option<i64>,
    /// Name of the key.
    pub key_name: Option<KeyName>,
    /// File of the key on each platform, or empty; may contain `%LANG_ISO%`.
    pub filenames: Option<PlatformTexts>,
    /// Description; empty if unset.
    pub description: Option<String>,
    /// Platforms of the key, in the order iOS, Android, web, others.
    pub platforms: Option<Vec<Platform>>,
    /// Tags of the key.
    pub tags: Option<Vec<String>>,
    /// Comments. In lists, only on request.
    pub comments: Option<Vec<Comment>>,
    /// Screenshots. In lists, only on request.
    pub screenshots: Option<Vec<Screenshot>>,
    /// One for each language of the project. In lists, only on request.
    pub translations: Option<Vec<Translation>>,
    /// Whether its translations have plural forms.
    pub is_plural: Option<bool>,
    /// Name of the plural; empty if unset.
    pub plural_name: Option<String>,
    /// Whether it is hidden from contributors.
    pub is_hidden: Option<bool>,
    /// Whether it is archived.
    pub is_archived: Option<bool>,
    /// Context of the key; empty if unset.
    pub context: Option<String>,
    /// Number of words of its text in the base language.
    pub base_words: Option<i64>,
    /// Maximum length of a translation in characters; 0 for no limit.
    pub char_limit: Option<i64>,
    /// Custom attributes of a key: JSON as text, empty if unset. Accept any JSON.
    pub custom_attributes: Option<Value>,
    /// A time as text, `YYYY-MM-DD HH:MM:SS (timezone)`; the time zone is documented as UTC.
    /// Observed: `(Etc/UTC)` and other time zones. Prefer the same time in Unix seconds.
    pub modified_at: Option<TimestampText>,
    /// When the key itself, its comments or its screenshots were last changed, in Unix seconds.
    /// Absent in older responses.
    pub modified_at_timestamp: Option<i64>,
    /// A time as text, `YYYY-MM-DD HH:MM:SS (timezone)`; the time zone is documented as UTC.
    /// Observed: `(Etc/UTC)` and other time zones. Prefer the same time in Unix seconds.
    pub translations_modified_at: Option<TimestampText>,
    /// When a translation of the key was last changed, in Unix seconds. Absent in older responses.
    pub translations_modified_at_timestamp: Option<i64>,
}

object! {
    Key { key_id }
    optional {
        created_at, created_at_timestamp, key_name, filenames, description, platforms,
        tags, comments, screenshots, translations, is_plural, plural_name, is_hidden,
        is_archived, context, base_words, char_limit, custom_attributes, modified_at,
        modified_at_timestamp, translations_modified_at,
        translations_modified_at_timestamp,
    }
}

impl Key {
    /// Returns the time of `created_at_timestamp`, or else of `created_at`.
    pub fn created(&self) -> Option<DateTime<Utc>> {
        quirks::time(self.created_at_timestamp, self.created_at.as_ref())
    }

    /// Returns the time of `modified_at_timestamp`, or else of `modified_at`.
    pub fn modified(&self) -> Option<DateTime<Utc>> {
        quirks::time(self.modified_at_timestamp, self.modified_at.as_ref())
    }

    /// Returns the time of `translations_modified_at_timestamp`, or else of
    /// `translations_modified_at`.
    pub fn translations_modified(&self) -> Option<DateTime<Utc>> {
        quirks::time(
            self.translations_modified_at_timestamp,
            self.translations_modified_at.as_ref(),
        )
    }
}

/// A page of keys. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct KeyListResponse {
    /// Id of the project. Observed: without the branch of the request, so do not use it in later
    /// requests.
    pub project_id: Option<String>,
    /// Name of the branch. Absent in older responses.
    pub branch: Option<String>,
    /// The keys.
    pub keys: Vec<Key>,
}

object! {
    KeyListResponse { keys }
    optional { project_id, branch }
}

page!(KeyListResponse { keys: Key });

/// One key with its comments, screenshots and translations. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct KeyResponse {
    /// Id of the project. Observed: without the branch of the request, so do not use it in later
    /// requests.
    pub project_id: Option<String>,
    /// Name of the branch. Absent in older responses.
    pub branch: Option<String>,
    /// A key: a string to translate.
    pub key: Key,
}

object! {
    KeyResponse { key }
    optional { project_id, branch }
}

/// Why a key was not created or changed. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct KeyError {
    /// Why, in words.
    pub message: Option<String>,
    /// 400: the name is taken; 404: there is no such key.
    pub code: Option<i32>,
    /// The rejected key.
    pub key: Option<RejectedKey>,
    /// The name that was sent, in recorded responses without `key`.
    pub key_name: Option<KeyName>,
    /// The id that was sent, in recorded responses without `key`.
    pub key_id: Option<i64>,
}

object! {
    KeyError {}
    optional { message, code, key, key_name, key_id }
}

/// The key that an error is about: its name if that is taken, or its id if there is no such key.
/// *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct RejectedKey {
    /// The name that was sent.
    pub key_name: Option<KeyName>,
    /// The id that was sent.
    pub key_id: Option<i64>,
}

object! {
    RejectedKey {}
    optional { key_name, key_id }
}

/// The created or changed keys, in full, and errors for the others. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct KeysChangedResponse {
    /// Id of the project. Observed: without the branch of the request, so do not use it in later
    /// requests.
    pub project_id: Option<String>,
    /// Name of the branch. Absent in older responses.
    pub branch: Option<String>,
    /// The created or changed keys; in [`update_keys`](crate::Client::update_keys), by ascending
    /// id.
    pub keys: Vec<Key>,
    /// Errors for the other keys. One recorded response, perhaps edited, has an empty text here.
    pub errors: Option<Vec<KeyError>>,
}

object! {
    KeysChangedResponse { keys }
    optional { project_id, branch, errors }
}

/// Whether a key was deleted. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct KeyDeletedResponse {
    /// Id of the project. Observed: without the branch of the request, so do not use it in later
    /// requests.
    pub project_id: Option<String>,
    /// Name of the branch. Absent in older responses.
    pub branch: Option<String>,
    /// Whether the key was deleted.
    pub key_removed: bool,
    /// Number of keys that could not be deleted. Absent in older responses.
    pub keys_locked: Option<i64>,
}

object! {
    KeyDeletedResponse { key_removed }
    optional { project_id, branch, keys_locked }
}

/// Whether keys were deleted. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct KeysDeletedResponse {
    /// Id of the project. Observed: without the branch of the request, so do not use it in later
    /// requests.
    pub project_id: Option<String>,
    /// Name of the branch. Absent in older responses.
    pub branch: Option<String>,
    /// Whether the keys were deleted.
    pub keys_removed: bool,
    /// Number of keys that could not be deleted. Absent in older responses.
    pub keys_locked: Option<i64>,
}

object! {
    KeysDeletedResponse { keys_removed }
    optional { project_id, branch, keys_locked }
}

body! {
    /// A screenshot of a new key. *Observed.*
    pub struct NewScreenshot for [] {
        /// The image as a data URL: `data:image/png;base64,` or another type, then the bytes in
        /// Base64.
        data: Value<String>,
    }
    optional {
        /// Title.
        title: Value<String>,
        /// Description.
        description: Value<String>,
        /// Tags.
        screenshot_tags: List<String>,
    }
}

body! {
    /// A translation of a new key. *Observed.*
    pub struct NewKeyTranslation for [] {
        /// Code of the language in the project.
        language_iso: Value<String>,
        /// The text of a translation. For a plural key, requests have an object with a text for
        /// each form, and responses have that object as JSON in a text. Some public sources declare
        /// the object in responses, too.
        translation: Value<TranslationText>,
    }
    optional {
        /// Whether it is reviewed.
        is_reviewed: Plain<bool>,
        /// Whether it is unverified.
        is_unverified: Plain<bool>,
        /// Ids of its custom translation statuses.
        custom_translation_status_ids: List<i64>,
    }
}

body! {
    /// A translation in an update of a key. *Observed.*
    pub struct KeyTranslationUpdate for [] {
        /// Code of the language in the project.
        language_iso: Value<String>,
        /// The text of a translation. For a plural key, requests have an object with a text for
        /// each form, and responses have that object as JSON in a text. Some public sources declare
        /// the object in responses, too.
        translation: Value<TranslationText>,
    }
    optional {
        /// Whether it is reviewed.
        is_reviewed: Plain<bool>,
        /// Whether it is unverified.
        is_unverified: Plain<bool>,
        /// Ids of its custom translation statuses. They replace the existing ones, unless
        /// `merge_custom_translation_statuses` is true.
        custom_translation_status_ids: List<i64>,
        /// Whether the statuses are added to the existing ones.
        merge_custom_translation_statuses: Plain<bool>,
    }
}

body! {
    /// A key to create. *Observed.*
    pub struct NewKey for [] {
        /// Name of a key: a text; or, if the project has names by platform, an object with all
        /// four.
        key_name: Value<KeyName>,
        /// Platforms of the key.
        platforms: List<Platform>,
    }
    optional {
        /// Description.
        description: Value<String>,
        /// Files of a key. Assumed: an unknown name creates a file, and an empty one removes the
        /// key from its file.
        filenames: Value<PlatformFilenames>,
        /// Tags.
        tags: List<String>,
        /// Whether translations have plural forms.
        is_plural: Plain<bool>,
        /// Name of the plural.
        plural_name: Value<String>,
        /// Whether it is hidden from contributors.
        is_hidden: Plain<bool>,
        /// Whether it is archived.
        is_archived: Plain<bool>,
        /// Context of the key.
        context: Value<String>,
        /// Maximum length of a translation in characters. Assumed: 0 for no limit.
        char_limit: Plain<i64>,
        /// Custom attributes: JSON as text.
        custom_attributes: Value<String>,
        /// Comments by the caller.
        comments: List<NewComment>,
        /// Screenshots.
        screenshots: List<NewScreenshot>,
        /// Translations.
        translations: List<NewKeyTranslation>,
    }
}

body! {
    /// Keys to create. *Observed.*
    pub struct NewKeys for [CreateKeys] {
        /// The keys, at most 500 as the service recommends.
        keys: List<NewKey>,
    }
    optional {
        /// Whether the automations of the project run on the changes. Defaults to true.
        use_automations: Plain<bool>,
    }
}

body! {
    /// Changes of a key. Omitted fields are unchanged. *Observed.*
    pub struct KeyUpdate for [UpdateKey] {
    }
    optional {
        /// Name of a key: a text; or, if the project has names by platform, an object with all
        /// four.
        key_name: Value<KeyName>,
        /// Description. Assumed: an empty text clears it.
        description: Value<String>,
        /// Platforms of the key.
        platforms: List<Platform>,
        /// Files of a key. Assumed: an unknown name creates a file, and an empty one removes the
        /// key from its file.
        filenames: Value<PlatformFilenames>,
        /// Tags. They replace the existing ones, unless `merge_tags` is true. An empty list clears
        /// them.
        tags: List<String>,
        /// Whether the tags are added to the existing ones.
        merge_tags: Plain<bool>,
        /// Whether translations have plural forms.
        is_plural: Plain<bool>,
        /// Name of the plural. Assumed: an empty text clears it.
        plural_name: Value<String>,
        /// Whether it is hidden from contributors.
        is_hidden: Plain<bool>,
        /// Whether it is archived.
        is_archived: Plain<bool>,
        /// Context of the key. Assumed: an empty text clears it.
        context: Value<String>,
        /// Maximum length of a translation in characters. Assumed: 0 for no limit.
        char_limit: Plain<i64>,
        /// Custom attributes: JSON as text. Assumed: an empty text clears it.
        custom_attributes: Value<String>,
    }
}

body! {
    /// Changes of one of several keys. Omitted fields are unchanged. *Observed.*
    pub struct KeyUpdateItem for [] {
        /// Id of the key.
        key_id: Plain<i64>,
    }
    optional {
        /// Name of a key: a text; or, if the project has names by platform, an object with all
        /// four.
        key_name: Value<KeyName>,
        /// Description. Assumed: an empty text clears it.
        description: Value<String>,
        /// Platforms of the key.
        platforms: List<Platform>,
        /// Files of a key. Assumed: an unknown name creates a file, and an empty one removes the
        /// key from its file.
        filenames: Value<PlatformFilenames>,
        /// Tags. They replace the existing ones, unless `merge_tags` is true. An empty list clears
        /// them.
        tags: List<String>,
        /// Whether the tags are added to the existing ones.
        merge_tags: Plain<bool>,
        /// Whether translations have plural forms.
        is_plural: Plain<bool>,
        /// Name of the plural. Assumed: an empty text clears it.
        plural_name: Value<String>,
        /// Whether it is hidden from contributors.
        is_hidden: Plain<bool>,
        /// Whether it is archived.
        is_archived: Plain<bool>,
        /// Context of the key. Assumed: an empty text clears it.
        context: Value<String>,
        /// Maximum length of a translation in characters. Assumed: 0 for no limit.
        char_limit: Plain<i64>,
        /// Custom attributes: JSON as text. Assumed: an empty text clears it.
        custom_attributes: Value<String>,
        /// Comments by the caller.
        comments: List<NewComment>,
        /// Screenshots.
        screenshots: List<NewScreenshot>,
        /// Translations to change.
        translations: List<KeyTranslationUpdate>,
    }
}

body! {
    /// Changes of several keys. *Observed.*
    pub struct KeyUpdates for [UpdateKeys] {
        /// The keys and their changes.
        keys: List<KeyUpdateItem>,
    }
    optional {
        /// Whether the automations of the project run on the changes. Defaults to true.
        use_automations: Plain<bool>,
    }
}

body! {
    /// Keys to delete. *Observed.*
    pub struct KeyIds for [DeleteKeys] {
        /// Ids of the keys.
        keys: List<i64>,
    }
    optional {
    }
}

/// Where a key is in a screenshot, in pixels. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct KeyCoordinates {
    /// Left edge.
    pub left: Option<i64>,
    /// Upper edge.
    pub top: Option<i64>,
    /// Width.
    pub width: Option<i64>,
    /// Height.
    pub height: Option<i64>,
}

object! {
    KeyCoordinates {}
    optional { left, top, width, height }
}

/// A key in a screenshot. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ScreenshotKey {
    /// Id of the key.
    pub key_id: i64,
    /// Where a key is in a screenshot, in pixels.
    pub coordinates: Option<KeyCoordinates>,
}

object! {
    ScreenshotKey { key_id }
    optional { coordinates }
}
