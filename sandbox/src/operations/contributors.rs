//! Contributors, one by one.

use serde_json::{Value, json};
use uuid::Uuid;

use super::{Call, Outcome};
use crate::http::{Answer, Refusal};
use crate::quirks::{Quirk, Variant};
use crate::state::{Access, Contributor, canonical_right, declared_right, now, role_rights};

pub(super) fn list(call: &mut Call<'_>) -> Outcome {
    call.list("contributors", &call.project().contributors, |contributor| {
        view(call, contributor, &contributor.admin_rights)
    })
}

pub(super) fn create(call: &mut Call<'_>) -> Outcome {
    let body = call.body;
    let items = body.value["contributors"].as_array().map_or(&[][..], Vec::as_slice);
    // All of them are checked before the first is added.
    let invitations = items
        .iter()
        .enumerate()
        .map(|(index, item)| invitation(call, item, index))
        .collect::<Result<Vec<_>, _>>()?;
    let mut invited = Vec::new();
    for (item, mut contributor) in items.iter().zip(invitations) {
        let email = item["email"].as_str().unwrap_or_default();
        let fullname = item["fullname"].as_str().unwrap_or_default();
        contributor.user = call.state.user_by_email(email, fullname).id;
        invited.push(view_with_role(call, &contributor, &contributor.admin_rights));
        call.project_mut().contributors.push(contributor);
    }
    match invited.pop() {
        Some(last) if !call.quirks.other(Quirk::InvitedContributor) => {
            call.single("contributor", last)
        }
        last => {
            invited.extend(last);
            call.single("contributors", invited)
        }
    }
}

/// The contributor that an item of an invitation describes, still without a user.
fn invitation(call: &Call<'_>, item: &Value, index: usize) -> Result<Contributor, Refusal> {
    let field = |name: &str| format!("contributors.{index}.{name}");
    let mut contributor = Contributor {
        user: 0,
        uuid: Uuid::now_v7(),
        created_at: now(),
        is_admin: false,
        is_reviewer: false,
        role: None,
        languages: Vec::new(),
        admin_rights: Vec::new(),
        group_rights: Vec::new(),
    };
    change(call, &mut contributor, item, &field(""))?;
    if !contributor.is_admin && item.get("languages").is_none() {
        return Err(Refusal::field(field("languages"), "This field is missing."));
    }
    let email = item["email"].as_str().unwrap_or_default();
    let known = |contributor: &Contributor| call.email(contributor.user) == email;
    let items = call.body.value["contributors"].as_array().into_iter().flatten();
    let repeated = items.take(index).any(|earlier| earlier["email"] == email);
    if repeated || call.project().contributors.iter().any(known) {
        return Err(Refusal::field(field("email"), "This user is already a contributor."));
    }
    Ok(contributor)
}

pub(super) fn get(call: &mut Call<'_>) -> Outcome {
    let contributor = &call.project().contributors[index(call)?];
    call.single("contributor", view_with_role(call, contributor, &contributor.admin_rights))
}

pub(super) fn get_own(call: &mut Call<'_>) -> Outcome {
    let contributor = call.project().contributor(call.caller).ok_or_else(Refusal::not_found)?;
    let mut own = view_with_role(call, contributor, &contributor.combined_rights());
    own["uuid"] = json!(contributor.uuid);
    let project = call.project();
    let mut answer = json!({ "project_uuid": project.uuid, "contributor": own });
    if !call.quirks.other(Quirk::OwnContributor) {
        answer["project_id"] = json!(project.id);
    }
    Ok(Answer::ok(&answer))
}

pub(super) fn update(call: &mut Call<'_>) -> Outcome {
    let index = index(call)?;
    let mut contributor = call.project().contributors[index].clone();
    change(call, &mut contributor, &call.body.value, "")?;
    let updated = view_with_role(call, &contributor, &contributor.admin_rights);
    call.project_mut().contributors[index] = contributor;
    call.single("contributor", updated)
}

pub(super) fn delete(call: &mut Call<'_>) -> Outcome {
    let index = index(call)?;
    let user = call.project().contributors[index].user;
    if user == call.caller {
        return Err(Refusal::forbidden("cannot_delete_self"));
    }
    if user == call.project().owner {
        return Err(Refusal::forbidden("cannot_delete_team_owner"));
    }
    call.project_mut().contributors.remove(index);
    call.single("contributor_deleted", true)
}

fn index(call: &Call<'_>) -> Result<usize, Refusal> {
    let id = call.path_id("contributor_id")?;
    let contributors = &call.project().contributors;
    contributors
        .iter()
        .position(|contributor| contributor.user == id)
        .ok_or_else(Refusal::not_found)
}

/// Sets what `wanted` names, whose fields are called `field` and their name: a role wins over
/// single rights, languages are replaced as a whole.
fn change(
    call: &Call<'_>,
    contributor: &mut Contributor,
    wanted: &Value,
    field: &str,
) -> Result<(), Refusal> {
    if let Some(is_admin) = wanted["is_admin"].as_bool() {
        contributor.is_admin = is_admin;
    }
    if let Some(is_reviewer) = wanted["is_reviewer"].as_bool() {
        contributor.is_reviewer = is_reviewer;
    }
    if let Some(languages) = wanted["languages"].as_array() {
        contributor.languages = accesses(call, languages, &format!("{field}languages"))?;
    }
    if let Some(role) = wanted["role_id"].as_i64() {
        let role = u64::try_from(role)
            .ok()
            .filter(|role| (1..=5).contains(role))
            .ok_or_else(|| Refusal::field(format!("{field}role_id"), "Unknown role."))?;
        contributor.role = Some(role);
        contributor.admin_rights = role_rights(role);
    } else if let Some(rights) = wanted["admin_rights"].as_array() {
        contributor.role = None;
        let names = rights.iter().filter_map(Value::as_str);
        contributor.admin_rights = names.map(|right| canonical_right(right).to_owned()).collect();
    }
    Ok(())
}

fn accesses(call: &Call<'_>, languages: &[Value], field: &str) -> Result<Vec<Access>, Refusal> {
    languages
        .iter()
        .enumerate()
        .map(|(index, language)| {
            let iso = language["lang_iso"].as_str().unwrap_or_default();
            match call.branch().language(iso) {
                Some(known) => Ok(Access {
                    language: known.id,
                    writable: language["is_writable"].as_bool().unwrap_or(true),
                }),
                None => Err(Refusal::field(
                    format!("{field}.{index}.lang_iso"),
                    "The project does not have this language.",
                )),
            }
        })
        .collect()
}

fn view_with_role(call: &Call<'_>, contributor: &Contributor, rights: &[String]) -> Value {
    let mut view = view(call, contributor, rights);
    if let Some(role) = contributor.role {
        view["role_id"] = json!(role);
    }
    view
}

fn view(call: &Call<'_>, contributor: &Contributor, rights: &[String]) -> Value {
    let user = call.state.user(contributor.user);
    let reviewer = match call.quirks.other(Quirk::ReviewerSpelling) {
        true => "is_reviwer",
        false => "is_reviewer",
    };
    let mut view = json!({
        "user_id": contributor.user,
        "email": user.map_or("", |user| &user.email),
        "fullname": user.map_or("", |user| &user.fullname),
        "is_admin": contributor.is_admin,
        reviewer: contributor.is_reviewer,
        "languages": languages_view(call, contributor),
        "admin_rights": rights_view(call, rights),
    });
    call.stamp(&mut view, "created_at", contributor.created_at);
    view
}

fn rights_view(call: &Call<'_>, rights: &[String]) -> Value {
    if rights.is_empty() && !call.quirks.other(Quirk::EmptyAdminRights) {
        return json!({});
    }
    let names = |right: &'_ String| match call.quirks.get(Quirk::AdminRightSets) {
        Variant::Sample => vec![json!(right)],
        Variant::Other => vec![json!(declared_right(right))],
        Variant::Both if declared_right(right) == right => vec![json!(right)],
        Variant::Both => vec![json!(right), json!(declared_right(right))],
    };
    rights.iter().flat_map(names).collect()
}

/// Admins have access to every language.
fn languages_view(call: &Call<'_>, contributor: &Contributor) -> Value {
    let languages = call.branch().languages().iter();
    languages
        .filter_map(|language| {
            let access = contributor.languages.iter().find(|access| access.language == language.id);
            let writable = contributor.is_admin || access?.writable;
            let flag = match call.quirks.other(Quirk::WritableFlag) {
                true => json!(writable),
                false => json!(u8::from(writable)),
            };
            Some(json!({
                "lang_id": language.id,
                "lang_iso": language.iso,
                "lang_name": language.name,
                "is_writable": flag,
            }))
        })
        .collect()
}
