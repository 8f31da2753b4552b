//! New projects.

use serde_json::{Value, json};
use uuid::Uuid;

use super::name;
use super::view::{Parts, view};
use crate::http::{Answer, Refusal};
use crate::operations::describe::CONTRIBUTORS;
use crate::operations::languages;
use crate::operations::{AccountCall, Outcome};
use crate::state::{
    Branch, Ids, Language, MASTER, Project, ProjectSettings, Row, SOFTWARE, Stamp, TEAM, items,
    now, role_rights, system_languages,
};

/// The code of the language that a project gets when none is named.
const ENGLISH: &str = "en";
const MANAGER: u64 = 1;

pub(in crate::operations) fn create(call: &mut AccountCall<'_>) -> Outcome {
    let body = call.body;
    let text = |name: &str| body[name].as_str();
    let name = name(text("name").unwrap_or_default())?;
    let languages = languages(body)?;
    let kind = text("project_type").unwrap_or(SOFTWARE);
    let settings = ProjectSettings {
        branching: false,
        segmentation: body["is_segmentation_enabled"].as_bool().unwrap_or(false),
        ..ProjectSettings::default()
    };
    let stamp = Stamp { by: call.caller, at: now() };
    let (id, uuid) = identity(&mut call.state.ids);
    let master = call.state.ids.next();
    let mut project = Project {
        id,
        uuid,
        name,
        description: text("description").unwrap_or_default().to_owned(),
        kind: kind.to_owned(),
        owner: call.caller,
        created_at: stamp.at,
        team: body["team_id"].as_u64().unwrap_or(TEAM),
        settings,
        ..Project::default()
    };
    project.contributors_mut().push(creator(call, stamp, &languages));
    project.branches = vec![Branch::new(master, MASTER, stamp, languages)];
    let created = view(call, &project, project.default_branch(), Parts::ALL);
    call.state.projects.push(project);
    Ok(Answer::ok(&created))
}

pub(in crate::operations) fn identity(ids: &mut Ids) -> (String, Uuid) {
    let uuid = Uuid::now_v7();
    (format!("{:.20}.{:08}", uuid.simple().to_string(), ids.next()), uuid)
}

/// The languages of the body, the base language first; English where there are none.
fn languages(body: &Value) -> Result<Vec<Language>, Refusal> {
    let sent = items(&body["languages"]);
    let mut languages = Vec::new();
    for (index, item) in sent.iter().enumerate() {
        let language = languages::from_item(item, &languages).map_err(|reason| {
            Refusal::field(format!("languages.{index}.{}", reason.0), reason.2)
        })?;
        languages.push(language);
    }
    if sent.is_empty() {
        languages.extend(system_languages::by_iso(ENGLISH));
    }
    let wanted = body["base_lang_iso"].as_str().unwrap_or(ENGLISH);
    let base = languages.iter().position(|language| language.iso == wanted);
    let base = base.ok_or_else(|| {
        let message = format!("`base_lang_iso` {wanted} is not among `languages`.");
        Refusal::field("base_lang_iso", message)
    })?;
    languages[..=base].rotate_right(1);
    Ok(languages)
}

/// Who creates a project is its first contributor, and may do everything there.
pub(in crate::operations) fn creator(
    call: &mut AccountCall<'_>,
    stamp: Stamp,
    languages: &[Language],
) -> Row {
    let languages =
        languages.iter().map(|it| json!({ "lang_id": it.id, "is_writable": true })).collect();
    let mut creator = Row::default();
    for (name, value) in [
        ("user_id", json!(stamp.by)),
        ("is_admin", json!(true)),
        ("is_reviewer", json!(true)),
        ("role_id", json!(MANAGER)),
        ("languages", languages),
        ("admin_rights", json!(role_rights(MANAGER))),
    ] {
        creator.set(name, value);
    }
    CONTRIBUTORS.completed(creator, stamp.by, stamp.at, &mut call.state.ids)
}
