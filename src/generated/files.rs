// Made from spec/openapi.yaml. Do not edit.

//! Files of a project, their import, and the export of content as a bundle.

use crate::macros::*;
use crate::types::*;

impl Client {
    /// List files.
    ///
    /// Lists the files of the project. Keys without a file are listed under the filename
    /// `__unassigned__`, with the id -1.
    ///
    /// OAuth scope: `read_files`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    ///
    /// Sends `GET /projects/{project_id}/files`.
    pub fn list_files(&self, project_id: impl Into<String>) -> ListFiles {
        ListFiles {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            filter_filename: None,
            limit: None,
            page: None,
        }
    }
}

/// A call of [`Client::list_files`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct ListFiles {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) filter_filename: Option<String>,
    pub(crate) limit: Option<u32>,
    pub(crate) page: Option<u32>,
}

impl ListFiles {
    pub(crate) const OPERATION: &'static Operation =
        &Operation::new("listFiles", "/projects/{project_id}/files", Server::Main);

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/files");
        path.query("filter_filename", self.filter_filename.as_ref());
        path.number("limit", self.limit, 1..=5000);
        path.number("page", self.page, 1..);
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

list!(page ListFiles -> FileListResponse { files: ProjectFile });

setters! {
    ListFiles {
        /// Only files with this name. Whether parts of names match is not documented.
        filter_filename: Value<String>,
        /// Items per page, at most 5000. Observed: 100 by default. Assumed: at least 1.
        limit: Plain<u32>,
        /// The page number. Assumed: starts at 1.
        page: Plain<u32>,
    }
}

impl Client {
    /// Delete a file.
    ///
    /// Deletes a file of a project that is not of type Software. Assumed: also deletes its keys and
    /// translations; a Software project is rejected with 400. Admin right: *Upload files*
    /// (assumed). *Observed.*
    ///
    /// OAuth scope: `write_files`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project, or of a branch, as `project_id:branch`.
    /// - `file_id`: Id of the file, as [`list_files`](crate::Client::list_files) returns it; not
    ///   -1.
    ///
    /// Sends `DELETE /projects/{project_id}/files/{file_id}`.
    pub fn delete_file(&self, project_id: impl Into<String>, file_id: i64) -> DeleteFile {
        DeleteFile {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            file_id,
        }
    }
}

/// A call of [`Client::delete_file`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct DeleteFile {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) file_id: i64,
}

impl DeleteFile {
    pub(crate) const OPERATION: &'static Operation =
        &Operation::new("deleteFile", "/projects/{project_id}/files/{file_id}", Server::Main);

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/files/");
        path.segment("file_id", &self.file_id.to_string());
        path.call(self.client, (Self::OPERATION, Method::DELETE), None, self.options)
    }
}

methods!(DeleteFile -> FileDeletedResponse);

impl Client {
    /// Upload a file.
    ///
    /// Queues a file for import, and returns the process that will import it. The filename may
    /// include a relative path, which becomes a unique part of the file. Observed: the status is
    /// 202, and the import finishes later: see [`get_process`](crate::Client::get_process). Admin
    /// right: *Upload files*.
    ///
    /// OAuth scope: `write_files`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `filename`: Name of the file. A relative path is part of the name.
    /// - `lang_iso`: Language of the translations in the file.
    ///
    /// Sends `POST /projects/{project_id}/files/upload`.
    pub fn upload_file(
        &self,
        project_id: impl Into<String>,
        filename: impl Into<String>,
        lang_iso: impl Into<String>,
    ) -> UploadFile {
        UploadFile {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            body: FileUpload::new(filename, lang_iso),
            content: Content::default(),
        }
    }
}

/// A call of [`Client::upload_file`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct UploadFile {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) body: FileUpload,
    pub(crate) content: Content,
}

impl UploadFile {
    pub(crate) const OPERATION: &'static Operation = &Operation {
        redirects: &[302],
        idempotent: false,
        ..Operation::new("uploadFile", "/projects/{project_id}/files/upload", Server::Main)
    };

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/files/upload");
        path.require_content("data", self.body.data.is_some() || self.content.is_set());
        path.max_length("title", self.body.title.as_deref(), 256);
        let body = serde_json::to_vec(&self.body);
        path.call(self.client, (Self::OPERATION, Method::POST), Some(body), self.options)
    }
}

methods!(UploadFile);

starts!(UploadFile -> GetProcess by process_id in process.process_id: QueuedProcess);

impl Client {
    /// Export files asynchronously.
    ///
    /// Starts the export of project content as a bundle, and returns the id of the process.
    /// [`list_processes`](crate::Client::list_processes) reports its progress. When it is complete,
    /// [`get_process`](crate::Client::get_process) returns the URL of the bundle, which is
    /// available for one month. Observed: if no key matches the options, the process fails. Neither
    /// an OAuth scope nor an admin right is documented for this operation;
    /// [`export_files`](crate::Client::export_files) needs both.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `format`: File extension of a supported format, or `ios_sdk` or `android_sdk` for
    ///   over-the-air SDK bundles.
    ///
    /// Sends `POST /projects/{project_id}/files/async-download`.
    pub fn start_export(
        &self,
        project_id: impl Into<String>,
        format: impl Into<String>,
    ) -> StartExport {
        StartExport {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            body: FileExport::new(format),
        }
    }
}

/// A call of [`Client::start_export`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct StartExport {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) body: FileExport,
}

impl StartExport {
    pub(crate) const OPERATION: &'static Operation = &Operation {
        idempotent: false,
        ..Operation::new("startExport", "/projects/{project_id}/files/async-download", Server::Main)
    };

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/files/async-download");
        let body = serde_json::to_vec(&self.body);
        path.call(self.client, (Self::OPERATION, Method::POST), Some(body), self.options)
    }
}

methods!(StartExport -> ExportStartedResponse);

starts!(StartExport -> GetProcess by process_id in process_id: QueuedProcess);

impl Client {
    /// Export files.
    ///
    /// Exports project content as a bundle, a .zip file, and returns its URL. The bundle is
    /// available for one month. Since 1 June 2025, this operation is limited to projects with fewer
    /// than 10,000 key-language pairs. Assumed: [`start_export`](crate::Client::start_export) is
    /// not. Admin right: *Download files*.
    ///
    /// OAuth scope: `read_files`.
    ///
    /// Errors besides those of most calls:
    ///
    /// - 406: No key matches the options of the export.
    /// - 413: The project has too many key-language pairs for this operation; use `start_export`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `format`: File extension of a supported format, or `ios_sdk` or `android_sdk` for
    ///   over-the-air SDK bundles.
    ///
    /// Sends `POST /projects/{project_id}/files/download`.
    pub fn export_files(
        &self,
        project_id: impl Into<String>,
        format: impl Into<String>,
    ) -> ExportFiles {
        ExportFiles {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            body: FileExport::new(format),
        }
    }
}

/// A call of [`Client::export_files`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct ExportFiles {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) body: FileExport,
}

impl ExportFiles {
    pub(crate) const OPERATION: &'static Operation = &Operation {
        idempotent: false,
        hints: &[(413, "`start_export` exports projects of any size")],
        ..Operation::new("exportFiles", "/projects/{project_id}/files/download", Server::Main)
    };

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/files/download");
        let body = serde_json::to_vec(&self.body);
        path.call(self.client, (Self::OPERATION, Method::POST), Some(body), self.options)
    }
}

methods!(ExportFiles -> BundleResponse);

/// A file of a project.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ProjectFile {
    /// Id of the file; -1 for keys without a file. Observed: absent until 2021.
    pub file_id: Option<i64>,
    /// Name of the file; may contain the placeholder `%LANG_ISO%`. `__unassigned__` stands for keys
    /// without a file. Observed: a language code in the name of an uploaded file is replaced by
    /// that placeholder, unless `skip_detect_lang_iso` was set.
    pub filename: Option<String>,
    /// Number of keys in the file.
    pub key_count: Option<i64>,
}

object! {
    ProjectFile {}
    optional { file_id, filename, key_count }
}

/// Whether a file was deleted. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct FileDeletedResponse {
    /// Id of the project. Observed: without the branch of the request, so do not use it in later
    /// requests.
    pub project_id: Option<String>,
    /// Whether the file was deleted.
    pub file_deleted: bool,
}

object! {
    FileDeletedResponse { file_deleted }
    optional { project_id }
}

/// A page of files.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct FileListResponse {
    /// Id of the project. Observed: without the branch of the request, so do not use it in later
    /// requests.
    pub project_id: Option<String>,
    /// Name of the branch. Absent in older responses. *Observed.*
    pub branch: Option<String>,
    /// The files of the page.
    pub files: Vec<ProjectFile>,
}

object! {
    FileListResponse { files }
    optional { project_id, branch }
}

page!(FileListResponse { files: ProjectFile });

body! {
    /// A file to import, and its options.
    pub struct FileUpload for [UploadFile] {
        /// Name of the file. A relative path is part of the name.
        filename: Value<String>,
        /// Language of the translations in the file.
        lang_iso: Value<String>,
    }
    optional {
        /// Required, unless the call has a `file`. The file, of a supported type, in Base64.
        data: Value<Base64>,
        /// Whether placeholders are converted to universal placeholders; false keeps the original
        /// syntax. Default: `true`.
        convert_placeholders: Plain<bool>,
        /// Whether ICU plurals are detected and parsed.
        detect_icu_plurals: Plain<bool>,
        /// Tags to apply, by default to created and updated keys.
        tags: List<String>,
        /// Whether the tags are applied to inserted keys.
        tag_inserted_keys: Plain<bool>,
        /// Whether the tags are applied to updated keys.
        tag_updated_keys: Plain<bool>,
        /// Whether the tags are applied to skipped keys.
        tag_skipped_keys: Plain<bool>,
        /// Whether tags parsed from the file are applied (tags of single keys in the structured
        /// JSON format). Default: `false`.
        tag_parsed_keys: Plain<bool>,
        /// Whether the file replaces translations that differ.
        replace_modified: Plain<bool>,
        /// Whether the metadata of keys (tags, notes, character limit) is replaced by that of the
        /// file. Structured JSON only. Only tags from earlier uploads are replaced; tags added by
        /// hand remain. Default: `false`.
        replace_metadata: Plain<bool>,
        /// Whether `\n` is replaced with a line break.
        slashn_to_linebreak: Plain<bool>,
        /// Whether values are replaced with the names of their keys.
        keys_to_values: Plain<bool>,
        /// Whether keys with similar names can coexist if they are in different files.
        distinguish_by_file: Plain<bool>,
        /// Whether translation memory matches of 100% are applied. If true, takes precedence over
        /// `use_automations`.
        apply_tm: Plain<bool>,
        /// Whether automations run for this upload.
        use_automations: Plain<bool>,
        /// Whether newly created keys are hidden from contributors.
        hidden_from_contributors: Plain<bool>,
        /// Whether all keys that are absent from the file are deleted, with their translations in
        /// all languages. Assumed: also keys of other files.
        cleanup_mode: Plain<bool>,
        /// Custom translation statuses to add, by default to created and updated translations.
        custom_translation_status_ids: List<CustomTranslationStatusId>,
        /// Whether the statuses are applied to inserted keys.
        custom_translation_status_inserted_keys: Plain<bool>,
        /// Whether the statuses are applied to updated keys.
        custom_translation_status_updated_keys: Plain<bool>,
        /// Whether the statuses are applied to skipped keys.
        custom_translation_status_skipped_keys: Plain<bool>,
        /// Whether to skip detecting the language from the filename.
        skip_detect_lang_iso: Plain<bool>,
        /// File extension of a supported format. The list of formats is not documented.
        format: Value<String>,
        /// Task that the imported content is added to. For the format `offline_xliff` only.
        filter_task_id: Plain<i64>,
        /// Title shown instead of the filename. For Marketing and support projects only.
        title: Value<String>,
    }
}

body! {
    /// What to export, and how. Keys are exported to one file for each language, or to the files
    /// that they are assigned to. The options are documented for both exports, except
    /// `json_unescaped_slashes`, `java_properties_encoding`, `java_properties_separator`,
    /// `bundle_description`, `filter_task_id` and `compact`: these are documented for
    /// [`start_export`](crate::Client::start_export) only.
    pub struct FileExport for [StartExport, ExportFiles] {
        /// File extension of a supported format, or `ios_sdk` or `android_sdk` for over-the-air SDK
        /// bundles.
        format: Value<String>,
    }
    optional {
        /// Whether the original filenames and formats are used; false creates one file for each
        /// language.
        original_filenames: Plain<bool>,
        /// Path of the files in the bundle if `original_filenames` is false. Placeholders:
        /// `%LANG_ISO%`, `%LANG_NAME%`, `%FORMAT%`, `%PROJECT_NAME%`.
        bundle_structure: Value<String>,
        /// Directory of the files in the bundle if `original_filenames` is true. Placeholder:
        /// `%LANG_ISO%`.
        directory_prefix: Value<String>,
        /// Whether keys of all platforms are included; false includes only those of the platform of
        /// `format`.
        all_platforms: Plain<bool>,
        /// Languages to export. Defaults to all.
        filter_langs: List<String>,
        /// Which translations to export.
        filter_data: List<ExportDataFilter>,
        /// Files whose keys to export. If empty, all.
        filter_filenames: List<String>,
        /// Whether files end with a newline, if the format supports it.
        add_newline_eof: Plain<bool>,
        /// Only translations with these custom translation statuses. If empty, all.
        custom_translation_status_ids: List<CustomTranslationStatusId>,
        /// Only keys with these tags.
        include_tags: List<String>,
        /// Excludes keys with these tags.
        exclude_tags: List<String>,
        /// Order of the keys in an export.
        export_sort: Value<ExportSort>,
        /// How an empty translation is written: the value of the base language (`base`), an empty
        /// value (`empty`), null (`null`, YAML only), or nothing (`skip`).
        export_empty_as: Value<ExportEmptyAs>,
        /// How null is written. For the export of one specific YAML dialect only; which one is not
        /// documented.
        export_null_as: Value<ExportNullAs>,
        /// Whether comments and descriptions of keys are included, if the format supports it.
        include_comments: Plain<bool>,
        /// Whether descriptions of keys are included, if the format supports it.
        include_description: Plain<bool>,
        /// Ids of other projects whose keys are included.
        include_pids: List<String>,
        /// Integrations to trigger; each must be enabled in the project settings.
        triggers: List<String>,
        /// Repositories to open a pull request in, each as `organization/repository`. An empty list
        /// processes all configured integrations, by platform.
        filter_repositories: List<String>,
        /// Whether line breaks are replaced with `\n`.
        replace_breaks: Plain<bool>,
        /// Whether to keep key reference placeholders instead of replacing them with translations.
        disable_references: Plain<bool>,
        /// Format of plurals.
        plural_format: Value<PluralFormat>,
        /// Format of placeholders.
        placeholder_format: Value<PlaceholderFormat>,
        /// URL that receives a POST request with the URL of the bundle when the export is complete.
        /// The body is not documented.
        webhook_url: Value<UrlText>,
        /// Language codes to override in this export.
        language_mapping: List<LanguageMapping>,
        /// Whether the forms `zero`, `one` and `two` become `=0`, `=1` and `=2`. ICU plurals only.
        icu_numeric: Plain<bool>,
        /// Whether universal percent placeholders are exported as a doubled percent sign.
        /// Placeholder format `printf` only.
        escape_percent: Plain<bool>,
        /// Indentation of exported files: spaces, or tabs.
        indentation: Value<Indentation>,
        /// Whether the language code is the root key. YAML only.
        yaml_include_root: Plain<bool>,
        /// Whether forward slashes are not escaped. JSON only. Documented for
        /// [`start_export`](crate::Client::start_export) only.
        json_unescaped_slashes: Plain<bool>,
        /// Encoding of Java properties files. Documented for
        /// [`start_export`](crate::Client::start_export) only.
        java_properties_encoding: Value<JavaPropertiesEncoding>,
        /// Separator of key and value in Java properties files. Documented for
        /// [`start_export`](crate::Client::start_export) only.
        java_properties_separator: Value<JavaPropertiesSeparator>,
        /// Description of the bundle, for `ios_sdk` and `android_sdk`. Documented for
        /// [`start_export`](crate::Client::start_export) only.
        bundle_description: Value<String>,
        /// Only keys of this task. For the format `offline_xliff` only. Documented for
        /// [`start_export`](crate::Client::start_export) only.
        filter_task_id: Plain<i64>,
        /// Whether metadata such as context, comments and screenshots is omitted. ARB only.
        /// Documented for [`start_export`](crate::Client::start_export) only.
        compact: Plain<bool>,
    }
}

open_enum! {
    /// A kind of translations to export.
    pub enum ExportDataFilter {
        /// `last_reviewed_only`.
        LastReviewedOnly = "last_reviewed_only",
        /// `nonhidden`.
        Nonhidden = "nonhidden",
        /// `reviewed`.
        Reviewed = "reviewed",
        /// `reviewed_only`.
        ReviewedOnly = "reviewed_only",
        /// `translated`.
        Translated = "translated",
        /// `untranslated`.
        Untranslated = "untranslated",
        /// `verified`.
        Verified = "verified",
    }
}

open_enum! {
    /// Order of the keys in an export.
    pub enum ExportSort {
        /// `first_added`.
        FirstAdded = "first_added",
        /// `last_added`.
        LastAdded = "last_added",
        /// `last_updated`.
        LastUpdated = "last_updated",
        /// `a_z`.
        AZ = "a_z",
        /// `z_a`.
        ZA = "z_a",
    }
}

open_enum! {
    /// How an empty translation is written: the value of the base language (`base`), an empty value
    /// (`empty`), null (`null`, YAML only), or nothing (`skip`).
    pub enum ExportEmptyAs {
        /// `base`.
        Base = "base",
        /// `empty`.
        Empty = "empty",
        /// `null`.
        Null = "null",
        /// `skip`.
        Skip = "skip",
    }
}

open_enum! {
    /// How null is written. For the export of one specific YAML dialect only; which one is not
    /// documented.
    pub enum ExportNullAs {
        /// `empty`.
        Empty = "empty",
        /// `null`.
        Null = "null",
    }
}

open_enum! {
    /// Format of plurals.
    pub enum PluralFormat {
        /// `array`.
        Array = "array",
        /// `generic`.
        Generic = "generic",
        /// `i18next`.
        I18next = "i18next",
        /// `i18next_v4`.
        I18nextV4 = "i18next_v4",
        /// `icu`.
        Icu = "icu",
        /// `json_string`.
        JsonString = "json_string",
        /// `symfony`.
        Symfony = "symfony",
    }
}

open_enum! {
    /// Format of placeholders.
    pub enum PlaceholderFormat {
        /// `icu`.
        Icu = "icu",
        /// `ios`.
        Ios = "ios",
        /// `net`.
        Net = "net",
        /// `printf`.
        Printf = "printf",
        /// `symfony`.
        Symfony = "symfony",
        /// `i18n`.
        I18n = "i18n",
        /// `raw`.
        Raw = "raw",
    }
}

open_enum! {
    /// Indentation of exported files: spaces, or tabs.
    pub enum Indentation {
        /// `default`.
        Default = "default",
        /// `1sp`.
        Spaces1 = "1sp",
        /// `2sp`.
        Spaces2 = "2sp",
        /// `3sp`.
        Spaces3 = "3sp",
        /// `4sp`.
        Spaces4 = "4sp",
        /// `5sp`.
        Spaces5 = "5sp",
        /// `6sp`.
        Spaces6 = "6sp",
        /// `7sp`.
        Spaces7 = "7sp",
        /// `8sp`.
        Spaces8 = "8sp",
        /// `tab`.
        Tab = "tab",
    }
}

open_enum! {
    /// Encoding of Java properties files. Documented for
    /// [`start_export`](crate::Client::start_export) only.
    pub enum JavaPropertiesEncoding {
        /// `utf-8`.
        Utf8 = "utf-8",
        /// `latin-1`.
        Latin1 = "latin-1",
    }
}

open_enum! {
    /// Separator of key and value in Java properties files. Documented for
    /// [`start_export`](crate::Client::start_export) only.
    pub enum JavaPropertiesSeparator {
        /// `=`.
        Equals = "=",
        /// `:`.
        Colon = ":",
    }
}

body! {
    /// Another code for a language.
    pub struct LanguageMapping for [] {
    }
    optional {
        /// Code of the language in the project.
        original_language_iso: Value<String>,
        /// Code to use in the export.
        custom_language_iso: Value<String>,
    }
}

/// A bundle that is ready for download.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct BundleResponse {
    /// Id of the project. Observed: without the branch of the request, so do not use it in later
    /// requests.
    pub project_id: Option<String>,
    /// Name of the branch. Absent in older responses. *Observed.*
    pub branch: Option<String>,
    /// URL of the .zip file, which is available for one month. Assumed: it is signed and on another
    /// host, so send no token to it, and keep it out of logs.
    pub bundle_url: Secret,
}

object! {
    BundleResponse { bundle_url }
    optional { project_id, branch }
}

/// An asynchronous export that was started.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ExportStartedResponse {
    /// Id of the process.
    pub process_id: String,
}

object! {
    ExportStartedResponse { process_id }
    optional {}
}

open_enum! {
    /// Kind of a process. `file-import` is documented. Observed: `async-export`, and others.
    pub enum ProcessType {
        /// `file-import`.
        FileImport = "file-import",
        /// `async-export`.
        AsyncExport = "async-export",
    }
}

open_enum! {
    /// State of a process. `queued` is documented. Observed: the others, of which `finished`,
    /// `failed` and `cancelled` are final; any other value means that the process is running.
    pub enum ProcessStatus {
        /// `queued`.
        Queued = "queued",
        /// `pre_processing`.
        PreProcessing = "pre_processing",
        /// `running`.
        Running = "running",
        /// `post_processing`.
        PostProcessing = "post_processing",
        /// `finished`.
        Finished = "finished",
        /// `failed`.
        Failed = "failed",
        /// `cancelled`.
        Cancelled = "cancelled",
    }
}

/// A background process. Observed: an asynchronous export that has ended has a null `message`, text
/// in `created_by`, no `created_by_email`, and times in another time zone.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct QueuedProcess {
    /// Id of the process.
    pub process_id: String,
    /// Kind of a process. `file-import` is documented. Observed: `async-export`, and others.
    pub type_: Option<ProcessType>,
    /// State of a process. `queued` is documented. Observed: the others, of which `finished`,
    /// `failed` and `cancelled` are final; any other value means that the process is running.
    pub status: ProcessStatus,
    /// The message of the process; empty if unset. Observed: null for an asynchronous export that
    /// has ended; for a process that failed or was cancelled, the reason.
    pub message: Option<String>,
    /// Id of the user who started the process. Observed: as text for an asynchronous export that
    /// has ended.
    pub created_by: Option<i64>,
    /// E-mail address of the user who started the process. Observed: absent for an asynchronous
    /// export that has ended.
    pub created_by_email: Option<String>,
    /// A time as text, `YYYY-MM-DD HH:MM:SS (timezone)`; the time zone is documented as UTC.
    /// Observed: `(Etc/UTC)` and other time zones. Prefer the same time in Unix seconds.
    pub created_at: Option<TimestampText>,
    /// When the process was created, in Unix seconds.
    pub created_at_timestamp: Option<i64>,
    /// Details of the process, in the response of [`get_process`](crate::Client::get_process) only.
    /// *Observed.*
    pub details: Option<ProcessDetails>,
}

object! {
    QueuedProcess { process_id, status }
    optional {
        type_ = "type", message, created_by, created_by_email, created_at,
        created_at_timestamp, details,
    }
}

impl QueuedProcess {
    /// Returns the time of `created_at_timestamp`, or else of `created_at`.
    pub fn created(&self) -> Option<DateTime<Utc>> {
        quirks::time(self.created_at_timestamp, self.created_at.as_ref())
    }
}

/// Details of a process, in the response of [`get_process`](crate::Client::get_process) only. An
/// import has `files`, an export the others. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ProcessDetails {
    /// The files of an import.
    pub files: Option<Vec<ProcessedFile>>,
    /// Size of the bundle, in kB.
    pub file_size_kb: Option<f64>,
    /// Number of keys in the export.
    pub total_number_of_keys: Option<i64>,
    /// Number of items in the export.
    pub items_to_process: Option<i64>,
    /// Number of items exported so far.
    pub items_processed: Option<i64>,
    /// Signed URL of the bundle, which is a credential: keep it out of logs. Valid for 24 hours;
    /// every [`get_process`](crate::Client::get_process) returns a new one. Assumed: it is on
    /// another host, so send no token to it.
    pub download_url: Option<Secret>,
}

object! {
    ProcessDetails {}
    optional {
        files, file_size_kb, total_number_of_keys, items_to_process, items_processed,
        download_url,
    }
}

/// A file of an import. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ProcessedFile {
    /// State of a file of an import. Assumed: mostly one of those of a process.
    pub status: Option<ProcessStatus>,
    /// Reason why the file failed.
    pub message: Option<String>,
    /// Name of the file as uploaded.
    pub name_original: Option<String>,
    /// Name of the file as set by the user.
    pub name_custom: Option<String>,
    /// Number of words in the file.
    pub word_count_total: Option<i64>,
    /// Number of keys in the file.
    pub key_count_total: Option<i64>,
    /// Number of keys inserted.
    pub key_count_inserted: Option<i64>,
    /// Number of keys updated.
    pub key_count_updated: Option<i64>,
    /// Number of keys skipped.
    pub key_count_skipped: Option<i64>,
}

object! {
    ProcessedFile {}
    optional {
        status, message, name_original, name_custom, word_count_total, key_count_total,
        key_count_inserted, key_count_updated, key_count_skipped,
    }
}

/// One process.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ProcessResponse {
    /// Id of the project. Observed: without the branch of the request, so do not use it in later
    /// requests.
    pub project_id: Option<String>,
    /// Name of the branch. Absent in older responses. *Observed.*
    pub branch: Option<String>,
    /// A background process. Observed: an asynchronous export that has ended has a null `message`,
    /// text in `created_by`, no `created_by_email`, and times in another time zone.
    pub process: QueuedProcess,
}

object! {
    ProcessResponse { process }
    optional { project_id, branch }
}
