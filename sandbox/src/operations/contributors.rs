//! Contributors, one by one.

use serde_json::{Map, Value, json};

use super::resource::{Action, Around, Resource};
use super::{Call, Outcome};
use crate::http::{Answer, Refusal};
use crate::state::{
    DataError, Language, Row, canonical_right, declared_right, each_once, items, rights,
    role_rights, suggestion,
};

pub(crate) static CONTRIBUTORS: Resource = Resource {
    one: "contributor",
    many: "contributors",
    schema: "Contributor",
    id: "user_id",
    short: "user_id",
    defaults: r#"{"is_admin": false, "is_reviewer": false, "admin_rights": []}"#,
    computed: &["is_reviwer"],
    users: &["user_id"],
    open: &["languages", "admin_rights"],
    operations: &[
        ("listContributors", Action::List),
        ("getContributor", Action::Get),
        ("updateContributor", Action::Update),
        ("deleteContributor", Action::Delete),
    ],
    complete,
    may: |call, action, contributor| match contributor.id("user_id") {
        _ if action != Action::Delete => Ok(()),
        user if user == call.caller => Err(Refusal::forbidden("cannot_delete_self")),
        user if user == call.project().owner => Err(Refusal::forbidden("cannot_delete_team_owner")),
        _ => Ok(()),
    },
    after: |call, action, contributor| {
        let event = match action {
            Action::Create => "contributor.added",
            Action::Delete => "contributor.deleted",
            _ => return,
        };
        let email = call.email(contributor.id("user_id"));
        call.emit(event, json!({ "contributor": { "email": email } }));
    },
    show,
    ..Resource::PLAIN
};

/// A role wins over single rights, languages are replaced as a whole.
fn complete(
    around: &Around<'_>,
    row: &mut Row,
    sent: &Map<String, Value>,
) -> Result<(), DataError> {
    if let Some(role) = sent.get("role_id").and_then(Value::as_u64) {
        row.set("admin_rights", role_rights(role));
        if !sent.contains_key("is_reviewer") {
            row.set("is_reviewer", matches!(role, 1 | 4));
        }
    } else if let Some(rights) = sent.get("admin_rights") {
        row.set("role_id", Value::Null);
        row.set("admin_rights", canonical(rights)?);
    }
    let languages = around.languages();
    if row.get("languages").is_null() {
        let all = languages.iter().map(|it| json!({ "lang_id": it.id, "is_writable": true }));
        row.set("languages", all.collect::<Value>());
    } else if sent.contains_key("languages") {
        let written = row.list("languages").iter().enumerate();
        let written = written.map(|(index, access)| access_to(languages, index, access));
        let written = written.collect::<Result<Vec<_>, _>>()?;
        row.set("languages", written);
    }
    Ok(())
}

/// Rights by the names of the create operation. A response may have both names of one.
fn canonical(sent: &Value) -> Result<Vec<Value>, DataError> {
    let names = items(sent).iter().map(|name| canonical_right(name.as_str().unwrap_or_default()));
    if let Some(unknown) = names.clone().find(|name| !rights().any(|right| right == *name)) {
        let message = format!("unknown right {unknown:?}{}", suggestion(unknown, rights()));
        return Err(DataError::new("admin_rights", message));
    }
    Ok(each_once(names.map(Value::from).collect(), Clone::clone))
}

/// Access to a language by its code or id, which the project may lack since; a code alone means
/// write access.
fn access_to(languages: &[Language], index: usize, access: &Value) -> Result<Value, DataError> {
    let iso = access["lang_iso"].as_str().or(access.as_str());
    let named = languages.iter().find(|it| iso == Some(&*it.iso)).map(|language| language.id);
    let id = access["lang_id"].as_u64().filter(|_| iso.is_none());
    let id = named.or(id).ok_or_else(|| {
        let field = format!("languages.{index}.lang_iso");
        DataError::new(field, "The project does not have this language.")
    })?;
    let is_read_only = access["is_writable"] == false || access["is_writable"] == 0;
    Ok(json!({ "lang_id": id, "is_writable": !is_read_only }))
}

pub(super) fn create(call: &mut Call<'_>) -> Outcome {
    let mut rows: Vec<Row> = Vec::new();
    for (index, item) in items(&call.body["contributors"]).iter().enumerate() {
        let place = format!("contributors.{index}");
        let text = |name: &str| item[name].as_str().unwrap_or_default();
        let user = call.state.user_by_email(text("email"), text("fullname"));
        let mut known = call.project().contributors().iter().chain(&rows);
        if known.any(|it| it.id("user_id") == user) {
            let message = "This user is already a contributor.";
            return Err(Refusal::field(format!("{place}.email"), message));
        }
        let row = Row::of([("user_id", user.into())]);
        rows.push(CONTRIBUTORS.new_row(call, row, item, &place)?);
    }
    CONTRIBUTORS.add_all(call, &rows)
}

pub(super) fn get_own(call: &mut Call<'_>) -> Outcome {
    let project = call.project();
    let own = project.contributor(call.caller).ok_or_else(Refusal::not_found)?;
    let mut shown = CONTRIBUTORS.show(call, Action::Get, own);
    shown["uuid"] = own.get("uuid").clone();
    let (id, uuid) = (&project.id, project.uuid);
    let body = json!({ "project_id": id, "project_uuid": uuid, "contributor": shown });
    Ok(Answer::ok(&body))
}

fn show(call: &Call<'_>, action: Action, row: &Row, shown: &mut Map<String, Value>) {
    let user = call.state.user(row.id("user_id"));
    for name in ["email", "fullname"] {
        shown.insert(name.to_owned(), user.map_or("", |user| user.text(name)).into());
    }
    let no_role = row.get("role_id").is_null() || action == Action::List;
    let absent = ["is_reviwer", "uuid"].into_iter().chain(no_role.then_some("role_id"));
    absent.for_each(|name| drop(shown.shift_remove(name)));
    // Admins have access to every language.
    let languages = call.branch().languages().iter().filter_map(|language| {
        let own = row.list("languages").iter().find(|it| it["lang_id"] == language.id);
        Some(json!({
            "lang_id": language.id,
            "lang_iso": language.iso,
            "lang_name": language.name,
            "is_writable": row.flag("is_admin") || own?["is_writable"] == true,
        }))
    });
    shown.insert("languages".to_owned(), languages.collect());
    // Responses mix the names of both operations.
    let rights = row.texts("admin_rights").flat_map(|right| [right, declared_right(right)]);
    let rights = rights.map(Value::from).collect();
    shown.insert("admin_rights".to_owned(), each_once(rights, Clone::clone).into());
}
