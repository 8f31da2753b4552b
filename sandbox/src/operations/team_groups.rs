//! Groups of a team, and the roles they may have.

use serde_json::{Map, Value, json};

use super::contributors::{canonical, rights_view};
use super::resource::{Action, Around, Fault, Resource, Scope};
use super::teams::in_team;
use super::{AccountCall, Outcome};
use crate::http::Refusal;
use crate::quirks::Quirk;
use crate::state::{MANAGE_KEYS, ROLES, Row, State, role_rights, system_languages};

pub(crate) static TEAM_GROUPS: Resource = Resource {
    one: "group",
    many: "team_groups",
    schema: "TeamGroup",
    scope: Scope::Account,
    id: "group_id",
    filled: &["name"],
    operations: &[
        ("listTeamGroups", Action::List),
        ("createTeamGroup", Action::Create),
        ("getTeamGroup", Action::Get),
        ("updateTeamGroup", Action::Update),
        ("deleteTeamGroup", Action::Delete),
    ],
    check,
    arrange: |_, groups| groups.sort_by_key(|group| group.text("name").to_lowercase()),
    show: |around, action, group, shown| {
        let mut permissions = group.get("permissions").clone();
        let rights = permissions["admin_rights"].as_array().into_iter().flatten();
        let rights = rights_view(around.quirks, rights.filter_map(Value::as_str));
        permissions["admin_rights"] = rights;
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
        "languages": languages(around, row, given.get("languages"))?,
    });
    row.set("permissions", permissions);
    row.set("role_id", role);
    Ok(())
}

/// The languages as a response has them, of those lists of ids.
fn languages(around: &Around<'_>, row: &Row, sent: Option<&Value>) -> Result<Vec<Value>, Fault> {
    if let Some(Value::Array(complete)) = sent {
        return Ok(complete.clone());
    }
    let own = around.state.map_or(&[][..], |state| &state.projects).iter();
    let own = own.filter(|project| project.team == row.id("team_id")).flat_map(|it| it.languages());
    let known: Vec<_> = own.chain(system_languages::all()).collect();
    let mut languages: Vec<Value> = Vec::new();
    for (list, is_writable) in [("contributable", true), ("reference", false)] {
        let ids = sent.and_then(|sent| sent[list].as_array()).map_or(&[][..], Vec::as_slice);
        // A seed has no caller, and may leave them out.
        if ids.is_empty() && around.caller != 0 && !around.quirks.other(Quirk::GroupLanguages) {
            let field = format!("languages.{list}");
            return Err(Fault::new(field, "A group needs both lists of languages."));
        }
        for (index, id) in ids.iter().enumerate() {
            let language = known.iter().find(|language| *id == language.id).ok_or_else(|| {
                Fault::new(format!("languages.{list}.{index}"), "Unknown language.")
            })?;
            if !languages.iter().any(|it| it["lang_id"] == *id) {
                languages.push(json!({
                    "lang_id": id,
                    "lang_iso": language.iso,
                    "lang_name": language.name,
                    "is_writable": is_writable,
                }));
            }
        }
    }
    Ok(languages)
}

/// Adds members or projects to a group, or removes them.
pub(super) fn change(call: &mut AccountCall<'_>) -> Outcome {
    let index = TEAM_GROUPS.index(call)?;
    let mut group = TEAM_GROUPS.rows(call)[index].clone();
    let (sent, list) = match call.operation.path.contains("/members/") {
        true => ("users", "members"),
        false => ("projects", "projects"),
    };
    let items = call.body.value[sent].as_array().map_or(&[][..], Vec::as_slice);
    let mut kept = group.list(list).to_vec();
    kept.retain(|it| !items.contains(it));
    if call.operation.path.ends_with("/add") {
        let team = group.id("team_id");
        let is_unknown = |item: &Value| !is_of_team(call.state, team, item);
        if let Some(index) = items.iter().position(is_unknown) {
            return Err(Refusal::field(format!("{sent}.{index}"), "The team does not have it."));
        }
        kept.extend_from_slice(items);
    }
    kept.sort_by(|a, b| (a.as_u64(), a.as_str()).cmp(&(b.as_u64(), b.as_str())));
    kept.dedup();
    group.set(list, kept);
    let shown = TEAM_GROUPS.show(&call.around(), Action::Update, &group);
    call.state.tables.rows_mut(TEAM_GROUPS.many)[index] = group;
    call.single(TEAM_GROUPS.one, shown)
}

/// Whether this is the id of a user or a project of the team.
fn is_of_team(state: &State, team: u64, item: &Value) -> bool {
    match item.as_u64() {
        Some(user) => state.team_role(team, user).is_some(),
        None => state.projects.iter().any(|it| it.team == team && *item == *it.id),
    }
}

pub(super) fn roles(call: &mut AccountCall<'_>) -> Outcome {
    let view = |role: &Value| {
        let mut role = role.clone();
        let rights = role["permissions"].as_array_mut().into_iter().flatten();
        if call.quirks.other(Quirk::RightManageKeys) {
            rights.filter(|it| **it == MANAGE_KEYS).for_each(|right| *right = json!("keys"));
        }
        role
    };
    let answer = call.paged(&ROLES, view, |shown| call.single("roles", shown))?;
    // Without a limit, that is the number of roles.
    match call.parameters.query.contains_key("limit") {
        true => Ok(answer),
        false => Ok(answer.header(super::COUNTS[3], ROLES.len())),
    }
}
