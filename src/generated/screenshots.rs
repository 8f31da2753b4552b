// Made from spec/openapi.yaml. Do not edit.

//! Screenshots of a project, which show keys in their context.

use crate::macros::*;
use crate::types::*;

impl Client {
    /// List screenshots.
    ///
    /// Lists the screenshots of the project by ascending id. *Observed.*
    ///
    /// OAuth scope: `read_screenshots`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    ///
    /// Sends `GET /projects/{project_id}/screenshots`. Needs the feature `screenshots`.
    pub fn list_screenshots(&self, project_id: impl Into<String>) -> ListScreenshots {
        ListScreenshots {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            limit: None,
            page: None,
        }
    }
}

/// A call of [`Client::list_screenshots`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct ListScreenshots {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) limit: Option<u32>,
    pub(crate) page: Option<u32>,
}

impl ListScreenshots {
    pub(crate) const OPERATION: &'static Operation =
        &Operation::new("listScreenshots", "/projects/{project_id}/screenshots", Server::Main);

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/screenshots");
        path.number("limit", self.limit, 1..=5000);
        path.number("page", self.page, 1..);
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

list!(page ListScreenshots -> ScreenshotListResponse { screenshots: Screenshot });

setters! {
    ListScreenshots {
        /// Items per page, at most 5000. Observed: 100 by default. Assumed: at least 1.
        limit: Plain<u32>,
        /// The page number. Assumed: starts at 1.
        page: Plain<u32>,
    }
}

impl Client {
    /// Add screenshots.
    ///
    /// Adds screenshots, JPG or PNG. They are attached to the keys in `key_ids` and, unless `ocr`
    /// is off, to the keys whose texts are found in the image. How the service rejects an invalid
    /// image, and how large one may be, is unknown. Assumed: it is one of the `errors`, and the
    /// others are added. Admin right: *Manage screenshots*. *Observed.*
    ///
    /// OAuth scope: `write_screenshots`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `screenshots`: The screenshots.
    ///
    /// Sends `POST /projects/{project_id}/screenshots`. Needs the feature `screenshots`.
    pub fn create_screenshots(
        &self,
        project_id: impl Into<String>,
        screenshots: impl IntoIterator<Item: Into<NewProjectScreenshot>>,
    ) -> CreateScreenshots {
        CreateScreenshots {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            body: NewProjectScreenshots::new(screenshots),
        }
    }
}

/// A call of [`Client::create_screenshots`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct CreateScreenshots {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) body: NewProjectScreenshots,
}

impl CreateScreenshots {
    pub(crate) const OPERATION: &'static Operation = &Operation {
        idempotent: false,
        ..Operation::new("createScreenshots", "/projects/{project_id}/screenshots", Server::Main)
    };

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/screenshots");
        let body = serde_json::to_vec(&self.body);
        path.call(self.client, (Self::OPERATION, Method::POST), Some(body), self.options)
    }
}

methods!(CreateScreenshots -> ScreenshotsCreatedResponse);

impl Client {
    /// Read a screenshot.
    ///
    /// Reads one screenshot. Download the image from its URL. *Observed.*
    ///
    /// OAuth scope: `read_screenshots`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `screenshot_id`: Id of the screenshot.
    ///
    /// Sends `GET /projects/{project_id}/screenshots/{screenshot_id}`. Needs the feature
    /// `screenshots`.
    pub fn get_screenshot(
        &self,
        project_id: impl Into<String>,
        screenshot_id: i64,
    ) -> GetScreenshot {
        GetScreenshot {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            screenshot_id,
        }
    }
}

/// A call of [`Client::get_screenshot`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct GetScreenshot {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) screenshot_id: i64,
}

impl GetScreenshot {
    pub(crate) const OPERATION: &'static Operation = &Operation::new(
        "getScreenshot",
        "/projects/{project_id}/screenshots/{screenshot_id}",
        Server::Main,
    );

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/screenshots/");
        path.segment("screenshot_id", &self.screenshot_id.to_string());
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

methods!(GetScreenshot -> ScreenshotResponse);

impl Client {
    /// Update a screenshot.
    ///
    /// Changes the title, description, keys or tags of a screenshot. Omitted fields are unchanged,
    /// and lists are replaced. Admin right: *Manage screenshots*. *Observed.*
    ///
    /// OAuth scope: `write_screenshots`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `screenshot_id`: Id of the screenshot.
    ///
    /// Sends `PUT /projects/{project_id}/screenshots/{screenshot_id}`. Needs the feature
    /// `screenshots`.
    pub fn update_screenshot(
        &self,
        project_id: impl Into<String>,
        screenshot_id: i64,
    ) -> UpdateScreenshot {
        UpdateScreenshot {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            screenshot_id,
            body: ScreenshotUpdate::new(),
        }
    }
}

/// A call of [`Client::update_screenshot`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct UpdateScreenshot {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) screenshot_id: i64,
    pub(crate) body: ScreenshotUpdate,
}

impl UpdateScreenshot {
    pub(crate) const OPERATION: &'static Operation = &Operation::new(
        "updateScreenshot",
        "/projects/{project_id}/screenshots/{screenshot_id}",
        Server::Main,
    );

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/screenshots/");
        path.segment("screenshot_id", &self.screenshot_id.to_string());
        let body = serde_json::to_vec(&self.body);
        path.call(self.client, (Self::OPERATION, Method::PUT), Some(body), self.options)
    }
}

methods!(UpdateScreenshot -> ScreenshotResponse);

impl Client {
    /// Delete a screenshot.
    ///
    /// Deletes a screenshot, also from its keys. Admin right: *Manage screenshots*. *Observed.*
    ///
    /// OAuth scope: `write_screenshots`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `screenshot_id`: Id of the screenshot.
    ///
    /// Sends `DELETE /projects/{project_id}/screenshots/{screenshot_id}`. Needs the feature
    /// `screenshots`.
    pub fn delete_screenshot(
        &self,
        project_id: impl Into<String>,
        screenshot_id: i64,
    ) -> DeleteScreenshot {
        DeleteScreenshot {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            screenshot_id,
        }
    }
}

/// A call of [`Client::delete_screenshot`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct DeleteScreenshot {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) screenshot_id: i64,
}

impl DeleteScreenshot {
    pub(crate) const OPERATION: &'static Operation = &Operation::new(
        "deleteScreenshot",
        "/projects/{project_id}/screenshots/{screenshot_id}",
        Server::Main,
    );

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/screenshots/");
        path.segment("screenshot_id", &self.screenshot_id.to_string());
        path.call(self.client, (Self::OPERATION, Method::DELETE), None, self.options)
    }
}

methods!(DeleteScreenshot -> ScreenshotDeletedResponse);

/// A page of screenshots. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ScreenshotListResponse {
    /// Id of the project. Observed: without the branch of the request, so do not use it in later
    /// requests.
    pub project_id: Option<String>,
    /// Name of the branch. Absent in older responses.
    pub branch: Option<String>,
    /// The screenshots.
    pub screenshots: Vec<Screenshot>,
}

object! {
    ScreenshotListResponse { screenshots }
    optional { project_id, branch }
}

page!(ScreenshotListResponse { screenshots: Screenshot });

/// One screenshot. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ScreenshotResponse {
    /// Id of the project. Observed: without the branch of the request, so do not use it in later
    /// requests.
    pub project_id: Option<String>,
    /// Name of the branch. Absent in older responses.
    pub branch: Option<String>,
    /// A screenshot of keys.
    pub screenshot: Screenshot,
}

object! {
    ScreenshotResponse { screenshot }
    optional { project_id, branch }
}

/// The added screenshots, and errors for the others. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ScreenshotsCreatedResponse {
    /// Id of the project. Observed: without the branch of the request, so do not use it in later
    /// requests.
    pub project_id: Option<String>,
    /// Name of the branch. Absent in older responses.
    pub branch: Option<String>,
    /// The added screenshots.
    pub screenshots: Vec<Screenshot>,
    /// Errors for the others. Only an empty list was recorded. Assumed: objects with `message` and
    /// `code`.
    pub errors: Option<Vec<Value>>,
}

object! {
    ScreenshotsCreatedResponse { screenshots }
    optional { project_id, branch, errors }
}

/// Whether a screenshot was deleted. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ScreenshotDeletedResponse {
    /// Id of the project. Observed: without the branch of the request, so do not use it in later
    /// requests.
    pub project_id: Option<String>,
    /// Name of the branch. Absent in older responses.
    pub branch: Option<String>,
    /// Whether the screenshot was deleted.
    pub screenshot_deleted: bool,
}

object! {
    ScreenshotDeletedResponse { screenshot_deleted }
    optional { project_id, branch }
}

body! {
    /// A screenshot to add to a project. *Observed.*
    pub struct NewProjectScreenshot for [] {
        /// The image as a data URL: `data:image/jpeg;base64,` or `data:image/png;base64,`, then the
        /// bytes in Base64. PNG under `image/jpeg` was accepted.
        data: Value<String>,
    }
    optional {
        /// Title.
        title: Value<String>,
        /// Description.
        description: Value<String>,
        /// Whether to find its keys in the image. On by default.
        ocr: Plain<bool>,
        /// Ids of the keys to attach it to.
        key_ids: List<i64>,
        /// Tags. Responses call them `screenshot_tags`.
        tags: List<String>,
    }
}

body! {
    /// Screenshots to add. *Observed.*
    pub struct NewProjectScreenshots for [CreateScreenshots] {
        /// The screenshots.
        screenshots: List<NewProjectScreenshot>,
    }
    optional {
    }
}

body! {
    /// Changes of a screenshot. *Observed.*
    pub struct ScreenshotUpdate for [UpdateScreenshot] {
    }
    optional {
        /// Title.
        title: Value<String>,
        /// Description.
        description: Value<String>,
        /// Ids of the keys to attach it to.
        key_ids: List<i64>,
        /// Tags. Responses call them `screenshot_tags`.
        tags: List<String>,
    }
}
