// Made from spec/openapi.yaml. Do not edit.

//! Tasks, which assign keys in some languages to people.

use crate::macros::*;
use crate::types::*;

impl Client {
    /// List tasks.
    ///
    /// Lists the tasks of the project, the newest first. *Observed.*
    ///
    /// OAuth scope: `read_tasks`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    ///
    /// Sends `GET /projects/{project_id}/tasks`. Needs the feature `tasks`.
    pub fn list_tasks(&self, project_id: impl Into<String>) -> ListTasks {
        ListTasks {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            filter_title: None,
            filter_statuses: None,
            limit: None,
            page: None,
        }
    }
}

/// A call of [`Client::list_tasks`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct ListTasks {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) filter_title: Option<String>,
    pub(crate) filter_statuses: Option<Vec<TaskStatus>>,
    pub(crate) limit: Option<u32>,
    pub(crate) page: Option<u32>,
}

impl ListTasks {
    pub(crate) const OPERATION: &'static Operation =
        &Operation::new("listTasks", "/projects/{project_id}/tasks", Server::Main);

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/tasks");
        path.query("filter_title", self.filter_title.as_ref());
        path.comma_separated("filter_statuses", self.filter_statuses.as_deref());
        path.number("limit", self.limit, 1..=5000);
        path.number("page", self.page, 1..);
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

list!(page ListTasks -> TaskListResponse { tasks: Task });

setters! {
    ListTasks {
        /// Only tasks whose title contains this text.
        filter_title: Value<String>,
        /// Only tasks with one of these statuses.
        filter_statuses: List<TaskStatus>,
        /// Items per page, at most 5000. Observed: 100 by default. Assumed: at least 1.
        limit: Plain<u32>,
        /// The page number. Assumed: starts at 1.
        page: Plain<u32>,
    }
}

impl Client {
    /// Create a task.
    ///
    /// Creates a task for some keys in some languages. A `translation` or `review` task needs a
    /// user or a group for each language, or the service rejects it with 400; the other types are
    /// done by a machine, and take neither. A key in an open task cannot be added to another one;
    /// with which status the service rejects that is unknown. Assumed: 400, and only for the same
    /// language and type. Admin right: *Manage tasks*. *Observed.*
    ///
    /// OAuth scope: `write_tasks`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `title`: Title.
    ///
    /// Sends `POST /projects/{project_id}/tasks`. Needs the feature `tasks`.
    pub fn create_task(
        &self,
        project_id: impl Into<String>,
        title: impl Into<String>,
    ) -> CreateTask {
        CreateTask {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            body: NewTask::new(title),
        }
    }
}

/// A call of [`Client::create_task`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct CreateTask {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) body: NewTask,
}

impl CreateTask {
    pub(crate) const OPERATION: &'static Operation = &Operation {
        idempotent: false,
        ..Operation::new("createTask", "/projects/{project_id}/tasks", Server::Main)
    };

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/tasks");
        let body = serde_json::to_vec(&self.body);
        path.call(self.client, (Self::OPERATION, Method::POST), Some(body), self.options)
    }
}

methods!(CreateTask -> TaskResponse);

starts!(CreateTask -> GetTask by task_id in task.task_id: Task);

impl Client {
    /// Read a task.
    ///
    /// Reads one task with the progress of its languages. *Observed.*
    ///
    /// OAuth scope: `read_tasks`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `task_id`: Id of the task.
    ///
    /// Sends `GET /projects/{project_id}/tasks/{task_id}`. Needs the feature `tasks`.
    pub fn get_task(&self, project_id: impl Into<String>, task_id: i64) -> GetTask {
        GetTask {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            task_id,
        }
    }
}

/// A call of [`Client::get_task`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct GetTask {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) task_id: i64,
}

impl GetTask {
    pub(crate) const OPERATION: &'static Operation =
        &Operation::new("getTask", "/projects/{project_id}/tasks/{task_id}", Server::Main);

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/tasks/");
        path.segment("task_id", &self.task_id.to_string());
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

methods!(GetTask -> TaskResponse);

job! {
    GetTask by task_id: i64 => Task in task with id,
    status: "task" ended ["completed"] failed []
}

impl Client {
    /// Update or close a task.
    ///
    /// Changes a task, or closes it or some of its languages. Omitted fields are unchanged. Keys,
    /// type and source language cannot be changed. Closing is final, and adds the closing tags to
    /// the keys; the progress stays as it is. Closing the last language closes a task with
    /// `auto_close_task`. Admin right: *Manage tasks*. *Observed.*
    ///
    /// OAuth scope: `write_tasks`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `task_id`: Id of the task.
    ///
    /// Sends `PUT /projects/{project_id}/tasks/{task_id}`. Needs the feature `tasks`.
    pub fn update_task(&self, project_id: impl Into<String>, task_id: i64) -> UpdateTask {
        UpdateTask {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            task_id,
            body: TaskUpdate::new(),
        }
    }
}

/// A call of [`Client::update_task`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct UpdateTask {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) task_id: i64,
    pub(crate) body: TaskUpdate,
}

impl UpdateTask {
    pub(crate) const OPERATION: &'static Operation =
        &Operation::new("updateTask", "/projects/{project_id}/tasks/{task_id}", Server::Main);

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/tasks/");
        path.segment("task_id", &self.task_id.to_string());
        let body = serde_json::to_vec(&self.body);
        path.call(self.client, (Self::OPERATION, Method::PUT), Some(body), self.options)
    }
}

methods!(UpdateTask -> TaskResponse);

impl Client {
    /// Delete a task.
    ///
    /// Deletes a task. Assumed: its keys can be added to other tasks then. Admin right: *Manage
    /// tasks*. *Observed.*
    ///
    /// OAuth scope: `write_tasks`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `task_id`: Id of the task.
    ///
    /// Sends `DELETE /projects/{project_id}/tasks/{task_id}`. Needs the feature `tasks`.
    pub fn delete_task(&self, project_id: impl Into<String>, task_id: i64) -> DeleteTask {
        DeleteTask {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            task_id,
        }
    }
}

/// A call of [`Client::delete_task`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct DeleteTask {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) task_id: i64,
}

impl DeleteTask {
    pub(crate) const OPERATION: &'static Operation =
        &Operation::new("deleteTask", "/projects/{project_id}/tasks/{task_id}", Server::Main);

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/tasks/");
        path.segment("task_id", &self.task_id.to_string());
        path.call(self.client, (Self::OPERATION, Method::DELETE), None, self.options)
    }
}

methods!(DeleteTask -> TaskDeletedResponse);

open_enum! {
    /// Status of a task, or of one of its languages. `queued`: the task that it follows is open.
    /// `completed` is final. Assumed: in progress after the first item is done. *Observed.*
    pub enum TaskStatus {
        /// `queued`.
        Queued = "queued",
        /// `created`.
        Created = "created",
        /// `in_progress`.
        InProgress = "in_progress",
        /// `completed`.
        Completed = "completed",
    }
}

open_enum! {
    /// The type of a task. *Observed.*
    pub enum TaskType {
        /// `translation`.
        Translation = "translation",
        /// `review`.
        Review = "review",
        /// `automatic_translation`.
        AutomaticTranslation = "automatic_translation",
        /// `lqa_by_ai`.
        LqaByAi = "lqa_by_ai",
    }
}

/// Matches of the translation memory, in newer responses. Not recorded. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct NewTmLeverage {
    /// State of the calculation.
    pub status: Option<String>,
    /// Matches by percentage (`0%+`, `50%+`, `75%+`, `85%+`, `95%+`, `100%`).
    pub value: Option<BTreeMap<String, i64>>,
}

object! {
    NewTmLeverage {}
    optional { status, value }
}

/// A user to whom a language of a task is assigned. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct TaskUser {
    /// Id of the user.
    pub user_id: i64,
    /// Email address.
    pub email: Option<String>,
    /// Full name.
    pub fullname: Option<String>,
}

object! {
    TaskUser { user_id }
    optional { email, fullname }
}

/// A group to which a language of a task is assigned. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct TaskGroup {
    /// Id of the group.
    pub id: i64,
    /// Name of the group.
    pub name: Option<String>,
}

object! {
    TaskGroup { id }
    optional { name }
}

/// A language of a task. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct TaskLanguage {
    /// Code of the language; null if it was removed from the project.
    pub language_iso: Option<String>,
    /// The users to whom it is assigned.
    pub users: Option<Vec<TaskUser>>,
    /// The groups to which it is assigned. Absent in older responses.
    pub groups: Option<Vec<TaskGroup>>,
    /// Ids of the keys; 0 for a deleted key. Often empty after the language was completed.
    pub keys: Option<Vec<i64>>,
    /// Status of a language of a task; `in progress`, with a space, was recorded.
    pub status: Option<TaskStatus>,
    /// Progress in percent.
    pub progress: Option<i64>,
    /// Number of keys.
    pub keys_count: Option<i64>,
    /// Number of words.
    pub words_count: Option<i64>,
    /// How much of a language the translation memory matches, by percentage (`0%+`, `60%+`, `75%+`,
    /// `95%+`, `100%`). Whether it counts keys or words is unknown. Calculated after the creation
    /// of the task; an empty list in older responses.
    pub initial_tm_leverage: Option<BTreeMap<String, i64>>,
    /// Matches of the translation memory, in newer responses. Not recorded.
    pub tm_leverage: Option<NewTmLeverage>,
    /// A time as text, `YYYY-MM-DD HH:MM:SS (timezone)`; the time zone is documented as UTC.
    /// Observed: `(Etc/UTC)` and other time zones. Prefer the same time in Unix seconds.
    pub completed_at: Option<TimestampText>,
    /// The same time in Unix seconds. Absent in older responses.
    pub completed_at_timestamp: Option<i64>,
    /// Id of the user who did it.
    pub completed_by: Option<i64>,
    /// Email address of the user who did it.
    pub completed_by_email: Option<String>,
}

object! {
    TaskLanguage {}
    optional {
        language_iso, users, groups, keys, status, progress, keys_count, words_count,
        initial_tm_leverage, tm_leverage, completed_at, completed_at_timestamp,
        completed_by, completed_by_email,
    }
}

impl TaskLanguage {
    /// Returns the time of `completed_at_timestamp`, or else of `completed_at`.
    pub fn completed(&self) -> Option<DateTime<Utc>> {
        quirks::time(self.completed_at_timestamp, self.completed_at.as_ref())
    }
}

/// A task. Words are summed over the languages. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Task {
    /// Id of the task.
    pub task_id: i64,
    /// Title.
    pub title: Option<String>,
    /// Description.
    pub description: Option<String>,
    /// Status of a task, or of one of its languages. `queued`: the task that it follows is open.
    /// `completed` is final. Assumed: in progress after the first item is done.
    pub status: TaskStatus,
    /// Progress in percent.
    pub progress: Option<i64>,
    /// The type of a task.
    pub task_type: Option<TaskType>,
    /// Whether a review can follow it.
    pub can_be_parent: Option<bool>,
    /// Parent task.
    pub parent_task_id: Option<i64>,
    /// Tags that closing the task adds to its keys.
    pub closing_tags: Option<Vec<String>>,
    /// A time as text, `YYYY-MM-DD HH:MM:SS (timezone)`; the time zone is documented as UTC.
    /// Observed: `(Etc/UTC)` and other time zones. Prefer the same time in Unix seconds.
    pub due_date: Option<TimestampText>,
    /// The same time in Unix seconds. Absent in older responses.
    pub due_date_timestamp: Option<i64>,
    /// Number of keys.
    pub keys_count: Option<i64>,
    /// Number of words.
    pub words_count: Option<i64>,
    /// A time as text, `YYYY-MM-DD HH:MM:SS (timezone)`; the time zone is documented as UTC.
    /// Observed: `(Etc/UTC)` and other time zones. Prefer the same time in Unix seconds.
    pub created_at: Option<TimestampText>,
    /// The same time in Unix seconds. Absent in older responses.
    pub created_at_timestamp: Option<i64>,
    /// Id of the user who did it.
    pub created_by: Option<i64>,
    /// Email address of the user who did it.
    pub created_by_email: Option<String>,
    /// Its source language.
    pub source_language_iso: Option<String>,
    /// The languages of the task.
    pub languages: Option<Vec<TaskLanguage>>,
    /// As set when it was created or updated. Absent in older responses.
    pub auto_close_languages: Option<bool>,
    /// As set when it was created or updated. Absent in older responses.
    pub auto_close_task: Option<bool>,
    /// As set when it was created or updated. Absent in older responses.
    pub auto_close_items: Option<bool>,
    /// A time as text, `YYYY-MM-DD HH:MM:SS (timezone)`; the time zone is documented as UTC.
    /// Observed: `(Etc/UTC)` and other time zones. Prefer the same time in Unix seconds.
    pub completed_at: Option<TimestampText>,
    /// The same time in Unix seconds. Absent in older responses.
    pub completed_at_timestamp: Option<i64>,
    /// Id of the user who did it.
    pub completed_by: Option<i64>,
    /// Email address of the user who did it.
    pub completed_by_email: Option<String>,
    /// As set when it was created or updated. Absent in older responses.
    pub do_lock_translations: Option<bool>,
    /// Ids of the statuses that a completed item gets. Absent in older responses.
    pub custom_translation_status_ids: Option<Vec<i64>>,
    /// Not recorded.
    pub skipped_languages: Option<Vec<Value>>,
}

object! {
    Task { task_id, status }
    optional {
        title, description, progress, task_type, can_be_parent, parent_task_id,
        closing_tags, due_date, due_date_timestamp, keys_count, words_count, created_at,
        created_at_timestamp, created_by, created_by_email, source_language_iso,
        languages, auto_close_languages, auto_close_task, auto_close_items, completed_at,
        completed_at_timestamp, completed_by, completed_by_email, do_lock_translations,
        custom_translation_status_ids, skipped_languages,
    }
}

impl Task {
    /// Returns the time of `due_date_timestamp`, or else of `due_date`.
    pub fn due_date(&self) -> Option<DateTime<Utc>> {
        quirks::time(self.due_date_timestamp, self.due_date.as_ref())
    }

    /// Returns the time of `created_at_timestamp`, or else of `created_at`.
    pub fn created(&self) -> Option<DateTime<Utc>> {
        quirks::time(self.created_at_timestamp, self.created_at.as_ref())
    }

    /// Returns the time of `completed_at_timestamp`, or else of `completed_at`.
    pub fn completed(&self) -> Option<DateTime<Utc>> {
        quirks::time(self.completed_at_timestamp, self.completed_at.as_ref())
    }
}

/// A page of tasks. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct TaskListResponse {
    /// Id of the project. Observed: without the branch of the request, so do not use it in later
    /// requests.
    pub project_id: Option<String>,
    /// Name of the branch. Absent in older responses.
    pub branch: Option<String>,
    /// The tasks.
    pub tasks: Vec<Task>,
}

object! {
    TaskListResponse { tasks }
    optional { project_id, branch }
}

page!(TaskListResponse { tasks: Task });

/// One task. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct TaskResponse {
    /// Id of the project. Observed: without the branch of the request, so do not use it in later
    /// requests.
    pub project_id: Option<String>,
    /// Name of the branch. Absent in older responses.
    pub branch: Option<String>,
    /// A task. Words are summed over the languages.
    pub task: Task,
}

object! {
    TaskResponse { task }
    optional { project_id, branch }
}

/// Whether a task was deleted. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct TaskDeletedResponse {
    /// Id of the project. Observed: without the branch of the request, so do not use it in later
    /// requests.
    pub project_id: Option<String>,
    /// Name of the branch. Absent in older responses.
    pub branch: Option<String>,
    /// Whether the task was deleted.
    pub task_deleted: bool,
}

object! {
    TaskDeletedResponse { task_deleted }
    optional { project_id, branch }
}

body! {
    /// A language of a new task, with users or groups unless a machine does the task. *Observed.*
    pub struct NewTaskLanguage for [] {
        /// Code of the language.
        language_iso: Value<String>,
    }
    optional {
        /// Ids of the users to whom it is assigned.
        users: List<i64>,
        /// Ids of the groups to which it is assigned.
        groups: List<i64>,
    }
}

body! {
    /// A task to create. `parent_task_id` is only for a `review` task; `save_ai_translation_to_tm`,
    /// `apply_ai_tm100_matches` and `mark_verified` are only for `automatic_translation`.
    /// *Observed.*
    pub struct NewTask for [CreateTask] {
        /// Title.
        title: Value<String>,
    }
    optional {
        /// Description; an instruction if a machine does the task.
        description: Value<String>,
        /// The languages. Required for a `translation` or `review` task.
        languages: List<NewTaskLanguage>,
        /// Ids of the keys. Required without `parent_task_id`.
        keys: List<i64>,
        /// When it is due, as `YYYY-MM-DD HH:MM:SS` in the project's time zone.
        due_date: Value<String>,
        /// Source language; the base by default.
        source_language_iso: Value<String>,
        /// A type of a task. `translation` and `review` were recorded; the others are done by a
        /// machine.
        task_type: Value<TaskType>,
        /// Id of the task to follow.
        parent_task_id: Plain<i64>,
        /// Whether to close a language once all its items are completed. On by default.
        auto_close_languages: Plain<bool>,
        /// Whether to close the task once all its languages are. On by default.
        auto_close_task: Plain<bool>,
        /// Whether to complete items once they are done. On by default.
        auto_close_items: Plain<bool>,
        /// Tags to add to the keys when the task is closed.
        closing_tags: List<String>,
        /// Whether to lock the translations for others than the assigned.
        do_lock_translations: Plain<bool>,
        /// Ids of the custom translation statuses that a completed item gets.
        custom_translation_status_ids: List<i64>,
        /// Whether to save to the memory.
        save_ai_translation_to_tm: Plain<bool>,
        /// Whether to apply exact matches.
        apply_ai_tm100_matches: Plain<bool>,
        /// Whether to mark the texts as verified.
        mark_verified: Plain<bool>,
        /// Whether to score the texts.
        include_ai_score: Plain<bool>,
        /// Whether to translate all segments.
        translate_all_segments: Plain<bool>,
    }
}

body! {
    /// Changes of a language of a task. *Observed.*
    pub struct TaskLanguageUpdate for [] {
        /// Code of the language.
        language_iso: Value<String>,
    }
    optional {
        /// Ids of the users to whom it is assigned.
        users: List<i64>,
        /// Ids of the groups to which it is assigned.
        groups: List<i64>,
        /// Whether to close the language.
        close_language: Plain<bool>,
    }
}

body! {
    /// Changes of a task. *Observed.*
    pub struct TaskUpdate for [UpdateTask] {
    }
    optional {
        /// Title.
        title: Value<String>,
        /// Description; an instruction if a machine does the task.
        description: Value<String>,
        /// When it is due, as `YYYY-MM-DD HH:MM:SS` in the project's time zone.
        due_date: Value<String>,
        /// The languages to change.
        languages: List<TaskLanguageUpdate>,
        /// Whether to close a language once all its items are completed. On by default.
        auto_close_languages: Plain<bool>,
        /// Whether to close the task once all its languages are. On by default.
        auto_close_task: Plain<bool>,
        /// Whether to complete items once they are done. On by default.
        auto_close_items: Plain<bool>,
        /// Tags to add to the keys when the task is closed.
        closing_tags: List<String>,
        /// Whether to lock the translations for others than the assigned.
        do_lock_translations: Plain<bool>,
        /// Whether to close the task.
        close_task: Plain<bool>,
    }
}
