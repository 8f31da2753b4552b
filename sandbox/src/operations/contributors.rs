//! Contributors, one by one.

use serde_json::{Map, Value, json};

use super::resource::{Action, Around, Fault, Resource};
use super::{AccountCall, Call, Outcome};
use crate::http::{Answer, Refusal};
use crate::quirks::{Quirk, Quirks, Variant};
use crate::state::{
    Row, canonical_right, declared_right, each_once, is_right, items, now, rights, role_rights,
    shown, suggestion,
};

pub(crate) static CONTRIBUTORS: Resource = Resource {
    one: "contributor",
    many: "contributors",
    schema: "Contributor",
    id: "user_id",
    shared: true,
    short: "user_id",
    parameter: "contributor_id",
    uuid: "uuid",
    defaults: r#"{"is_admin": false, "is_reviewer": false, "admin_rights": []}"#,
    users: &["user_id"],
    open: &["languages", "admin_rights"],
    operations: &[
        ("listContributors", Action::List),
        ("getContributor", Action::Get),
        ("updateContributor", Action::Update),
        ("deleteContributor", Action::Delete),
    ],
    check,
    may: |around, action, contributor| match contributor.id("user_id") {
        _ if action != Action::Delete => Ok(()),
        user if user == around.caller => Err(Refusal::forbidden("cannot_delete_self")),
        user if user == around.owner => Err(Refusal::forbidden("cannot_delete_team_owner")),
        _ => Ok(()),
    },
    after: |call, action, gone| {
        if let (Action::Delete, Some(project)) = (action, call.project_mut()) {
            project.remove_contributor(gone.id("user_id"));
            emit(call, "contributor.deleted", gone.id("user_id"));
        }
    },
    show,
    ..Resource::PLAIN
};

fn emit(call: &mut AccountCall<'_>, event: &str, user: u64) {
    let members = json!({ "contributor": { "email": call.email(user) } });
    call.emit(event, members);
}

/// A role wins over single rights, languages are replaced as a whole.
fn check(around: &Around<'_>, row: &mut Row, sent: &Map<String, Value>) -> Result<(), Fault> {
    if let Some(role) = sent.get("role_id").filter(|role| !role.is_null()) {
        let role = role.as_u64().filter(|role| (1..=5).contains(role));
        let roles = "There is no such role: 1 manager, 2 developer, 3 content creator, \
                     4 reviewer, 5 translator.";
        let role = role.ok_or_else(|| Fault::new("role_id", roles))?;
        row.fill("is_reviewer", || matches!(role, 1 | 4).into());
        row.set("admin_rights", role_rights(role));
    } else if let Some(rights) = sent.get("admin_rights") {
        row.set("role_id", Value::Null);
        row.set("admin_rights", canonical("admin_rights", rights)?);
    }
    // A response may have it misspelled.
    if let Some(flag) = row.get("is_reviwer").as_bool() {
        row.fill("is_reviewer", || flag.into());
        row.set("is_reviwer", Value::Null);
    }
    let all = || around.languages.iter().map(|it| json!(it.iso)).collect();
    if row.get("languages").is_null() {
        row.set("languages", Value::Array(all()));
    } else if !sent.contains_key("languages") {
        return Ok(());
    }
    let languages = row.list("languages").iter().enumerate();
    let languages = languages.map(|(index, access)| access_to(around, index, access));
    let languages: Vec<Value> = languages.collect::<Result<_, _>>()?;
    row.set("languages", each_once(languages, |access| access["lang_id"].clone()));
    Ok(())
}

/// Rights by the names of the create operation.
fn canonical(field: &str, sent: &Value) -> Result<Vec<Value>, Fault> {
    let names = items(sent).iter().enumerate();
    let names = names.map(|(index, name)| match name.as_str() {
        Some(name) if is_right(name) => Ok(json!(canonical_right(name))),
        name => {
            let name = name.unwrap_or_default();
            let message = format!("unknown right {}{}", shown(name), suggestion(name, rights()));
            Err(Fault::new(format!("{field}.{index}"), message))
        }
    });
    // A response may have both names of a right.
    Ok(each_once(names.collect::<Result<_, _>>()?, Clone::clone))
}

/// Access to a language by its code or id; a code alone means write access.
fn access_to(around: &Around<'_>, index: usize, access: &Value) -> Result<Value, Fault> {
    let iso = access["lang_iso"].as_str().or(access.as_str());
    let is_it = |id: u64, code: &str| iso.map_or(access["lang_id"] == id, |iso| iso == code);
    let language = around.languages.iter().find(|it| is_it(it.id, &it.iso));
    let language = language.ok_or_else(|| {
        let field = format!("languages.{index}.lang_iso");
        Fault::new(field, "The project does not have this language.")
    })?;
    let writable = !matches!(access["is_writable"].as_i64(), Some(0));
    let writable = access["is_writable"].as_bool().unwrap_or(writable);
    Ok(json!({ "lang_id": language.id, "is_writable": writable }))
}

pub(super) fn create(call: &mut Call<'_>) -> Outcome {
    let items = items(&call.body["contributors"]);
    // All of them are checked before the first is added.
    let invited = items.iter().enumerate().map(|(index, item)| invitation(call, item, index));
    let invited = invited.collect::<Result<Vec<_>, _>>()?;
    let mut added = Vec::new();
    for (item, mut row) in items.iter().zip(invited) {
        let text = |name: &str| item[name].as_str().unwrap_or_default();
        let user = call.state.user_by_email(text("email"), text("fullname"));
        row.set("user_id", user);
        let by = call.caller;
        let row = CONTRIBUTORS.completed(row, by, now(), &mut call.state.ids);
        added.push(CONTRIBUTORS.show(&call.around(), Action::Create, &row));
        call.project_mut().contributors_mut().push(row);
        emit(call, "contributor.added", user);
    }
    match call.quirks.other(Quirk::InvitedContributor) {
        false if !added.is_empty() => call.single("contributor", added.pop()),
        _ => call.single("contributors", added),
    }
}

/// The contributor that an item of an invitation describes, still without a user.
fn invitation(call: &Call<'_>, item: &Value, index: usize) -> Result<Row, Refusal> {
    let field = format!("contributors.{index}.");
    let refuse = |name: &str, message: &str| Err(Refusal::field(format!("{field}{name}"), message));
    let mut row = Row::default();
    CONTRIBUTORS.change(call, &mut row, item, &field)?;
    if !row.flag("is_admin") && item.get("languages").is_none() {
        return refuse("languages", "This field is missing.");
    }
    let email = item["email"].as_str().unwrap_or_default();
    let known = |contributor: &Row| call.email(contributor.id("user_id")) == email;
    let items = items(&call.body["contributors"]).iter();
    let repeated = items.take(index).any(|earlier| earlier["email"] == email);
    if repeated || call.project().contributors().iter().any(known) {
        return refuse("email", "This user is already a contributor.");
    }
    Ok(row)
}

pub(super) fn get_own(call: &mut Call<'_>) -> Outcome {
    let project = call.project();
    let own = project.contributor(call.caller).ok_or_else(Refusal::not_found)?;
    let uuid = own.get("uuid").clone();
    let mut own = CONTRIBUTORS.show(&call.around(), Action::Get, own);
    own["uuid"] = uuid;
    let mut answer = json!({ "project_uuid": project.uuid, "contributor": own });
    if !call.quirks.other(Quirk::OwnContributor) {
        answer["project_id"] = json!(project.id);
    }
    Ok(Answer::ok(&answer))
}

fn show(around: &Around<'_>, action: Action, row: &Row, shown: &mut Map<String, Value>) {
    around.show_user(row.id("user_id"), shown);
    let absent = match around.quirks.other(Quirk::ReviewerSpelling) {
        true => "is_reviewer",
        false => "is_reviwer",
    };
    shown.insert("is_reviwer".to_owned(), row.flag("is_reviewer").into());
    let role = row.get("role_id").is_null() || action == Action::List;
    let absent = [absent, "uuid"].into_iter().chain(role.then_some("role_id"));
    absent.for_each(|name| drop(shown.shift_remove(name)));
    shown.insert("languages".to_owned(), languages_view(around, row));
    let rights = rights_view(around.quirks, row.texts("admin_rights"));
    shown.insert("admin_rights".to_owned(), rights);
}

fn rights_view<'r>(quirks: Quirks, rights: impl IntoIterator<Item = &'r str>) -> Value {
    let names = |right: &'r str| match quirks.get(Quirk::AdminRightSets) {
        Variant::Sample => vec![right],
        Variant::Other => vec![declared_right(right)],
        Variant::Both if declared_right(right) == right => vec![right],
        Variant::Both => vec![right, declared_right(right)],
    };
    let names: Vec<&str> = rights.into_iter().flat_map(names).collect();
    match names.is_empty() && !quirks.other(Quirk::EmptyAdminRights) {
        true => json!({}),
        false => json!(names),
    }
}

/// Admins have access to every language.
fn languages_view(around: &Around<'_>, contributor: &Row) -> Value {
    let languages = around.languages.iter().filter_map(|language| {
        let own = contributor.list("languages").iter().find(|it| it["lang_id"] == language.id);
        let writable = contributor.flag("is_admin") || own?["is_writable"] == true;
        let flag = match around.quirks.other(Quirk::WritableFlag) {
            true => json!(writable),
            false => json!(u8::from(writable)),
        };
        Some(json!({
            "lang_id": language.id,
            "lang_iso": language.iso,
            "lang_name": language.name,
            "is_writable": flag,
        }))
    });
    languages.collect()
}
