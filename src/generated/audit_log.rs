// Made from spec/openapi.yaml. Do not edit.

//! What users of a team did.

use crate::macros::*;
use crate::types::*;

impl Client {
    /// List events of the audit log.
    ///
    /// Lists what users of the team did, the oldest first, in pages by cursor: while `has_more` is
    /// true, repeat the request with `cursor` set to `next_cursor`. The team is that of the token.
    /// It has its own rate limit of 10 requests per second: see `X-RateLimit-Remaining`. OAuth
    /// access tokens, the required plan and the required right are unknown. Events contain personal
    /// data, such as IP addresses: do not log them. *Observed.*
    ///
    /// Sends `GET /audit-logs` to [`cursor_api_url`](crate::ClientBuilder::cursor_api_url). Needs
    /// the feature `audit`.
    pub fn list_audit_logs(&self) -> ListAuditLogs {
        ListAuditLogs {
            client: self.clone(),
            options: CallOptions::new(),
            limit: None,
            cursor: None,
            date_from: None,
            date_to: None,
            event_type: None,
            project_id: None,
            user_id: None,
        }
    }
}

/// A call of [`Client::list_audit_logs`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct ListAuditLogs {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) limit: Option<u32>,
    pub(crate) cursor: Option<String>,
    pub(crate) date_from: Option<String>,
    pub(crate) date_to: Option<String>,
    pub(crate) event_type: Option<String>,
    pub(crate) project_id: Option<String>,
    pub(crate) user_id: Option<i64>,
}

impl ListAuditLogs {
    pub(crate) const OPERATION: &'static Operation =
        &Operation::new("listAuditLogs", "/audit-logs", Server::Cursor);

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/audit-logs");
        path.number("limit", self.limit, 1..=1000);
        path.query("cursor", self.cursor.as_ref());
        path.query("date_from", self.date_from.as_ref());
        path.query("date_to", self.date_to.as_ref());
        path.query("event_type", self.event_type.as_ref());
        path.query("project_id", self.project_id.as_ref());
        path.number("user_id", self.user_id, ..);
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

list!(body ListAuditLogs -> AuditLogResponse { data: AuditEvent });

setters! {
    ListAuditLogs {
        /// Events per page.
        limit: Plain<u32>,
        /// The `next_cursor` of the previous page. An unknown one is rejected with 400.
        cursor: Value<String>,
        /// Only events from this day on, in UTC, as `YYYY-MM-DD`.
        date_from: Value<String>,
        /// Only events up to the end of this day, in UTC, as `YYYY-MM-DD`.
        date_to: Value<String>,
        /// Only events with this `event_code`.
        event_type: Value<String>,
        /// Only events of this project. One public client has a number here; the ids of projects
        /// are text.
        project_id: Value<String>,
        /// Only events of this user.
        user_id: Plain<i64>,
    }
}

/// What an event is. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct AuditMetadata {
    /// Id of the event.
    pub uid: String,
    /// Version of the schema.
    pub version: Option<String>,
    /// Name of the log.
    pub log_provider: Option<String>,
    /// Kind, such as `project.deleted`.
    pub event_code: Option<String>,
    /// The service.
    pub product: Option<BTreeMap<String, Value>>,
}

object! {
    AuditMetadata { uid }
    optional { version, log_provider, event_code, product }
}

/// A user, in the audit log. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct AuditUser {
    /// Id of the user.
    pub uid: Option<String>,
    /// Kind of user.
    pub type_id: Option<i64>,
}

object! {
    AuditUser {}
    optional { uid, type_id }
}

/// Who caused an event. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct AuditActor {
    /// The user.
    pub user: Option<AuditUser>,
    /// The session, with `is_remote`.
    pub session: Option<BTreeMap<String, Value>>,
}

object! {
    AuditActor {}
    optional { user, session }
}

/// What an event is about. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct AuditEntity {
    /// Id of what an event is about, a number for a team and text for a project.
    pub id: Option<String>,
    /// Its name.
    pub name: Option<String>,
}

object! {
    AuditEntity {}
    optional { id, name }
}

/// Data of an event. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct AuditEnrichment {
    /// What it is, such as `team`.
    pub name: Option<String>,
    /// Its name.
    pub value: Option<String>,
    /// Its id and name.
    pub data: Option<AuditEntity>,
}

object! {
    AuditEnrichment {}
    optional { name, value, data }
}

/// An event, after the Open Cybersecurity Schema Framework (OCSF). *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct AuditEvent {
    /// What an event is.
    pub metadata: AuditMetadata,
    /// When it happened, in Unix seconds.
    pub time: Option<i64>,
    /// Id of the class.
    pub class_uid: Option<i64>,
    /// Name of the class.
    pub class_name: Option<String>,
    /// Category.
    pub category_uid: Option<i64>,
    /// Name of the category.
    pub category_name: Option<String>,
    /// Activity.
    pub activity_id: Option<i64>,
    /// Name of the activity.
    pub activity_name: Option<String>,
    /// Class and activity.
    pub type_uid: Option<i64>,
    /// Severity.
    pub severity_id: Option<i64>,
    /// Name of the severity.
    pub severity: Option<String>,
    /// Status.
    pub status_id: Option<i64>,
    /// Name of the status.
    pub status: Option<String>,
    /// Who caused it.
    pub actor: Option<AuditActor>,
    /// The origin, with `ip`.
    pub src_endpoint: Option<BTreeMap<String, Value>>,
    /// With `user_agent` and `url`.
    pub http_request: Option<BTreeMap<String, Value>>,
    /// What it is about.
    pub enrichments: Option<Vec<AuditEnrichment>>,
    /// Other data, such as `api_call`.
    pub unmapped: Option<BTreeMap<String, Value>>,
}

object! {
    AuditEvent { metadata }
    optional {
        time, class_uid, class_name, category_uid, category_name, activity_id,
        activity_name, type_uid, severity_id, severity, status_id, status, actor,
        src_endpoint, http_request, enrichments, unmapped,
    }
}

/// A page of the audit log. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct AuditLogResponse {
    /// The events.
    pub data: Vec<AuditEvent>,
    /// Opaque cursor of the next page; null on the last page.
    pub next_cursor: Option<String>,
    /// Whether more events exist.
    pub has_more: Option<bool>,
}

object! {
    AuditLogResponse { data }
    optional { next_cursor, has_more }
}

page!(AuditLogResponse { data: AuditEvent, next_cursor, has_more });
