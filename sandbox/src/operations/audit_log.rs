//! The audit log: an event for each write, and the list of them.

use chrono::{DateTime, NaiveDate};
use serde_json::{Value, json};

use super::call::{cursor_behind, last_id, page_behind};
use super::resource::{Action, Fault, Resource, Scope};
use super::{AccountCall, Outcome};
use crate::http::{Answer, Refusal};
use crate::state::{Place, Row, State, now};

const KEPT: usize = 1_000;

pub(crate) static AUDIT_LOG: Resource = Resource {
    one: "event",
    many: "audit_logs",
    schema: "AuditEvent",
    scope: Scope::Account,
    id: "event_id",
    defaults: r#"{"class_uid": 6003, "class_name": "API Activity", "category_uid": 6,
        "category_name": "Application Activity", "activity_id": 99, "activity_name": "Other",
        "type_uid": 600399, "severity_id": 1, "severity": "Informational", "status_id": 1,
        "status": "Success"}"#,
    check: |_, event, _| match event.get("metadata")["uid"].is_string() {
        true => Ok(()),
        false => Err(Fault::new("metadata", "an event has metadata with a uid")),
    },
    ..Resource::PLAIN
};

/// The project that an event is about, and its team: else that of the path, or one of the user's.
pub(crate) fn subjects(
    state: &State,
    place: Option<Place>,
    path: &[(String, String)],
    user: u64,
) -> Vec<Value> {
    let project = place.map(|place| &state.projects[place.project]);
    let named = path.iter().find(|(name, _)| name == "team_id");
    let id = project.map(|it| it.team).or_else(|| named?.1.parse().ok());
    let mut teams = state.teams().iter();
    let team = teams.find(|team| {
        let own = team.id("team_id");
        id.map_or_else(|| state.team_role(own, user).is_some(), |id| own == id)
    });
    let subject = |kind: &str, id: Value, name: Value| {
        let data = json!({ "id": id, "name": name });
        json!({ "name": kind, "value": name, "data": data })
    };
    let team = team.map(|it| subject("team", it.get("team_id").clone(), it.get("name").clone()));
    let project = project.map(|it| subject("project", json!(it.id), json!(it.name)));
    team.into_iter().chain(project).collect()
}

pub(crate) fn record(state: &mut State, user: u64, operation: &str, subjects: Vec<Value>) {
    let id = state.ids.next();
    let event = Row::of([
        ("event_id", id.into()),
        ("time", now().into()),
        (
            "metadata",
            json!({ "uid": format!("{id:012x}"), "version": "1.3.0",
                             "log_provider": "audit", "event_code": code(operation) }),
        ),
        (
            "actor",
            json!({ "user": { "uid": user.to_string(), "type_id": 1 },
                          "session": { "is_remote": true } }),
        ),
        ("enrichments", subjects.into()),
    ]);
    let event = AUDIT_LOG.completed(event, user, now(), &mut state.ids);
    let events = state.tables.rows_mut(AUDIT_LOG.many);
    events.push(event);
    events.drain(..events.len().saturating_sub(KEPT));
}

/// The code of an event: `project.deleted` for `deleteProject`.
fn code(operation: &str) -> String {
    let object = operation.find(char::is_uppercase).unwrap_or(operation.len());
    let (verb, object) = operation.split_at(object);
    let mut code = String::new();
    for letter in object.chars() {
        if letter.is_uppercase() && !code.is_empty() {
            code.push('_');
        }
        code.extend(letter.to_lowercase());
    }
    match (verb.strip_suffix('y'), verb.strip_suffix('e')) {
        (Some(stem), _) => format!("{code}.{stem}ied"),
        (_, Some(stem)) => format!("{code}.{stem}ed"),
        _ => format!("{code}.{verb}ed"),
    }
}

pub(super) fn list(call: &mut AccountCall<'_>) -> Outcome {
    let query = |name: &str| call.parameters.query.get(name).map(String::as_str);
    let limit = call.limit();
    let after = query("cursor").map_or(Some(0), last_id);
    let after = after.ok_or_else(|| Refusal::bad_request("The cursor is not valid"))?;
    let day = |name: &str| {
        let day = query(name).map(|text| NaiveDate::parse_from_str(text, "%Y-%m-%d"));
        day.transpose().map_err(|_| Refusal::field(name, "This is not a day, as in 2025-03-01."))
    };
    let (from, to) = (day("date_from")?, day("date_to")?);
    let is_team = |subject: &&Value| subject["name"] == "team";
    let is_own = |team: &Value| {
        let id = team["data"]["id"].as_u64().unwrap_or_default();
        call.state.team_role(id, call.caller).is_some()
    };
    let fits = |event: &&Row| {
        let day = DateTime::from_timestamp(event.seconds("time"), 0).map(|it| it.date_naive());
        let mut subjects = event.list("enrichments").iter();
        subjects.clone().filter(is_team).all(is_own)
            && from.is_none_or(|from| day >= Some(from))
            && to.is_none_or(|to| day <= Some(to))
            && query("event_type").is_none_or(|code| event.get("metadata")["event_code"] == code)
            && query("user_id").is_none_or(|id| event.get("actor")["user"]["uid"] == id)
            && query("project_id").is_none_or(|id| subjects.any(|it| it["data"]["id"] == id))
    };
    let mut events: Vec<&Row> = AUDIT_LOG.rows(call).iter().filter(fits).collect();
    events.sort_by_key(|event| event.id("event_id"));
    let (page, next) = page_behind(&events, |event| event.id("event_id"), after, limit);
    let around = call.around();
    let shown = page.iter().map(|event| AUDIT_LOG.show(&around, Action::List, event));
    let (shown, has_more): (Vec<Value>, _) = (shown.collect(), next.is_some());
    let next = next.map(cursor_behind);
    Ok(Answer::ok(&json!({ "data": shown, "next_cursor": next, "has_more": has_more })))
}
