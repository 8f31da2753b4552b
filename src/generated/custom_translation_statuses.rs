// Made from spec/openapi.yaml. Do not edit.

//! Custom statuses of translations in a project.

use crate::macros::*;
use crate::types::*;

impl Client {
    /// List custom translation statuses.
    ///
    /// Lists the custom translation statuses of the project.
    ///
    /// OAuth scope: `read_custom_translation_statuses`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    ///
    /// Sends `GET /projects/{project_id}/custom_translation_statuses`.
    pub fn list_custom_translation_statuses(
        &self,
        project_id: impl Into<String>,
    ) -> ListCustomTranslationStatuses {
        ListCustomTranslationStatuses {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            limit: None,
            page: None,
        }
    }
}

/// A call of [`Client::list_custom_translation_statuses`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct ListCustomTranslationStatuses {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) limit: Option<u32>,
    pub(crate) page: Option<u32>,
}

impl ListCustomTranslationStatuses {
    pub(crate) const OPERATION: &'static Operation = &Operation::new(
        "listCustomTranslationStatuses",
        "/projects/{project_id}/custom_translation_statuses",
        Server::Main,
    );

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/custom_translation_statuses");
        path.number("limit", self.limit, 1..=5000);
        path.number("page", self.page, 1..);
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

list!(
    page ListCustomTranslationStatuses
    -> CustomTranslationStatusListResponse { custom_translation_statuses: CustomTranslationStatus }
);

setters! {
    ListCustomTranslationStatuses {
        /// Items per page, at most 5000. Observed: 100 by default. Assumed: at least 1.
        limit: Plain<u32>,
        /// The page number. Assumed: starts at 1.
        page: Plain<u32>,
    }
}

impl Client {
    /// Create a custom translation status.
    ///
    /// Adds a status to the project. Its color must be one of those that
    /// [`list_custom_translation_status_colors`](crate::Client::list_custom_translation_status_colors)
    /// returns.
    ///
    /// OAuth scope: `write_custom_translation_statuses`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `title`: Title of the status.
    /// - `color`: Color of the status, hexadecimal as in `#61bd4f`; one of the palette.
    ///
    /// Sends `POST /projects/{project_id}/custom_translation_statuses`.
    pub fn create_custom_translation_status(
        &self,
        project_id: impl Into<String>,
        title: impl Into<String>,
        color: impl Into<String>,
    ) -> CreateCustomTranslationStatus {
        CreateCustomTranslationStatus {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            body: NewCustomTranslationStatus::new(title, color),
        }
    }
}

/// A call of [`Client::create_custom_translation_status`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct CreateCustomTranslationStatus {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) body: NewCustomTranslationStatus,
}

impl CreateCustomTranslationStatus {
    pub(crate) const OPERATION: &'static Operation = &Operation {
        idempotent: false,
        ..Operation::new(
            "createCustomTranslationStatus",
            "/projects/{project_id}/custom_translation_statuses",
            Server::Main,
        )
    };

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/custom_translation_statuses");
        let body = serde_json::to_vec(&self.body);
        path.call(self.client, (Self::OPERATION, Method::POST), Some(body), self.options)
    }
}

methods!(CreateCustomTranslationStatus -> CustomTranslationStatusResponse);

impl Client {
    /// List the colors a status may have.
    ///
    /// Lists the palette of colors that can be assigned to custom translation statuses. The list is
    /// not paginated.
    ///
    /// OAuth scope: `read_custom_translation_statuses`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    ///
    /// Sends `GET /projects/{project_id}/custom_translation_statuses/colors`.
    pub fn list_custom_translation_status_colors(
        &self,
        project_id: impl Into<String>,
    ) -> ListCustomTranslationStatusColors {
        ListCustomTranslationStatusColors {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
        }
    }
}

/// A call of [`Client::list_custom_translation_status_colors`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct ListCustomTranslationStatusColors {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
}

impl ListCustomTranslationStatusColors {
    pub(crate) const OPERATION: &'static Operation = &Operation::new(
        "listCustomTranslationStatusColors",
        "/projects/{project_id}/custom_translation_statuses/colors",
        Server::Main,
    );

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/custom_translation_statuses/colors");
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

methods!(ListCustomTranslationStatusColors -> ColorListResponse);

impl Client {
    /// Read a custom translation status.
    ///
    /// Reads one status of the project. The service's sample and its declared schema show different
    /// envelopes.
    ///
    /// OAuth scope: `read_custom_translation_statuses`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `status_id`: Id of the custom translation status, here as an integer.
    ///
    /// Sends `GET /projects/{project_id}/custom_translation_statuses/{status_id}`.
    pub fn get_custom_translation_status(
        &self,
        project_id: impl Into<String>,
        status_id: i64,
    ) -> GetCustomTranslationStatus {
        GetCustomTranslationStatus {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            status_id,
        }
    }
}

/// A call of [`Client::get_custom_translation_status`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct GetCustomTranslationStatus {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) status_id: i64,
}

impl GetCustomTranslationStatus {
    pub(crate) const OPERATION: &'static Operation = &Operation::new(
        "getCustomTranslationStatus",
        "/projects/{project_id}/custom_translation_statuses/{status_id}",
        Server::Main,
    );

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/custom_translation_statuses/");
        path.segment("status_id", &self.status_id.to_string());
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

methods!(GetCustomTranslationStatus -> CustomTranslationStatusReadResponse);

impl Client {
    /// Update a custom translation status.
    ///
    /// Changes the title or the color of a status. The effect on omitted fields is not documented.
    ///
    /// OAuth scope: `write_custom_translation_statuses`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `status_id`: Id of the custom translation status, here as an integer.
    ///
    /// Sends `PUT /projects/{project_id}/custom_translation_statuses/{status_id}`.
    pub fn update_custom_translation_status(
        &self,
        project_id: impl Into<String>,
        status_id: i64,
    ) -> UpdateCustomTranslationStatus {
        UpdateCustomTranslationStatus {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            status_id,
            body: CustomTranslationStatusUpdate::new(),
        }
    }
}

/// A call of [`Client::update_custom_translation_status`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct UpdateCustomTranslationStatus {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) status_id: i64,
    pub(crate) body: CustomTranslationStatusUpdate,
}

impl UpdateCustomTranslationStatus {
    pub(crate) const OPERATION: &'static Operation = &Operation::new(
        "updateCustomTranslationStatus",
        "/projects/{project_id}/custom_translation_statuses/{status_id}",
        Server::Main,
    );

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/custom_translation_statuses/");
        path.segment("status_id", &self.status_id.to_string());
        let body = serde_json::to_vec(&self.body);
        path.call(self.client, (Self::OPERATION, Method::PUT), Some(body), self.options)
    }
}

methods!(UpdateCustomTranslationStatus -> CustomTranslationStatusResponse);

impl Client {
    /// Delete a custom translation status.
    ///
    /// Removes a status from the project.
    ///
    /// OAuth scope: `write_custom_translation_statuses`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `status_id`: Id of the custom translation status, here as an integer.
    ///
    /// Sends `DELETE /projects/{project_id}/custom_translation_statuses/{status_id}`.
    pub fn delete_custom_translation_status(
        &self,
        project_id: impl Into<String>,
        status_id: i64,
    ) -> DeleteCustomTranslationStatus {
        DeleteCustomTranslationStatus {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            status_id,
        }
    }
}

/// A call of [`Client::delete_custom_translation_status`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct DeleteCustomTranslationStatus {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) status_id: i64,
}

impl DeleteCustomTranslationStatus {
    pub(crate) const OPERATION: &'static Operation = &Operation::new(
        "deleteCustomTranslationStatus",
        "/projects/{project_id}/custom_translation_statuses/{status_id}",
        Server::Main,
    );

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/custom_translation_statuses/");
        path.segment("status_id", &self.status_id.to_string());
        path.call(self.client, (Self::OPERATION, Method::DELETE), None, self.options)
    }
}

methods!(DeleteCustomTranslationStatus -> CustomTranslationStatusDeletedResponse);

/// A status for translations of the project.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct CustomTranslationStatus {
    /// Id of the status. Paths take it as an integer, bodies as text.
    pub status_id: i64,
    /// Title of the status.
    pub title: Option<String>,
    /// Color of the status, hexadecimal as in `#61bd4f`.
    pub color: Option<String>,
}

object! {
    CustomTranslationStatus { status_id }
    optional { title, color }
}

/// Custom translation statuses of a project.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct CustomTranslationStatusListResponse {
    /// Id of the project. Observed: without the branch of the request, so do not use it in later
    /// requests.
    pub project_id: Option<String>,
    /// Name of the branch. Absent in older responses. *Observed.*
    pub branch: Option<String>,
    /// The statuses.
    pub custom_translation_statuses: Vec<CustomTranslationStatus>,
}

object! {
    CustomTranslationStatusListResponse { custom_translation_statuses }
    optional { project_id, branch }
}

page!(CustomTranslationStatusListResponse { custom_translation_statuses: CustomTranslationStatus });

/// One custom translation status.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct CustomTranslationStatusResponse {
    /// Id of the project. Observed: without the branch of the request, so do not use it in later
    /// requests.
    pub project_id: Option<String>,
    /// Name of the branch. Absent in older responses. *Observed.*
    pub branch: Option<String>,
    /// A status for translations of the project.
    pub custom_translation_status: CustomTranslationStatus,
}

object! {
    CustomTranslationStatusResponse { custom_translation_status }
    optional { project_id, branch }
}

/// Whether a status was deleted. `deleted` is documented. Observed:
/// `custom_translation_status_deleted` instead.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct CustomTranslationStatusDeletedResponse {
    /// Id of the project. Observed: without the branch of the request, so do not use it in later
    /// requests.
    pub project_id: Option<String>,
    /// Name of the branch. Absent in older responses. *Observed.*
    pub branch: Option<String>,
    /// Whether the status was deleted.
    pub deleted: Option<bool>,
    /// Whether the status was deleted, under the recorded name. *Observed.*
    pub custom_translation_status_deleted: Option<bool>,
}

object! {
    CustomTranslationStatusDeletedResponse {}
    optional { project_id, branch, deleted, custom_translation_status_deleted }
}

body! {
    /// A status to create.
    pub struct NewCustomTranslationStatus for [CreateCustomTranslationStatus] {
        /// Title of the status.
        title: Value<String>,
        /// Color of the status, hexadecimal as in `#61bd4f`; one of the palette.
        color: Value<String>,
    }
    optional {
    }
}

body! {
    /// Changes of a status. The effect on omitted fields is not documented.
    pub struct CustomTranslationStatusUpdate for [UpdateCustomTranslationStatus] {
    }
    optional {
        /// Title of the status.
        title: Value<String>,
        /// Color of the status, hexadecimal as in `#61bd4f`; one of the palette.
        color: Value<String>,
    }
}

/// The palette of colors for statuses.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ColorListResponse {
    /// Colors, hexadecimal as in `#61bd4f`.
    pub colors: Vec<String>,
}

object! {
    ColorListResponse { colors }
    optional {}
}
