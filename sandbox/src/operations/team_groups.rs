//! Groups of a team, and the roles they may have.

use serde_json::{Map, Value, json};

use super::contributors::{canonical, rights_view};
use super::resource::{Action, Around, Fault, Resource, Scope};
use super::teams::in_team;
use super::{AccountCall, Outcome};
use crate::http::Refusal;
use crate::quirks::Quirk;
use crate::state::{MANAGE_KEYS, ROLES, Row, each_once, items, role_rights, system_languages};

pub(crate) static TEAM_GROUPS: Resource = Resource {
    one: "group",
    many: "team_groups",
    schema: "TeamGroup",
    scope: Scope::Account,
    id: "group_id",
    filled: &["name"],
    object: "TeamGroup",
    actions: &Action::ALL,
    check,
    after: |call, action, gone| {
        if action == Action::Delete {
            let projects = call.state.projects.iter_mut();
            projects.for_each(|project| project.unassign("groups", gone.get("group_id")));
        }
    },
    arrange: |_, groups| groups.sort_by_key(|group| group.text("name").to_lowercase()),
    show: |around, action, group, shown| {
        let mut permissions = group.get("permissions").clone();
        let rights = items(&permissions["admin_rights"]).iter().filter_map(Value::as_str);
        let rights = rights_view(around.quirks, rights);
        // An empty object is one of contributors only.
        permissions["admin_rights"] = if rights.is_array() { rights } else { json!([]) };
        if permissions["is_admin"] == true {
            permissions["languages"] = json!([]);
        }
        shown.insert("permissions".to_owned(), permissions);
        let is_read = matches!(action, Action::List | Action::Get);
        if !is_read || around.quirks.other(Quirk::GroupRole) {
            shown.shift_remove("role_id");
        }
    },
    name: |_, action| (action == Action::List).then_some(("user_groups", true)),
    ..Resource::PLAIN
};

/// Replaces the permissions: a role wins over rights, and the flags follow from both.
fn check(around: &Around<'_>, row: &mut Row, sent: &Map<String, Value>) -> Result<(), Fault> {
    in_team(around, row)?;
    let given = sent.get("permissions").and_then(Value::as_object).unwrap_or(sent);
    let role = sent.get("role_id").and_then(Value::as_u64);
    let mut rights = match role {
        Some(role) => role_rights(role).into_iter().map(Value::from).collect(),
        None => canonical("admin_rights", given.get("admin_rights").unwrap_or(&Value::Null))?,
    };
    rights.retain(|right| right != "glossary");
    let reviews = role.is_none() && given.get("is_reviewer") == Some(&json!(true));
    let permissions = json!({
        "is_admin": role.map_or(!rights.is_empty(), |role| role <= 3),
        "is_reviewer": reviews || rights.contains(&json!("review")),
        "admin_rights": rights,
        "languages": languages(around, given.get("languages").unwrap_or(&Value::Null))?,
    });
    row.set("permissions", permissions);
    row.set("role_id", role);
    Ok(())
}

/// The languages as a response has them, of those lists of ids.
fn languages(around: &Around<'_>, sent: &Value) -> Result<Vec<Value>, Fault> {
    if sent.is_array() {
        return Ok(items(sent).to_vec());
    }
    let mut languages = Vec::new();
    for (list, is_writable) in [("contributable", true), ("reference", false)] {
        let (field, ids) = (format!("languages.{list}"), items(&sent[list]));
        // A seed has no caller, and may leave them out.
        if ids.is_empty() && around.caller != 0 && !around.quirks.other(Quirk::GroupLanguages) {
            return Err(Fault::new(field, "A group needs both lists of languages."));
        }
        let known = |id: &Value| system_languages::all().find(|it| *id == it.id);
        Fault::of_items(&field, ids, |id| known(id).is_some())?;
        languages.extend(ids.iter().filter_map(known).map(|language| {
            json!({
                "lang_id": language.id,
                "lang_iso": language.iso,
                "lang_name": language.name,
                "is_writable": is_writable,
            })
        }));
    }
    Ok(each_once(languages, |language| language["lang_id"].clone()))
}

/// Adds members or projects to a group, or removes them.
pub(super) fn change(call: &mut AccountCall<'_>) -> Outcome {
    let index = TEAM_GROUPS.index(call)?;
    let mut group = TEAM_GROUPS.rows(call)[index].clone();
    let (sent, list) = match call.operation.path.contains("/members/") {
        true => ("users", "members"),
        false => ("projects", "projects"),
    };
    let items = items(&call.body[sent]);
    group.remove(list, |it| items.contains(it));
    let mut kept = group.list(list).to_vec();
    if call.operation.path.ends_with("/add") {
        let (state, team) = (&call.state, group.id("team_id"));
        let is_of_team = |item: &Value| match item.as_u64() {
            Some(user) => state.team_role(team, user).is_some(),
            None => state.projects.iter().any(|it| it.team == team && *item == *it.id),
        };
        Fault::of_items(sent, items, is_of_team)
            .map_err(|fault| Refusal::field(fault.field, fault.message))?;
        kept.extend_from_slice(items);
    }
    kept.sort_by(|a, b| (a.as_u64(), a.as_str()).cmp(&(b.as_u64(), b.as_str())));
    kept.dedup();
    group.set(list, kept);
    let shown = TEAM_GROUPS.show(&call.around(), Action::Update, &group);
    call.state.tables.rows_mut(TEAM_GROUPS.many)[index] = group;
    call.single(TEAM_GROUPS.one, shown)
}

pub(crate) static TEAM_ROLES: Resource = Resource {
    one: "role",
    many: "roles",
    schema: "TeamRole",
    scope: Scope::Account,
    id: "id",
    fixed: Some(&ROLES),
    object: "TeamRole",
    actions: &[Action::List],
    show: |around, _, role, shown| {
        if around.quirks.other(Quirk::RightManageKeys) {
            let name = |right| if right == MANAGE_KEYS { "keys" } else { right };
            let names = role.texts("permissions").map(name).collect();
            shown.insert("permissions".to_owned(), names);
        }
    },
    ..Resource::PLAIN
};
