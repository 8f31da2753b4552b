// Made from spec/openapi.yaml. Do not edit.

//! Background processes, such as imports and asynchronous exports.

use crate::macros::*;
use crate::types::*;

impl Client {
    /// List processes.
    ///
    /// Lists the background processes of the project, with the progress of exports. The service
    /// documents that this list exists, but not its format. Observed: path, parameters and
    /// response; items have no `details`. Neither an OAuth scope nor an admin right is documented.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    ///
    /// Sends `GET /projects/{project_id}/processes`.
    pub fn list_processes(&self, project_id: impl Into<String>) -> ListProcesses {
        ListProcesses {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            limit: None,
            page: None,
        }
    }
}

/// A call of [`Client::list_processes`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct ListProcesses {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) limit: Option<u32>,
    pub(crate) page: Option<u32>,
}

impl ListProcesses {
    pub(crate) const OPERATION: &'static Operation =
        &Operation::new("listProcesses", "/projects/{project_id}/processes", Server::Main);

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/processes");
        path.number("limit", self.limit, 1..=5000);
        path.number("page", self.page, 1..);
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

list!(page ListProcesses -> ProcessListResponse { processes: QueuedProcess });

setters! {
    ListProcesses {
        /// Items per page, at most 5000. Observed: 100 by default. Assumed: at least 1.
        limit: Plain<u32>,
        /// The page number. Assumed: starts at 1.
        page: Plain<u32>,
    }
}

impl Client {
    /// Read a process.
    ///
    /// Reads one background process, such as an export or an import. The service documents that
    /// this returns the URL of a finished export, but not the format. Observed: path and response;
    /// the final statuses are `finished`, `failed` and `cancelled`; the `details` of a finished
    /// export have the URL of the bundle. Neither an OAuth scope nor an admin right is documented.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `process_id`: Id of the process, as returned by the asynchronous export. Observed: or by
    ///   an upload.
    ///
    /// Sends `GET /projects/{project_id}/processes/{process_id}`.
    pub fn get_process(
        &self,
        project_id: impl Into<String>,
        process_id: impl Into<String>,
    ) -> GetProcess {
        GetProcess {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            process_id: process_id.into(),
        }
    }
}

/// A call of [`Client::get_process`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct GetProcess {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) process_id: String,
}

impl GetProcess {
    pub(crate) const OPERATION: &'static Operation = &Operation::new(
        "getProcess",
        "/projects/{project_id}/processes/{process_id}",
        Server::Main,
    );

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/processes/");
        path.segment("process_id", &self.process_id);
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

methods!(GetProcess -> ProcessResponse);

job! {
    GetProcess by process_id: String => QueuedProcess in process with id,
    status: "process" ended ["finished"] failed ["failed","cancelled"]
}

/// Processes of a project. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ProcessListResponse {
    /// Id of the project. Observed: without the branch of the request, so do not use it in later
    /// requests.
    pub project_id: Option<String>,
    /// Name of the branch. Absent in older responses.
    pub branch: Option<String>,
    /// The processes of the page.
    pub processes: Vec<QueuedProcess>,
}

object! {
    ProcessListResponse { processes }
    optional { project_id, branch }
}

page!(ProcessListResponse { processes: QueuedProcess });
